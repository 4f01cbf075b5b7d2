import { DocsServiceError } from '../../docs-service/errors.ts'
import { GitHubError } from '../../github/errors.ts'
import { digest } from '../../github/signed-marker.ts'
import type { GitHub } from '../../github/thread.ts'
import { createThreadWarning } from '../../github/thread-warning.ts'
import { joinMarkdown, link, type Markdown, markdown, plain } from '../../untrusted/markdown.ts'
import { prose } from '../../untrusted/prose.ts'
import type { ClaimComment } from '../claim/claim-marker.ts'
import { formatPullRequest, locatePullRequest, type PullRequestPlace } from '../result/documentation.ts'
import type { Ending, RunResult } from '../result/run-result.ts'
import { type Candidate, findCandidate } from './candidate.ts'
import type { JobDependencies } from './create-or-continue.ts'
import { readJob } from './read-job.ts'

/** How a run ends that only looks after the documentation of a closed pull request. */
export type ClosingResult = Ending & Pick<RunResult, 'pullRequest' | 'reportedIn'>

const NONE: ClosingResult = { outcome: 'skipped', cause: 'documentation-none' }

/** The documentation pull request cannot be looked at, so that it stays as it is. */
class LeftAloneError extends Error {}

/**
 * Closes the documentation pull request that the thread knows, when the pull request of the thread was closed without
 * a merge. One that somebody has added commits to is left open, and so is one that the token may not close: then our
 * comment in the thread says so.
 * @param thread number of the pull request that was closed
 * @param deadline on the monotonic clock
 */
export async function closeDocumentation(
  thread: number | undefined,
  projectId: string,
  deadline: number,
  dependencies: JobDependencies,
): Promise<ClosingResult> {
  const { comment, github, signal, log } = dependencies
  if (thread === undefined || comment === undefined || github === undefined) return NONE
  let pullRequest: URL | undefined
  try {
    const candidate = findCandidate(await comment.find(), digest(projectId))
    pullRequest = candidate && (await findPullRequest(candidate, deadline, dependencies))
    if (candidate === undefined || pullRequest === undefined) return NONE
    const place = locatePullRequest(pullRequest, dependencies.run.serverUrl)
    if (place === undefined) throw new LeftAloneError(`It is not on ${dependencies.run.serverUrl.host}.`)
    const { owner, repo, number } = place
    const { state, headSha } = await github.readPullRequest(owner, repo, number)
    if (state !== 'open') return NONE

    const reason = findReasonToLeave(candidate, headSha) ?? (await close(place, github, dependencies))
    if (reason !== undefined)
      return await leaveOpen({ pullRequest, reason, candidate, comment }, dependencies)
    await explainClosing(place, thread, github, dependencies)
    return { outcome: 'skipped', cause: 'documentation-closed', pullRequest }
  } catch (error) {
    signal.throwIfAborted()
    const isLeftAlone = [DocsServiceError, GitHubError, LeftAloneError].some((kind) => error instanceof kind)
    if (!isLeftAlone) throw error
    const problem = `Whether ${pullRequest?.href ?? 'the documentation pull request'} is open can't be read, so it stays as it is.`
    log.warning('The documentation pull request is left as it is', `${problem} ${(error as Error).message}`)
    return { outcome: 'skipped', problem, ...(pullRequest && { pullRequest }) }
  }
}

/** The link in our comment; where its run didn't see the end of the job, that of the job. */
async function findPullRequest(
  { job: known }: Candidate,
  deadline: number,
  dependencies: JobDependencies,
): Promise<URL | undefined> {
  if (known.prLink !== undefined) return known.prLink
  const job = await readJob(known.jobId, deadline, dependencies)
  if (job instanceof DocsServiceError) {
    if (job.status === 404) return undefined
    throw job
  }
  if (job.status === 'active')
    throw new LeftAloneError(
      `Job ${known.jobId} is still active. With \`concurrency\` in the workflow, its run would have been cancelled or waited for.`,
    )
  return job.pullRequest
}

/** Why a pull request that is open must not be closed, by its head. */
function findReasonToLeave({ job }: Candidate, headSha: string | undefined): string | undefined {
  if (job.headSha === undefined || headSha === undefined)
    return "Which commit the agent left it at isn't known, so it may hold the work of others."
  return job.headSha === headSha
    ? undefined
    : 'It has commits that came after those of the agent, so it may hold the work of others.'
}

/** @returns why it could not be closed */
async function close(
  { owner, repo, number }: PullRequestPlace,
  github: Pick<GitHub, 'closePullRequest'>,
  { run, signal, log }: JobDependencies,
): Promise<string | undefined> {
  try {
    await github.closePullRequest(owner, repo, number)
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning('The documentation pull request could not be closed', error.message)
    if (error.status !== 403 && error.status !== 404) return `GitHub did not close it. ${error.message}`
    const repository = `${owner}/${repo}`
    return repository.toLowerCase() === run.repository.toLowerCase()
      ? 'The token may not close it: add the line `pull-requests: write` to the `permissions:` of the job.'
      : `The token may not close it: set \`github-token\` to one that has \`pull-requests: write\` on \`${repository}\`.`
  }
}

/** Says in the documentation pull request why it is closed. It is closed already, so a failure is a warning. */
async function explainClosing(
  { owner, repo, number }: PullRequestPlace,
  thread: number,
  github: Pick<GitHub, 'commentOnPullRequest'>,
  dependencies: JobDependencies,
): Promise<void> {
  const { run } = dependencies
  const url = new URL(`${run.serverUrl.href.replace(/\/$/u, '')}/${run.repository}/pull/${thread}`)
  const closed = link(plain(`${run.repository}#${thread}`), url)
  const body = markdown`The pull request ${closed}, which this documentation is for, was closed without a merge, so this one is closed as well. If the documentation is needed all the same, reopen it.`
  await github
    .commentOnPullRequest(owner, repo, number, body.toString())
    .catch(createThreadWarning(dependencies))
}

/** Says in our comment of the thread that the pull request is still open, and why. */
async function leaveOpen(
  left: { pullRequest: URL; reason: string; candidate: Candidate; comment: ClaimComment },
  dependencies: JobDependencies,
): Promise<ClosingResult> {
  const { pullRequest, reason, candidate, comment } = left
  comment.adopt(candidate.comment)
  // The marker stays as it is: it still knows the job.
  await comment.edit(renderLeftOpen(pullRequest, reason), {}).catch(createThreadWarning(dependencies))
  return {
    outcome: 'skipped',
    cause: 'documentation-left-open',
    problem: reason,
    pullRequest,
    reportedIn: candidate.comment.url,
  }
}

function renderLeftOpen(pullRequest: URL, reason: string): Markdown {
  const name = link(plain(formatPullRequest(pullRequest)), pullRequest)
  return joinMarkdown(
    [
      markdown`### 📌 The documentation pull request is still open`,
      markdown`This pull request was closed without a merge, but ${name} was not closed with it.`,
      prose(reason),
      markdown`If nobody needs it, close it by hand.`,
    ],
    '\n\n',
  )
}
