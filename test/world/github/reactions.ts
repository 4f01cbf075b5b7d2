import {
  type ApiAnswer,
  type ApiRequest,
  isObject,
  json,
  noContent,
  paginate,
  parseJson,
  parseObject,
  problem,
} from './api-message.ts'
import { pickUser } from './people.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, threadKey } from './state.ts'

/** What can be reacted to, and where the API has it. */
type Kind = 'issue-comment' | 'review-comment' | 'issue'

export const reactionRoutes: Route[] = [
  ...routesFor('issue-comment', '/issues/comments/{id}'),
  ...routesFor('review-comment', '/pulls/comments/{id}'),
  ...routesFor('issue', '/issues/{id}'),
]

function routesFor(kind: Kind, place: string): Route[] {
  return [
    route('GET', `${place}/reactions`, list),
    route('POST', `${place}/reactions`, (...all) => create(kind, ...all)),
    route('DELETE', `${place}/reactions/\\d+`, remove),
  ]
}

async function list(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const missing = await findMissing(context, request)
  if (missing !== undefined) return missing
  const wanted = request.query.get('content')
  const all = context.state.reactions
    .of(subjectOf(request.path))
    .filter((each) => wanted === null || each.content === wanted)
  return paginate(all, request, context.state.apiUrl)
}

async function create(
  kind: Kind,
  context: LayerContext,
  request: ApiRequest,
  parts: PathParts,
): Promise<ApiAnswer> {
  const { identity, state } = context
  if (identity === undefined) return problem(401, 'Requires authentication')
  const { content } = parseObject(request.bodyText)
  if (typeof content !== 'string' || !reactionContents.some((each) => each === content))
    return refuseContent(content)
  const subject = await readSubject(context, request)
  if (subject.status !== 200) return subject
  if (isLocked(context, kind, parts, subject)) {
    return problem(403, 'Unable to create reaction because issue is locked.', { docs: lockingDocs })
  }
  const user = await readUser(context, identity.login)
  const { reaction, isNew } = state.reactions.add(subjectOf(request.path), identity.login, user, content)
  return json(isNew ? 201 : 200, reaction)
}

async function remove(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const missing = await findMissing(context, request)
  if (missing !== undefined) return missing
  const id = Number(request.path.split('/').at(-1))
  return context.state.reactions.remove(subjectOf(request.path), id) ? noContent() : problem(404, 'Not Found')
}

const lockingDocs = 'articles/locking-conversations/'

function refuseContent(content: unknown): ApiAnswer {
  const allowed = reactionContents.map((each) => `"${each}"`).join(', ')
  const message = `Invalid request.\n\n"${content}" is not a valid reaction: [${allowed}].`
  return problem(422, message, { docs: 'rest/reactions/reactions' })
}

async function findMissing(context: LayerContext, request: ApiRequest): Promise<ApiAnswer | undefined> {
  const subject = await readSubject(context, request)
  return subject.status === 200 ? undefined : subject
}

/** The comment or issue itself; pull requests are issues here, which the emulator does not know. */
function readSubject(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const path = subjectOf(request.path)
  const isPull = context.state.pulls.has(path.slice('/repos/'.length).replace(/\/issues\/(?=\d+$)/, '#'))
  return context.read(isPull ? path.replace('/issues/', '/pulls/') : path)
}

function isLocked(context: LayerContext, kind: Kind, parts: PathParts, subject: ApiAnswer): boolean {
  const value = parseJson(String(subject.body))
  const thread = isObject(value) ? (value['issue_url'] ?? value['pull_request_url']) : undefined
  const number = kind === 'issue' ? parts.id : String(thread).split('/').at(-1)
  return context.state.locked.has(threadKey(parts.repository, number ?? ''))
}

async function readUser(context: LayerContext, login: string): Promise<unknown> {
  const answer = await context.read(`/users/${encodeURIComponent(login)}`)
  return pickUser(parseObject(String(answer.body)))
}

const reactionContents = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const

export interface StoredReaction {
  id: number
  node_id: string
  user: unknown
  content: string
  created_at: string
}

/** Reactions of the world, which the emulator lacks. https://docs.github.com/rest/reactions/reactions */
export class Reactions {
  // Far from the ids of comments and issues, so that a mistaken id is noticed.
  #nextId = 90_001
  readonly #bySubject = new Map<string, StoredReaction[]>()

  of(subject: string): readonly StoredReaction[] {
    return this.#bySubject.get(subject) ?? []
  }

  /** Adds one unless this user has it already. */
  add(
    subject: string,
    login: string,
    user: unknown,
    content: string,
  ): { reaction: StoredReaction; isNew: boolean } {
    const known = this.of(subject).find((each) => each.content === content && loginOf(each.user) === login)
    if (known !== undefined) return { reaction: known, isNew: false }
    const id = this.#nextId++
    const reaction = {
      id,
      node_id: Buffer.from(`Reaction${id}`).toString('base64url'),
      user,
      content,
      created_at: new Date().toISOString(),
    }
    this.#bySubject.set(subject, [...this.of(subject), reaction])
    return { reaction, isNew: true }
  }

  remove(subject: string, id: number): boolean {
    const left = this.of(subject).filter((each) => each.id !== id)
    const removed = left.length < this.of(subject).length
    this.#bySubject.set(subject, left)
    return removed
  }

  /** The `reactions` field of a comment or issue, without its `url`. */
  count(subject: string): Record<string, number> {
    const all = this.of(subject)
    const counts = reactionContents.map((content) => [
      content,
      all.filter((each) => each.content === content).length,
    ])
    return { total_count: all.length, ...Object.fromEntries(counts) }
  }
}

/** The key under which reactions to a thing are kept; `url` is the `reactions.url` of that thing, or its path. */
export function subjectOf(url: string): string {
  return url.replace(/^.*?(?=\/repos\/)/, '').replace(/\/reactions(\/\d+)?$/, '')
}

function loginOf(user: unknown): unknown {
  return isObject(user) ? user['login'] : undefined
}
