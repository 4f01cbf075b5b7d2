import { isObject } from './api-message.ts'
import { type LayerState, threadKey } from './state.ts'
import type { WebhookReceiver } from './webhooks.ts'
import type {
  Comment,
  GitHubWorld,
  NewRelease,
  NewThread,
  Reaction,
  RepositoryName,
  Thread,
  WebhookEvent,
} from './world.ts'

interface Parts {
  call: GitHubWorld['call']
  webhooks: WebhookReceiver
  state: LayerState
}

type Conversations = Pick<
  GitHubWorld,
  | 'createIssue'
  | 'createPullRequest'
  | 'comment'
  | 'reviewComment'
  | 'release'
  | 'editComment'
  | 'deleteComment'
  | 'lock'
  | 'commentsOf'
  | 'reactionsOf'
>

/** What people do on GitHub, through the API, each with the webhook that it caused. */
export function createConversations({ call, webhooks, state }: Parts): Conversations {
  const waitFor = (event: string, action: string, part: string, id: unknown): Promise<WebhookEvent> =>
    webhooks.waitFor(
      (each) => each.event === event && each.payload['action'] === action && idOf(each, part) === id,
    )

  return {
    async createIssue(issue: NewThread = {}) {
      const { title = 'The retries option is not documented', body = 'What is the default?' } = issue
      const { asLogin = 'reader', on = 'acme/app' } = issue
      const created = (await call(asLogin, 'POST', `/repos/${on}/issues`, { title, body })) as Thread & {
        id: number
      }
      return { ...created, ...(await waitFor('issues', 'opened', 'issue', created.id)) }
    },

    async createPullRequest(pull = {}) {
      const { title = 'Retry five times by default', body = 'Three were too few.', asLogin = 'writer' } = pull
      const { on = 'acme/app', files = { 'src/retries.ts': 'export const retries = 5\n' } } = pull
      const head = await pushBranch(call, asLogin, on, files)
      const request = { title, body, head, base: 'main' }
      const created = (await call(asLogin, 'POST', `/repos/${on}/pulls`, request)) as Thread & { id: number }
      return { ...created, ...(await waitFor('pull_request', 'opened', 'pull_request', created.id)) }
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

    async release({ tag, name = tag, body = '', asLogin = 'maintainer', on = 'acme/app' }: NewRelease) {
      const created = (await call(asLogin, 'POST', `/repos/${on}/releases`, {
        tag_name: tag,
        name,
        body,
      })) as {
        id: number
        html_url: string
      }
      return { html_url: created.html_url, ...(await waitFor('release', 'published', 'release', created.id)) }
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

async function pushBranch(
  call: GitHubWorld['call'],
  asLogin: string,
  on: RepositoryName,
  files: Record<string, string>,
): Promise<string> {
  const main = (await call(asLogin, 'GET', `/repos/${on}/git/ref/heads/main`)) as { object: { sha: string } }
  const pulls = (await call(asLogin, 'GET', `/repos/${on}/pulls?state=all&per_page=100`)) as unknown[]
  const branch = `change-${pulls.length + 1}`
  await call(asLogin, 'POST', `/repos/${on}/git/refs`, { ref: `refs/heads/${branch}`, sha: main.object.sha })
  for (const [path, text] of Object.entries(files)) {
    const content = Buffer.from(text).toString('base64')
    const known = (await call(asLogin, 'GET', `/repos/${on}/contents/${path}?ref=${branch}`).catch(
      () => ({}),
    )) as {
      sha?: string
    }
    const change = {
      message: `Change ${path}`,
      content,
      branch,
      ...(known.sha === undefined ? {} : { sha: known.sha }),
    }
    await call(asLogin, 'PUT', `/repos/${on}/contents/${path}`, change)
  }
  return branch
}

async function readAll(call: GitHubWorld['call'], path: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let page = 1; ; page++) {
    const part = (await call('maintainer', 'GET', `${path}?per_page=100&page=${page}`)) as unknown[]
    all.push(...part)
    if (part.length < 100) return all
  }
}

function idOf({ payload }: WebhookEvent, part: string): unknown {
  const value = payload[part]
  return isObject(value) ? value['id'] : undefined
}
