/** The service's operations, as the request log names them. */
export type OperationName = 'create-job' | 'get-job' | 'send-message' | 'get-page-views'

export interface Route {
  operation: OperationName
  method: 'GET' | 'POST'
  projectId: string
  /** The job's id; empty where the path has none. */
  jobId: string
}

/** The operation that a path (percent-encoded, without the query) leads to, whatever the request's method is. */
export function findRoute(path: string): Route | undefined {
  for (const { operation, method, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match === null) continue
    try {
      const [projectId, jobId] = [match[1], match[2]].map((segment) => decodeURIComponent(segment ?? ''))
      return { operation, method, projectId: projectId ?? '', jobId: jobId ?? '' }
    } catch {
      return undefined
    }
  }
  return undefined
}

const patterns: { operation: OperationName; method: Route['method']; pattern: RegExp }[] = [
  { operation: 'create-job', method: 'POST', pattern: /^\/v2\/agent\/([^/]+)\/job$/ },
  { operation: 'get-job', method: 'GET', pattern: /^\/v2\/agent\/([^/]+)\/job\/([^/]+)$/ },
  { operation: 'send-message', method: 'POST', pattern: /^\/v2\/agent\/([^/]+)\/job\/([^/]+)\/message$/ },
  { operation: 'get-page-views', method: 'GET', pattern: /^\/v1\/analytics\/([^/]+)\/views$/ },
]
