import { GitHubError } from '../../../src/github/errors.ts'
import type { GitHub } from '../../../src/github/github.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

interface Comment {
  id: number
  body: string
  author: number
}

/** The account that the action posts with. */
export const OWN = 5

/** An issue or pull request with its comments in memory, numbered from 1. */
export function createThread() {
  const comments: Comment[] = []
  let lastId = 0
  const add = (body: string, author: number): Comment => {
    lastId += 1
    const comment = { id: lastId, body, author }
    comments.push(comment)
    return comment
  }
  const find = (id: number): Comment => {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
  const show = ({ id, body, author }: Comment) => {
    const time = `2026-11-24T12:00:${String(id).padStart(2, '0')}Z`
    const times = { createdAt: time, updatedAt: time }
    return { id, url: `https://github.example/${id}`, body: untrustedText(body), author, ...times }
  }
  const github = {
    hasComment: async ({ id }: { id: number }) => comments.some((each) => each.id === id),
    createComment: async (_thread: number, body: string) => show(add(body, OWN)),
    async updateComment(id: number, body: string) {
      const comment = find(id)
      comment.body = body
      return show(comment)
    },
    async deleteComment(id: number) {
      comments.splice(comments.indexOf(find(id)), 1)
    },
    fetchComments: async () => comments.map(show),
    fetchViewer: async () => ({ id: OWN, login: 'docs[bot]' }),
  } satisfies Partial<GitHub>
  return { comments, add, github }
}

/** An answer of GitHub; no answer without a status. */
export function failure(status?: number): GitHubError {
  return new GitHubError('comment', { status, answer: 'failed', hint: '' })
}
