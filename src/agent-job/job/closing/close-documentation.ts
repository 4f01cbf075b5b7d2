import { DocsServiceError } from '../../../docs-service/errors.ts'
import { digest } from '../../../github/signed-marker.ts'
import { createThreadWarning } from '../../../github/thread-warning.ts'
import { type Claim, type ClaimComment, listContinuableJobs, listDistinct } from '../../../job-marker/claim.ts'
import type { JobRecord } from '../../../job-marker/job-record.ts'
import { dropAbsent } from '../../../untrusted/json.ts'
import type { Ending } from '../../causes.ts'
import type { JobDependencies } from '../create-or-continue.ts'
import { fetchJob } from '../fetch-job.ts'
import { type Closing, closePullRequest, unreadable } from './close-pull-request.ts'
import { type Closed, explainActive, renderClosing } from './closing-words.ts'

/** How a run ends that only looks after the documentation of a closed pull request. */
export type ClosingResult = Ending & { closing?: URL; reportedIn?: string }

/**
 * Closes the documentation pull requests that the thread knows, when the pull request of the thread was closed without
 * a merge. What may hold the work of other people, and what the token may not close, stays open. Every comment of ours
 * in the thread that links one of them says what became of it.
 * @param thread number of the pull request that was closed
 * @param deadline on the monotonic clock
 */
export async function closeDocumentation(
  thread: number | undefined,
  inputs: Closing['inputs'],
  deadline: number,
  dependencies: JobDependencies,
): Promise<ClosingResult> {
  const { comment, github } = dependencies
  if (thread === undefined || comment === undefined || github === undefined)
    return skip("Without comments of this action, it isn't known whether there is documentation to close.")
  const closing = { ...dependencies, thread, comment, github, inputs, deadline }
  try {
    const change = await findChange(closing)
    if (change !== undefined) return skip(change)
    const project = digest(inputs.projectId)
    const found = (await comment.find()).toReversed()
    const ours = found.filter(({ isVerified, payload }) => isVerified && payload.project === project)
    const results = await closeAll(ours, closing)
    return summarize([...results.values()].flat(), await tellComments(results, closing))
  } catch (error) {
    return summarize([unreadable(error, closing)])
  }
}

function skip(problem: string): ClosingResult {
  return { outcome: 'skipped', problem }
}

/** The event may be old: pull requests are closed and reopened to restart CI. @returns why nothing is to be done */
async function findChange({ github, run, thread }: Closing): Promise<string | undefined> {
  const [owner = '', repo = ''] = run.repository.split('/')
  const { state, isMerged } = await github.fetchPullRequest({ owner, repo, number: thread })
  if (!isMerged && state === 'closed') return undefined
  const change = isMerged ? 'was merged' : 'is open again'
  return `Pull request #${thread} ${change}, so its documentation stays open.`
}

/** Closes what each comment knows: each pull request once, and each job is read once. Newest comment first. */
async function closeAll(comments: readonly ClaimComment[], closing: Closing) {
  const jobs = new Map<string, Promise<URL | Closed | undefined>>()
  const closed = new Map<string, Promise<Closed | undefined>>()
  const results = new Map<ClaimComment, Closed[]>()
  for (const comment of comments) {
    const all: (Closed | undefined)[] = []
    const links = listLinks(comment.payload)
    for (const job of listContinuableJobs(comment.payload)) {
      if (job.prLink !== undefined) continue
      const found = await once(jobs, job.jobId, () => fetchLink(job, closing))
      if (found instanceof URL) links.unshift(found)
      else all.push(found)
    }
    for (const url of links) all.push(await once(closed, url.href, () => closePullRequest(url, closing)))
    results.set(comment, [...new Set(all.flatMap((each) => each ?? []))])
  }
  return results
}

function once<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>) {
  const value = known.get(key) ?? read()
  known.set(key, value)
  return value
}

/** The pull requests that a comment links, or that it has to remember, each once. */
function listLinks({ job, earlierJob, pullRequests = [] }: Claim): URL[] {
  const previous = job?.isFollowUp ? job.previous?.url : undefined
  return listDistinct([job?.prLink, previous, earlierJob?.prLink, ...pullRequests])
}

/**
 * The service knows the pull request of a job whose end no run saw.
 * @returns what became of it where there is none to close; nothing where the service has the job no more
 */
async function fetchLink(job: JobRecord, closing: Closing): Promise<URL | Closed | undefined> {
  try {
    const read = await fetchJob(job.jobId, closing.deadline, closing)
    if (read instanceof DocsServiceError) {
      if (read.status === 404) return undefined
      throw read
    }
    if (read.status !== 'active') return read.pullRequest
    const url = read.pullRequest ?? job.previous?.url
    return { kind: 'unfinished', problem: explainActive(job.jobId), ...(url && { url }) }
  } catch (error) {
    return unreadable(error, closing)
  }
}

/**
 * Says in our comments what became of the pull requests that they link. A comment is left unchanged if its run may
 * still write it, and if it has changed since it was listed.
 * @returns the page of the newest of these comments
 */
async function tellComments(results: ReadonlyMap<ClaimComment, readonly Closed[]>, closing: Closing) {
  const { comment, inputs } = closing
  let page: string | undefined
  for (const [known, all] of results) {
    const told = all.filter(({ kind }) => kind !== 'unreadable' && kind !== 'would-close')
    if (told.length === 0 || known.payload.outcome === undefined || inputs.dryRun) continue
    page ??= known.url
    try {
      const now = (await comment.find()).find(({ id }) => id === known.id)
      if (!now?.isVerified || JSON.stringify(now.payload) !== JSON.stringify(known.payload)) continue
      comment.adopt(now)
      await comment.edit(renderClosing(told), {})
    } catch (error) {
      createThreadWarning(closing)(error)
    } finally {
      // Whatever ends this run later isn't written into the comment of another run.
      comment.adopt(undefined)
    }
  }
  return page
}

/** What is still open, and so needs a look, comes first. */
function summarize(all: readonly Closed[], reportedIn?: string): ClosingResult {
  const first = all.find(({ kind }) => kind !== 'closed' && kind !== 'would-close') ?? all[0]
  const { kind = 'none', url, problem = 'The pull request was closed without a merge.' } = first ?? {}
  const cause = kind === 'would-close' ? undefined : (`documentation-${kind}` as const)
  return { ...skip(problem), ...dropAbsent({ cause, closing: url, reportedIn }) }
}
