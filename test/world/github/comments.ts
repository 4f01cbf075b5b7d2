import {
  type ApiAnswer,
  type ApiRequest,
  isObject,
  json,
  paginate,
  parseJson,
  parseObject,
  problem,
} from './api-message.ts'
import { findPerson } from './people.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, type LayerState, threadKey } from './state.ts'

/** As the API's own error says it. It counts generously; counting UTF-16 units here is the strictest reading. */
const longestBody = 65_536

/** What the emulator does not check about comments. https://docs.github.com/rest/issues/comments */
export const commentRoutes: Route[] = [
  route('GET', '/issues/{id}/comments', list),
  route('POST', '/issues/{id}/comments', create),
  route('PATCH', '/issues/comments/{id}', update),
  route('DELETE', '/issues/comments/{id}', remove),
]

/** Ascending by id whatever `sort` says, and `since` compares the last change: the emulator ignores it here. */
async function list(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const all: unknown[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ per_page: '100', page: String(page) })
    const answer = await context.forward({ ...request, query })
    const comments = parseJson(String(answer.body))
    if (answer.status !== 200 || !Array.isArray(comments)) return answer
    all.push(...comments)
    if (comments.length < 100) break
  }
  const since = Date.parse(request.query.get('since') ?? '')
  const changed = all.filter((each) => !(changedAt(each) < since)).sort((a, b) => idOf(a) - idOf(b))
  return request.isCall === true
    ? paginate(changed, request, context.state.apiUrl)
    : listWithFlaws(context.state, changed, request)
}

async function create(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const refused = refuseBody(request) ?? refuseLocked(context, parts)
  if (refused !== undefined) return refused
  const answer = await context.forward(request)
  context.state.comments.postedAt.set(idOf(parseJson(String(answer.body))), context.state.now())
  return answer
}

/** As the list is, unless a test wants it to be wrong. */
function listWithFlaws(state: LayerState, comments: readonly unknown[], request: ApiRequest): ApiAnswer {
  const { flaws, postedAt } = state.comments
  const { ignoresPage, repeats, lagMs = 0 } = flaws
  const perPage = Number(request.query.get('per_page') ?? 30)
  const shown = comments.filter((each) => state.now() >= (postedAt.get(idOf(each)) ?? 0) + lagMs)
  if (ignoresPage === true) {
    const next = `<${state.apiUrl}${request.path}?${request.query}>; rel="next"`
    return json(200, shown.slice(0, perPage), { link: next })
  }
  const startsPage = (index: number) => repeats === true && index > 0 && index % perPage === 0
  const listed = shown.flatMap((each, index) => (startsPage(index) ? [shown[index - 1], each] : [each]))
  return paginate(listed, request, state.apiUrl)
}

async function update(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const refused = refuseBody(request)
  if (refused !== undefined) return refused
  const before = await readComment(context, request)
  const mayNot = refuseStranger(context, before) ?? refuseLockedUpdate(context, parts, before)
  if (mayNot !== undefined) return mayNot
  if (typeof before['body'] === 'string') context.state.editedFrom.set(Number(parts.id), before['body'])
  return context.forward(request)
}

async function remove(context: LayerContext, request: ApiRequest): Promise<ApiAnswer> {
  const refused = refuseStranger(context, await readComment(context, request))
  return refused ?? context.forward(request)
}

async function readComment(context: LayerContext, request: ApiRequest): Promise<Record<string, unknown>> {
  const answer = await context.read(request.path)
  return parseObject(String(answer.body))
}

/** A comment is its author's, and theirs who may write to the repository. */
function refuseStranger(context: LayerContext, comment: Record<string, unknown>): ApiAnswer | undefined {
  const { user } = comment
  const isOwn = isObject(user) && user['login'] === context.identity?.login
  if (isOwn || !isObject(user) || context.identity?.permissions !== undefined || mayWrite(context))
    return undefined
  return problem(403, 'Must have admin rights to Repository.', { docs: 'rest/issues/comments' })
}

function refuseBody(request: ApiRequest): ApiAnswer | undefined {
  const { body } = parseObject(request.bodyText)
  if (typeof body !== 'string') return undefined
  const fault =
    body.trim() === ''
      ? { code: 'unprocessable', message: "Body can't be blank" }
      : body.length > longestBody
        ? { code: 'unprocessable', message: `Body is too long (maximum is ${longestBody} characters)` }
        : undefined
  if (fault === undefined) return undefined
  return problem(422, 'Validation Failed', {
    docs: 'rest/issues/comments#create-an-issue-comment',
    errors: [{ resource: 'IssueComment', field: 'data', ...fault }],
  })
}

/** Only people with write access comment on a locked conversation; a workflow's token does not. */
function refuseLocked(context: LayerContext, parts: PathParts): ApiAnswer | undefined {
  if (!context.state.locked.has(threadKey(parts.repository, parts.id)) || mayWrite(context)) return undefined
  return problem(403, 'Unable to create comment because issue is locked.', { docs: lockingDocs })
}

function refuseLockedUpdate(
  context: LayerContext,
  parts: PathParts,
  comment: Record<string, unknown>,
): ApiAnswer | undefined {
  const id = String(comment['issue_url']).replace(/^.*\//, '')
  if (refuseLocked(context, { ...parts, id }) === undefined) return undefined
  return problem(403, 'Unable to update comment because issue is locked.', { docs: lockingDocs })
}

const lockingDocs = 'articles/locking-conversations/'

function mayWrite({ state, identity }: LayerContext): boolean {
  if (identity === undefined || identity.permissions !== undefined) return false
  const permission = findPerson(state.people, identity.login)?.person.permission
  return permission === 'admin' || permission === 'write'
}

function changedAt(comment: unknown): number {
  const at = isObject(comment) ? String(comment['updated_at']) : ''
  return Date.parse(at.replace(/\.\d+Z$/, 'Z'))
}

function idOf(comment: unknown): number {
  return isObject(comment) ? Number(comment['id']) : 0
}
