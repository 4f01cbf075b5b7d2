import { requireUnlocked } from './access.ts'
import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, nodeId, orNotFound, Refusal } from './api-message.ts'
import { associationOf, mayWrite, userJson } from './people.ts'
import type { StoredReaction } from './reactions.ts'
import { type Repository, timeOf } from './repository.ts'
import { findThread, type Thread } from './threads.ts'

export interface StoredComment {
  /** In the conversation of a thread, or on a line of a pull request. */
  kind: 'issue' | 'review'
  thread: Thread
  id: number
  author: string
  body: string
  createdAt: string
  updatedAt: string
  /** Milliseconds since 1970. */
  postedAt: number
  reactions: StoredReaction[]
  /** Of the line that a review is about. */
  path?: string | undefined
}

/** As the API's own error says it. It counts generously; counting UTF-16 units here is the strictest reading. */
const longestBody = 65_536

/** https://docs.github.com/rest/issues/comments */
export const commentRoutes: Routes = {
  'GET /issues/{number}/comments': list,
  'POST /issues/{number}/comments': create,
  'GET /issues/comments/{id}': (call) => reply(commentJson(find(call, 'issue'))),
  'PATCH /issues/comments/{id}': update,
  'DELETE /issues/comments/{id}': remove,
  'GET /pulls/comments/{id}': (call) => reply(commentJson(find(call, 'review'))),
}

export function addComment(
  thread: Thread,
  comment: Pick<StoredComment, 'kind' | 'author' | 'body' | 'path'>,
): StoredComment {
  const { hub, comments } = thread.repository
  const at = timeOf(hub)
  const posted = { id: hub.nextId(), createdAt: at, updatedAt: at, postedAt: hub.now(), reactions: [] }
  const added = { thread, ...comment, ...posted }
  comments.push(added)
  return added
}

export function editComment(comment: StoredComment, body: string): void {
  comment.body = body
  comment.updatedAt = timeOf(comment.thread.repository.hub)
}

export function deleteComment(comment: StoredComment): void {
  const { comments } = comment.thread.repository
  comments.splice(comments.indexOf(comment), 1)
}

/** The comment of an id, or the answer 404. */
export function findComment(
  { comments }: Repository,
  kind: StoredComment['kind'],
  id: number | string,
): StoredComment {
  return orNotFound(comments.find((each) => each.kind === kind && each.id === Number(id)))
}

/** The conversation of a thread, oldest first. */
export function commentsOf(thread: Thread): StoredComment[] {
  return thread.repository.comments.filter((each) => each.kind === 'issue' && each.thread === thread)
}

export function commentJson(comment: StoredComment) {
  const { kind, thread, id, author, body, createdAt, updatedAt } = comment
  const { hub, url, htmlUrl } = thread.repository
  const page = `${htmlUrl}/${thread.pull ? 'pull' : 'issues'}/${thread.number}`
  const shared = {
    id,
    body,
    user: userJson(hub, author),
    author_association: associationOf(hub, author),
    created_at: createdAt,
    updated_at: updatedAt,
  }
  if (kind === 'review') return { ...shared, ...lineJson(comment, page) }
  return {
    ...shared,
    node_id: nodeId('IssueComment', id),
    url: `${url}/issues/comments/${id}`,
    html_url: `${page}#issuecomment-${id}`,
    issue_url: `${url}/issues/${thread.number}`,
  }
}

/** What only a comment on a line of a pull request has; here it is always the first one. */
function lineJson({ thread, id, path }: StoredComment, page: string) {
  const { repository, pull, number } = thread
  const url = `${repository.url}/pulls/comments/${id}`
  const html_url = `${page}#discussion_r${id}`
  const pull_request_url = `${repository.url}/pulls/${number}`
  const commit = repository.git.refs.get(`heads/${pull?.head}`)
  return {
    ...{ node_id: nodeId('PullRequestReviewComment', id), url, html_url, pull_request_url },
    ...{ pull_request_review_id: null, commit_id: commit, original_commit_id: commit },
    ...{ path, diff_hunk: '', side: 'RIGHT', subject_type: 'line', start_line: null, start_side: null },
    ...{ line: 1, original_line: 1, position: 1, original_position: 1 },
    _links: { self: { href: url }, html: { href: html_url }, pull_request: { href: pull_request_url } },
  }
}

/** Ascending by id whatever `sort` says, and `since` compares the last change. */
function list(call: ApiCall) {
  const { hub, repository, request, parts } = call
  const thread = findThread(repository, parts.number)
  const since = Date.parse(request.query.get('since') ?? '')
  const comments = commentsOf(thread).filter(({ updatedAt }) => !(Date.parse(updatedAt) < since))
  // As the list is, unless a test wants it to be wrong.
  const { ignoresPage, repeats, lagMs = 0 } = hub.commentListFlaws
  const perPage = Number(request.query.get('per_page') ?? 30)
  const shown = comments.filter(({ postedAt }) => hub.now() >= postedAt + lagMs)
  if (ignoresPage === true) {
    const link = `<${hub.apiUrl}${request.path}?${request.query}>; rel="next"`
    return json(200, shown.slice(0, perPage).map(commentJson), { link })
  }
  const isRepeated = (index: number) => repeats === true && (index + 1) % perPage === 0
  const listed = shown.flatMap((each, index) => (isRepeated(index) ? [each, each] : [each]))
  return replyPage(call, listed, commentJson)
}

function create(call: ApiCall) {
  const body = readBody(call)
  const thread = findThread(call.repository, call.parts.number)
  requireUnlocked(call, thread, 'create comment')
  return json(201, commentJson(addComment(thread, { kind: 'issue', author: senderOf(call), body })))
}

function update(call: ApiCall) {
  const body = readBody(call)
  const comment = find(call, 'issue')
  requireOwn(call, comment)
  requireUnlocked(call, comment.thread, 'update comment')
  editComment(comment, body)
  return reply(commentJson(comment))
}

function remove(call: ApiCall) {
  const comment = find(call, 'issue')
  requireOwn(call, comment)
  deleteComment(comment)
  return { status: 204, headers: {}, body: '' }
}

function find({ repository, parts }: ApiCall, kind: StoredComment['kind']): StoredComment {
  return findComment(repository, kind, parts.id)
}

/** A comment is its author's, and theirs who may write to the repository. */
function requireOwn(call: ApiCall, { author }: StoredComment): void {
  const login = senderOf(call)
  if (author === login || call.identity?.permissions !== undefined || mayWrite(call.hub, login)) return
  throw new Refusal(403, 'Must have admin rights to Repository.', { docs: 'rest/issues/comments' })
}

function readBody({ body: { body } }: ApiCall): string {
  const text = typeof body === 'string' ? body : ''
  if (text.trim() !== '' && text.length <= longestBody) return text
  const isLong = text.length > longestBody
  const message = isLong ? `Body is too long (maximum is ${longestBody} characters)` : "Body can't be blank"
  throw new Refusal(422, 'Validation Failed', {
    docs: 'rest/issues/comments#create-an-issue-comment',
    errors: [{ resource: 'IssueComment', field: 'data', code: 'unprocessable', message }],
  })
}
