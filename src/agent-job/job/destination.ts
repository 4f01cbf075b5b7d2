import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import { type ClaimComment, listContinuableJobs } from '../../job-marker/claim.ts'
import type { JobRecord, PreviousPullRequest } from '../../job-marker/job-record.ts'
import type { Clock } from '../../network/gate.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { fetchJob, orFailure } from './fetch-job.ts'

/**
 * The newest job of a project that a thread knows; those that ended without a pull request are left out.
 * @param found the comments of the thread with a marker, oldest first
 * @param project digest of the project's ID, as markers have it
 */
export function findCandidate(found: readonly ClaimComment[], project: string): JobRecord | undefined {
  const ours = found.filter(({ isVerified, payload }) => isVerified && payload.project === project)
  return ours.toReversed().flatMap(({ payload }) => listContinuableJobs(payload))[0]
}

/** Where the prompt goes. */
export type Destination =
  /** To a new job; `previous` is what can't be continued, if there is something. */
  | { kind: 'create'; previous?: PreviousPullRequest }
  /** To the job of a previous run. */
  | { kind: 'continue'; jobId: string; previous: PreviousPullRequest }

export interface DestinationDependencies {
  run: Pick<WorkflowRun, 'serverUrl'>
  service: Pick<DocsService, 'getAgentJob'>
  github: Pick<GitHub, 'fetchPullRequest' | 'fetchRepository'>
  clock: Clock
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
}

/**
 * Decides whether the job of a previous run is continued, by its state and that of its pull request.
 * @param deadline when reading the job ends, on the monotonic clock
 * @throws DocsServiceError when the key is refused
 */
export async function chooseDestination(
  { jobId, prLink, previous: before }: JobRecord,
  mode: FollowUpMode,
  deadline: number,
  dependencies: DestinationDependencies,
): Promise<Destination> {
  const known = prLink ?? before?.url
  const job = await fetchJob(jobId, deadline, dependencies)
  if (job instanceof DocsServiceError) {
    if (job.status === 404) return createInstead(known, 'job-gone')
    dependencies.log.warning("The job of a previous run can't be read", job.message)
    return createInstead(known, 'job-unreadable')
  }
  const { status, pullRequest: url, isPrLinkRefused } = job
  if (!endsJob(status)) return createInstead(url ?? known, 'job-active')
  if (status !== 'completed') return createInstead(url ?? known, `job-${status}`)
  if (isPrLinkRefused) return createInstead(undefined, 'job-unreadable')
  if (url === undefined) return { kind: 'create' }

  const previous = await fetchPrevious(url, mode, dependencies)
  const isContinued = previous.state === 'open' || (previous.state === 'unreadable' && mode === 'always')
  return isContinued ? { kind: 'continue', jobId, previous } : { kind: 'create', previous }
}

type FollowUpMode = 'auto' | 'always'

function createInstead(url: URL | undefined, state: PreviousPullRequest['state']): Destination {
  return { kind: 'create', previous: { ...(url && { url }), state } }
}

async function fetchPrevious(
  url: URL,
  mode: FollowUpMode,
  { github, run, signal, log }: DestinationDependencies,
): Promise<PreviousPullRequest> {
  const miss = (reason: string) => {
    const next = mode === 'always' ? 'open (`follow-up: always`)' : 'closed'
    log.warning("Couldn't read whether the previous pull request is open", `${reason} It is treated as ${next}.`)
    return { url, state: 'unreadable' } as const
  }
  const place = locatePullRequest(url, run.serverUrl)
  if (place === undefined) return miss(`${url.href} isn't a pull request on ${run.serverUrl.host}.`)
  const facts = await orFailure(github.fetchPullRequest(place), GitHubError, signal)
  if (facts instanceof GitHubError && facts.status === 404) {
    const isVisible = !((await orFailure(github.fetchRepository(place), GitHubError, signal)) instanceof GitHubError)
    if (isVisible) return { url, state: 'deleted' }
  }
  if (facts instanceof GitHubError) return miss(`The state of ${url.href} can't be read. ${facts.message}`)
  const { state, isMerged, headSha } = facts
  return dropAbsent({ url, state: isMerged ? ('merged' as const) : state, headSha })
}
