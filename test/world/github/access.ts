import type { ApiCall } from './api-call.ts'
import { type ApiRequest, Refusal } from './api-message.ts'
import { mayRead, mayWrite } from './people.ts'
import type { Hub, Identity } from './repository.ts'
import type { Thread } from './threads.ts'
import type { TokenPermissions } from './world.ts'

export function findIdentity({ tokens }: Hub, { headers }: ApiRequest): Identity | undefined {
  return tokens.get((headers['authorization'] ?? '').replace(/^(bearer|token)\s+/i, ''))
}

/**
 * Refuses what somebody may not do. What is public may always be read; a private repository is not there for an account without the permission, nor for the token of another repository.
 * @param place the path below that of the repository
 */
export function requireAccess(call: ApiCall, place: string): void {
  const { hub, request, repository, identity } = call
  const level = request.method === 'GET' ? 'read' : 'write'
  if (identity === undefined) throw new Refusal(401, 'Bad credentials')
  if (level === 'read' && !repository.isPrivate) return
  const { login, permissions, repositories } = identity
  const isSeen = permissions === undefined ? mayRead(hub, login) : repositories?.includes(repository.name)
  if (repository.isPrivate && isSeen !== true) throw new Refusal(404, 'Not Found')
  if (permissions !== undefined) requireGrant(call, place, level)
  else if (level === 'write' && changesCode.test(place) && !mayWrite(hub, login))
    throw new Refusal(403, 'Resource not accessible by personal access token')
}

/**
 * Refuses what the `permissions:` of a workflow, or those of an app, do not cover.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
function requireGrant(call: ApiCall, place: string, level: 'read' | 'write'): void {
  const { repository, identity } = call
  const [, scope] = scopes.find(([path]) => path.test(place)) ?? []
  if (scope === undefined) return
  const isConversation = scope === 'issues'
  const has = identity?.permissions?.[isConversation && isOnPull(call) ? 'pull_requests' : scope]
  if (identity?.repositories?.includes(repository.name) && (has === 'write' || has === level)) return
  const accepted = isConversation ? `issues=${level}; pull_requests=${level}` : `${scope}=${level}`
  throw new Refusal(403, 'Resource not accessible by integration', { 'x-accepted-github-permissions': accepted })
}

/** What only accounts with write access may do. */
const changesCode = /^\/(?:(?:contents|git|actions)\b|pulls\/\d+\/merge$)/

/** What a path below a repository needs; the first that matches counts. */
const scopes: readonly [RegExp, keyof TokenPermissions][] = [
  [/^\/issues/, 'issues'],
  [/^\/pulls/, 'pull_requests'],
  [/^\/(contents|git|compare|commits)\b/, 'contents'],
]

/** Whether a conversation is that of a pull request: there, `issues: write` is not enough. */
function isOnPull({ repository: { threads, comments }, parts: { id, number } }: ApiCall): boolean {
  const comment = comments.find(({ shown }) => shown.id === Number(id))
  const thread = comment?.thread ?? threads[Number(number) - 1]
  return thread?.pull !== undefined
}

/** Only people with write access write in a locked conversation; a workflow's token does not. */
export function requireUnlocked({ hub, identity }: ApiCall, { isLocked }: Thread, act: string): void {
  if (!isLocked || (identity?.permissions === undefined && mayWrite(hub, identity?.login))) return
  throw new Refusal(403, `Unable to ${act} because issue is locked.`)
}
