import type { ApiCall } from './api-call.ts'
import { type ApiRequest, Refusal } from './api-message.ts'
import { mayWrite } from './people.ts'
import type { Hub, Identity } from './repository.ts'
import type { Thread } from './threads.ts'
import type { TokenPermissions } from './world.ts'

/** Whom the token of a request stands for, if anybody. */
export function findIdentity({ tokens }: Hub, { headers }: ApiRequest): Identity | undefined {
  return tokens.get((headers['authorization'] ?? '').replace(/^(bearer|token)\s+/i, ''))
}

/** Who sends a request; nobody without a token. */
export function identify(hub: Hub, request: ApiRequest): Identity | undefined {
  const identity = findIdentity(hub, request)
  if (identity === undefined && request.headers['authorization'] !== undefined)
    throw new Refusal(401, 'Bad credentials')
  return identity
}

/** A private repository is not there for whoever has no permission, nor for the token of another repository. */
export function requireAccess({ hub, repository, identity }: ApiCall): void {
  if (!repository.isPrivate) return
  const isSeen =
    identity?.permissions === undefined
      ? ['admin', 'write', 'read'].includes(hub.people[identity?.login ?? '']?.permission ?? 'none')
      : identity.repositories?.includes(repository.name)
  if (isSeen !== true) throw new Refusal(404, 'Not Found')
}

/**
 * Refuses what somebody may not do. What is public may always be read.
 * @param place the path below that of the repository
 */
export function requirePermission(call: ApiCall, place: string): void {
  const { hub, request, repository, identity } = call
  const level = request.method === 'GET' ? 'read' : 'write'
  const rule = rules.find(({ path }) => path.test(place))
  if (rule === undefined || (level === 'read' && !repository.isPrivate)) return
  if (identity === undefined) throw new Refusal(401, 'Requires authentication')
  const isForWriters = level === 'write' && rule.needs === 'contents'
  if (identity.permissions !== undefined) requireGrant(call, place, level, rule)
  else if (isForWriters && !mayWrite(hub, identity.login)) throw new Refusal(404, 'Not Found')
}

/**
 * Refuses what the `permissions:` of a workflow, or those of an app, do not cover.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
function requireGrant(
  { repository, identity }: ApiCall,
  place: string,
  level: 'read' | 'write',
  rule: Rule,
): void {
  const isConversation = rule.needs === 'issues'
  const needs = isConversation && isOnPull(repository, place) ? 'pull_requests' : rule.needs
  const has = identity?.permissions?.[needs]
  if (identity?.repositories?.includes(repository.name) && (has === 'write' || has === level)) return
  const accepted = isConversation ? `issues=${level}; pull_requests=${level}` : `${needs}=${level}`
  throw new Refusal(403, 'Resource not accessible by integration', {
    docs: rule.docs,
    headers: { 'x-accepted-github-permissions': accepted },
  })
}

interface Rule {
  path: RegExp
  needs: keyof TokenPermissions
  docs: string
}

/** What a path below a repository needs; the first that matches counts. */
const rules: readonly Rule[] = [
  { path: /^\/issues\/(comments\/)?\d+\/reactions/, needs: 'issues', docs: 'rest/reactions/reactions' },
  { path: /^\/issues\/(comments\/|\d+\/comments)/, needs: 'issues', docs: 'rest/issues/comments' },
  { path: /^\/issues/, needs: 'issues', docs: 'rest/issues/issues' },
  { path: /^\/pulls\/comments\/\d+\/reactions/, needs: 'pull_requests', docs: 'rest/reactions/reactions' },
  { path: /^\/commits\/[^/]+\/pulls$/, needs: 'pull_requests', docs: 'rest/commits/commits' },
  { path: /^\/pulls/, needs: 'pull_requests', docs: 'rest/pulls/pulls' },
  { path: /^\/(contents|git|releases|compare|commits)\b/, needs: 'contents', docs: 'rest/repos/contents' },
]

/** Whether a conversation is that of a pull request: there, `issues: write` is not enough. */
function isOnPull({ threads, comments }: ApiCall['repository'], place: string): boolean {
  const [, comment, id] = /^\/issues\/(comments\/)?(\d+)/.exec(place) ?? []
  const thread =
    comment === undefined ? threads[Number(id) - 1] : comments.find((each) => each.id === Number(id))?.thread
  return thread?.pull !== undefined
}

/** Only people with write access write in a locked conversation; a workflow's token does not. */
export function requireUnlocked({ hub, identity }: ApiCall, { isLocked }: Thread, act: string): void {
  if (!isLocked || (identity?.permissions === undefined && mayWrite(hub, identity?.login ?? ''))) return
  const docs = 'articles/locking-conversations/'
  throw new Refusal(403, `Unable to ${act} because issue is locked.`, { docs })
}
