import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import { digest } from '../../github/signed-marker.ts'
import { type Claim, type ClaimComment, listContinuableJobs } from '../../job-marker/claim.ts'
import type { JobRecord, PreviousPullRequest } from '../../job-marker/job-record.ts'
import type { Clock } from '../../network/gate.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Covered } from '../changes/changes.ts'
import type { Inputs } from '../inputs.ts'
import { fetchJob, orFailure } from './fetch-job.ts'

/** What the work on a job needs from outside; tests pass their own. */
export interface JobDependencies {
  run: WorkflowRun
  service: DocsService
  /** Undefined when this run has nothing to ask or to say on GitHub. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  comment: MarkedComment<Claim> | undefined
  clock: Clock
  /** The time by GitHub's clock, in milliseconds since 1970: comments have times of that clock. */
  githubNow: () => number
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
  /** What the comment says while the run is in progress. */
  renderProgress: (progress: Progress) => Markdown
}

/** What is known while the run waits. */
export interface Progress {
  job?: JobRecord
  /** The range of commits that the prompt covers, if it is about one. */
  covered?: Covered | undefined
  /** When the service's limit ends that the run waits for, in milliseconds since 1970. */
  waitingUntil?: number | undefined
}

/** Where the prompt goes. */
export interface Destination {
  /** The job of a previous run; absent for a new one. */
  jobId?: string
  /** What is continued, or can't be. */
  previous?: PreviousPullRequest
}

/**
 * Decides whether the job of a previous run is continued, by its state and that of its pull request. Without a comment
 * of ours nothing is remembered, so there is nothing to continue.
 * @param found all comments of the thread with a marker, oldest first
 * @param deadline when reading the job ends, on the monotonic clock
 * @throws DocsServiceError when the key is refused
 */
export async function findDestination(
  found: readonly ClaimComment[],
  { followUp: mode, projectId }: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Destination> {
  const { comment, github, log } = dependencies
  const project = digest(projectId)
  const ours = found.filter(({ isVerified, payload }) => isVerified && payload.project === project)
  // The newest that the thread knows; those that ended without a pull request are left out.
  const [candidate] = ours.toReversed().flatMap(({ payload }) => listContinuableJobs(payload))
  if (mode === 'never' || !comment || !github || !candidate) return {}

  const { jobId, prLink, previous: before } = candidate
  const known = prLink ?? before?.url
  const job = await fetchJob(jobId, deadline, dependencies)
  if (job instanceof DocsServiceError) {
    if (job.status === 404) return createInstead(known, 'job-gone')
    log.warning("The job of a previous run can't be read", job.message)
    return createInstead(known, 'job-unreadable')
  }
  const { status, pullRequest: url, isPrLinkRefused } = job
  if (!endsJob(status)) return createInstead(url ?? known, 'job-active')
  if (status !== 'completed') return createInstead(url ?? known, `job-${status}`)
  if (isPrLinkRefused) return createInstead(undefined, 'job-unreadable')
  if (url === undefined) return {}

  const previous = await fetchPrevious(url, mode, github, dependencies)
  const isContinued = previous.state === 'open' || (previous.state === 'unreadable' && mode === 'always')
  return isContinued ? { jobId, previous } : { previous }
}

function createInstead(url: URL | undefined, state: PreviousPullRequest['state']): Destination {
  return { previous: dropAbsent({ url, state }) }
}

async function fetchPrevious(
  url: URL,
  mode: Inputs['followUp'],
  github: GitHub,
  { run, signal, log }: JobDependencies,
): Promise<PreviousPullRequest> {
  const miss = (reason: string) => {
    const next = mode === 'always' ? 'open (`follow-up: always`)' : 'closed'
    log.warning("Couldn't determine whether the previous pull request is open", `${reason} It is treated as ${next}.`)
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
