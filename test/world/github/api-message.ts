/** A request to the REST API, stripped of HTTP: what the routes decide on. */
export interface ApiRequest {
  method: string
  /** Still percent-encoded, without `/api/v3` and without the query. */
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  /** The parsed JSON, or the text if it is not JSON; undefined without a body. */
  body: unknown
}

export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** @param address path and query, with or without `/api/v3` */
export function parseRequest(
  method: string,
  address: string,
  headers: Record<string, string>,
  bodyText: string,
): ApiRequest {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const path = pathname.replace(/^\/api\/v3(?=\/|$)/, '')
  return { method, path, query: Object.fromEntries(searchParams), headers, body: readBody(bodyText) }
}

export function readBody(text: string): unknown {
  return text === '' ? undefined : (parseJson(text) ?? text)
}

/** A JSON answer, formatted as GitHub sends it. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiAnswer {
  const body = JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

/** GitHub Enterprise Server has GraphQL below `/api`. */
export function isGraphql({ method, path }: Pick<ApiRequest, 'method' | 'path'>): boolean {
  return method === 'POST' && /^(?:\/api)?\/graphql$/.test(path)
}

/** What a route throws in place of an answer, https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly answer: ApiAnswer

  /** @param docs page of docs.github.com */
  constructor(status: number, message: string, headers: Record<string, string> = {}, docs = 'rest') {
    super(message)
    const documentation_url = `https://docs.github.com/${docs}`
    this.answer = json(status, { message, documentation_url, status: String(status) }, headers)
  }
}

/** What is there, or the answer 404. */
export function orNotFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal(404, 'Not Found')
  return value
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
 * The addresses that an answer has for what is below `url`.
 * @param names `events` for `events_url` at `/events`, `keys{/id}` with a template, `trees=git/trees` at another path
 */
export function addressesBelow(url: string, names: string): Record<string, string> {
  const found = names.matchAll(/(\w+)\S*/g)
  return Object.fromEntries([...found].map(([each, name]) => [`${name}_url`, `${url}/${each.replace(`${name}=`, '')}`]))
}

export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}${id}`).toString('base64url')
}
