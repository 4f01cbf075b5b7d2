import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, nodeId, orNotFound } from './api-message.ts'
import { userJson } from './people.ts'
import { endPull, isPull, type Pull } from './pulls.ts'
import { type Repository, timeOf } from './repository.ts'

export interface Thread extends NewThread {
  repository: Repository
  id: number
  number: number
  createdAt: string
  closedAt?: string | undefined
  isLocked: boolean
  pull?: Pull
}

export interface NewThread {
  title: string
  body: string
  author: string
  labels?: readonly string[]
}

export const threadRoutes: Routes = {
  'GET /issues': list,
  'POST /issues': create,
  'PATCH /(issues|pulls)/{number}': close,
}

export function openThread(repository: Repository, thread: NewThread): Thread {
  const { hub, threads } = repository
  const own = { id: hub.nextId(), number: threads.length + 1, createdAt: timeOf(hub), isLocked: false }
  const opened = { repository, ...thread, ...own }
  threads.push(opened)
  return opened
}

export function findThread({ threads }: Repository, number: string | number): Thread {
  return orNotFound(threads[Number(number) - 1])
}

/** What issues and pull requests have in common; for GitHub every pull request is an issue, too. */
export function threadJson({ repository, pull, labels = [], closedAt, ...thread }: Thread) {
  return {
    id: thread.id,
    node_id: nodeId('Thread', thread.id),
    number: thread.number,
    title: thread.title,
    body: thread.body,
    html_url: `${repository.htmlUrl}/${pull ? 'pull' : 'issues'}/${thread.number}`,
    user: userJson(repository.hub, thread.author),
    state: closedAt === undefined ? 'open' : 'closed',
    created_at: thread.createdAt,
    updated_at: closedAt ?? thread.createdAt,
    closed_at: closedAt ?? null,
    labels: labels.map((name) => ({ name })),
  }
}

export function issueJson(thread: Thread) {
  const shared = threadJson(thread)
  return { ...shared, ...(thread.pull && { pull_request: { html_url: shared.html_url } }) }
}

/** Newest first, and open ones unless `state` says otherwise. */
function list(call: ApiCall) {
  const { state = 'open' } = call.request.query
  const wanted = call.repository.threads.filter((thread) => [threadJson(thread).state, 'all'].includes(state))
  return replyPage(call, wanted.toReversed(), issueJson)
}

function create(call: ApiCall) {
  const { title = '', body = '' } = call.body as Record<string, string>
  return json(201, issueJson(openThread(call.repository, { title, body, author: senderOf(call) })))
}

/** The only change that anybody asks for here. */
function close({ repository, parts }: ApiCall) {
  const thread = findThread(repository, parts.number)
  if (isPull(thread) && thread.closedAt === undefined) endPull(thread)
  thread.closedAt ??= timeOf(repository.hub)
  return reply(issueJson(thread))
}
