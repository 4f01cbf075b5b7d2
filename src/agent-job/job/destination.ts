import { DocsServiceError } from '../../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { locatePullRequest } from '../../github/pull-request-url.ts'
import { orFailure } from '../../network/cancelled-requests.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { JobDependencies } from './dependencies.ts'
import { fetchJob } from './fetch-job.ts'
import type { PreviousPullRequest } from './job-record.ts'

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
    const isGone = job instanceof DocsServiceError && job.status === 404 && job.isJson === true
    if (isGone) passedOver = createInstead(undefined, 'job-gone')
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
