import { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { digest } from '../../github/signed-marker.ts'
import { createThreadWarning } from '../../github/thread-warning.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { ClaimComment } from '../claim/claim-marker.ts'
import type { Ending } from '../ending.ts'
import type { Inputs } from '../inputs.ts'
import { locatePullRequest, type PullRequestPlace } from '../result/documentation.ts'
import type { RunResult } from '../result/run-result.ts'
import { type Candidate, findKnownPullRequest, listCandidates } from './candidate.ts'
import {
  explainClosing,
  explainRefusal,
  renderClosed,
  renderLeftOpen,
  renderUnfinished,
} from './closing-words.ts'
import type { JobDependencies } from './create-or-continue.ts'
import { readJob } from './read-job.ts'

/** How a run ends that only looks after the documentation of a closed pull request. */
export type ClosingResult = Ending & Pick<RunResult, 'pullRequest' | 'reportedIn'>

const CLOSED = 'The pull request was closed without a merge.'

interface Closing extends JobDependencies {
  /** Number of the pull request that was closed. */
  thread: number
  comment: ClaimComment
  github: GitHub
  deadline: number
  isDryRun: boolean
  candidates: readonly Candidate[]
}

/**
 * Closes the documentation pull requests that the thread knows, when the pull request of the thread was closed without
 * a merge. One that may hold the work of others is left open, and so is one that the token may not close: then our
 * comment in the thread says so.
 * @param thread number of the pull request that was closed
 * @param deadline on the monotonic clock
 */
export async function closeDocumentation(
  thread: number | undefined,
  { projectId, dryRun }: Pick<Inputs, 'projectId' | 'dryRun'>,
  deadline: number,
  dependencies: JobDependencies,
): Promise<ClosingResult> {
  const { comment, github } = dependencies
  if (thread === undefined || comment === undefined || github === undefined) {
    const problem = "Without comments of this action, it isn't known whether there is documentation to close."
    return { outcome: 'skipped', problem }
  }
  const found = await comment.find().catch((error: unknown) => leaveAlone(error, dependencies))
  if ('outcome' in found) return found
  const candidates = listCandidates(found, digest(projectId))
  const closing = { ...dependencies, thread, comment, github, deadline, isDryRun: dryRun, candidates }

  const results: ClosingResult[] = []
  const seen = new Set<string>()
  for (const candidate of candidates) {
    // Of one job, the newest that is known counts.
    if (seen.has(candidate.job.jobId)) continue
    seen.add(candidate.job.jobId)
    const result = await closeOne(candidate, seen, closing)
    if (result !== undefined) results.push(result)
  }
  // What somebody has to look at comes first.
  const left = results.find(({ cause }) => cause !== 'documentation-closed')
  return left ?? results[0] ?? { outcome: 'skipped', cause: 'documentation-none', problem: CLOSED }
}

/**
 * @param seen jobs, and links of pull requests, that were looked at
 * @returns nothing where there is no open pull request
 */
async function closeOne(
  candidate: Candidate,
  seen: Set<string>,
  closing: Closing,
): Promise<ClosingResult | undefined> {
  const { run, github } = closing
  let pullRequest = findKnownPullRequest(candidate)
  try {
    const job = await readUnfinished(candidate, closing)
    if (job?.status === 'active') return await leaveUnfinished(candidate, pullRequest, closing)
    pullRequest = job?.pullRequest ?? pullRequest
    if (pullRequest === undefined || seen.has(pullRequest.href)) return undefined
    seen.add(pullRequest.href)
    const place = locatePullRequest(pullRequest, run.serverUrl)
    if (place === undefined)
      throw new ElsewhereError(`${pullRequest.href} is not a pull request on ${run.serverUrl.host}.`)
    const { state, headSha } = await github.fetchPullRequest(place)
    if (state !== 'open') return undefined

    const reason = findReasonToLeave(pullRequest, headSha, closing.candidates)
    if (reason !== undefined) return await leaveOpen(candidate, pullRequest, reason, closing)
    return await close(candidate, pullRequest, place, closing)
  } catch (error) {
    return leaveAlone(error, closing, pullRequest)
  }
}

/** The job as it stands, where no run has seen its end; nothing where the service has it no more. */
async function readUnfinished({ job }: Candidate, closing: Closing): Promise<AgentJob | undefined> {
  if (job.prLink !== undefined) return undefined
  const read = await readJob(job.jobId, closing.deadline, closing)
  if (!(read instanceof DocsServiceError)) return read
  if (read.status === 404) return undefined
  throw read
}

/** The pull request is on a server that can't be asked. */
class ElsewhereError extends Error {}

/** What can't be looked at stays as it is. @throws what is no failure to look: a cancelled run, a bug */
function leaveAlone(
  error: unknown,
  { signal, log }: Pick<JobDependencies, 'signal' | 'log'>,
  pullRequest?: URL,
): ClosingResult {
  signal.throwIfAborted()
  if (![DocsServiceError, GitHubError, ElsewhereError].some((kind) => error instanceof kind)) throw error
  log.warning("Whether the documentation pull request is open can't be read", (error as Error).message)
  const problem = pullRequest
    ? `Whether ${pullRequest.href} is open can't be read.`
    : "Whether there is one can't be read."
  const ending = { outcome: 'skipped', cause: 'documentation-unreadable', problem } as const
  return { ...ending, ...(pullRequest && { pullRequest }) }
}

/** Why a pull request that is open must not be closed, by its head and what our comments have recorded. */
function findReasonToLeave(
  { href }: URL,
  headSha: string | undefined,
  candidates: readonly Candidate[],
): string | undefined {
  if (headSha === undefined)
    return "GitHub doesn't say which commit is at its head, so it may hold the work of others."
  const recorded = candidates.flatMap(({ job }) => (job.prLink?.href === href ? (job.headSha ?? []) : []))
  if (recorded.length === 0)
    return 'No run has recorded the commit that the agent left it at, so it may hold the work of others. A run records it when it sees the end of its job, with a token that reads the pull request.'
  return recorded.includes(headSha)
    ? undefined
    : 'It has commits that came after those of the agent, so it may hold the work of others.'
}

/** Closes the pull request, and says why, in it and in our comment. */
async function close(
  candidate: Candidate,
  pullRequest: URL,
  place: PullRequestPlace,
  closing: Closing,
): Promise<ClosingResult> {
  const { github, run, thread, signal, log, isDryRun } = closing
  if (isDryRun) {
    const problem = `${pullRequest.href} would be closed as well. This is a dry run, which closes nothing.`
    return { outcome: 'skipped', problem, pullRequest }
  }
  try {
    await github.closePullRequest(place)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning('The documentation pull request could not be closed', error.message)
    return await leaveOpen(candidate, pullRequest, explainRefusal(error, place, run), closing)
  }
  // It is closed already, so a failure is a warning.
  await github
    .createComment(place.number, explainClosing(thread, run).toString(), place)
    .catch(createThreadWarning(closing))
  const reportedIn = await say(candidate, renderClosed(pullRequest), closing)
  const ending = { outcome: 'skipped', cause: 'documentation-closed', problem: CLOSED } as const
  return { ...ending, pullRequest, ...reportedIn }
}

async function leaveOpen(
  candidate: Candidate,
  pullRequest: URL,
  reason: string,
  closing: Closing,
): Promise<ClosingResult> {
  const reportedIn = await say(candidate, renderLeftOpen(pullRequest, reason), closing)
  const ending = { outcome: 'skipped', cause: 'documentation-left-open', problem: reason } as const
  return { ...ending, pullRequest, ...reportedIn }
}

/** What an active job will leave is nobody's to close now. */
async function leaveUnfinished(
  candidate: Candidate,
  pullRequest: URL | undefined,
  closing: Closing,
): Promise<ClosingResult> {
  const problem = `Job ${candidate.job.jobId} is still active, so what it opens or updates stays open. With \`concurrency\` in the workflow, and without \`cancel-in-progress\`, the run of a closed pull request waits for the one before it.`
  // The run that waits for the job has the comment, and says there how it ends.
  const isInProgress = candidate.comment.payload.outcome === undefined
  const reportedIn = isInProgress ? {} : await say(candidate, renderUnfinished(problem), closing)
  const ending = { outcome: 'skipped', cause: 'documentation-unfinished', problem } as const
  return { ...ending, ...(pullRequest && { pullRequest }), ...reportedIn }
}

/** Says it in our comment that knows the job. Its marker stays as it is. */
async function say(
  { comment: known }: Candidate,
  content: Markdown,
  closing: Closing,
): Promise<Pick<RunResult, 'reportedIn'>> {
  const { comment, isDryRun } = closing
  if (isDryRun) return {}
  comment.adopt(known)
  await comment.edit(content, {}).catch(createThreadWarning(closing))
  return { reportedIn: known.url }
}
