import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob, ViewCounts } from '../../docs-service/schema.ts'
import type { GitHub } from '../../github/github.ts'
import type { Claim } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { REPORT_PATIENCE } from '../../network/patience.ts'
import { fetchSiteFolder } from '../../page-traffic/site-folder.ts'
import { fetchSiteViews, type TrafficQuery } from '../../page-traffic/site-views.ts'
import { addViews, findViewsOfFiles, isPage } from '../../page-traffic/views-of-files.ts'
import { formatCount } from '../../reports/numbers.ts'
import type { PullRequest } from './fetch-pull-requests.ts'

const MAXIMUM_JOBS = 50

/**
 * Reads the jobs that ended after their runs (not waited for, timed out, cancelled), with up to four requests each.
 * @param claims the newest first
 * @throws the signal's reason
 */
export async function fetchUnseenJobs(service: DocsService, claims: readonly Claim[], limits: Limits) {
  const unseen = claims.filter(({ state, outcome, job }) => {
    const isSeen = outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal
    // A prompt that may be lost stays so, whatever the job of the previous prompt does.
    return job !== undefined && !isSeen && state !== 'unknown'
  })
  const jobs = new Map<Claim, AgentJob>()
  const failures: DocsServiceError[] = []
  for (const claim of unseen.slice(0, MAXIMUM_JOBS)) {
    const job = await service.getAgentJob(claim.job?.jobId ?? '', { ...REPORT_PATIENCE, ...limits }).catch((error) => {
      failures.push(passFailure(error, limits))
    })
    if (job !== undefined) jobs.set(claim, job)
  }
  const explain = (count: number, why = '') =>
    count > 0 ? [`The end of ${formatCount(count, 'job')} isn't known. ${why}`] : []
  const more = explain(unseen.length - MAXIMUM_JOBS, `A report reads ${MAXIMUM_JOBS}.`)
  const notes = [...explain(failures.length, failures[0]?.message), ...more]
  return { jobs, unknown: unseen.length - jobs.size, notes }
}

/** The views of several pages; `isPartial`: at least so many. */
export type SummedViews = ViewCounts & { isPartial?: boolean }

/**
 * Fetches the views of the pages that merged pull requests changed. New pages count, since they are on the site by now.
 * @returns sums by URL, `isPartial` where the views of a page aren't known; pull requests without views are missing
 * @throws the signal's reason
 */
export async function fetchViews(merged: readonly PullRequest[], query: TrafficQuery & { github: GitHub }) {
  const views = new Map<URL, SummedViews>()
  if (merged.length === 0) return { views, notes: [] }
  try {
    const site = await fetchSiteViews(query)
    const repositories = Map.groupBy(merged, ({ place }) => `${place?.owner}/${place?.repo}`.toLowerCase())
    const notes: string[] = []
    for (const pullRequests of repositories.values()) {
      const { place, facts } = pullRequests[0] ?? {}
      const { folder, problem } = await fetchSiteFolder(query, place, facts?.baseSha)
      if (problem !== undefined) notes.push(problem)
      const all = pullRequests.flatMap(({ files }) => files)
      const found = findViewsOfFiles(all, site, folder, 'count')
      for (const { url, files } of pullRequests) {
        const pages = files.filter(isPage)
        const counts = pages.flatMap(({ path }) => found.get(path) ?? [])
        if (counts.length > 0) views.set(url, { ...counts.reduce(addViews), isPartial: counts.length < pages.length })
      }
    }
    if (site.isPartial) notes.push('Only a part of the page views was read, since the site has too many pages.')
    return { views, notes }
  } catch (error) {
    const { message, hint } = passFailure(error, query)
    return { views, notes: [`The page views couldn't be read. ${message} ${hint}`] }
  }
}

/** @throws any other error, or the signal's reason */
function passFailure(error: unknown, { signal }: Pick<Limits, 'signal'>): DocsServiceError {
  signal.throwIfAborted()
  if (error instanceof DocsServiceError) return error
  throw error
}
