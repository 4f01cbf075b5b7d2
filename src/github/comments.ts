import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { untrustedText } from '../untrusted/text.ts'
import { parseAccount } from './account.ts'
import { GitHubError } from './errors.ts'
import { permissionsFor } from './permissions.ts'
import { fetchPages, PAGE_SIZE, parseForeignText, type Requests } from './requests.ts'

/** A comment in the conversation of an issue or pull request. */
export type ThreadComment = Pick<Parsed, 'id' | 'url' | 'body' | 'author'> & Partial<Parsed>

type Parsed = NonNullable<ReturnType<typeof parseComment>>

/** A comment, and the number of its issue or pull request. */
export type RepositoryComment = ThreadComment & { thread: number }

/** Comments in conversations. https://docs.github.com/rest/issues/comments */
export function createComments({ threadKind, send, fetch, fetchAll }: Requests) {
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
        // The action then writes a comment. Asking for `read` first would make two fixes of one.
        permissions,
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
        parameters: { issue_number: thread, ...(since !== undefined && { since }) },
        parse: (data: unknown) => readList(data, parseComment),
      }
      return (await fetchAll(query, ({ id }) => id)).sort((a, b) => a.id - b.id)
    },

    /**
     * Comments in all conversations that changed since a time (ISO 8601), newest first.
     * @returns at most `maximum` of them; those before a failure that may pass, such as a rate limit
     */
    async fetchRepositoryComments(since: string, maximum: number) {
      const query = {
        operation: 'list the comments',
        permissions: permissionsFor('issue', 'read'),
        route: 'GET /repos/{owner}/{repo}/issues/comments',
        parameters: { since, sort: 'created', direction: 'desc' },
        parse: (data: unknown) => readList(data, parseRepositoryComment),
      }
      const comments: RepositoryComment[] = []
      try {
        for await (const page of fetchPages(send, query, ({ id }) => id, maximum / PAGE_SIZE)) comments.push(...page)
      } catch (error) {
        if (!(error instanceof GitHubError && error.isTransient) || comments.length === 0) throw error
        return { comments, isWhole: false }
      }
      return { comments, isWhole: comments.length < maximum }
    },
  }
}

/** Status 204 has no body. */
export function parseNothing(data: unknown): true | undefined {
  return data === '' ? true : undefined
}

/** Parses any comment, also on a line of a pull request. */
export function parseComment(value: unknown) {
  const fields = readFields(value)
  const id = readNumber(fields['id'])
  if (id === undefined) return undefined
  return {
    id,
    url: readText(fields['html_url']) ?? '',
    body: parseForeignText(fields['body']) ?? untrustedText(''),
    /** ID of the account that wrote it. */
    author: parseAccount(fields['user']).id,
    /** ISO 8601, by GitHub's clock. */
    createdAt: readText(fields['created_at']),
    /** When it was last edited, as `createdAt`. */
    updatedAt: readText(fields['updated_at']),
  }
}

function parseRepositoryComment(value: unknown): RepositoryComment | undefined {
  const comment = parseComment(value)
  const [, thread] = /\/(\d{1,10})$/u.exec(readText(readFields(value)['issue_url']) ?? '') ?? []
  return comment && thread !== undefined ? { ...comment, thread: Number(thread) } : undefined
}
