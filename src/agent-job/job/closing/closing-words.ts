import type { OtherAuthors } from '../../../github/authorship.ts'
import type { GitHubError } from '../../../github/errors.ts'
import { formatPullRequest, type PullRequestPlace } from '../../../github/pull-request-url.ts'
import type { WorkflowRun } from '../../../runner/event.ts'
import { joinMarkdown, link, type Markdown, markdown, plain, prose } from '../../../untrusted/markdown.ts'
import { CAUSES } from '../../causes.ts'

/** What became of a documentation pull request whose code was closed without a merge. */
export interface Closed {
  /** `unfinished`: the job is still active; `unreadable`: GitHub or the service can't be asked. */
  kind: 'closed' | 'would-close' | 'left-open' | 'unfinished' | 'unreadable'
  /** Absent for a job that has none yet. */
  url?: URL
  /** Why it is so, in whole sentences; absent for one that is closed. */
  problem?: string
}

type Run = Pick<WorkflowRun, 'serverUrl' | 'repository'>

/**
 * The comment on a documentation pull request that is closed with its code.
 * @param thread number of the pull request that was closed, in the repository of `run`
 */
export function explainClosing(thread: number, { serverUrl, repository }: Run): Markdown {
  const url = new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/pull/${thread}`)
  const closed = link(plain(`${repository}#${thread}`), url)
  const reason = markdown`This pull request documents ${closed}, which was closed without a merge.`
  return markdown`${reason} If you still need the documentation, reopen this pull request.`
}

/** Why a pull request stays open that somebody else may have written in. */
export function explainOthers({ reason, names, failure }: OtherAuthors): string {
  if (reason === 'commits') return `It has commits by ${names.map((name) => `"${name}"`).join(', ')}.`
  if (reason === 'too-many-commits') return 'It has too many commits to check who wrote them.'
  return `Its commits can't be read, so it may have commits by other people. ${failure?.message ?? ''}`.trim()
}

/** Why GitHub did not close a documentation pull request, and what would let it. */
export function explainRefusal({ status, message }: GitHubError, { owner, repo }: PullRequestPlace, run: Run): string {
  if (status !== 403 && status !== 404) return `GitHub didn't close it. ${message}`
  const repository = `${owner}/${repo}`
  return repository.toLowerCase() === run.repository.toLowerCase()
    ? "The token can't close it: add `pull-requests: write` to the `permissions:` of the job."
    : `The token can't close it: set \`github-token\` to one with \`pull-requests: write\` on \`${repository}\`.`
}

/** Why what an active job opens or updates stays open, and how the workflow avoids that. */
export function explainActive(jobId: string): string {
  const advice =
    'With `concurrency` in the workflow, and without `cancel-in-progress`, the run of a closed pull request waits.'
  return `Job ${jobId} was still active, so what it opens or updates stays open. ${advice}`
}

/** Our comment in the thread, once its pull request was closed without a merge. */
export function renderClosing(all: readonly Closed[]): Markdown {
  const isOver = all.every(({ kind }) => kind === 'closed')
  const rest = all.some(({ kind }) => kind === 'left-open') ? 'left-open' : 'unfinished'
  const kind = isOver ? 'closed' : rest
  const { headline } = CAUSES[`documentation-${kind}`]
  return joinMarkdown(
    [
      markdown`### 📌 ${headline}`,
      markdown`This pull request was closed without a merge.`,
      ...all.map(renderOne),
      isOver
        ? markdown`If you still need the documentation, reopen its pull request.`
        : markdown`If you don't need the documentation, close its pull request yourself.`,
    ],
    '\n\n',
  )
}

function renderOne({ kind, url, problem = '' }: Closed): Markdown {
  const name = url && link(plain(formatPullRequest(url)), url)
  if (kind === 'closed') return markdown`${name ?? 'Its documentation'} is closed too.`
  if (kind === 'unfinished') return prose(problem)
  return markdown`${name ?? 'Its documentation'} is still open. ${prose(problem)}`
}
