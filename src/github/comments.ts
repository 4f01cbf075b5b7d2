import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { GitHubError } from './errors.ts'
import type { GitHubRequest } from './octokit.ts'
import { type Permissions, permissionsFor, type ThreadKind } from './permissions.ts'
import { createReader, readAccount, readForeignText } from './reader.ts'

/** The reactions that this action uses. */
export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1'

/** A comment in the conversation of an issue or pull request, or on a line of a pull request. */
export interface CommentPlace {
  kind: 'issue comment' | 'review comment'
  id: number
}

/** A comment in the conversation of an issue or pull request. */
export interface ThreadComment {
  id: number
  url: string
  body: UntrustedText
  /** Id of the account that wrote it; undefined when GitHub did not say. */
  author: number | undefined
  /** When it was last edited, in ISO 8601; undefined when GitHub did not say. */
  updatedAt?: string | undefined
}

/** Comments and reactions. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface Comments {
  /** `first` when this account had not reacted so yet (201), `again` when it had (200); and which account it is. */
  react(
    comment: CommentPlace,
    content: Reaction,
  ): Promise<{ result: 'first' | 'again'; account: number | undefined }>
  /** Whether there is such a comment: GitHub answers 404 for one that was deleted. */
  hasComment(comment: CommentPlace): Promise<boolean>
  /** Who reacted how to a comment. */
  listReactions(comment: CommentPlace): Promise<{ account: number | undefined; content: string }[]>
  /** Not repeated when the answer is lost: the caller looks for the comment first. */
  createComment(thread: number, body: string): Promise<ThreadComment>
  updateComment(id: number, body: string): Promise<ThreadComment>
  deleteComment(id: number): Promise<void>
  /** All comments of the thread that changed since then, oldest first, each once. */
  listComments(thread: number, since: string | undefined): Promise<ThreadComment[]>
}

/**
 * Comments and reactions of one repository. https://docs.github.com/rest/issues/comments
 * @param threadKind of the thread that the comments are in, since the permission depends on it; undefined when it
 * isn't known
 */
export function createComments(
  request: GitHubRequest,
  repository: string,
  threadKind: ThreadKind | undefined,
): Comments {
  const [owner = '', repo = ''] = repository.split('/')
  const at = { owner, repo }
  const { read, readPages } = createReader(request, at)
  const toRead = permissionsFor(threadKind, 'read')
  const toWrite = permissionsFor(threadKind, 'write')

  return {
    async react(comment, content) {
      const { status, data } = await request(
        {
          operation: `react with ${content} to comment ${comment.id} of ${repository}`,
          permissions: forPlace(comment, toWrite, ['pull-requests: write']),
          // A second time changes nothing: GitHub answers 200 instead of 201.
          isRepeatable: true,
          isReaction: true,
        },
        `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
        { ...at, comment_id: comment.id, content },
      )
      const account = readAccount(readFields(data)['user']).id
      return { result: status === 201 ? 'first' : 'again', account }
    },

    async hasComment(comment) {
      const facts = {
        operation: `read comment ${comment.id} of ${repository}`,
        permissions: forPlace(comment, toRead, ['pull-requests: read']),
        isRepeatable: true,
      }
      const route = `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`
      try {
        await request(facts, route, { ...at, comment_id: comment.id })
        return true
      } catch (error) {
        if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return false
        throw error
      }
    },

    async listReactions(comment) {
      return await readPages({
        parse: (data) => readList(data, parseReaction),
        facts: {
          operation: `list the reactions to comment ${comment.id} of ${repository}`,
          permissions: forPlace(comment, toRead, ['pull-requests: read']),
          isRepeatable: true,
        },
        route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
        parameters: { comment_id: comment.id },
      })
    },

    async createComment(thread, body) {
      return await read({
        parse: parseComment,
        facts: {
          operation: `comment on #${thread} of ${repository}`,
          permissions: toWrite,
          isRepeatable: false,
        },
        route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, body },
      })
    },

    async updateComment(id, body) {
      return await read({
        parse: parseComment,
        facts: { operation: `edit comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
        route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
        parameters: { comment_id: id, body },
      })
    },

    async deleteComment(id) {
      await request(
        { operation: `delete comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
        'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
        { ...at, comment_id: id },
      )
    },

    async listComments(thread, since) {
      const query = {
        parse: (data: unknown) => readList(data, parseComment),
        facts: {
          operation: `list the comments of #${thread} of ${repository}`,
          // Whoever lists the comments writes one afterwards: the line for reading alone would be the first of two.
          permissions: toWrite,
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, ...(since !== undefined && { since }) },
      }
      const comments = await readPages(query, undefined, ({ id }) => id)
      return comments.sort((a, b) => a.id - b.id)
    },
  }
}

function folderOf({ kind }: CommentPlace): 'issues' | 'pulls' {
  return kind === 'review comment' ? 'pulls' : 'issues'
}

function forPlace({ kind }: CommentPlace, inConversation: Permissions, inReview: Permissions): Permissions {
  return kind === 'review comment' ? inReview : inConversation
}

function parseComment(value: unknown): ThreadComment | undefined {
  const fields = readFields(value)
  const id = readNumber(fields['id'])
  if (id === undefined) return undefined
  return {
    id,
    url: readText(fields['html_url']) ?? '',
    body: readForeignText(fields['body']) ?? untrustedText(''),
    author: readAccount(fields['user']).id,
    updatedAt: readText(fields['updated_at']),
  }
}

function parseReaction(value: unknown): { account: number | undefined; content: string } {
  const { user, content } = readFields(value)
  return { account: readAccount(user).id, content: readText(content) ?? '' }
}
