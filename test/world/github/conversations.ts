import { isObject } from './api-message.ts'
import { threadKey, type WorldParts } from './state.ts'
import { waitForAction } from './webhooks.ts'
import type { Comment, GitHubWorld, NewThread, Reaction, Thread } from './world.ts'

type Conversations = Pick<
  GitHubWorld,
  | 'createIssue'
  | 'comment'
  | 'reviewComment'
  | 'editComment'
  | 'deleteComment'
  | 'lock'
  | 'commentsOf'
  | 'reactionsOf'
>

/** What people do on GitHub, through the API, each with the webhook that it caused. */
export function createConversations({ call, webhooks, state }: WorldParts): Conversations {
  const waitFor = waitForAction(webhooks)

  return {
    async createIssue(issue: NewThread = {}) {
      const { title = 'The retries option is not documented', body = 'What is the default?' } = issue
      const { asLogin = 'reader', on = 'acme/app' } = issue
      const created = (await call(asLogin, 'POST', `/repos/${on}/issues`, { title, body })) as Thread & {
        id: number
      }
      return { ...created, ...(await waitFor('issues', 'opened', 'issue', created.id)) }
    },

    async comment(number, body, asLogin = 'writer', on = 'acme/app') {
      const comment = (await call(asLogin, 'POST', `/repos/${on}/issues/${number}/comments`, {
        body,
      })) as Comment
      return { comment, ...(await waitFor('issue_comment', 'created', 'comment', comment.id)) }
    },

    async reviewComment(number, body, asLogin = 'writer', on = 'acme/app') {
      const [file] = (await call(asLogin, 'GET', `/repos/${on}/pulls/${number}/files`)) as {
        filename: string
      }[]
      const line = { body, path: file?.filename ?? 'README.md', line: 1, side: 'RIGHT' }
      const comment = (await call(asLogin, 'POST', `/repos/${on}/pulls/${number}/comments`, line)) as Comment
      return { comment, ...(await waitFor('pull_request_review_comment', 'created', 'comment', comment.id)) }
    },

    async editComment(id, body, asLogin = 'writer', on = 'acme/app') {
      await call(asLogin, 'PATCH', `/repos/${on}/issues/comments/${id}`, { body })
      return webhooks.waitFor(
        ({ event, payload }) =>
          event === 'issue_comment' &&
          payload['action'] === 'edited' &&
          isObject(payload['comment']) &&
          payload['comment']['id'] === id &&
          payload['comment']['body'] === body,
      )
    },

    async deleteComment(id, asLogin = 'writer', on = 'acme/app') {
      await call(asLogin, 'DELETE', `/repos/${on}/issues/comments/${id}`)
      return waitFor('issue_comment', 'deleted', 'comment', id)
    },

    async lock(number, on = 'acme/app') {
      state.locked.add(threadKey(on, number))
    },

    async commentsOf(number, on = 'acme/app') {
      return (await readAll(call, `/repos/${on}/issues/${number}/comments`)) as Comment[]
    },

    async reactionsOf(commentId, kind = 'issue', on = 'acme/app') {
      const place = kind === 'issue' ? 'issues' : 'pulls'
      return (await readAll(call, `/repos/${on}/${place}/comments/${commentId}/reactions`)) as Reaction[]
    },
  }
}

async function readAll(call: GitHubWorld['call'], path: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let page = 1; ; page++) {
    const part = (await call('maintainer', 'GET', `${path}?per_page=100&page=${page}`)) as unknown[]
    all.push(...part)
    if (part.length < 100) return all
  }
}
