import * as v from 'valibot'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { GitHubRequest } from './octokit.ts'
import { type Permissions, permissionsFor, type ThreadKind } from './permissions.ts'
import { absentAccount, createReader, PAGE_SIZE, text } from './reader.ts'

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
}

/** Comments and reactions. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface Comments {
  /** `first` when this account had not reacted so yet (201), `again` when it had (200); and which account it is. */
  react(
    comment: CommentPlace,
    content: Reaction,
  ): Promise<{ result: 'first' | 'again'; account: number | undefined }>
  /** Who reacted how to a comment: the first hundred reactions. */
  listReactions(comment: CommentPlace): Promise<{ account: number | undefined; content: string }[]>
  /** Not repeated when the answer is lost: the caller looks for the comment first. */
  createComment(thread: number, body: string): Promise<ThreadComment>
  updateComment(id: number, body: string): Promise<ThreadComment>
  deleteComment(id: number): Promise<void>
  /** All comments of the thread that changed since then, oldest first. */
  listComments(thread: number, since: string | undefined): Promise<ThreadComment[]>
}

const commentSchema = v.object({
  id: v.number(),
  html_url: v.fallback(v.string(), ''),
  body: v.fallback(text, untrustedText('')),
  user: absentAccount,
})
const reactionSchema = v.object({ content: v.fallback(v.string(), ''), user: absentAccount })
const ownReactionSchema = v.fallback(v.object({ user: absentAccount }), { user: undefined })

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
        },
        `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
        { ...at, comment_id: comment.id, content },
      )
      const account = v.parse(ownReactionSchema, data).user?.id
      return { result: status === 201 ? 'first' : 'again', account }
    },

    async listReactions(comment) {
      const reactions = await read({
        schema: v.array(reactionSchema),
        facts: {
          operation: `list the reactions to comment ${comment.id} of ${repository}`,
          permissions: forPlace(comment, toRead, ['pull-requests: read']),
          isRepeatable: true,
        },
        route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
        parameters: { comment_id: comment.id, per_page: PAGE_SIZE },
      })
      return reactions.map(({ user, content }) => ({ account: user?.id, content }))
    },

    async createComment(thread, body) {
      const comment = await read({
        schema: commentSchema,
        facts: {
          operation: `comment on #${thread} of ${repository}`,
          permissions: toWrite,
          isRepeatable: false,
        },
        route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, body },
      })
      return toComment(comment)
    },

    async updateComment(id, body) {
      const comment = await read({
        schema: commentSchema,
        facts: { operation: `edit comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
        route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
        parameters: { comment_id: id, body },
      })
      return toComment(comment)
    },

    async deleteComment(id) {
      await request(
        { operation: `delete comment ${id} of ${repository}`, permissions: toWrite, isRepeatable: true },
        'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
        { ...at, comment_id: id },
      )
    },

    async listComments(thread, since) {
      const comments = await readPages({
        schema: v.array(commentSchema),
        facts: {
          operation: `list the comments of #${thread} of ${repository}`,
          permissions: toRead,
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, ...(since !== undefined && { since }) },
      })
      return comments.map(toComment).sort((a, b) => a.id - b.id)
    },
  }
}

function folderOf({ kind }: CommentPlace): 'issues' | 'pulls' {
  return kind === 'review comment' ? 'pulls' : 'issues'
}

function forPlace({ kind }: CommentPlace, inConversation: Permissions, inReview: Permissions): Permissions {
  return kind === 'review comment' ? inReview : inConversation
}

function toComment({ id, html_url, body, user }: v.InferOutput<typeof commentSchema>): ThreadComment {
  return { id, url: html_url, body, author: user?.id }
}
