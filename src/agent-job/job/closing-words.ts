import type { GitHubError } from '../../github/errors.ts'
import { formatPullRequest, type PullRequestPlace } from '../../github/pull-request-url.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import { joinMarkdown, link, type Markdown, markdown, plain, prose } from '../../untrusted/markdown.ts'

type Run = Pick<WorkflowRun, 'serverUrl' | 'repository'>

/**
 * The comment on a documentation pull request that is closed with its code.
 * @param thread number of the pull request that was closed, in the repository of `run`
 */
export function explainClosing(thread: number, { serverUrl, repository }: Run): Markdown {
  const url = new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/pull/${thread}`)
  const closed = link(plain(`${repository}#${thread}`), url)
  return markdown`The pull request ${closed}, which this documentation is for, was closed without a merge, so this one is closed as well. If the documentation is needed all the same, reopen it.`
}

/** Why GitHub did not close a documentation pull request, and what would let it. */
export function explainRefusal(
  { status, message }: GitHubError,
  { owner, repo }: PullRequestPlace,
  run: Run,
): string {
  if (status !== 403 && status !== 404) return `GitHub did not close it. ${message}`
  const repository = `${owner}/${repo}`
  return repository.toLowerCase() === run.repository.toLowerCase()
    ? 'The token may not close it: add the line `pull-requests: write` to the `permissions:` of the job.'
    : `The token may not close it: set \`github-token\` to one that has \`pull-requests: write\` on \`${repository}\`.`
}

/** Our comment in the thread, where the documentation pull request was closed. */
export function renderClosed(pullRequest: URL): Markdown {
  return renderReport(
    'The documentation pull request was closed as well',
    markdown`This pull request was closed without a merge, so ${nameLink(pullRequest)} was closed with it. If the documentation is needed all the same, reopen it.`,
  )
}

/** Our comment in the thread, where the documentation pull request is still open. */
export function renderLeftOpen(pullRequest: URL, reason: string): Markdown {
  return renderReport(
    'The documentation pull request is still open',
    markdown`This pull request was closed without a merge, but ${nameLink(pullRequest)} was not closed with it.`,
    prose(reason),
    markdown`If nobody needs it, close it by hand.`,
  )
}

/** Our comment in the thread, where the job is active and nobody waits for it any more. */
export function renderUnfinished(problem: string): Markdown {
  return renderReport(
    'The agent is still at work on the documentation',
    markdown`This pull request was closed without a merge before the agent was done.`,
    prose(problem),
    markdown`If nobody needs the documentation, close its pull request by hand.`,
  )
}

function renderReport(headline: string, ...paragraphs: Markdown[]): Markdown {
  return joinMarkdown([markdown`### 📌 ${headline}`, ...paragraphs], '\n\n')
}

function nameLink(pullRequest: URL): Markdown {
  return link(plain(formatPullRequest(pullRequest)), pullRequest)
}
