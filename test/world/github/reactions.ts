import {
  type ApiAnswer,
  type ApiRequest,
  isObject,
  json,
  noContent,
  parseJson,
  parseObject,
  problem,
} from './api-message.ts'
import { paginate } from './pagination.ts'
import { pickUser } from './people.ts'
import { reactionContents, subjectOf } from './reaction-store.ts'
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
  return problem(
    422,
    `Invalid request.

"${content}" is not a valid reaction: [${allowed}].`,
    {
      docs: 'rest/reactions/reactions',
    },
  )
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
