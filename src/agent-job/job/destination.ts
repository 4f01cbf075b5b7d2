import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import { type ClaimComment, listContinuableJobs } from '../../job-marker/claim.ts'
import type { JobRecord, PreviousPullRequest } from '../../job-marker/job-record.ts'
import { OUTCOME_RECORDS, STATUS_OUTCOMES } from '../../job-marker/outcome.ts'
import type { Clock } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { fetchJob, orFailure, orUnread } from './fetch-job.ts'
import { pollJob } from './poll-job.ts'

/** A job of a previous run, and the comment of the thread that knows it. */
interface Candidate {
  comment: ClaimComment
  job: JobRecord
}

/**
 * The jobs of a project that a thread knows, newest first. Those that ended without a pull request are left out.
 * @param found the comments of the thread with a marker, oldest first
 * @param project digest of the project's ID, as markers have it
 */
export function listCandidates(found: readonly ClaimComment[], project: string): Candidate[] {
  return found
    .filter(({ isVerified, payload }) => isVerified && payload.project === project)
    .toReversed()
    .flatMap((comment) => listContinuableJobs(comment.payload).map((job) => ({ comment, job })))
}

/** Where the prompt goes. */
export type Destination =
  /** To a new job; `previous` is what can't be continued, if there is something. */
  | { kind: 'create'; previous?: PreviousPullRequest }
  /** To the job of a previous run. */
  | { kind: 'continue'; jobId: string; previous: PreviousPullRequest }
  /** Nowhere: the job of a previous run is still active. */
  | { kind: 'still-active'; jobId: string }

/** By which rules a job is continued. */
export interface FollowUpRules {
  mode: 'auto' | 'always'
  /** What to do about a job that is still active. */
  whenActive: 'wait' | 'create' | 'report'
  pollIntervalMs: number
  /** Of the run, in milliseconds. */
  timeoutMs: number
  /** When waiting for an active job ends, on the monotonic clock. */
  deadline: number
}

export interface DestinationDependencies {
  run: Pick<WorkflowRun, 'serverUrl'>
  service: Pick<DocsService, 'getAgentJob'>
  github: Pick<GitHub, 'fetchPullRequest'>
  clock: Clock
  /** The time by GitHub's clock, in milliseconds since 1970: comments have times of that clock. */
  githubNow: () => number
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
  /** Called before a wait begins: what was claimed must say that nothing was sent. */
  onWait: () => Promise<void>
}

/** A job that is active for longer, without a word of its run, hangs. */
const HANGS_AFTER_MS = 2 * 60 * 60_000

/**
 * Decides whether the job that `candidate` knows is continued, by its state and that of its pull request.
 * @throws DocsServiceError when the key is refused
 */
export async function chooseDestination(
  candidate: Candidate,
  rules: FollowUpRules,
  dependencies: DestinationDependencies,
): Promise<Destination> {
  const { jobId } = candidate.job
  const job = await fetchJob(jobId, rules.deadline, dependencies)
  if (job instanceof DocsServiceError || job.status !== 'active')
    return await decideByJob(candidate, job, rules, dependencies)
  if (hangs(candidate, rules, dependencies.githubNow()))
    return createInstead(candidate.job.prLink ?? candidate.job.previous?.url, 'job-hangs')
  if (rules.whenActive === 'create') return { kind: 'create' }
  if (rules.whenActive === 'report') return { kind: 'still-active', jobId }

  await dependencies.onWait()
  const text = `Job ${jobId} of a previous run is still active. The prompt is sent when it has ended.`
  dependencies.log.info(text)
  const ended = await waitForEnd(jobId, rules, dependencies)
  if (ended === undefined) return { kind: 'still-active', jobId }
  return await decideByJob(candidate, ended, rules, dependencies)
}

function hangs({ comment }: Candidate, { timeoutMs }: FollowUpRules, nowMs: number): boolean {
  const editedAt = Date.parse(comment.updatedAt ?? '')
  // Where GitHub doesn't say when the comment was edited, the job doesn't count as hanging.
  return nowMs - editedAt > Math.max(HANGS_AFTER_MS, timeoutMs)
}

/** @returns nothing when it is still active at the deadline; a failure when it can't be read any more */
async function waitForEnd(
  jobId: string,
  { pollIntervalMs, deadline }: FollowUpRules,
  { service, clock, signal }: DestinationDependencies,
): Promise<AgentJob | DocsServiceError | undefined> {
  const options = { service, clock, signal, pollIntervalMs, deadline, isNew: false }
  const ended = await orUnread(pollJob(jobId, undefined, options), signal)
  if (ended instanceof DocsServiceError) return ended
  return ended.end === 'terminal' ? ended.job : undefined
}

function createInstead(url: URL | undefined, state: PreviousPullRequest['state']): Destination {
  return { kind: 'create', previous: { ...(url && { url }), state } }
}

/** @param job that is not active, or the failure to read it */
async function decideByJob(
  candidate: Candidate,
  job: AgentJob | DocsServiceError,
  { mode }: FollowUpRules,
  dependencies: DestinationDependencies,
): Promise<Destination> {
  const known = candidate.job.prLink ?? candidate.job.previous?.url
  if (job instanceof DocsServiceError) {
    if (job.status === 404) return createInstead(known, 'job-failed')
    dependencies.log.warning("The job of a previous run can't be read", job.message)
    return createInstead(known, 'job-unreadable')
  }
  const { status, pullRequest: url, isPrLinkRefused } = job
  if (!endsJob(status)) return { kind: 'create' }
  const outcome = STATUS_OUTCOMES[status]
  if (outcome !== undefined && !OUTCOME_RECORDS[outcome].isContinuable) return createInstead(url ?? known, 'job-failed')
  if (isPrLinkRefused) return createInstead(undefined, 'job-unreadable')
  if (url === undefined) return { kind: 'create' }

  const previous = await fetchPrevious(url, mode, dependencies)
  const isContinued = previous.state === 'open' || (previous.state === 'unreadable' && mode === 'always')
  const { jobId } = candidate.job
  return isContinued ? { kind: 'continue', jobId, previous } : { kind: 'create', previous }
}

async function fetchPrevious(
  url: URL,
  mode: FollowUpRules['mode'],
  { github, run, signal, log }: DestinationDependencies,
): Promise<PreviousPullRequest> {
  const miss = (reason: string) => {
    const next = mode === 'always' ? 'open (`follow-up: always`)' : 'closed'
    log.warning("Couldn't read whether the previous pull request is open", `${reason} It counts as ${next}.`)
    return { url, state: 'unreadable' } as const
  }
  const place = locatePullRequest(url, run.serverUrl)
  if (place === undefined) return miss(`${url.href} isn't a pull request on ${run.serverUrl.host}.`)
  const facts = await orFailure(github.fetchPullRequest(place), GitHubError, signal)
  if (facts instanceof GitHubError) return miss(`The state of ${url.href} can't be read. ${facts.message}`)
  const { state, isMerged, headSha } = facts
  return dropAbsent({ url, state: isMerged ? ('merged' as const) : state, headSha })
}
