import { isRateLimit } from '../network/retry-after.ts'
import { readFields, readText } from '../untrusted/json.ts'
import type { Permissions } from './permissions.ts'
import type { RepositoryPlace } from './pull-request-url.ts'

/** A query of GitHub's GraphQL API, which changes nothing. https://docs.github.com/graphql */
export interface GraphqlQuery<Output> {
  /** As in a REST query: the start of every error message. The repository is added to it. */
  operation: string
  permissions: Permissions
  /** A fixed text. Tests validate it against GitHub's schema. */
  text: string
  variables: Record<string, unknown>
  /** For the operation; by default the repository of the run. */
  place?: RepositoryPlace | undefined
  /** Parses `data`; undefined if it doesn't have the form that the query asks for. */
  parse: (data: unknown) => Output | undefined
}

export const GRAPHQL_ROUTE = 'POST /graphql'

/** GitHub Enterprise Server has REST at `/api/v3`, and GraphQL at `/api/graphql`. */
export function findGraphqlUrl(restUrl: string): string {
  return `${restUrl.replace(/\/api\/v3\/?$/u, '/api').replace(/\/$/u, '')}/graphql`
}

/** What the `errors` of a response with status 200 mean. */
export interface GraphqlFailure {
  /** The status that REST would have sent; 200 for half a response, which a repetition may complete. */
  status: number
  isRateLimited: boolean
  /** The type of the first error, or `errors` if it has none. */
  type: string
  said: string
}

/**
 * Formerly `RATE_LIMITED`.
 * https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
const LIMITS = ['RATE_LIMIT', 'RATE_LIMITED']
const REFUSALS = ['FORBIDDEN', 'INSUFFICIENT_SCOPES']

/**
 * @param headers by name in lower case
 * @returns undefined if the response is whole: it has no errors, or only nodes that GitHub doesn't find
 */
export function findGraphqlFailure(
  body: unknown,
  headers: { get(name: string): string | undefined },
): GraphqlFailure | undefined {
  const { errors } = readFields(body)
  if (errors === undefined) return undefined
  const parsed = (Array.isArray(errors) ? errors : [errors]).map(parseError)
  const failures = parsed.filter(({ type, isNode }) => type !== 'NOT_FOUND' || !isNode)
  const [first] = failures
  if (first === undefined) return undefined
  const said = failures
    .flatMap(({ message }) => message ?? [])
    .slice(0, 5)
    .join('; ')
  const isLimit = failures.some(({ type }) => LIMITS.includes(type))
  const isRateLimited = isLimit || isRateLimit(403, headers, said)
  const isRefused = failures.some(({ type }) => REFUSALS.includes(type))
  const isMissing = failures.every(({ type }) => type === 'NOT_FOUND')
  return { status: isRefused ? 403 : isMissing ? 404 : 200, isRateLimited, type: first.type || 'errors', said }
}

function parseError(value: unknown) {
  const { type, message, path } = readFields(value)
  return {
    type: /^[A-Z_]{1,40}$/u.exec(readText(type) ?? '')?.[0] ?? '',
    message: readText(message),
    /** An entry of `nodes(ids:)`. */
    isNode: Array.isArray(path) && path.length === 2 && path[0] === 'nodes',
  }
}
