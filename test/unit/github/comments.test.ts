import { expect, test } from 'vitest'
import type { CommentPlace } from '../../../src/github/reactions.ts'
import { failure } from '../our-comments/fake-thread.ts'
import { type Answer, connect, connectIn, NEXT } from './fake-answers.ts'

const ISSUE_COMMENT: CommentPlace = { kind: 'issue comment', id: 11 }
const REVIEW_COMMENT: CommentPlace = { kind: 'review comment', id: 11 }

/** A page of comments, numbered from `first`. */
function page(from: number, count: number, link = ''): Answer {
  return { data: numbers(count, from).map((id) => ({ id })), link }
}

function numbers(count: number, from = 1): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

const PREVIOUS = '<https://api.github.com/x?page=2>; rel="prev"'

test.each<[string, Answer[], number, number]>([
  ['a single page', [page(1, 2)], 2, 1],
  ['all next ones', [page(1, 100, NEXT), page(101, 100, NEXT), page(201, 3, PREVIOUS)], 203, 3],
  ['full pages without links', [page(1, 100), page(101, 100), page(0, 0)], 200, 3],
  ['a short page with a next one', [page(1, 50, NEXT), page(51, 1)], 51, 2],
  ['an empty page with a next one', [page(1, 100, NEXT), page(0, 0, NEXT)], 100, 2],
  ['a page that comes again and again', [page(1, 100, NEXT)], 100, 2],
])('all comments are fetched, without duplicates: %s', async (_name, answers, count, requests) => {
  const { github, asked } = connect(...answers)
  const comments = await github.fetchComments(3, undefined)
  expect(comments.map(({ id }) => id)).toEqual(numbers(count))
  expect(asked.map(({ parameters }) => parameters['page'])).toEqual(numbers(requests))
})

test.each([
  [201, 'first', { id: 7, content: 'eyes', user: { id: 9, login: 'me' } }, 9],
  [200, 'again', { content: 'eyes', user: { id: 9, login: 'me' } }, 9],
  [201, 'first', { content: 'eyes' }, undefined],
])('a reaction answered with %d is "%s", by the account in %j', async (status, result, data, account) => {
  for (const place of [ISSUE_COMMENT, REVIEW_COMMENT]) {
    const { github, asked } = connect({ status, data })
    expect(await github.react(place, 'eyes')).toEqual({ result, account, id: 'id' in data ? data.id : undefined })
    expect(asked[0]?.route).toContain(place === ISSUE_COMMENT ? '/issues/comments/' : '/pulls/comments/')
    expect(asked[0]?.parameters).toMatchObject({ comment_id: 11, content: 'eyes' })
  }
})

test('a reaction is deleted by its ID, and a comment exists, unless GitHub answers that it is gone', async () => {
  const { github, asked } = connect({ status: 204, data: '' }, { data: { id: 11 } }, failure(404), failure(410))
  const found = [await github.removeReaction(ISSUE_COMMENT, 7), await github.hasComment(REVIEW_COMMENT)]
  found.push(await github.removeReaction(REVIEW_COMMENT, 7), await github.hasComment(ISSUE_COMMENT))
  expect(found).toEqual([true, true, false, false])
  expect(asked.map(({ route }) => route.split('/{repo}/')[1])).toEqual([
    'issues/comments/{comment_id}/reactions/{reaction_id}',
    'pulls/comments/{comment_id}',
    'pulls/comments/{comment_id}/reactions/{reaction_id}',
    'issues/comments/{comment_id}',
  ])
  for (const error of [failure(403), failure(502), new Error('404')])
    await expect(connect(error).github.hasComment(ISSUE_COMMENT)).rejects.toBe(error)
})

test.each([
  ['issue', ['issues']],
  ['pull request', ['pull-requests']],
  // Without a known kind, both permissions are named.
  [undefined, ['issues', 'pull-requests']],
] as const)("in an %s, %j is enough, and only a new comment isn't repeatable", async (kind, scopes) => {
  const comment = { data: { id: 5, content: 'rocket' } }
  const answers = [comment, comment, { status: 204, data: '' }, comment, { data: [] }, comment]
  const { github, asked } = connectIn(kind, (_, index) => answers[index])
  await github.createComment(1, 'x')
  await github.updateComment(5, 'x')
  await github.deleteComment(5)
  await github.react(ISSUE_COMMENT, 'rocket')
  // Comments are read in order to write one, so only the line for writing is named.
  await github.fetchComments(1, undefined)
  await github.hasComment(ISSUE_COMMENT)
  const levels = [...Array(5).fill('write'), 'read']
  const expected = levels.map((level) => scopes.map((scope) => `${scope}: ${level}`))
  expect(asked.map(({ permissions }) => permissions)).toEqual(expected)
  expect(asked.filter(({ isRepeatable }) => !isRepeatable)).toEqual([asked[0]])
})
