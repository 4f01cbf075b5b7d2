import { AsyncLocalStorage } from 'node:async_hooks'
import { findOperation as findServiceOperation } from './docs-service/operations.ts'
import type { RequestRecord } from './docs-service/request-log.ts'
import { isGraphql } from './github/api-message.ts'
import { findOperation as findGitHubOperation } from './github/description.ts'
import type { RecordedRequest } from './github/server.ts'

/** Where the worlds of a test write down their requests when they end. Without a test, nobody counts. */
export const requestTally = new AsyncLocalStorage<RequestTally>()

/** How many requests the worlds of one test got, by server and route. */
export class RequestTally {
  /** How often, by route; undefined until a world has ended that counts. */
  counts: Record<string, number | 'polls'> | undefined

  /** @param isStopped whether a run was canceled or killed: how often it had polled its job by then isn't told */
  add(github: readonly RecordedRequest[], service: readonly RequestRecord[], isStopped: boolean): void {
    const counts = { ...this.counts }
    for (const route of [...github.map(nameGitHubRoute), ...service.map(nameServiceRoute)])
      counts[route] =
        route === POLL && (isStopped || counts[POLL] === 'polls') ? 'polls' : Number(counts[route] ?? 0) + 1
    this.counts = counts
  }
}

const POLL = 'service GET /v2/agent/:project/job/:job'

function nameServiceRoute({ method, path }: RequestRecord): string {
  return `service ${method} ${findServiceOperation(path)?.path ?? path}`
}

function nameGitHubRoute(request: RecordedRequest): string {
  const { method, path, body } = request
  if (isGraphql(request)) return `GraphQL ${/\bquery (\w+)/u.exec(Object(body).query)?.[1]}`
  const operation = findGitHubOperation(request)
  const [, repository = ''] = operation?.pattern.exec(path) ?? []
  const route = operation?.path.replace('repos/{owner}/{repo}', repository)
  return `GitHub ${method} ${route ?? path}`
}
