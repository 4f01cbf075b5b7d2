import { requireUnlocked } from './access.ts'
import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, nodeId, orNotFound, Refusal } from './api-message.ts'
import { userJson } from './people.ts'
import { type Repository, timeOf } from './repository.ts'
import { findThread, issueJson, type Thread } from './threads.ts'
import { announce, deliver } from './webhooks.ts'

export interface StoredComment {
  kind: CommentKind
  thread: Thread
  /** As the API shows it. */
  shown: ReturnType<typeof describeComment>
  reactions: ReturnType<typeof describeReaction>[]
}

/** In the conversation of a thread, or on a line of a pull request. */
export type CommentKind = 'issue' | 'review'

/** As the API's own error says it. It counts generously; counting UTF-16 units here is the strictest reading. */
const longestBody = 65_536

/** https://docs.github.com/rest/issues/comments, https://docs.github.com/rest/reactions/reactions */
export const commentRoutes: Routes = {
  'GET /issues/{number}/comments': list,
  'POST /issues/{number}/comments': create,
  'PATCH /issues/comments/{id}': update,
  'DELETE /issues/comments/{id}': remove,
  'GET /issues/comments/{id}/reactions': (call) => listReactions(call, 'issue'),
  'GET /pulls/comments/{id}/reactions': (call) => listReactions(call, 'review'),
  'POST /issues/comments/{id}/reactions': (call) => react(call, 'issue'),
  'POST /pulls/comments/{id}/reactions': (call) => react(call, 'review'),
  'DELETE /issues/comments/{id}/reactions/{name}': (call) => removeReaction(call, 'issue'),
  'DELETE /pulls/comments/{id}/reactions/{name}': (call) => removeReaction(call, 'review'),
}

export function addComment(thread: Thread, kind: CommentKind, author: string, body: string): StoredComment {
  const comment = { kind, thread, shown: describeComment(thread, kind, author, body), reactions: [] }
  thread.repository.comments.push(comment)
  return comment
}

/** What the API showed of it before stays as it is. */
export function editComment(comment: StoredComment, body: string): void {
  comment.shown = { ...comment.shown, body, updated_at: timeOf(comment.thread.repository.hub) }
}

export function deleteComment(comment: StoredComment): void {
  const { comments } = comment.thread.repository
  comments.splice(comments.indexOf(comment), 1)
}

/** The comment of an id, or the answer 404. */
export function findComment({ comments }: Repository, kind: CommentKind, id: number | string): StoredComment {
  return orNotFound(comments.find((each) => each.kind === kind && each.shown.id === Number(id)))
}

/** The conversation of a thread, oldest first. */
export function commentsOf(thread: Thread) {
  const own = thread.repository.comments.filter((each) => each.kind === 'issue' && each.thread === thread)
  return own.map(({ shown }) => shown)
}

function describeComment(thread: Thread, kind: CommentKind, author: string, body: string) {
  const { hub, url, htmlUrl } = thread.repository
  const id = hub.nextId()
  const isReview = kind === 'review'
  const page = `${htmlUrl}/${thread.pull ? 'pull' : 'issues'}/${thread.number}`
  return {
    id,
    body,
    node_id: nodeId('Comment', id),
    created_at: timeOf(hub),
    updated_at: timeOf(hub),
    user: userJson(hub, author),
    author_association: 'NONE',
    url: `${url}/${isReview ? 'pulls' : 'issues'}/comments/${id}`,
    html_url: `${page}#${isReview ? 'discussion_r' : 'issuecomment-'}${id}`,
    ...(isReview ? describeLine(thread) : { issue_url: `${url}/issues/${thread.number}` }),
  }
}

/** What only a comment on a line of a pull request has; here it is always the first one of the same file. */
function describeLine({ repository, pull, number }: Thread): object {
  const commit = repository.git.tipOf(pull?.head ?? '')
  return {
    pull_request_url: `${repository.url}/pulls/${number}`,
    pull_request_review_id: null,
    commit_id: commit,
    original_commit_id: commit,
    path: 'src/retries.ts',
    diff_hunk: '',
    side: 'RIGHT',
    subject_type: 'line',
    start_line: null,
    start_side: null,
    line: 1,
    original_line: 1,
    position: 1,
    original_position: 1,
    _links: {},
  }
}

/** Ascending by id whatever `sort` says, and `since` compares the last change. */
function list(call: ApiCall) {
  const since = Date.parse(call.request.query['since'] ?? '')
  const comments = commentsOf(findThread(call.repository, call.parts.number))
  const changed = comments.filter(({ updated_at }) => !(Date.parse(updated_at) < since))
  return replyPage(call, changed)
}

function create(call: ApiCall) {
  const thread = findThread(call.repository, call.parts.number)
  requireUnlocked(call, thread, 'create comment')
  const { shown: comment } = addComment(thread, 'issue', senderOf(call), readBody(call))
  const about = { action: 'created', issue: issueJson(thread), comment }
  announce(call, deliver(call.repository, 'issue_comment', senderOf(call), about))
  return json(201, comment)
}

function update(call: ApiCall) {
  const comment = find(call, 'issue')
  requireUnlocked(call, comment.thread, 'update comment')
  editComment(comment, readBody(call))
  return reply(comment.shown)
}

function remove(call: ApiCall) {
  deleteComment(find(call, 'issue'))
  return { status: 204, headers: {}, body: '' }
}

function find({ repository, parts }: ApiCall, kind: CommentKind): StoredComment {
  return findComment(repository, kind, parts.id)
}

function readBody({ body: { body } }: ApiCall): string {
  if (String(body).length <= longestBody) return String(body)
  throw new Refusal(422, `Body is too long (maximum is ${longestBody} characters)`)
}

function listReactions(call: ApiCall, kind: CommentKind) {
  const { content } = call.request.query
  const { reactions } = find(call, kind)
  return replyPage(call, content === undefined ? reactions : reactions.filter((each) => each.content === content))
}

/** 201 for the first of a kind by somebody, 200 for the same one again. */
function react(call: ApiCall, kind: CommentKind) {
  const { reactions, thread } = find(call, kind)
  requireUnlocked(call, thread, 'create reaction')
  const reaction = describeReaction(call)
  const known = reactions.find(
    ({ user, content }) => user.login === reaction.user.login && content === reaction.content,
  )
  if (known === undefined) reactions.push(reaction)
  return json(known === undefined ? 201 : 200, known ?? reaction)
}

/** Only the account that left a reaction may delete it. */
function removeReaction(call: ApiCall, kind: CommentKind) {
  const { reactions } = find(call, kind)
  const at = reactions.findIndex(({ id, user }) => id === Number(call.parts.name) && user.login === senderOf(call))
  if (at < 0) throw new Refusal(404, 'Not Found')
  reactions.splice(at, 1)
  return { status: 204, headers: {}, body: '' }
}

function describeReaction(call: ApiCall) {
  const { hub, body } = call
  const id = hub.nextId()
  const user = userJson(hub, senderOf(call))
  return {
    id,
    node_id: nodeId('Reaction', id),
    user,
    content: String(body['content']),
    created_at: timeOf(hub),
  }
}
