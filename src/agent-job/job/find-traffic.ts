import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Traffic } from '../result/traffic.ts'
import { locatePullRequest } from './follow-up.ts'
import { readTraffic } from './read-traffic.ts'

export interface TrafficDependencies {
  run: WorkflowRun
  service: Pick<DocsService, 'getPageViews'>
  github: Pick<GitHub, 'listChangedFiles'> | undefined
  clock: Pick<Clock, 'now' | 'wallClock'>
  signal: AbortSignal
  log: Log
}

/** The result must not wait longer for a table. */
const TIME_LIMIT_MS = 30_000

/**
 * Reads how often the pages that a pull request changes were read in the last `days`. Any failure is a warning.
 * @returns nothing when there is no table to show
 */
export async function findTraffic(
  pullRequest: URL,
  days: number,
  { run, service, github, clock, signal, log }: TrafficDependencies,
): Promise<Traffic | undefined> {
  const warn = (reason: string) => log.warning('The result is shown without traffic', reason)
  const place = locatePullRequest(pullRequest, run.serverUrl)
  if (place === undefined || github === undefined) {
    warn(
      place === undefined
        ? `${pullRequest.href} is not a pull request on ${run.serverUrl.host}, so its files can't be read.`
        : 'There is no token to read the files of the pull request with: set `github-token`.',
    )
    return undefined
  }
  try {
    const { files } = await github.listChangedFiles(place.number, place)
    const deadline = clock.now() + TIME_LIMIT_MS
    const paths = files.map(({ path }) => path)
    return await readTraffic({ files: paths, days, service, nowMs: clock.wallClock(), signal, deadline })
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DocsServiceError) warn(`${error.message} ${error.hint}`)
    else if (error instanceof GitHubError) warn(error.message)
    else throw error
    return undefined
  }
}
