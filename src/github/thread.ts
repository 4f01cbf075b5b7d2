import * as v from 'valibot'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { GitHubError, type WorkflowPermission } from './errors.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'

/** What a person may do in a repository, as the collaborator permission API says it. */
export type RepositoryPermission = 'admin' | 'write' | 'read' | 'none'

/** The reactions that this action uses. */
export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1'

/** A comment in the conversation of an issue or pull request. */
export interface ThreadComment {
  id: number
  url: string
  body: UntrustedText
  /** Id of the account that wrote it; undefined when GitHub did not say. */
  author: number | undefined
}

/** What is known of an issue or pull request that the event did not bring. */
export interface ThreadFacts {
  kind: 'issue' | 'pull request'
  title?: UntrustedText
  url?: UntrustedText
  body?: UntrustedText
}

/** What the action asks of GitHub. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface GitHub {
  permissionOf(login: string): Promise<RepositoryPermission>
  /** `first` when this account had not reacted so yet (201), `again` when it had (200). */
  react(
    comment: { kind: 'issue comment' | 'review comment'; id: number },
    content: Reaction,
  ): Promise<'first' | 'again'>
  /** Who reacted how to a comment: the first hundred reactions. */
  listReactions(comment: {
    kind: 'issue comment' | 'review comment'
    id: number
  }): Promise<{ account: number | undefined; content: string }[]>
  /** Not repeated when the answer is lost: the caller looks for the comment first. */
  createComment(thread: number, body: string): Promise<ThreadComment>
  updateComment(id: number, body: string): Promise<ThreadComment>
  deleteComment(id: number): Promise<void>
  readComment(id: number): Promise<ThreadComment>
  /** All comments of the thread that changed since then, oldest first. */
  listComments(thread: number, since: string | undefined): Promise<ThreadComment[]>
  readThread(thread: number): Promise<ThreadFacts>
  /** Names of the files that a pull request changes, at most `maximum`. */
  listChangedFiles(pullRequest: number, maximum: number): Promise<UntrustedText[]>
}

const PAGE_SIZE = 100
const MAXIMUM_PAGES = 100

const text = v.pipe(v.string(), v.transform(untrustedText))
const absentText = v.optional(v.fallback(v.optional(text), undefined))
const commentSchema = v.object({
  id: v.number(),
  html_url: v.fallback(v.string(), ''),
  body: v.fallback(text, untrustedText('')),
  user: v.fallback(v.optional(v.object({ id: v.number() })), undefined),
})
const reactionSchema = v.object({
  content: v.fallback(v.string(), ''),
  user: v.fallback(v.optional(v.object({ id: v.number() })), undefined),
})
const threadSchema = v.object({
  title: absentText,
  html_url: absentText,
  body: absentText,
  pull_request: v.optional(v.unknown()),
})
const permissionSchema = v.object({ permission: v.picklist(['admin', 'write', 'read', 'none']) })
const filesSchema = v.array(v.object({ filename: text }))

/** GitHub as one repository shows it. https://docs.github.com/rest/issues/comments */
export function createGitHub(request: GitHubRequest, repository: string): GitHub {
  const [owner = '', repo = ''] = repository.split('/')
  const at = { owner, repo }
  const conversation: WorkflowPermission = 'issues: write'

  return {
    async permissionOf(login) {
      const { permission } = await read(
        permissionSchema,
        {
          operation: `read the permission of ${login} on ${repository}`,
          permission: 'metadata: read',
          isRepeatable: true,
        },
        'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        { username: login },
      )
      return permission
    },

    async react({ kind, id }, content) {
      const isReview = kind === 'review comment'
      const { status } = await request(
        {
          operation: `react with ${content} to comment ${id} of ${repository}`,
          permission: isReview ? 'pull-requests: write' : conversation,
          // A second time changes nothing: GitHub answers 200 instead of 201.
          isRepeatable: true,
        },
        `POST /repos/{owner}/{repo}/${isReview ? 'pulls' : 'issues'}/comments/{comment_id}/reactions`,
        { ...at, comment_id: id, content },
      )
      return status === 201 ? 'first' : 'again'
    },

    async listReactions({ kind, id }) {
      const isReview = kind === 'review comment'
      const reactions = await read(
        v.array(reactionSchema),
        {
          operation: `list the reactions to comment ${id} of ${repository}`,
          permission: isReview ? 'pull-requests: read' : 'issues: read',
          isRepeatable: true,
        },
        `GET /repos/{owner}/{repo}/${isReview ? 'pulls' : 'issues'}/comments/{comment_id}/reactions`,
        { comment_id: id, per_page: PAGE_SIZE },
      )
      return reactions.map(({ user, content }) => ({ account: user?.id, content }))
    },

    async createComment(thread, body) {
      const comment = await read(
        commentSchema,
        {
          operation: `comment on #${thread} of ${repository}`,
          permission: conversation,
          isRepeatable: false,
        },
        'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { issue_number: thread, body },
      )
      return toComment(comment)
    },

    async updateComment(id, body) {
      const comment = await read(
        commentSchema,
        { operation: `edit comment ${id} of ${repository}`, permission: conversation, isRepeatable: true },
        'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
        { comment_id: id, body },
      )
      return toComment(comment)
    },

    async deleteComment(id) {
      await request(
        { operation: `delete comment ${id} of ${repository}`, permission: conversation, isRepeatable: true },
        'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
        { ...at, comment_id: id },
      )
    },

    async readComment(id) {
      const comment = await read(
        commentSchema,
        { operation: `read comment ${id} of ${repository}`, permission: 'issues: read', isRepeatable: true },
        'GET /repos/{owner}/{repo}/issues/comments/{comment_id}',
        { comment_id: id },
      )
      return toComment(comment)
    },

    async listComments(thread, since) {
      const comments = await readPages(
        {
          operation: `list the comments of #${thread} of ${repository}`,
          permission: 'issues: read',
          isRepeatable: true,
        },
        'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { issue_number: thread, ...(since !== undefined && { since }) },
        v.array(commentSchema),
        PAGE_SIZE * MAXIMUM_PAGES,
      )
      return comments.map(toComment).sort((a, b) => a.id - b.id)
    },

    async readThread(thread) {
      const { title, html_url, body, pull_request } = await read(
        threadSchema,
        { operation: `read #${thread} of ${repository}`, permission: 'issues: read', isRepeatable: true },
        'GET /repos/{owner}/{repo}/issues/{issue_number}',
        { issue_number: thread },
      )
      return {
        kind: pull_request === undefined || pull_request === null ? 'issue' : 'pull request',
        ...(title !== undefined && { title }),
        ...(html_url !== undefined && { url: html_url }),
        ...(body !== undefined && { body }),
      }
    },

    async listChangedFiles(pullRequest, maximum) {
      const files = await readPages(
        {
          operation: `list the files of #${pullRequest} of ${repository}`,
          permission: 'pull-requests: read',
          isRepeatable: true,
        },
        'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        { pull_number: pullRequest },
        filesSchema,
        maximum,
      )
      return files.slice(0, maximum).map(({ filename }) => filename)
    },
  }

  async function read<Output>(
    schema: v.GenericSchema<unknown, Output>,
    facts: RequestFacts,
    route: string,
    parameters: Record<string, unknown>,
  ): Promise<Output> {
    const { data } = await request(facts, route, { ...at, ...parameters })
    return readAnswer(schema, data, facts)
  }

  /** Reads page after page until there is no next one, or `maximum` items are there. */
  async function readPages<Item>(
    facts: RequestFacts,
    route: string,
    parameters: Record<string, unknown>,
    schema: v.GenericSchema<unknown, Item[]>,
    maximum: number,
  ): Promise<Item[]> {
    const items: Item[] = []
    for (let page = 1; page <= MAXIMUM_PAGES && items.length < maximum; page += 1) {
      const { data, link } = await request(facts, route, { ...at, ...parameters, per_page: PAGE_SIZE, page })
      const found = readAnswer(schema, data, facts)
      items.push(...found)
      if (found.length === 0 || !(link.includes('rel="next"') || (link === '' && found.length >= PAGE_SIZE)))
        break
    }
    return items
  }
}

/** @throws GitHubError when `data` is not what the documentation promises. */
function readAnswer<Output>(
  schema: v.GenericSchema<unknown, Output>,
  data: unknown,
  { operation }: RequestFacts,
): Output {
  const result = v.safeParse(schema, data)
  if (result.success) return result.output
  throw new GitHubError(operation, {
    answer: 'the answer is not what the GitHub documentation promises',
    hint: 'Is GITHUB_API_URL right, and does a proxy answer in its place?',
    cause: new v.ValiError(result.issues),
  })
}

function toComment({ id, html_url, body, user }: v.InferOutput<typeof commentSchema>): ThreadComment {
  return { id, url: html_url, body, author: user?.id }
}
