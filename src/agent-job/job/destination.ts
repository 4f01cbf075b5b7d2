import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import type { Clock } from '../../network/gate.ts'
import type { OurComment } from '../../our-comments/our-comment.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Covered } from '../changes/changes.ts'
import type { Claim } from '../claim/claim.ts'
import type { Inputs } from '../inputs.ts'
import { fetchJob, orFailure } from './fetch-job.ts'
import type { JobRecord, PreviousPullRequest } from './job-record.ts'

/** What the work on a job needs from outside; tests pass their own. */
export interface JobDependencies {
  run: WorkflowRun
  service: DocsService
  /** Undefined when this run has nothing to ask or to say on GitHub. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  comment: OurComment<Claim> | undefined
  clock: Clock
  /** The time by GitHub's clock, in milliseconds since 1970: comments have times of that clock. */
  githubNow: () => number
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
  /** What the comment says while the run is in progress. */
  renderProgress: (progress: Progress) => Markdown
}

/** What is known while the run works. Whatever our comment says of it stays true if nobody edits the comment again. */
export interface Progress {
  /** `claimed`: nothing was sent; `sending`: the prompt may have been received; `job`: it was. */
  state: 'claimed' | 'sending' | 'job'
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

/** Each costs a request. */
const MOST_JOBS = 5

/**
 * Decides whether the newest job of the conversation is continued, by its state and that of its pull request. Jobs that
 * ended without a pull request, or don't exist, are passed over.
 * @param jobs IDs, the newest first
 * @param deadline when reading the jobs ends, on the monotonic clock
 * @throws DocsServiceError when the key is refused
 */
export async function findDestination(
  jobs: readonly string[],
  { followUp: mode }: Pick<Inputs, 'followUp'>,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Destination> {
  const { github } = dependencies
  if (mode === 'never' || !github) return {}
  let passedOver: Destination = {}
  for (const jobId of jobs.slice(0, MOST_JOBS)) {
    const job = await fetchJob(jobId, deadline, dependencies)
    if (job instanceof DocsServiceError && job.status === 404) passedOver = createInstead(undefined, 'job-gone')
    else if (job instanceof DocsServiceError || !isWithoutLink(job))
      return await chooseByJob(jobId, job, mode, github, dependencies)
  }
  return passedOver
}

function isWithoutLink({ status, pullRequest, isPrLinkRefused }: AgentJob): boolean {
  return status === 'completed' && pullRequest === undefined && isPrLinkRefused !== true
}

async function chooseByJob(
  jobId: string,
  job: AgentJob | DocsServiceError,
  mode: Inputs['followUp'],
  github: GitHub,
  dependencies: JobDependencies,
): Promise<Destination> {
  if (job instanceof DocsServiceError) {
    dependencies.log.warning("The job of a previous run can't be read", job.message)
    return createInstead(undefined, 'job-unreadable')
  }
  const { status, pullRequest: url } = job
  if (!endsJob(status)) return createInstead(url, 'job-active')
  if (status !== 'completed') return createInstead(url, `job-${status}`)
  if (url === undefined) return createInstead(undefined, 'job-unreadable')
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
