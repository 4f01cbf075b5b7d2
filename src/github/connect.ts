import { raceAbort } from '../network/fetch.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { createFailureBudget } from './failure-budget.ts'
import { createGitHub } from './github.ts'
import type { GitHubOptions } from './octokit.ts'
import type { ThreadKind } from './permissions.ts'
import type { GitHubRequest } from './requests.ts'

export type GitHubConnection = ReturnType<typeof connectGitHub>

interface GitHubConnectionOptions extends Pick<GitHubOptions, 'token' | 'fetch' | 'clock' | 'signal'> {
  run: WorkflowRun
  /** The kind of the thread that the run reports on, if it is known. */
  threadKind: ThreadKind | undefined
  /** The budget for failures of all requests, in milliseconds. The default is 30 s. */
  failuresMs?: number
  /** The longest wait for a rate limit, in milliseconds. */
  longestWaitMs?: number
}

/**
 * GitHub as this run's token sees it. Octokit is large, so it is loaded with the first request. Runs without a comment
 * usually create their job before that.
 */
export function connectGitHub(options: GitHubConnectionOptions) {
  const { run, clock, signal, threadKind } = options
  const random = Math.random
  const budget = createFailureBudget({ ...options, random })
  /** GitHub's clock minus the clock of this machine. */
  let aheadMs: number | undefined
  let loading: Promise<GitHubRequest> | undefined

  const onTime = (ms: number) => {
    aheadMs = ms - clock.now()
  }
  const load = async () => {
    const { createGitHubRequest } = await import('./octokit.ts')
    return createGitHubRequest({ ...options, apiUrl: run.apiUrl, random, budget, onTime })
  }

  const request: GitHubRequest = async (query) => {
    loading ??= load()
    return await (await loading)(query)
  }

  return {
    github: createGitHub(request, run.repository, threadKind),
    /** The same operations, but each rejects as soon as `until` aborts. Requests in flight continue. */
    untilAborted: (until: AbortSignal) =>
      createGitHub((query) => raceAbort(request(query), until), run.repository, threadKind),
    budget,
    signal,
    /** The time by GitHub's clock, in milliseconds since 1970; by this machine's before the first answer. */
    now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
  }
}

/** The repository in markers: its ID, since its name may change, or else its name. */
export function identifyRepository({ repositoryId, repository }: WorkflowRun): string {
  return repositoryId === '' ? repository.toLowerCase() : repositoryId
}
