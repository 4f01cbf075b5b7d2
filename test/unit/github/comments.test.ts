import { describe, expect, test } from 'vitest'
import { GitHubError } from '../../../src/github/errors.ts'
import { connect, connectIn, NEXT } from './fake-answers.ts'

const comment = (id: number) => ({
  id,
  html_url: `https://github.com/c/${id}`,
  body: `Body ${id}`,
  user: { id: 9 },
})
const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => comment(from + index))

describe('pages of comments', () => {
  test('a single page of comments takes one request', async () => {
    const { github, asked } = connect({ data: page(1, 2) })
    expect((await github.listComments(3, '2026-01-02T03:04:05Z')).map(({ id }) => id)).toEqual([1, 2])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.parameters).toMatchObject({
      owner: 'acme',
      repo: 'app',
      issue_number: 3,
      since: '2026-01-02T03:04:05Z',
      per_page: 100,
      page: 1,
    })
  })

  test('pages of comments are read as long as there is a next one', async () => {
    const { github, asked } = connect(
      { data: page(1, 100), link: NEXT },
      { data: page(101, 100), link: NEXT },
      { data: page(201, 3), link: '<https://api.github.com/x?page=2>; rel="prev"' },
    )
    const comments = await github.listComments(3, undefined)
    expect(comments).toHaveLength(203)
    expect(asked.map(({ parameters }) => parameters['page'])).toEqual([1, 2, 3])
    expect(asked.every(({ parameters }) => !('since' in parameters))).toBe(true)
  })

  test('where GitHub sends no links, a full page of comments may have a next one', async () => {
    const { github, asked } = connect({ data: page(1, 100) }, { data: page(101, 100) }, { data: [] })
    expect(await github.listComments(3, undefined)).toHaveLength(200)
    expect(asked).toHaveLength(3)
  })

  test('a short page of comments that has a next one is not the last', async () => {
    const { github } = connect({ data: page(1, 50), link: NEXT }, { data: page(51, 1) })
    expect(await github.listComments(3, undefined)).toHaveLength(51)
  })

  test('an empty page of comments ends the reading, whatever the link says', async () => {
    const { github, asked } = connect({ data: page(1, 100), link: NEXT }, { data: [], link: NEXT })
    expect(await github.listComments(3, undefined)).toHaveLength(100)
    expect(asked).toHaveLength(2)
  })

  test('a list of comments that never ends is read up to a limit', async () => {
    const { github, asked } = connect({ data: page(1, 100), link: NEXT })
    await github.listComments(3, undefined)
    expect(asked.length).toBeLessThanOrEqual(100)
  })

  test('comments are sorted, oldest first', async () => {
    const { github } = connect({ data: [comment(7), comment(2), comment(5)] })
    expect((await github.listComments(3, undefined)).map(({ id }) => id)).toEqual([2, 5, 7])
  })

  test('a page of comments that fails is an error, not the end of the list', async () => {
    const error = new GitHubError('list', { status: 502, answer: 'no', hint: '' })
    const { github } = connect({ data: page(1, 100), link: NEXT }, error)
    await expect(github.listComments(3, undefined)).rejects.toBe(error)
  })
})

describe('answers that are not what they should be', () => {
  test.each([null, 'text', [], {}, { id: '5' }, { id: null }, 7])(
    'an answer that is not a comment is an error: %j',
    async (data) => {
      for (const call of ['createComment', 'updateComment'] as const) {
        const failing = connect({ data }).github[call](1, 'x')
        await expect(failing).rejects.toBeInstanceOf(GitHubError)
      }
    },
  )

  test.each([null, 'text', {}, { 0: comment(1) }, [null], [{}], [comment(1), 'x']])(
    'an answer that is not a list of comments is an error: %j',
    async (data) => {
      await expect(connect({ data }).github.listComments(1, undefined)).rejects.toBeInstanceOf(GitHubError)
    },
  )

  test('a comment that has an ID and odd fields besides counts as a comment', async () => {
    const { github } = connect({ data: { id: 5, html_url: null, body: null, user: null } })
    expect(await github.createComment(1, 'x')).toMatchObject({ id: 5, url: '', body: '' })
  })
})

test.each([
  [201, 'first', { user: { id: 9, login: 'me' } }, 9],
  [200, 'again', { user: { id: 9, login: 'me' } }, 9],
  [201, 'first', { user: null }, undefined],
  [201, 'first', undefined, undefined],
])('a reaction answered with %d is "%s", by the account in %j', async (status, result, data, account) => {
  for (const kind of ['issue comment', 'review comment'] as const) {
    const { github, asked } = connect({ status, data })
    expect(await github.react({ kind, id: 11 }, 'eyes')).toEqual({ result, account })
    expect(asked[0]?.route).toContain(kind === 'issue comment' ? '/issues/comments/' : '/pulls/comments/')
    expect(asked[0]?.parameters).toMatchObject({ comment_id: 11, content: 'eyes' })
  }
})

test('of all that is written to a thread, only a new comment is not safe to repeat', async () => {
  const { github, asked } = connect({ data: comment(5) })
  await github.createComment(1, 'x')
  await github.updateComment(5, 'x')
  await github.deleteComment(5)
  await github.react({ kind: 'issue comment', id: 5 }, 'rocket')
  expect(asked.map(({ isRepeatable }) => isRepeatable)).toEqual([false, true, true, true])
})

test.each([
  ['issue', 'issues'],
  ['pull request', 'pull-requests'],
] as const)('on an %s, conversation and reactions need `%s`', async (kind, scope) => {
  const writes = connectIn(kind, { data: comment(5) })
  await writes.github.createComment(1, 'x')
  await writes.github.updateComment(5, 'x')
  await writes.github.deleteComment(5)
  await writes.github.react({ kind: 'issue comment', id: 5 }, 'rocket')
  expect(writes.asked.flatMap(({ permissions }) => permissions)).toEqual(Array(4).fill(`${scope}: write`))
  const reads = connectIn(kind, { data: [] })
  // Only ever read to write there, and one missing line is named, not two in turn.
  await reads.github.listComments(1, undefined)
  await reads.github.listReactions({ kind: 'issue comment', id: 5 })
  expect(reads.asked.flatMap(({ permissions }) => permissions)).toEqual([`${scope}: write`, `${scope}: read`])
})

test('where the kind of thread is not known, both permissions are named', async () => {
  const { github, asked } = connect({ data: comment(5) })
  await github.createComment(1, 'x')
  expect(asked[0]?.permissions).toEqual(['issues: write', 'pull-requests: write'])
})

test('a review comment is always in a pull request', async () => {
  const { github, asked } = connect({ data: [] })
  await github.react({ kind: 'review comment', id: 5 }, 'rocket')
  await github.listReactions({ kind: 'review comment', id: 5 })
  expect(asked.flatMap(({ permissions }) => permissions)).toEqual([
    'pull-requests: write',
    'pull-requests: read',
  ])
})
