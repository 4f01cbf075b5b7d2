import { createFetch, type Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import type { Clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { GitHub } from './thread.ts'

export interface GitHubConnection {
  run: Pick<WorkflowRun, 'apiUrl' | 'repository'>
  token: string
  /** Holds the proxy variables. */
  environment: NodeJS.ProcessEnv
  clock: Clock
  signal: AbortSignal
  /** Default: one of its own. */
  fetch?: Fetch
}

/**
 * GitHub as this run's token sees it. Octokit is large, so it is loaded only when there is something to ask.
 * @throws ProxySettingError when a proxy variable can't be used
 */
export async function connectGitHub(connection: GitHubConnection): Promise<GitHub> {
  const { run, environment, fetch = createFetch(environment), ...options } = connection
  const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
    import('./octokit.ts'),
    import('./thread.ts'),
  ])
  const request = createGitHubRequest({
    ...options,
    apiUrl: run.apiUrl,
    userAgent: USER_AGENT,
    fetch,
    random: Math.random,
  })
  return createGitHub(request, run.repository)
}
