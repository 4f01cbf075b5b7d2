/** A request to the REST API, stripped of HTTP: what the layer decides on. */
export interface ApiRequest {
  method: string
  /** Still percent-encoded, without `/api/v3` and without the query. */
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  bodyText: string
  /** By the world's own functions, which see things as they are. */
  isCall?: boolean
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer | string
}

/** A JSON answer, formatted as GitHub sends it. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiAnswer {
  const body = JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

export function noContent(): ApiAnswer {
  return { status: 204, headers: {}, body: '' }
}

/** An error in GitHub's shape, https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export function problem(
  status: number,
  message: string,
  more: { docs?: string; errors?: unknown[] } = {},
): ApiAnswer {
  return json(status, {
    message,
    ...(more.errors === undefined ? {} : { errors: more.errors }),
    documentation_url: `https://docs.github.com/${more.docs ?? 'rest'}`,
    status: String(status),
  })
}

/** The JSON object in a body; an empty one when there is none. */
export function parseObject(text: string): Record<string, unknown> {
  const value = parseJson(text)
  return isObject(value) ? value : {}
}

/** The JSON value in a text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One page of a list with GitHub's `Link` header.
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export function paginate(all: readonly unknown[], request: ApiRequest, apiUrl: string): ApiAnswer {
  const perPage = Math.min(100, readCount(request.query.get('per_page'), 30))
  const page = readCount(request.query.get('page'), 1)
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const link = (number: number, name: string) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(number))
    return `<${apiUrl}${request.path}?${query}>; rel="${name}"`
  }
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ]
  const start = (page - 1) * perPage
  return json(200, all.slice(start, start + perPage), links.length > 0 ? { link: links.join(', ') } : {})
}

/** GitHub ignores what is not a positive number. */
function readCount(text: string | null, otherwise: number): number {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 ? number : otherwise
}
