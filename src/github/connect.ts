import { type Fetch, raceAbort } from '../network/fetch.ts'
import type { Clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { createFailureBudget, type FailureBudget } from './failure-budget.ts'
import { createGitHub, type GitHub } from './github.ts'
import type { ThreadKind } from './permissions.ts'
import type { GitHubRequest } from './requests.ts'

/** GitHub, and what its requests may lose to failures. */
export interface GitHubConnection {
  github: GitHub
  /** The same, but each request rejects as soon as this signal aborts. What was begun goes on meanwhile. */
  untilAborted: (signal: AbortSignal) => GitHub
  budget: FailureBudget
  /** Ends every request. */
  signal: AbortSignal
  /** Now by GitHub's clock, in milliseconds since 1970; by this machine's before the first answer. */
  now: () => number
}

export interface GitHubConnectionOptions {
  run: WorkflowRun
  token: string
  fetch: Fetch
  clock: Clock
  /** Ends every request. */
  signal: AbortSignal
  /** Of the thread that the run reports on; undefined when it isn't known. */
  threadKind: ThreadKind | undefined
  /** What all requests together may lose to failures, in milliseconds; 30 s if it is left out. */
  failuresMs?: number
  /** No wait for a rate limit is longer. */
  longestWaitMs?: number
}

/**
 * GitHub as this run's token sees it. Octokit is large, so it is loaded at the first request; most runs that no comment
 * asked for have created their job by then.
 */
export function connectGitHub(options: GitHubConnectionOptions): GitHubConnection {
  const { run, clock, signal, threadKind } = options
  const random = Math.random
  const budget = createFailureBudget({ ...options, random })
  /** GitHub's clock less ours. */
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
    untilAborted: (until) =>
      createGitHub((query) => raceAbort(request(query), until), run.repository, threadKind),
    budget,
    signal,
    now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
  }
}

/** The repository as markers name it: by its id, since it may be renamed; by its name where the runner knows no id. */
export function identifyRepository({ repositoryId, repository }: WorkflowRun): string {
  return repositoryId === '' ? repository.toLowerCase() : repositoryId
}
