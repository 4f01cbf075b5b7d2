/** A request to GitHub's API, stripped of HTTP: what the routes decide on. */
export interface ApiRequest {
  method: string
  /** Still percent-encoded, without the query. */
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

export function parseRequest(
  method: string,
  address: string,
  headers: Record<string, string>,
  text: string,
): ApiRequest {
  const { pathname: path, searchParams } = new URL(address, 'http://localhost')
  return { method, path, query: Object.fromEntries(searchParams), headers, body: readBody(text) }
}

export function readBody(text: string): unknown {
  return text === '' ? undefined : (parseJson(text) ?? text)
}

/** A JSON answer, formatted as GitHub sends it. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): ApiAnswer {
  const body = JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body }
}

export const NO_CONTENT: ApiAnswer = { status: 204, headers: {}, body: '' }

export function isGraphql({ method, path }: Pick<ApiRequest, 'method' | 'path'>): boolean {
  return method === 'POST' && path === '/graphql'
}

/** What a route throws in place of an answer, https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export class Refusal extends Error {
  readonly answer: ApiAnswer

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    const documentation_url = 'https://docs.github.com/rest'
    this.answer = json(status, { message, documentation_url, status: String(status) }, headers)
  }
}

export function orNotFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Refusal(404, 'Not Found')
  return value
}

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

export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}${id}`).toString('base64url')
}
