import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Log } from '../../runner/log.ts'
import type { ClaimedComment, PreviousPullRequest } from '../claim/claim-marker.ts'
import { type PullRequestPlace, parsePullRequestUrl } from '../result/pull-request-url.ts'
import { type PollResult, pollJob } from './poll-job.ts'

/** Where the prompt goes. */
export type Destination =
  /** To a new job; `earlier` is the pull request that can't be continued, if there is one. */
  | { kind: 'create'; previous?: PreviousPullRequest }
  /** To the job of an earlier run, whose pull request is open. */
  | { kind: 'continue'; jobId: string; previous: PreviousPullRequest }
  /** Nowhere: the job of the earlier run was still active at the deadline. */
  | { kind: 'still-active'; jobId: string }

export interface FollowUpOptions {
  service: Pick<DocsService, 'getAgentJob'>
  github: Pick<GitHub, 'readPullRequest'>
  /** The GitHub that the token belongs to. A pull request elsewhere is never asked for. */
  serverUrl: URL
  mode: 'auto' | 'always'
  /** What to do about a job that is still active; `report` only says so. */
  whenActive: 'wait' | 'create' | 'report'
  pollIntervalMs: number
  /** On the monotonic clock. */
  deadline: number
  clock: Pick<Clock, 'now' | 'sleep'>
  signal: AbortSignal
  log: Log
  /** Called before a wait begins: what was claimed must say that nothing was sent. */
  onWait: (jobId: string) => Promise<void>
}

/**
 * The newest comment of the thread that knows a job of this project.
 * @param found all claims in the thread, oldest first
 * @param own the comment of this run, which tells which account is ours
 */
export function findCandidate(
  found: readonly ClaimedComment[],
  own: ClaimedComment,
): ClaimedComment | undefined {
  return found.findLast(
    ({ id, author, isVerified, payload }) =>
      isVerified &&
      author !== undefined &&
      author === own.author &&
      id !== own.id &&
      payload.project === own.payload.project &&
      payload.jobId !== undefined,
  )
}

/**
 * Decides whether the job `jobId` is continued, by its state and that of its pull request.
 * @throws DocsServiceError when the key is refused
 */
export async function chooseDestination(jobId: string, options: FollowUpOptions): Promise<Destination> {
  const job = await readJob(jobId, options)
  if (job?.status !== 'active') return await decideByPullRequest(jobId, job, options)
  if (options.whenActive === 'create') return { kind: 'create' }
  if (options.whenActive === 'report') return { kind: 'still-active', jobId }

  await options.onWait(jobId)
  options.log.info(`Job ${jobId} of an earlier run is still active. The prompt is sent when it has ended.`)
  const { end, job: ended } = await waitForJob(jobId, options)
  return end === 'timed-out'
    ? { kind: 'still-active', jobId }
    : await decideByPullRequest(jobId, ended, options)
}

/** @returns no job when it can't be read any more: then there is nothing to continue */
async function waitForJob(jobId: string, options: FollowUpOptions): Promise<PollResult> {
  try {
    return await pollJob(jobId, undefined, { ...options, isNew: false })
  } catch (error) {
    const failure = toTolerable(error, options.signal)
    if (failure.status !== 404) warnOfUnread(failure, options.log)
    return { end: 'terminal', job: undefined }
  }
}

const MAXIMUM_TRIES = 4

/** @returns nothing when the job can't be read: then there is nothing to continue */
async function readJob(jobId: string, options: FollowUpOptions): Promise<AgentJob | undefined> {
  const { service, clock, signal, deadline, log } = options
  for (let attempt = 1; ; attempt += 1) {
    const read = await tryToRead(jobId, service, { signal, deadline })
    if (!(read instanceof DocsServiceError)) return read
    const pauseMs = Math.max(read.retryAfterMs ?? 0, options.pollIntervalMs * attempt)
    if (attempt === MAXIMUM_TRIES || clock.now() + pauseMs >= deadline) {
      warnOfUnread(read, log)
      return undefined
    }
    await clock.sleep(pauseMs, signal)
  }
}

/** @returns the error when another try may do better; nothing when there is no such job */
async function tryToRead(
  jobId: string,
  service: FollowUpOptions['service'],
  limits: Limits,
): Promise<AgentJob | DocsServiceError | undefined> {
  try {
    return await service.getAgentJob(jobId, limits)
  } catch (error) {
    const failure = toTolerable(error, limits.signal)
    return failure.status === 404 ? undefined : failure
  }
}

/** A failure without which the run can go on. @throws anything else: a refused key, a cancelled run, a bug */
function toTolerable(error: unknown, signal: AbortSignal): DocsServiceError {
  signal.throwIfAborted()
  if (!(error instanceof DocsServiceError) || error.status === 401 || error.status === 403) throw error
  return error
}

function warnOfUnread(failure: DocsServiceError, log: Log): void {
  log.warning('A new job is created', `The job of an earlier run can't be read. ${failure.message}`)
}

async function decideByPullRequest(
  jobId: string,
  job: AgentJob | undefined,
  options: FollowUpOptions,
): Promise<Destination> {
  const url = job?.status === 'completed' ? job.pullRequest : undefined
  if (url === undefined) return { kind: 'create' }
  const state = await readState(url, options)
  const previous = { url, state }
  const isContinued = state === 'open' || (state === 'unreadable' && options.mode === 'always')
  return isContinued ? { kind: 'continue', jobId, previous } : { kind: 'create', previous }
}

async function readState(
  url: URL,
  { github, serverUrl, signal, mode, log }: FollowUpOptions,
): Promise<PreviousPullRequest['state']> {
  const next =
    mode === 'always' ? 'It is continued all the same (`follow-up: always`)' : 'A new job is created'
  const place = locatePullRequest(url, serverUrl)
  if (place === undefined) {
    log.warning(next, `${url.href} is not a pull request on ${serverUrl.host}, so its state is not known.`)
    return 'unreadable'
  }
  try {
    const { state, isMerged } = await github.readPullRequest(place.owner, place.repo, place.number)
    if (state === 'open') return 'open'
    return isMerged ? 'merged' : 'closed'
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning(next, `The state of ${url.href} can't be read. ${error.message}`)
    return 'unreadable'
  }
}

/** The place of a pull request on `serverUrl`; undefined for any other address. */
export function locatePullRequest(url: URL, serverUrl: URL): PullRequestPlace | undefined {
  return url.host === serverUrl.host ? parsePullRequestUrl(url) : undefined
}
