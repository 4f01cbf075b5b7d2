import { requireUnlocked } from './access.ts'
import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, nodeId, orNotFound, Refusal } from './api-message.ts'
import { associationOf, userJson } from './people.ts'
import { type Hub, type Repository, timeOf } from './repository.ts'
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
  reactions: StoredReaction[]
  /** Of the line that a review is about. */
  path?: string | undefined
}

interface StoredReaction {
  id: number
  author: string
  content: string
  createdAt: string
}

/** As the API's own error says it. It counts generously; counting UTF-16 units here is the strictest reading. */
const longestBody = 65_536

/** https://docs.github.com/rest/issues/comments, https://docs.github.com/rest/reactions/reactions */
export const commentRoutes: Routes = {
  'GET /issues/{number}/comments': list,
  'POST /issues/{number}/comments': create,
  'GET /issues/comments/{id}': (call) => reply(commentJson(find(call, 'issue'))),
  'GET /pulls/comments/{id}': (call) => reply(commentJson(find(call, 'review'))),
  'PATCH /issues/comments/{id}': update,
  'DELETE /issues/comments/{id}': remove,
  'GET /issues/comments/{id}/reactions': (call) => listReactions(call, 'issue'),
  'GET /pulls/comments/{id}/reactions': (call) => listReactions(call, 'review'),
  'POST /issues/comments/{id}/reactions': (call) => react(call, 'issue'),
  'POST /pulls/comments/{id}/reactions': (call) => react(call, 'review'),
}

export function addComment(
  thread: Thread,
  comment: Pick<StoredComment, 'kind' | 'author' | 'body' | 'path'>,
): StoredComment {
  const { hub, comments } = thread.repository
  const at = timeOf(hub)
  const added = { thread, ...comment, id: hub.nextId(), createdAt: at, updatedAt: at, reactions: [] }
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
  const isReview = kind === 'review'
  return {
    ...{ id, body, node_id: nodeId(`Comment-${kind}`, id) },
    url: `${url}/${isReview ? 'pulls' : 'issues'}/comments/${id}`,
    html_url: `${page}#${isReview ? 'discussion_r' : 'issuecomment-'}${id}`,
    user: userJson(hub, author),
    author_association: associationOf(hub, author),
    created_at: createdAt,
    updated_at: updatedAt,
    ...(isReview ? lineJson(comment) : { issue_url: `${url}/issues/${thread.number}` }),
  }
}

/** What only a comment on a line of a pull request has; here it is always the first one. */
function lineJson({ thread: { repository, pull, number }, path }: StoredComment): object {
  const commit = repository.git.refs.get(`heads/${pull?.head}`)
  return {
    ...{ pull_request_url: `${repository.url}/pulls/${number}`, pull_request_review_id: null },
    ...{ commit_id: commit, original_commit_id: commit },
    ...{ path, diff_hunk: '', side: 'RIGHT', subject_type: 'line', start_line: null, start_side: null },
    ...{ line: 1, original_line: 1, position: 1, original_position: 1, _links: {} },
  }
}

/** Ascending by id whatever `sort` says, and `since` compares the last change. */
function list(call: ApiCall) {
  const { repository, request, parts } = call
  const since = Date.parse(request.query['since'] ?? '')
  const comments = commentsOf(findThread(repository, parts.number))
  const changed = comments.filter(({ updatedAt }) => !(Date.parse(updatedAt) < since))
  return replyPage(call, changed, commentJson)
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
  requireUnlocked(call, comment.thread, 'update comment')
  editComment(comment, body)
  return reply(commentJson(comment))
}

function remove(call: ApiCall) {
  deleteComment(find(call, 'issue'))
  return { status: 204, headers: {}, body: '' }
}

function find({ repository, parts }: ApiCall, kind: StoredComment['kind']): StoredComment {
  return findComment(repository, kind, parts.id)
}

function readBody({ body: { body } }: ApiCall): string {
  if (String(body).length <= longestBody) return String(body)
  throw new Refusal(422, `Body is too long (maximum is ${longestBody} characters)`)
}

function listReactions(call: ApiCall, kind: StoredComment['kind']) {
  const { content: wanted } = call.request.query
  const { reactions } = find(call, kind)
  const found = reactions.filter(({ content }) => wanted === undefined || content === wanted)
  return replyPage(call, found, (reaction) => reactionJson(call.hub, reaction))
}

/** 201 for the first of a kind by somebody, 200 for the same one again. */
function react(call: ApiCall, kind: StoredComment['kind']) {
  const { hub, body } = call
  const { reactions, thread } = find(call, kind)
  requireUnlocked(call, thread, 'create reaction')
  const [author, content] = [senderOf(call), String(body['content'])]
  const known = reactions.find((each) => each.author === author && each.content === content)
  if (known !== undefined) return reply(reactionJson(hub, known))
  const reaction = { id: hub.nextId(), author, content, createdAt: timeOf(hub) }
  reactions.push(reaction)
  return json(201, reactionJson(hub, reaction))
}

export function reactionJson(hub: Hub, { id, author, content, createdAt }: StoredReaction) {
  return { id, node_id: nodeId('Reaction', id), user: userJson(hub, author), content, created_at: createdAt }
}
