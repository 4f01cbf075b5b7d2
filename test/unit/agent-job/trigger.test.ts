import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readTrigger, readTriggerInputs, reportNothing } from '../../../src/agent-job/trigger.ts'
import { parseList } from '../../../src/text/lists.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trigger-'))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const IGNORED = ['mintlify[bot]', 'Renovate[bot]']

function read(eventName: string, payload: unknown) {
  const path = join(folder, 'event.json')
  writeFileSync(path, typeof payload === 'string' ? payload : JSON.stringify(payload))
  vi.stubEnv('GITHUB_EVENT_NAME', eventName)
  vi.stubEnv('GITHUB_EVENT_PATH', path)
  return readTrigger({ command: '/docs', ignoreAuthors: IGNORED })
}

const ANN = { login: 'ann', id: 7, type: 'User' }
const AGENT = { login: 'Mintlify[bot]', id: 9, type: 'Bot' }
const issue = { number: 5, title: 'A', html_url: 'https://x/5', body: null, user: ANN, labels: [{ name: 'bug' }] }
const pull = { ...issue, merged: true }
const comment = { id: 12, html_url: 'https://x/c', body: '/docs Add it', user: ANN, created_at: '2026-11-16T12:00:00Z' }
const release = { tag_name: 'v1', name: null, html_url: 'https://x/r', body: 'Notes', author: ANN }
const NONE = '0'.repeat(40)
const [BEFORE, AFTER] = ['b'.repeat(40), 'a'.repeat(40)]
const push = { ref: 'refs/heads/main', before: BEFORE, after: AFTER, sender: ANN }

test.each<[string, string, object, isNotice?: boolean]>([
  ['a comment without the command', 'issue_comment', { action: 'created', issue, comment: { ...comment, body: 'Hi' } }],
  ['an empty comment', 'issue_comment', { action: 'created', issue, comment: { ...comment, body: '' } }],
  ['an edited comment', 'issue_comment', { action: 'edited', issue, comment }],
  ['a deleted comment', 'issue_comment', { action: 'deleted', issue, comment }],
  [
    'a review comment without the command',
    'pull_request_review_comment',
    { action: 'created', comment: { body: 'x' } },
  ],
  ['an edited review comment', 'pull_request_review_comment', { action: 'edited', pull_request: pull, comment }],
  ...['created', 'edited', 'released', 'prereleased', 'deleted', 'unpublished'].map(
    (action): [string, string, object] => [`a release that was ${action}`, 'release', { action, release }],
  ),
  [
    'a pull request closed without a merge',
    'pull_request',
    { action: 'closed', pull_request: { ...pull, merged: false } },
  ],
  ['the same from a fork', 'pull_request_target', { action: 'closed', pull_request: { ...pull, merged: false } }],
  ['delete', 'delete', { ref: 'x' }],
  ['merge_group', 'merge_group', { action: 'checks_requested' }],
  ['a push that deletes a branch', 'push', { ...push, after: NONE }],
  ['a push that creates a branch', 'push', { ...push, before: NONE }],
  ['a push that moves a tag', 'push', { ...push, ref: 'refs/tags/v1' }],
  ['a push that deletes a tag', 'push', { ...push, ref: 'refs/tags/v1', after: NONE }],
  ...['deleted', 'transferred', 'locked', 'unlocked', 'unlabeled', 'unassigned'].flatMap(
    (action): [string, string, object][] => [
      [`an issue that was ${action}`, 'issues', { action, issue }],
      [`a pull request that was ${action}`, 'pull_request', { action, pull_request: pull }],
    ],
  ),
  ...['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review'].map(
    (name): [string, string, object, boolean] => [name, name, { action: 'created', comment }, true],
  ),
])('%s asks for nothing', (_name, eventName, payload, isNotice = false) => {
  expect(read(eventName, { sender: ANN, ...payload })).toEqual({
    kind: 'nothing',
    reason: expect.stringMatching(/^[A-Z].*\.$/u),
    isNotice,
  })
})

test.each<[string, string, object, expected: object]>([
  [
    'a command',
    'issue_comment',
    { action: 'created', issue, comment },
    { kind: 'comment', about: { kind: 'issue', body: '', labels: ['bug'] } },
  ],
  [
    'a command on a pull request',
    'issue_comment',
    { action: 'created', issue: { ...issue, pull_request: {} }, comment },
    {
      kind: 'comment',
      about: { kind: 'pull request', number: 5 },
      comment: { id: 12, place: undefined, author: ANN },
      sender: ANN,
    },
  ],
  [
    'a command on lines',
    'pull_request_review_comment',
    {
      action: 'created',
      pull_request: pull,
      comment: { ...comment, path: 'a.ts', start_line: 3, line: null, original_line: 9, diff_hunk: '@@' },
    },
    {
      kind: 'comment',
      comment: { kind: 'review comment', place: { path: 'a.ts', firstLine: 3, line: 9, hunk: '@@' } },
    },
  ],
  [
    'a merged pull request',
    'pull_request',
    { action: 'closed', pull_request: pull },
    { kind: 'conversation', about: { number: 5, author: 'ann' } },
  ],
  ['a labeled issue', 'issues', { action: 'labeled', issue }, { kind: 'conversation', about: { kind: 'issue' } }],
  ['a push', 'push', push, { kind: 'push', branch: 'main', before: BEFORE, after: AFTER }],
  [
    'a push to a branch with slashes',
    'push',
    { ...push, ref: 'refs/heads/release/1.x' },
    { kind: 'push', branch: 'release/1.x' },
  ],
  [
    'a new tag',
    'push',
    { ...push, ref: 'refs/tags/cli@1.1.0', before: NONE },
    { kind: 'tag', tag: 'cli@1.1.0', release: undefined },
  ],
  [
    'a published release',
    'release',
    { action: 'published', release },
    { kind: 'tag', tag: 'v1', release: { name: '', body: 'Notes', author: 'ann' } },
  ],
  ['a dispatch', 'workflow_dispatch', { inputs: {} }, { kind: 'other', sender: ANN, eventName: 'workflow_dispatch' }],
  ['a schedule', 'schedule', { schedule: '0 0 * * 1' }, { kind: 'other' }],
  ['what somebody names in `on:`', 'workflow_run', { action: 'completed' }, { kind: 'other' }],
  ['a deleted account', 'issues', { action: 'opened', issue: { ...issue, user: null } }, { about: { author: '' } }],
])('%s asks for something', (_name, eventName, payload, expected) => {
  expect(read(eventName, { sender: ANN, repository: { default_branch: 'main' }, ...payload })).toMatchObject(expected)
})

test.each<[string, string, object]>([
  ['its own pull request', 'pull_request', { action: 'closed', pull_request: { ...pull, user: AGENT } }],
  ['its own push', 'push', { ...push, sender: AGENT }],
  ['its own issue', 'issues', { action: 'opened', issue, sender: AGENT }],
  ['a release that it wrote', 'release', { action: 'published', release: { ...release, author: AGENT } }],
  [
    'a listed account, whatever the case',
    'pull_request',
    { action: 'opened', pull_request: { ...pull, user: { login: 'RENOVATE[bot]' } } },
  ],
])('no loop: %s asks for nothing', (_name, eventName, payload) => {
  expect(read(eventName, { sender: ANN, ...payload })).toMatchObject({
    kind: 'nothing',
    reason: expect.stringContaining('ignore-authors'),
    isNotice: false,
  })
})

test('a command on a pull request of a listed account is read: the permission decides', () => {
  const payload = { action: 'created', issue: { ...issue, user: AGENT }, comment, sender: ANN }
  expect(read('issue_comment', payload)).toMatchObject({ kind: 'comment' })
})

test('an event file that cannot be read is an error', () => {
  expect(() => read('issue_comment', { action: 'created', comment })).toThrow('names no comment, issue or pull request')
  expect(() => read('push', '{')).toThrow("it isn't JSON")
  vi.stubEnv('GITHUB_EVENT_PATH', join(folder, 'missing'))
  expect(() => readTrigger({ command: '/docs', ignoreAuthors: [] })).toThrow('ENOENT')
})

test('the inputs of the front door have defaults, and always the agent', () => {
  vi.stubEnv('INPUT_COMMAND', ' /Write ')
  vi.stubEnv('INPUT_IGNORE-AUTHORS', 'a, b\n a')
  expect(readTriggerInputs()).toEqual({ command: '/Write', ignoreAuthors: ['mintlify[bot]', 'a', 'b'] })
  vi.stubEnv('INPUT_COMMAND', ' ')
  expect(readTriggerInputs().command).toBe('/docs')
  expect(parseList(' ,\n')).toEqual([])
})

test('a run that has nothing to do sets one output, and says why in one line', () => {
  const output = join(folder, 'output')
  vi.stubEnv('GITHUB_OUTPUT', output)
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  reportNothing({ kind: 'nothing', reason: 'No.', isNotice: false })
  reportNothing({ kind: 'nothing', reason: 'No.', isNotice: true })
  expect(readFileSync(output, 'utf8')).toBe('outcome=skipped\noutcome=skipped\n')
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    'Nothing to do: No.\n',
    '::notice title=Nothing to do::No.\n',
  ])
})

test.each<[string, string, object]>([
  ['a login', 'push', { ...push, sender: { login: 'mintlify[bot]\n::error::x' } }],
  ['an action', 'issue_comment', { action: 'edited\n::error::x', issue, comment }],
  ['an action of a release', 'release', { action: 'x\r::error::x ##[error]y', release }],
])('%s of an event file starts no workflow command', (_name, eventName, payload) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.stubEnv('GITHUB_OUTPUT', '')
  const found = read(eventName, payload)
  if (found.kind === 'nothing') reportNothing(found)
  expect(write.mock.calls.join('')).not.toMatch(/[\r\n]\s*::|##\[/u)
})
