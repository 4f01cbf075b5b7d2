import { ConnectError, type Fetch } from '../../src/network/fetch.ts'
import { API_KEY } from './hostile-text.ts'

export const GITHUB_API = 'https://api.github.test'
export const GITHUB_SERVER = 'https://github.test'
export const SERVICE = 'https://docs.service.test'
export const TOKEN = 'ghs_fuzz_0123456789abcdef'

/** With these, a run reaches both. */
export const REQUIRED_INPUTS = {
  'api-key': API_KEY,
  'project-id': 'docs-project',
  'base-url': SERVICE,
  'github-token': TOKEN,
}

/** What one request gets. With an error, no response comes. */
export type Reply = Error | { status: number; text: string; isPage?: boolean; headers?: Record<string, string> }

/** The connection is refused: certainly nothing was sent. */
export const REFUSED = new ConnectError(new Error('ECONNREFUSED'))
/** The connection breaks: it isn't known what happened. */
export const RESET = Object.assign(new Error('ECONNRESET'), { code: 'ECONNRESET' })

export const json = (value: unknown, status = 200): Reply => ({ status, text: JSON.stringify(value) })

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
  /** What the service answers to each POST and GET in turn; the last one stays. */
  create: readonly Reply[]
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

/** A network with a GitHub and a docs service that answer by `script`, without a socket. */
export function createScriptedNetwork(script: NetworkScript): { fetch: Fetch; requests: SentRequest[] } {
  const requests: SentRequest[] = []
  const github = createScriptedGitHub(script)
  const answered = { create: 0, get: 0 }

  function decide(request: SentRequest): Reply {
    if (request.url.origin === GITHUB_API) return github(request)
    if (request.url.origin !== SERVICE) throw new Error(`A request went to ${request.url.origin}.`)
    const kind = request.method === 'POST' ? 'create' : 'get'
    const replies = script[kind]
    return replies[Math.min(answered[kind]++, replies.length - 1)] ?? RESET
  }

  return {
    requests,
    async fetch(url, { method, headers, body = '' }) {
      const request: SentRequest = { method, url: new URL(url), headers: new Headers(headers), body, status: undefined }
      requests.push(request)
      const response = toResponse(decide(request))
      request.status = response.status
      return response
    },
  }
}

function toResponse(reply: Reply): Response {
  if (reply instanceof Error) throw reply
  const { status, text, isPage = false, headers } = reply
  const hasBody = status !== 204 && status !== 304
  const type = isPage ? 'text/html' : 'application/json'
  return new Response(hasBody ? text : null, { status, headers: { 'content-type': type, ...headers } })
}

const OURSELVES = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' }

/** As much of GitHub as a run sees: it keeps the comments that are posted. */
function createScriptedGitHub(script: NetworkScript): (request: SentRequest) => Reply {
  const comments = script.comments.map((body, index) => ({ id: 100 + index, body }))
  let count = 0
  const show = (comment: object) => ({
    html_url: `${GITHUB_SERVER}/acme/app/issues/7#issuecomment-1`,
    ...comment,
    ...script.githubFields,
  })
  const commit = {
    sha: 'a'.repeat(40),
    node_id: 'a'.repeat(40),
    commit: { message: 'A subject', committer: { date: '2026-11-22T12:00:00Z' } },
    parents: [{ sha: 'f'.repeat(40) }],
    ...script.githubFields,
  }
  const direct = { ...commit, sha: 'b'.repeat(40), node_id: 'b'.repeat(40) }
  const pull = {
    number: 3,
    title: 'A title',
    url: `${GITHUB_SERVER}/acme/app/pull/3`,
    mergedAt: '2026-11-22T12:00:00Z',
    baseRepository: { nameWithOwner: 'acme/app' },
    ...script.githubFields,
  }
  const viewer = { login: OURSELVES.login, databaseId: OURSELVES.id }
  // One commit in two came by a pull request.
  const relate = (body: string) =>
    (JSON.parse(body) as { variables: { ids: string[] } }).variables.ids.map((oid, index) => ({
      oid,
      associatedPullRequests: { nodes: index % 2 === 0 ? [pull] : [] },
    }))
  const listFiles = () => script.fileNames.map((filename) => ({ filename }))
  const routes: [RegExp, (request: SentRequest) => Reply][] = [
    [/\/graphql$/u, ({ body }) => json({ data: body.includes('viewer') ? { viewer } : { nodes: relate(body) } })],
    [/\/permission$/u, () => json({ permission: script.permission, ...script.githubFields })],
    [/\/reactions$/u, () => json({ id: 1 }, script.isFirstReaction ? 201 : 200)],
    [/\/files$/u, () => json(listFiles())],
    [/\/commits$/u, () => json([commit])],
    [/\/compare\//u, () => json({ status: 'ahead', commits: [commit, direct], files: listFiles() })],
    [/\/commits\/\w+$/u, () => json({ ...commit, files: listFiles() })],
    [/\/releases$/u, () => json([])],
    [/\/comments$/u, answerComments],
    [/\/issues\/comments\//u, answerComment],
  ]

  return (request) => {
    const fault = script.githubFaults.get(count++)
    if (fault !== undefined) return fault
    const [, answer] = routes.find(([pattern]) => pattern.test(request.url.pathname)) ?? []
    return answer?.(request) ?? json(show({ title: 'A title', body: 'A body' }))
  }

  function answerComments({ method, body }: SentRequest): Reply {
    if (method === 'GET') return json(comments.map(show))
    const posted = { id: 500 + comments.length, body: readBody(body), user: OURSELVES }
    comments.push(posted)
    return json(show(posted), 201)
  }

  function answerComment({ method, url, body }: SentRequest): Reply {
    const id = Number(url.pathname.split('/').at(-1))
    const comment = comments.find((candidate) => candidate.id === id)
    if (comment === undefined) return json({ message: 'Not Found' }, 404)
    if (method === 'PATCH') comment.body = readBody(body)
    if (method !== 'DELETE') return json(show(comment))
    comments.splice(comments.indexOf(comment), 1)
    return { status: 204, text: '' }
  }
}

function readBody(request: string): string {
  return (JSON.parse(request) as { body: string }).body
}
