import { requireUnlocked } from './access.ts'
import { type ApiCall, type Routes, reply, replyPage, senderOf } from './api-call.ts'
import { json, NO_CONTENT, nodeId, orNotFound, Refusal } from './api-message.ts'
import { userJson } from './people.ts'
import { isPull, pullJson } from './pulls.ts'
import { findRepository, type Hub, type Repository, timeOf } from './repository.ts'
import { findThread, issueJson, openThread, type Thread } from './threads.ts'
import { announce, deliver } from './webhooks.ts'
import type { RepositoryName } from './world.ts'

export interface StoredComment {
  kind: CommentKind
  thread: Thread
  shown: ReturnType<typeof describeComment>
  reactions: ReturnType<typeof describeReaction>[]
}

/** In the conversation of a thread, or on a line of a pull request. */
type CommentKind = 'issue' | 'review'

/** As the API's own error says it. It counts generously; counting UTF-16 units here is the strictest reading. */
const longestBody = 65_536

/** https://docs.github.com/rest/issues/comments, https://docs.github.com/rest/reactions/reactions */
export const commentRoutes: Routes = {
  'GET /issues/{number}/comments': (call) =>
    replyPage(call, commentsOf(findThread(call.repository, call.parts.number))),
  'POST /issues/{number}/comments': create,
  'PATCH /issues/comments/{id}': update,
  'DELETE /issues/comments/{id}': remove,
  'GET /(issues|pulls)/comments/{id}/reactions': listReactions,
  'POST /(issues|pulls)/comments/{id}/reactions': react,
  'DELETE /(issues|pulls)/comments/{id}/reactions/{name}': removeReaction,
}

/** What people say on GitHub, each with the delivery that it causes. */
export function createConversations(hub: Hub) {
  const app = findRepository(hub, 'acme/app')
  const find = (number: number, on: RepositoryName = 'acme/app') => findThread(findRepository(hub, on), number)
  return {
    async createIssue({
      title = 'The retries option is not documented',
      body = 'What is the default?',
      asLogin = 'reader',
    } = {}) {
      const issue = issueJson(openThread(app, { title, body, author: asLogin }))
      return { ...issue, ...deliver(app, 'issues', asLogin, { action: 'opened', issue }) }
    },

    comment: async (number: number, body: string, asLogin = 'writer') =>
      addComment(find(number), 'issue', asLogin, body),

    reviewComment: async (number: number, body: string, asLogin = 'writer') =>
      addComment(find(number), 'review', asLogin, body),

    /** Only those with write access may comment and react there. */
    lock(number: number) {
      find(number).isLocked = true
    },

    commentsOf: async (number: number, on: RepositoryName = 'acme/app') => commentsOf(find(number, on)),

    reactionsOf: async (commentId: number, kind: CommentKind = 'issue') => [
      ...findComment(app, kind, commentId).reactions,
    ],
  }
}

function addComment(thread: Thread, kind: CommentKind, login: string, body: string) {
  const { repository } = thread
  const comment = describeComment(thread, kind, login, body)
  repository.comments.push({ kind, thread, shown: comment, reactions: [] })
  const isReview = kind === 'review' && isPull(thread)
  const about = isReview ? { pull_request: pullJson(thread) } : { issue: issueJson(thread) }
  const event = isReview ? 'pull_request_review_comment' : 'issue_comment'
  return { comment, ...deliver(repository, event, login, { action: 'created', ...about, comment }) }
}

function findComment({ comments }: Repository, kind: CommentKind, id: number | string): StoredComment {
  return orNotFound(comments.find((each) => each.kind === kind && each.shown.id === Number(id)))
}

export function commentsOf(thread: Thread) {
  const own = thread.repository.comments.filter((each) => each.kind === 'issue' && each.thread === thread)
  return own.map(({ shown }) => shown)
}

function describeComment({ repository, pull, number }: Thread, kind: CommentKind, author: string, body: string) {
  const { hub, htmlUrl } = repository
  const id = hub.nextId()
  const page = `${htmlUrl}/${pull ? 'pull' : 'issues'}/${number}`
  return {
    id,
    body,
    node_id: nodeId('Comment', id),
    created_at: timeOf(hub),
    updated_at: timeOf(hub),
    user: userJson(hub, author),
    html_url: `${page}#${kind === 'review' ? 'discussion_r' : 'issuecomment-'}${id}`,
    // Here, one on a line is always on the first one of the same file.
    ...(kind === 'review' && { path: 'src/retries.ts', diff_hunk: '', side: 'RIGHT', start_line: null, line: 1 }),
  }
}

function create(call: ApiCall) {
  const thread = findThread(call.repository, call.parts.number)
  requireUnlocked(call, thread, 'create comment')
  const { comment, ...delivery } = addComment(thread, 'issue', senderOf(call), readBody(call))
  announce(call, delivery)
  return json(201, comment)
}

/** What the API showed of it before stays as it is. */
function update(call: ApiCall) {
  const comment = find(call)
  requireUnlocked(call, comment.thread, 'update comment')
  comment.shown = { ...comment.shown, body: readBody(call), updated_at: timeOf(call.hub) }
  return reply(comment.shown)
}

function remove(call: ApiCall) {
  const { comments } = call.repository
  comments.splice(comments.indexOf(find(call)), 1)
  return NO_CONTENT
}

function find({ repository, parts, request: { path } }: ApiCall): StoredComment {
  return findComment(repository, path.includes('/pulls/comments/') ? 'review' : 'issue', parts.id)
}

function readBody({ body: { body } }: ApiCall): string {
  if (String(body).length <= longestBody) return String(body)
  throw new Refusal(422, `Body is too long (maximum is ${longestBody} characters)`)
}

function listReactions(call: ApiCall) {
  const isWanted = ({ content }: { content: string }) => (call.request.query['content'] ?? content) === content
  return replyPage(call, find(call).reactions.filter(isWanted))
}

/** 201 for the first of a kind by somebody, 200 for the same one again. */
function react(call: ApiCall) {
  const { reactions, thread } = find(call)
  requireUnlocked(call, thread, 'create reaction')
  const reaction = describeReaction(call)
  const isSame = ({ user, content }: typeof reaction) => user.id === reaction.user.id && content === reaction.content
  const known = reactions.find(isSame)
  if (known === undefined) reactions.push(reaction)
  return json(known === undefined ? 201 : 200, known ?? reaction)
}

/** Only the account that left a reaction may delete it. */
function removeReaction(call: ApiCall) {
  const { reactions } = find(call)
  const own = reactions.find(({ id, user }) => id === Number(call.parts.name) && user.login === senderOf(call))
  reactions.splice(reactions.indexOf(orNotFound(own)), 1)
  return NO_CONTENT
}

function describeReaction(call: ApiCall) {
  const { hub, body } = call
  const id = hub.nextId()
  return { id, node_id: nodeId('Reaction', id), user: userJson(hub, senderOf(call)), content: String(body['content']) }
}
