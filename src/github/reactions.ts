import { dropAbsent, readFields, readNumber } from '../untrusted/json.ts'
import { parseAccount } from './account.ts'
import { parseComment, parseNothing } from './comments.ts'
import { GitHubError } from './errors.ts'
import { type Permissions, permissionsFor } from './permissions.ts'
import type { Requests } from './requests.ts'

export type Reaction = 'eyes' | 'rocket' | 'confused' | '-1'

/** A comment in the conversation of an issue or pull request, or on a line of a pull request. */
export interface CommentPlace {
  kind: 'issue comment' | 'review comment'
  id: number
}

/** https://docs.github.com/rest/reactions/reactions */
export function createReactions({ threadKind, send, fetch }: Requests) {
  const folderOf = ({ kind }: CommentPlace) => (kind === 'review comment' ? 'pulls' : 'issues')
  const permissionsOf = ({ kind }: CommentPlace, level: 'read' | 'write'): Permissions =>
    permissionsFor(kind === 'review comment' ? 'pull request' : threadKind, level)

  return {
    /** The result is `first` if the reaction is new (201), and `again` if this account already had it (200). */
    async react(comment: CommentPlace, content: Reaction) {
      const { status, data } = await send({
        operation: `react with ${content} to comment ${comment.id}`,
        permissions: permissionsOf(comment, 'write'),
        isReaction: true,
        route: `POST /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions`,
        parameters: { comment_id: comment.id, content },
        parse(answer) {
          const { id, user, content: given } = readFields(answer)
          return given === content ? dropAbsent({ id: readNumber(id), account: parseAccount(user).id }) : undefined
        },
      })
      return { result: status === 201 ? ('first' as const) : ('again' as const), ...data }
    },

    /** Deletes a reaction, unless it is already deleted. */
    removeReaction: (comment: CommentPlace, id: number): Promise<unknown> =>
      findOut(
        fetch({
          operation: `delete reaction ${id} to comment ${comment.id}`,
          permissions: permissionsOf(comment, 'write'),
          isReaction: true,
          route: `DELETE /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}/reactions/{reaction_id}`,
          parameters: { comment_id: comment.id, reaction_id: id },
          parse: parseNothing,
        }),
      ),

    /** Whether a comment exists: GitHub answers 404 after it was deleted. */
    hasComment: (comment: CommentPlace): Promise<boolean> =>
      findOut(
        fetch({
          operation: `read comment ${comment.id}`,
          permissions: permissionsOf(comment, 'read'),
          route: `GET /repos/{owner}/{repo}/${folderOf(comment)}/comments/{comment_id}`,
          parameters: { comment_id: comment.id },
          parse: parseComment,
        }),
      ),
  }
}

/** @returns false if what a request is for is gone */
async function findOut(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof GitHubError && error.isGone) return false
    throw error
  }
}
