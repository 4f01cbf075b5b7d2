import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { parseAccount } from './account.ts'
import { permissionsFor } from './permissions.ts'
import { parseForeignText, type Requests } from './requests.ts'

/** A comment in the conversation of an issue or pull request. */
export interface ThreadComment {
  id: number
  url: string
  body: UntrustedText
  /** ID of the account that wrote it. */
  author: number | undefined
  /** ISO 8601, by GitHub's clock. */
  createdAt?: string | undefined
}

/** Comments in conversations. https://docs.github.com/rest/issues/comments */
export function createComments({ threadKind, fetch, fetchAll }: Requests) {
  const permissions = permissionsFor(threadKind, 'write')

  return {
    /** Isn't repeated when the answer is lost: the caller looks for the comment first. */
    createComment: (thread: number, body: string): Promise<ThreadComment> =>
      fetch({
        operation: `comment on #${thread}`,
        permissions,
        isRepeatable: false,
        route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, body },
        parse: parseComment,
      }),

    updateComment: (id: number, body: string): Promise<ThreadComment> =>
      fetch({
        operation: `edit comment ${id}`,
        permissions,
        route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
        parameters: { comment_id: id, body },
        parse: parseComment,
      }),

    deleteComment: (id: number): Promise<unknown> =>
      fetch({
        operation: `delete comment ${id}`,
        permissions,
        route: 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}',
        parameters: { comment_id: id },
        parse: parseNothing,
      }),

    /** All comments of a thread that changed since a time (ISO 8601), oldest first. */
    async fetchComments(thread: number, since?: string): Promise<ThreadComment[]> {
      const query = {
        operation: `list the comments of #${thread}`,
        // The action writes a comment next, so the error names `write`: one fix instead of two.
        permissions,
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, ...(since !== undefined && { since }) },
        parse: (data: unknown) => readList(data, parseComment),
      }
      return (await fetchAll(query, ({ id }) => id)).sort((a, b) => a.id - b.id)
    },
  }
}

/** Status 204 has no body. */
export function parseNothing(data: unknown): true | undefined {
  return data === '' ? true : undefined
}

/** Parses any comment, also on a line of a pull request. */
export function parseComment(value: unknown): ThreadComment | undefined {
  const fields = readFields(value)
  const id = readNumber(fields['id'])
  if (id === undefined) return undefined
  return {
    id,
    url: readText(fields['html_url']) ?? '',
    body: parseForeignText(fields['body']) ?? untrustedText(''),
    author: parseAccount(fields['user']).id,
    createdAt: readText(fields['created_at']),
  }
}
