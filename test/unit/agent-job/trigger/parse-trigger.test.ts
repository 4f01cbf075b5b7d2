import { expect, test } from 'vitest'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import { isCommentEvent } from '../../../../src/agent-job/trigger/trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }
const comment = { id: 11, body: '/docs x', user, created_at: '2026-01-02T03:04:05Z' }
const url = 'https://github.com/acme/app/issues/3'
const issue = { number: 3, title: 'T', html_url: url, user: { login: 'opener' } }
const onIssue = { action: 'created', issue, comment, sender: user }

function read(name: string, payload: unknown) {
  return parseTrigger({ name, payload })
}

/** The comment of an event of comments. */
function readComment(payload: unknown) {
  return read('issue_comment', payload).comment
}

test('a comment on an issue is read with its thread, author and sender', () => {
  const { created_at: createdAt, user: author, ...facts } = comment
  expect(read('issue_comment', onIssue)).toEqual({
    isClosedWithoutMerge: false,
    eventName: 'issue_comment',
    action: 'created',
    sender: 'writer',
    thread: { kind: 'issue', number: 3, title: 'T', url, author: 'opener' },
    comment: { ...facts, kind: 'issue comment', author, sender: user, createdAt },
  })
})

test('a comment on a pull request is told from one on an issue, and from one on a line', () => {
  const onPull = { ...onIssue, issue: { ...issue, pull_request: { url: 'x' } } }
  expect(read('issue_comment', onPull).thread?.kind).toBe('pull request')
  const onLine = read('pull_request_review_comment', { ...onIssue, issue: undefined, pull_request: { number: 4 } })
  expect(onLine.thread).toEqual({ kind: 'pull request', number: 4 })
  expect(onLine.comment).toMatchObject({ kind: 'review comment', id: 11 })
})

test('other events have no comment, whatever they are called and the payload says', () => {
  const others = ['issues', 'pull_request', 'pull_request_target', 'release', 'push', 'schedule', '']
  for (const name of [...others, 'toString', 'constructor', '__proto__', 'hasOwnProperty']) {
    const trigger = read(name, onIssue)
    expect([name, isCommentEvent(trigger), trigger.comment]).toEqual([name, false, undefined])
  }
})

test('a release is read without its notes, whose source may have hidden text', () => {
  const publishedAt = comment.created_at
  const texts = { name: 'One', tag_name: 'v1', html_url: url, body: 'Notes', published_at: publishedAt }
  const release = { ...texts, id: 5, prerelease: true, author: { login: 'releaser' } }
  const known = { name: 'One', tag: 'v1', url, publishedAt, id: 5, isPrerelease: true, author: 'releaser' }
  expect(read('release', { release }).release).toEqual(known)
  expect(read('release', { release: {} }).release).toEqual({ id: undefined, isPrerelease: false })
})

const [before, after] = ['b', 'a'].map((digit) => digit.repeat(40))
const zeros = '0'.repeat(40)
const commits = [{ id: before, author: { username: 'writer' } }, { id: 'HEAD', author: { name: 'Nobody' } }, null]
const ofBranch = { ref: 'refs/heads/release/1', before, after, commits }
const push = { branch: 'release/1', isDefaultBranch: false, before, after, authors: ['writer', undefined, undefined] }
const none = { branch: undefined, before: undefined, after: undefined, authors: [] }
const repository = { default_branch: 'release/1' }

test.each<[string, object, object]>([
  ['a branch', ofBranch, push],
  ['the default branch', { ...ofBranch, repository }, { ...push, isDefaultBranch: true }],
  ['a new tag', { ref: 'refs/tags/v1', before: zeros, after }, { ...none, after }],
  ['nothing that it understands', { ref: 7, before: '../x', after: zeros, commits: {} }, none],
])('a push of %s has its commits, and the authors of those', (_, payload, expected) => {
  expect(read('push', payload).push).toEqual(expected)
  expect(read('release', payload).push).toBeUndefined()
})

test.each([
  ['pull_request', 'closed', false, true],
  ['pull_request_target', 'closed', false, true],
  ['pull_request', 'closed', true, false],
  ['pull_request', 'closed', undefined, false],
  ['pull_request', 'opened', false, false],
  ['issues', 'closed', false, false],
])('%s %s, merged: %s, is closed without a merge: %s', (name, action, merged, is) => {
  expect(read(name, { action, pull_request: { number: 4, merged } }).isClosedWithoutMerge).toBe(is)
})

test.each<[unknown, true | undefined]>([
  [{ repo: { full_name: 'reader/app' } }, true],
  [{ repo: null }, true],
  [{ repo: { full_name: 'acme/app' } }, undefined],
  [{}, undefined],
])('a pull request with the head %j is from a fork: %s', (head, is) => {
  const event = { repository: { full_name: 'acme/app' }, pull_request: { number: 4, head } }
  expect(read('pull_request', event).isFromFork).toBe(is)
})

test.each([
  ['several lines', { line: 12, start_line: 10, original_line: 7 }, { firstLine: 10, line: 12 }],
  ['one line', { line: 12, start_line: null, side: 'LEFT' }, { line: 12, side: 'LEFT' }],
  ['a line that is outdated', { line: null, start_line: 5, original_line: 7 }, { line: 7 }],
  ['a whole file', { line: null, side: 'both', diff_hunk: '' }, { side: undefined, diffHunk: undefined }],
])('a review comment on %s knows its place', (_, fields, place) => {
  const on = { ...comment, path: 'src/a.ts', side: 'RIGHT', diff_hunk: '@@', ...fields }
  const placeOf = (name: string, path: unknown) =>
    read(name, { pull_request: { number: 4 }, comment: { ...on, path } }).comment?.place
  const whole = { path: 'src/a.ts', side: 'RIGHT', diffHunk: '@@', ...place }
  expect(placeOf('pull_request_review_comment', on.path)).toEqual(whole)
  expect(placeOf('pull_request_review_comment', null)).toBeUndefined()
  expect(placeOf('issue_comment', on.path)).toBeUndefined()
})

test.each<[string, unknown[]]>([
  ['payload', [undefined, null, 7, 'text', [], [onIssue], {}]],
  ['comment', [{ comment: null }, { comment: [] }]],
  ['id', ['11', 1.5, -1, 2 ** 60].map((id) => ({ comment: { ...comment, id } }))],
  ['text', [null, ['/docs x']].map((body) => ({ comment: { ...comment, body } }))],
])('an event with an invalid %s has no comment', (_, payloads) => {
  for (const payload of payloads) expect(readComment(payload), JSON.stringify(payload)).toBeUndefined()
})

test.each([
  ['login', [7, 'a\n::error::b', '../x', '']],
  ['id', ['7', Number.NaN]],
  ['type', [undefined, 'User\n']],
])('an account with an invalid %s has the other fields', (field, values) => {
  for (const value of values) {
    const account = { ...user, [field]: value }
    const known = { ...user, [field]: undefined }
    const event = { comment: { ...comment, user: account }, sender: account }
    expect(readComment(event)).toMatchObject({ author: known, sender: known })
  }
})

test('a comment without a time of the documented form has none', () => {
  for (const created_at of ['2026-01-02 03:04:05', 'yesterday', `${comment.created_at}&per_page=1`, 7, null])
    expect(readComment({ comment: { ...comment, created_at } })).not.toHaveProperty('createdAt')
})

test('a thread without a number is left out', () => {
  for (const number of [0, -1, 1.5, '3', null, 2 ** 60])
    expect(read('issues', { issue: { ...issue, number } }).thread, String(number)).toBeUndefined()
})
