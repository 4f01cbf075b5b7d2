import { ConnectError, type Fetch, type FetchRequest } from '../../src/network/fetch.ts'
import { isObject } from '../world/github/api-message.ts'

export const GITHUB_API = 'https://api.github.test'
export const GITHUB_SERVER = 'https://github.test'
export const SERVICE = 'https://docs.service.test'

/** What one request gets. */
export type Reply =
  | { kind: 'json'; status: number; value: unknown; headers?: Record<string, string> }
  | { kind: 'text'; status: number; text: string; headers?: Record<string, string> }
  /** The connection is refused: certainly nothing was sent. */
  | { kind: 'refused' }
  /** The connection breaks: nobody can tell. */
  | { kind: 'reset' }

/** What the other side of the network does in one run. */
export interface NetworkScript {
  /** Of the permission API, when it answers. */
  permission: unknown
  /** Whether somebody has reacted before. */
  isFirstReaction: boolean
  /** In place of GitHub's own answer to the request of that number, from 0. */
  githubFaults: ReadonlyMap<number, Reply>
  /** Laid over what GitHub says of comments, issues and files. */
  githubFields: Record<string, unknown>
  /** Bodies of comments that are there already. */
  comments: readonly string[]
  fileNames: readonly unknown[]
  create: readonly Reply[]
  /** The last one stays. */
  get: readonly Reply[]
}

export interface SentRequest {
  method: string
  url: URL
  headers: Headers
  body: string
  /** Undefined when no answer came. */
  status: number | undefined
}

export interface ScriptedNetwork {
  fetch: Fetch
  requests: SentRequest[]
}

/** A network with a GitHub and a docs service that answer by `script`, without a socket. */
export function createScriptedNetwork(script: NetworkScript): ScriptedNetwork {
  const requests: SentRequest[] = []
  const github = createScriptedGitHub(script)
  let created = 0
  let looked = 0

  function decide(request: SentRequest): Reply {
    if (request.url.origin === GITHUB_API) return github(request)
    if (request.url.origin !== SERVICE) throw new Error(`A request went to ${request.url.origin}.`)
    if (request.method === 'POST') return script.create[Math.min(created++, script.create.length - 1)] ?? LOST
    return script.get[Math.min(looked++, script.get.length - 1)] ?? LOST
  }

  return {
    requests,
    async fetch(input, init) {
      const request = readRequest(input, init)
      requests.push(request)
      const response = toResponse(decide(request))
      request.status = response.status
      return response
    },
  }
}

const LOST: Reply = { kind: 'reset' }

function readRequest(url: string | URL, { method, headers, body = '' }: FetchRequest): SentRequest {
  return {
    method,
    url: new URL(url),
    headers: new Headers(headers),
    body,
    status: undefined,
  }
}

function toResponse(reply: Reply): Response {
  if (reply.kind === 'refused') throw new ConnectError(networkError('ECONNREFUSED'))
  if (reply.kind === 'reset') throw networkError('ECONNRESET')
  const { status, headers = {} } = reply
  const body = reply.kind === 'json' ? JSON.stringify(reply.value) : reply.text
  const type = reply.kind === 'json' ? 'application/json' : 'text/html'
  const hasBody = status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? body : null, { status, headers: { 'content-type': type, ...headers } })
}

function networkError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** As much of GitHub as a run sees: it keeps the comments that are posted. */
function createScriptedGitHub(script: NetworkScript): (request: SentRequest) => Reply {
  const comments = script.comments.map((body, index) => ({ id: 100 + index, body }))
  let count = 0
  const show = (comment: object) => ({
    html_url: `${GITHUB_SERVER}/acme/app/issues/7#issuecomment-1`,
    ...comment,
    ...script.githubFields,
  })
  const ok = (value: unknown, status = 200): Reply => ({ kind: 'json', status, value })
  const routes: [RegExp, (request: SentRequest) => Reply][] = [
    [/\/permission$/u, () => ok({ permission: script.permission, ...script.githubFields })],
    [/\/reactions$/u, () => ok({ id: 1 }, script.isFirstReaction ? 201 : 200)],
    [/\/files$/u, () => ok(script.fileNames.map((filename) => ({ filename })))],
    [/\/comments$/u, answerComments],
    [/\/issues\/comments\//u, answerComment],
  ]

  return (request) => {
    const fault = script.githubFaults.get(count++)
    if (fault !== undefined) return fault
    const [, answer] = routes.find(([pattern]) => pattern.test(request.url.pathname)) ?? []
    return answer?.(request) ?? ok(show({ title: 'A title', body: 'A body' }))
  }

  function answerComments(request: SentRequest): Reply {
    if (request.method === 'GET') return ok(comments.map(show))
    const posted = { id: 500 + comments.length, body: readBody(request) }
    comments.push(posted)
    return ok(show(posted), 201)
  }

  function answerComment(request: SentRequest): Reply {
    const id = Number(request.url.pathname.split('/').at(-1))
    const comment = comments.find((candidate) => candidate.id === id)
    if (comment === undefined) return ok({ message: 'Not Found' }, 404)
    if (request.method === 'DELETE') {
      comments.splice(comments.indexOf(comment), 1)
      return { kind: 'text', status: 204, text: '' }
    }
    if (request.method === 'PATCH') comment.body = readBody(request)
    return ok(show(comment))
  }
}

function readBody(request: SentRequest): string {
  const value: unknown = JSON.parse(request.body)
  return isObject(value) ? String(value['body']) : ''
}
