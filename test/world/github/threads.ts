import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { addressesBelow, json, nodeId, orNotFound } from './api-message.ts'
import { userJson } from './people.ts'
import type { Pull } from './pulls.ts'
import { type Repository, timeOf } from './repository.ts'
import { announce, deliver } from './webhooks.ts'

/** An issue or a pull request. */
export interface Thread extends NewThread {
  repository: Repository
  id: number
  number: number
  createdAt: string
  closedAt?: string | undefined
  isLocked: boolean
  /** Of a pull request only. */
  pull?: Pull
}

export interface NewThread {
  title: string
  body: string
  author: string
  /** Names. */
  labels?: readonly string[]
}

export const threadRoutes: Routes = {
  'GET /issues': list,
  'POST /issues': create,
  'PATCH /issues/{number}': close,
}

export function openThread(repository: Repository, { author, title, body, labels = [] }: NewThread): Thread {
  const { hub, threads } = repository
  const own = { id: hub.nextId(), number: threads.length + 1, createdAt: timeOf(hub), isLocked: false }
  const thread = { repository, author, title, body, labels, ...own }
  threads.push(thread)
  return thread
}

/** The thread of a number, or the answer 404. */
export function findThread({ threads }: Repository, number: string | number): Thread {
  return orNotFound(threads[Number(number) - 1])
}

/** What issues and pull requests have in common; for GitHub every pull request is an issue, too. */
export function threadJson(thread: Thread) {
  const { repository, id, number, title, body, author, labels = [], createdAt, closedAt, isLocked } = thread
  const { hub, comments, htmlUrl } = repository
  const own = comments.filter((comment) => comment.thread === thread)
  return {
    id,
    node_id: nodeId('Thread', id),
    number,
    title,
    body,
    html_url: `${htmlUrl}/${thread.pull ? 'pull' : 'issues'}/${number}`,
    user: userJson(hub, author),
    author_association: 'NONE',
    state: closedAt === undefined ? 'open' : 'closed',
    comments: own.filter(({ kind }) => kind === 'issue').length,
    created_at: createdAt,
    updated_at: closedAt ?? createdAt,
    closed_at: closedAt ?? null,
    locked: isLocked,
    labels: labels.map((name, index) => ({
      id: index + 1,
      node_id: nodeId('Label', name),
      name,
      color: 'ededed',
      description: '',
      default: false,
      url: `${repository.url}/labels/${encodeURIComponent(name)}`,
    })),
    assignee: null,
    assignees: [],
    milestone: null,
    active_lock_reason: null,
  }
}

export function issueJson(thread: Thread) {
  const { repository, number, pull } = thread
  const shared = threadJson(thread)
  const { html_url } = shared
  const url = `${repository.url}/issues/${number}`
  const pull_request = {
    url: `${repository.url}/pulls/${number}`,
    html_url,
    merged_at: pull?.mergedAt ?? null,
    diff_url: `${html_url}.diff`,
    patch_url: `${html_url}.patch`,
  }
  return {
    ...shared,
    url,
    repository_url: repository.url,
    ...addressesBelow(url, 'comments events labels{/name} timeline'),
    ...(pull && { draft: false, pull_request }),
  }
}

/** Newest first; those with a label, and open ones unless `state` says otherwise. */
function list(call: ApiCall) {
  const { labels = '', state = 'open' } = call.request.query
  const wanted = call.repository.threads.filter(
    (thread) => (labels === '' || thread.labels?.includes(labels)) && [threadJson(thread).state, 'all'].includes(state),
  )
  return replyPage(call, wanted.toReversed(), issueJson)
}

function create(call: ApiCall) {
  const { title, body = '', labels = [] } = call.body as unknown as NewThread
  const issue = issueJson(openThread(call.repository, { title, body, author: senderOf(call), labels }))
  announce(call, deliver(call.repository, 'issues', senderOf(call), { action: 'opened', issue }))
  return json(201, issue)
}

/** The only change that anybody asks for here. */
function close({ repository, parts }: ApiCall) {
  const thread = findThread(repository, parts.number)
  thread.closedAt ??= timeOf(repository.hub)
  return reply(issueJson(thread))
}
