import { type ApiCall, type Routes, reply } from './api-call.ts'
import { addressesBelow, nodeId, orNotFound } from './api-message.ts'
import { associationOf, userJson } from './people.ts'
import type { Pull } from './pulls.ts'
import { renderBody } from './rendered-body.ts'
import { type Repository, timeOf } from './repository.ts'

/** An issue or a pull request. */
export interface Thread {
  repository: Repository
  id: number
  number: number
  title: string
  body: string
  author: string
  createdAt: string
  closedAt?: string | undefined
  isLocked: boolean
  /** Of a pull request only. */
  pull?: Pull
}

export function openThread(
  repository: Repository,
  { author, title, body }: { author: string; title: unknown; body: unknown },
): Thread {
  const { hub, threads } = repository
  const thread: Thread = {
    repository,
    id: hub.nextId(),
    number: threads.length + 1,
    author,
    title: String(title),
    body: String(body ?? ''),
    createdAt: timeOf(hub),
    isLocked: false,
  }
  threads.push(thread)
  return thread
}

/** The thread of a number, or the answer 404. */
export function findThread({ threads }: Repository, number: string | number): Thread {
  return orNotFound(threads[Number(number) - 1])
}

/** What issues and pull requests have in common; for GitHub every pull request is an issue, too. */
export function threadJson(thread: Thread) {
  const { repository, id, number, title, body, author, createdAt, closedAt, isLocked } = thread
  const { hub, comments, htmlUrl } = repository
  const own = comments.filter((comment) => comment.thread === thread)
  return {
    id,
    node_id: nodeId(thread.pull ? 'PullRequest' : 'Issue', id),
    number,
    html_url: `${htmlUrl}/${thread.pull ? 'pull' : 'issues'}/${number}`,
    title,
    body,
    user: userJson(hub, author),
    author_association: associationOf(hub, author),
    state: closedAt === undefined ? 'open' : 'closed',
    comments: own.filter(({ kind }) => kind === 'issue').length,
    created_at: createdAt,
    updated_at: closedAt ?? createdAt,
    closed_at: closedAt ?? null,
    locked: isLocked,
    ...{ labels: [], assignee: null, assignees: [], milestone: null, active_lock_reason: null },
  }
}

export function issueJson(thread: Thread) {
  const { repository, number, pull } = thread
  const shared = threadJson(thread)
  const url = `${repository.url}/issues/${number}`
  const { html_url } = shared
  const pull_request = {
    url: `${repository.url}/pulls/${number}`,
    html_url,
    diff_url: `${html_url}.diff`,
    patch_url: `${html_url}.patch`,
    merged_at: pull?.mergedAt ?? null,
  }
  return {
    ...shared,
    url,
    repository_url: repository.url,
    ...addressesBelow(url, 'comments events labels{/name} timeline'),
    ...(pull && { draft: false, pull_request }),
  }
}

/** With the media type `full`, the description comes as HTML and as text, too. */
function readIssue({ repository, parts, request }: ApiCall) {
  const thread = findThread(repository, parts.number)
  const isFull = /^application\/vnd\.github(\.v3)?\.full\+json$/.test(request.headers['accept'] ?? '')
  return reply({ ...issueJson(thread), ...(isFull && renderBody(thread.body)) })
}

export const threadRoutes: Routes = { 'GET /issues/{number}': readIssue }
