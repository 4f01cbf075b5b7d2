import {
  addComment,
  commentJson,
  commentsOf,
  deleteComment,
  editComment,
  findComment,
  type StoredComment,
} from './comments.ts'
import { filesOf, findPull, pullJson } from './pulls.ts'
import { reactionJson } from './reactions.ts'
import type { Repository } from './repository.ts'
import { findThread, issueJson, openThread } from './threads.ts'
import { deliver } from './webhooks.ts'
import type { GitHubWorld, RepositoryName } from './world.ts'

/** What people say on GitHub, each with the delivery that it causes. */
export function createConversations(find: (name: RepositoryName) => Repository) {
  return {
    async createIssue({
      title = 'The retries option is not documented',
      body = 'What is the default?',
      asLogin = 'reader',
      on = 'acme/app',
    } = {}) {
      const issue = issueJson(openThread(find(on), { title, body, author: asLogin }))
      return { ...issue, ...deliver(find(on), 'issues', asLogin, { action: 'opened', issue }) }
    },

    async comment(number, body, asLogin = 'writer', on = 'acme/app') {
      const thread = findThread(find(on), number)
      const comment = addComment(thread, { kind: 'issue', author: asLogin, body })
      return { comment: commentJson(comment), ...tell(comment, asLogin, { action: 'created' }) }
    },

    async reviewComment(number, body, asLogin = 'writer', on = 'acme/app') {
      const thread = findPull(find(on), number)
      const path = filesOf(thread)[0]?.filename
      const added = addComment(thread, { kind: 'review', author: asLogin, body, path })
      const comment = commentJson(added)
      const about = { action: 'created', comment, pull_request: pullJson(thread) }
      return { comment, ...deliver(find(on), 'pull_request_review_comment', asLogin, about) }
    },

    async editComment(id, body, asLogin = 'writer', on = 'acme/app') {
      const comment = findComment(find(on), 'issue', id)
      const changes = { body: { from: comment.body } }
      editComment(comment, body)
      return tell(comment, asLogin, { action: 'edited', changes })
    },

    async deleteComment(id, asLogin = 'writer', on = 'acme/app') {
      const comment = findComment(find(on), 'issue', id)
      deleteComment(comment)
      return tell(comment, asLogin, { action: 'deleted' })
    },

    async lock(number, on = 'acme/app') {
      findThread(find(on), number).isLocked = true
    },

    async commentsOf(number, on = 'acme/app') {
      return commentsOf(findThread(find(on), number)).map(commentJson)
    },

    async reactionsOf(commentId, kind = 'issue', on = 'acme/app') {
      const { reactions } = findComment(find(on), kind, commentId)
      return reactions.map((reaction) => reactionJson(find(on).hub, reaction))
    },
  } satisfies Partial<GitHubWorld>
}

function tell(comment: StoredComment, login: string, about: Record<string, unknown>) {
  const { thread } = comment
  const what = { ...about, issue: issueJson(thread), comment: commentJson(comment) }
  return deliver(thread.repository, 'issue_comment', login, what)
}
