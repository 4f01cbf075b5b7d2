import { addComment, type CommentKind, commentsOf, deleteComment, findComment, type StoredComment } from './comments.ts'
import { findPull, pullJson } from './pulls.ts'
import { findRepository, type Hub } from './repository.ts'
import { findThread, issueJson, openThread } from './threads.ts'
import { deliver } from './webhooks.ts'
import type { RepositoryName } from './world.ts'

/** What people say on GitHub, each with the delivery that it causes. */
export function createConversations(hub: Hub) {
  const app = findRepository(hub, 'acme/app')
  return {
    async createIssue({
      title = 'The retries option is not documented',
      body = 'What is the default?',
      asLogin = 'reader',
    } = {}) {
      const issue = issueJson(openThread(app, { title, body, author: asLogin }))
      return { ...issue, ...deliver(app, 'issues', asLogin, { action: 'opened', issue }) }
    },

    /** Posts a comment on an issue or pull request as somebody. */
    async comment(number: number, body: string, asLogin = 'writer') {
      const comment = addComment(findThread(app, number), 'issue', asLogin, body)
      return { comment: comment.shown, ...tell(comment, asLogin, { action: 'created' }) }
    },

    /** Posts a comment on a line of a pull request (event `pull_request_review_comment`). */
    async reviewComment(number: number, body: string, asLogin = 'writer') {
      const thread = findPull(app, number)
      const { shown: comment } = addComment(thread, 'review', asLogin, body)
      const about = { action: 'created', comment, pull_request: pullJson(thread) }
      return { comment, ...deliver(app, 'pull_request_review_comment', asLogin, about) }
    },

    async deleteComment(id: number, asLogin = 'writer') {
      const comment = findComment(app, 'issue', id)
      deleteComment(comment)
      return tell(comment, asLogin, { action: 'deleted' })
    },

    /** Locks a conversation: only those with write access may comment and react. */
    lock(number: number) {
      findThread(app, number).isLocked = true
    },

    /** All comments of a thread, oldest first, whatever their number. */
    async commentsOf(number: number, on: RepositoryName = 'acme/app') {
      return commentsOf(findThread(findRepository(hub, on), number))
    },

    /** Reactions of an issue comment, or of a review comment. */
    async reactionsOf(commentId: number, kind: CommentKind = 'issue') {
      return [...findComment(app, kind, commentId).reactions]
    },
  }
}

function tell(comment: StoredComment, login: string, about: object) {
  const { thread } = comment
  const what = { ...about, issue: issueJson(thread), comment: comment.shown }
  return deliver(thread.repository, 'issue_comment', login, what)
}
