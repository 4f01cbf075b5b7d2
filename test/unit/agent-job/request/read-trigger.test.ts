import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { isCommentEvent } from '../../../../src/agent-job/request/trigger.ts'

const user = { login: 'writer', id: 7, type: 'User' }
const comment = {
  id: 11,
  body: '/docs x',
  user,
  created_at: '2026-01-02T03:04:05Z',
  author_association: 'OWNER',
}
const issue = {
  number: 3,
  title: 'T',
  html_url: 'https://github.com/acme/app/issues/3',
  user: { login: 'opener' },
}

function read(name: string, payload: unknown) {
  return readTrigger({ name, payload })
}

test('a comment on an issue is read with its thread, author and sender', () => {
  expect(read('issue_comment', { action: 'created', issue, comment, sender: user })).toEqual({
    isPublic: false,
    isClosedWithoutMerge: false,
    eventName: 'issue_comment',
    action: 'created',
    sender: 'writer',
    thread: { kind: 'issue', number: 3, title: 'T', url: issue.html_url, author: 'opener' },
    comment: {
      kind: 'issue comment',
      id: 11,
      body: '/docs x',
      author: user,
      sender: user,
      createdAt: comment.created_at,
    },
  })
})

test('a comment on a pull request is told from one on an issue', () => {
  const payload = {
    action: 'created',
    issue: { ...issue, pull_request: { url: 'x' } },
    comment,
    sender: user,
  }
  expect(read('issue_comment', payload).thread?.kind).toBe('pull request')
})

test('a comment on a line of a pull request is read as a review comment', () => {
  const payload = { action: 'created', pull_request: { ...issue, number: 4 }, comment, sender: user }
  expect(read('pull_request_review_comment', payload)).toMatchObject({
    thread: { kind: 'pull request', number: 4 },
    comment: { kind: 'review comment', id: 11 },
  })
})

test('issues, pull requests and releases have no comment, whatever the payload says', () => {
  expect(read('issues', { action: 'opened', issue, comment, sender: user })).toMatchObject({
    thread: { kind: 'issue', number: 3 },
  })
  for (const name of ['issues', 'pull_request', 'pull_request_target', 'release', 'push', 'schedule', ''])
    expect(read(name, { issue, comment, sender: user }).comment).toBeUndefined()
  const release = {
    id: 5,
    prerelease: true,
    published_at: '2026-01-02T03:04:05Z',
    author: { login: 'releaser' },
    name: 'One',
    tag_name: 'v1',
    html_url: 'https://github.com/x',
    body: 'Notes',
  }
  expect(read('release', { action: 'published', release })).toEqual({
    isPublic: false,
    isClosedWithoutMerge: false,
    eventName: 'release',
    action: 'published',
    release: {
      id: 5,
      isPrerelease: true,
      publishedAt: '2026-01-02T03:04:05Z',
      author: 'releaser',
      name: 'One',
      tag: 'v1',
      url: 'https://github.com/x',
      notes: 'Notes',
    },
  })
})

test.each([
  ['several lines', { line: 12, start_line: 10, original_line: 7 }, { firstLine: 10, line: 12 }],
  ['one line', { line: 12, start_line: null, side: 'LEFT' }, { line: 12, side: 'LEFT' }],
  ['a line that is outdated', { line: null, start_line: 5, original_line: 7 }, { line: 7 }],
  ['a whole file', { line: null, side: 'both', diff_hunk: '' }, {}],
])('a comment on %s knows its place', (_, fields, place) => {
  const on = { ...comment, path: 'src/a.ts', side: 'RIGHT', diff_hunk: '@@', ...fields }
  const payload = { action: 'created', pull_request: { number: 4 }, comment: on, sender: user }
  const rest = { path: 'src/a.ts', side: 'RIGHT', diffHunk: '@@' }
  const expected = 'side' in fields && fields.side === 'both' ? { path: 'src/a.ts' } : { ...rest, ...place }
  expect(read('pull_request_review_comment', payload).comment?.place).toEqual(expected)
  expect(read('issue_comment', payload).comment?.place).toBeUndefined()
  const nowhere = { ...payload, comment: { ...on, path: null } }
  expect(read('pull_request_review_comment', nowhere).comment?.place).toBeUndefined()
})

test.each([
  ['pull_request', 'closed', false, true],
  ['pull_request_target', 'closed', false, true],
  ['pull_request', 'closed', true, false],
  ['pull_request', 'closed', undefined, false],
  ['pull_request', 'opened', false, false],
  ['issues', 'closed', false, false],
])('the event %s, %s, merged %s is a pull request closed without a merge: %s', (name, action, merged, is) => {
  expect(read(name, { action, pull_request: { number: 4, merged } }).isClosedWithoutMerge).toBe(is)
})

test('an event of a push has its branch, and its commits with their authors', () => {
  const [before, after] = ['b', 'a'].map((digit) => digit.repeat(40))
  const commits = [
    { id: before, author: { username: 'writer' }, message: '\nAdd a\n\nBecause.' },
    { id: 'HEAD', author: { name: 'Nobody' }, message: '' },
    null,
  ]
  expect(read('push', { ref: 'refs/heads/release/1', before, after, commits }).push).toEqual({
    branch: 'release/1',
    before,
    after,
    commits: [
      { id: before, author: 'writer', subject: 'Add a' },
      { id: undefined, author: undefined },
      { id: undefined, author: undefined },
    ],
  })
  const zeros = '0'.repeat(40)
  expect(read('push', { ref: 'refs/tags/v1', before: zeros, after }).push).toEqual({
    branch: undefined,
    before: undefined,
    after,
    commits: [],
  })
  expect(read('push', { before, after: zeros }).push?.after).toBeUndefined()
  expect(read('push', { ref: 7, before: '../x', after: 7, commits: {} }).push).toEqual({
    branch: undefined,
    before: undefined,
    after: undefined,
    commits: [],
  })
  expect(read('release', { before, after }).push).toBeUndefined()
})

test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'an event called %s holds no comment',
  (name) => {
    const trigger = read(name, { comment, issue, sender: user })
    expect([isCommentEvent(trigger), trigger.comment]).toEqual([false, undefined])
  },
)

test.each([
  undefined,
  null,
  7,
  'text',
  [],
  [{ comment }],
  {},
  { comment: null },
  { comment: [] },
  { comment: { ...comment, id: '11' } },
  { comment: { ...comment, id: 1.5 } },
  { comment: { ...comment, id: -1 } },
  { comment: { ...comment, id: 2 ** 60 } },
  { comment: { ...comment, body: null } },
  { comment: { ...comment, body: ['/docs x'] } },
])('an odd payload holds no comment: %j', (payload) => {
  expect(read('issue_comment', payload).comment).toBeUndefined()
})

test.each([
  [{ ...user, login: 7 }, { login: '' }],
  [{ ...user, login: 'a\n::error::b' }, { login: '' }],
  [{ ...user, login: '../x' }, { login: '' }],
  [{ ...user, login: '' }, { login: '' }],
  [{ ...user, id: '7' }, { id: undefined }],
  [{ ...user, type: undefined }, { type: '' }],
  [{ ...user, type: 'User\n' }, { type: '' }],
  [null, { login: '', id: undefined, type: '' }],
  ['writer', { login: '', id: undefined, type: '' }],
  [[user], { login: '', id: undefined, type: '' }],
])('an odd account %j is read as %j', (account, expected) => {
  const payload = { action: 'created', issue, comment: { ...comment, user: account }, sender: account }
  const trigger = read('issue_comment', payload)
  expect(trigger.comment?.author).toMatchObject(expected)
  expect(trigger.comment?.sender).toMatchObject(expected)
})

test.each(['2026-01-02 03:04:05', 'yesterday', '2026-01-02T03:04:05Z&per_page=1', 7, null])(
  'the odd time %j is left out',
  (createdAt) => {
    const payload = { issue, comment: { ...comment, created_at: createdAt }, sender: user }
    expect(read('issue_comment', payload).comment?.createdAt).toBeUndefined()
  },
)

test.each([0, -1, 1.5, '3', null, 2 ** 60])('an issue with the number %j is not a thread', (number) => {
  expect(read('issues', { issue: { ...issue, number } }).thread).toBeUndefined()
})

test('whatever the payload is, reading it does not fail', () => {
  const names = fc.constantFrom('issue_comment', 'pull_request_review_comment', 'issues', 'release', 'push')
  const fields = fc.constantFrom(
    'commits',
    'author',
    'action',
    'issue',
    'pull_request',
    'comment',
    'sender',
    'release',
    'user',
    'id',
  )
  const payload = fc.dictionary(fields, fc.oneof(fc.anything(), fc.dictionary(fields, fc.anything())))
  fc.assert(
    fc.property(names, payload, (name, any) => {
      expect(read(name, any).eventName).toBe(name)
    }),
  )
})
