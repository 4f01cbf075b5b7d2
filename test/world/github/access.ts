import { type ApiAnswer, type ApiRequest, json, parseObject, problem } from './api-message.ts'
import { findPerson } from './people.ts'
import { type Identity, type LayerContext, type LayerState, threadKey } from './state.ts'
import type { TokenPermissions } from './world.ts'

/** Who sends this; an answer when the token is unknown, which the emulator would take for its first user. */
export function identify(
  state: LayerState,
  request: ApiRequest,
): { identity: LayerContext['identity'] } | { refused: ApiAnswer } {
  if (request.headers['authorization'] === undefined) return { identity: undefined }
  const identity = findIdentity(state, request)
  return identity === undefined ? { refused: problem(401, 'Bad credentials') } : { identity }
}

/** Whom the token of a request stands for, if anybody. */
export function findIdentity(state: LayerState, request: ApiRequest): Identity | undefined {
  return state.tokens.get((request.headers['authorization'] ?? '').replace(/^(bearer|token)\s+/i, ''))
}

/** A private repository is not there for whoever has no permission, nor for the token of another repository. */
export function refusePrivate({ state, identity }: LayerContext, request: ApiRequest): ApiAnswer | undefined {
  const name = [...state.privateRepositories].find((each) => isBelow(each, request))
  if (name === undefined) return undefined
  const permission = identity && findPerson(state.people, identity.login)?.person.permission
  const isSeen =
    identity?.permissions !== undefined
      ? identity.repositories?.includes(name) === true
      : permission === 'admin' || permission === 'write' || permission === 'read'
  return isSeen ? undefined : problem(404, 'Not Found')
}

/**
 * Refuses what the `permissions:` of a workflow do not cover, as GitHub does. What is public may always be read.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
export async function refuseIntegration(
  context: LayerContext,
  request: ApiRequest,
): Promise<ApiAnswer | undefined> {
  const granted = context.identity?.permissions
  const level = request.method === 'GET' ? 'read' : 'write'
  if (granted === undefined || (level === 'read' && !isPrivate(context, request))) return undefined
  const place = request.path.replace(/^\/repos\/[^/]+\/[^/]+\//, '')
  const rule = rules.find(({ path }) => path.test(place))
  if (rule === undefined) return undefined
  const isInstalled = context.identity?.repositories?.some((name) => isBelow(name, request))
  const isConversation = rule.needs === 'issues'
  const needs = isConversation && (await isOnPull(context, request)) ? 'pull_requests' : rule.needs
  const has = granted[needs]
  if (isInstalled && (has === 'write' || has === level)) return undefined
  const accepted = isConversation ? `issues=${level}; pull_requests=${level}` : `${needs}=${level}`
  const refused = problem(403, 'Resource not accessible by integration', { docs: rule.docs })
  return { ...refused, headers: { ...refused.headers, 'x-accepted-github-permissions': accepted } }
}

function isPrivate({ state }: LayerContext, request: ApiRequest): boolean {
  return [...state.privateRepositories].some((name) => isBelow(name, request))
}

function isBelow(name: string, { path }: ApiRequest): boolean {
  return `${path}/`.startsWith(`/repos/${name}/`)
}

/** What a path below a repository needs; the first that matches counts. */
const rules: readonly { path: RegExp; needs: keyof TokenPermissions; docs: string }[] = [
  { path: /^issues\/(comments\/)?\d+\/reactions/, needs: 'issues', docs: 'rest/reactions/reactions' },
  { path: /^issues\/(comments\/|\d+\/comments)/, needs: 'issues', docs: 'rest/issues/comments' },
  { path: /^issues/, needs: 'issues', docs: 'rest/issues/issues' },
  { path: /^pulls\/comments\/\d+\/reactions/, needs: 'pull_requests', docs: 'rest/reactions/reactions' },
  { path: /^commits\/[^/]+\/pulls$/, needs: 'pull_requests', docs: 'rest/commits/commits' },
  { path: /^pulls/, needs: 'pull_requests', docs: 'rest/pulls/pulls' },
  { path: /^(contents|git|releases|compare|commits)(\/|$)/, needs: 'contents', docs: 'rest/repos/contents' },
]

/** Whether a conversation is that of a pull request: there, `issues: write` is not enough. */
async function isOnPull(context: LayerContext, request: ApiRequest): Promise<boolean> {
  const [, repository, comment, id] =
    /^\/repos\/([^/]+\/[^/]+)\/issues\/(comments\/)?(\d+)/.exec(request.path) ?? []
  if (repository === undefined || id === undefined) return false
  const number = comment === undefined ? id : await findThread(context, repository, id)
  return context.state.pulls.has(threadKey(repository, number))
}

async function findThread(context: LayerContext, repository: string, id: string): Promise<string> {
  const answer = await context.read(`/repos/${repository}/issues/comments/${id}`)
  return String(parseObject(String(answer.body))['issue_url']).replace(/^.*\//, '')
}

/**
 * The redirect that a request for a renamed repository gets; undefined for other requests.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export function redirectRenamed(state: LayerState, request: ApiRequest): ApiAnswer | undefined {
  const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(request.path) ?? []
  const id = state.renamed.get(name)
  if (id === undefined) return undefined
  const query = request.query.toString()
  const url = `${state.apiUrl}/repositories/${id}${rest}${query === '' ? '' : `?${query}`}`
  const isRead = request.method === 'GET'
  const message = isRead ? 'Moved Permanently' : 'Temporary Redirect'
  const docs = 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects'
  return json(isRead ? 301 : 307, { message, url, documentation_url: docs }, { location: url })
}

/** A request by the id of its repository, with the name in its place. */
export function nameRepository(state: LayerState, request: ApiRequest): ApiRequest {
  const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(request.path) ?? []
  const name = [...state.renamed].find(([, known]) => String(known) === id)?.[0]
  return name === undefined ? request : { ...request, path: `/repos/${name}${rest}` }
}
