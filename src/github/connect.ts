import type { Fetch } from '../network/fetch.ts'
import type { Clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { createFailureBudget, type FailureBudget } from './failure-budget.ts'
import type { ThreadKind } from './permissions.ts'
import type { GitHub } from './thread.ts'

/** GitHub, and what its requests may lose to failures. */
export interface GitHubConnection {
  github: GitHub
  budget: FailureBudget
  signal: AbortSignal
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
 * GitHub as this run's token sees it. Octokit is large, so it is loaded at the first request; most runs that no comment asked
 * for have created their job by then.
 */
export function connectGitHub(options: GitHubConnectionOptions): GitHubConnection {
  const budget = createFailureBudget({ ...options, random: Math.random })
  let loading: Promise<GitHub> | undefined
  const github = new Proxy({} as GitHub, {
    get:
      (_, name: keyof GitHub) =>
      async (...parameters: unknown[]) => {
        loading ??= loadGitHub(options, budget)
        return await Reflect.apply((await loading)[name], undefined, parameters)
      },
  })
  return { github, budget, signal: options.signal }
}

async function loadGitHub(
  { run, token, fetch, clock, signal, threadKind }: GitHubConnectionOptions,
  budget: FailureBudget,
): Promise<GitHub> {
  const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
    import('./octokit.ts'),
    import('./thread.ts'),
  ])
  const { apiUrl } = run
  const random = Math.random
  const options = { token, apiUrl, fetch, clock, random, signal, budget }
  const request = createGitHubRequest(options)
  return createGitHub(request, run.repository, { threadKind })
}

/** The repository as markers name it: by its id, since it may be renamed; by its name where the runner knows no id. */
export function identifyRepository({ repositoryId, repository }: WorkflowRun): string {
  return repositoryId === '' ? repository.toLowerCase() : repositoryId
}
