import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Trigger } from '../../../src/agent-job/event.ts'
import { readGateInputs, readInputs } from '../../../src/agent-job/inputs.ts'
import { RUN, TRIGGERS } from './context-for-tests.ts'

const root = mkdtempSync(join(tmpdir(), 'inputs-'))
const workspace = join(root, 'workspace')

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

afterAll(() => rmSync(root, { recursive: true }))

const SET = { 'api-key': 'mint_inputs_key', 'project-id': 'acme', 'github-token': 'ghs_inputs', prompt: 'Write it' }

function read(inputs: Record<string, string>, trigger: Trigger = TRIGGERS.comment, run = RUN) {
  for (const [name, value] of Object.entries({ ...SET, ...inputs }))
    vi.stubEnv(`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value)
  return readInputs(readGateInputs(trigger), trigger, { ...run, workspace })
}

test('empty inputs have their defaults', () => {
  expect(read({})).toEqual({
    command: '/docs',
    ignoreAuthors: ['mintlify[bot]'],
    minimumPermission: 'write',
    allowedBots: [],
    githubToken: 'ghs_inputs',
    comment: true,
    apiKey: 'mint_inputs_key',
    projectId: 'acme',
    baseUrl: new URL('https://api.mintlify.com'),
    prompt: 'Write it',
    context: 'reference',
    paths: [],
    since: undefined,
    wait: true,
    timeoutMs: 1_800_000,
    pollIntervalMs: 15_000,
    failOn: ['failed', 'timed-out'],
    issueNumber: undefined,
    followUp: true,
    jobId: '',
    dryRun: false,
    jobIndex: '0',
  })
})

test.each<[string, Record<string, unknown>, field: string]>([
  ['command', { '/write': '/write', '@bot': '@bot' }, 'command'],
  ['minimum-permission', { read: 'read', ADMIN: 'admin' }, 'minimumPermission'],
  ['allowed-bots', { 'a[bot], b': ['a[bot]', 'b'] }, 'allowedBots'],
  ['ignore-authors', { 'renovate[bot]': ['mintlify[bot]', 'renovate[bot]'] }, 'ignoreAuthors'],
  ['context', { none: 'none', full: 'full' }, 'context'],
  ['paths', { 'a/**, !b': ['a/**', '!b'] }, 'paths'],
  ['wait', { false: false }, 'wait'],
  ['timeout', { '1ms': 1, '24h': 86_400_000 }, 'timeoutMs'],
  ['poll-interval', { '50ms': 50, '10m': 600_000 }, 'pollIntervalMs'],
  ['fail-on', { none: [], 'archived,denied': ['archived', 'denied'] }, 'failOn'],
  ['issue-number', { '1': 1, '2147483648': 2_147_483_648 }, 'issueNumber'],
  ['follow-up', { false: false }, 'followUp'],
  ['job-id', { 'job-1': 'job-1' }, 'jobId'],
  ['comment', { false: false }, 'comment'],
  ['dry-run', { true: true }, 'dryRun'],
  ['job-index', { '3': '3', 'x y': '0', '-1': '0' }, 'jobIndex'],
  ['since', { 'last-run': 'last-run', '7d': { ms: 604_800_000, text: '7d' } }, 'since'],
  ['base-url', { 'http://127.0.0.1:1/a': new URL('http://127.0.0.1:1/a') }, 'baseUrl'],
])('the input %s is read: %j', (name, values, field) => {
  for (const [text, value] of Object.entries(values))
    expect(read({ [name]: text }), text).toMatchObject({ [field]: value })
})

test.each<[string, string[]]>([
  ['command', ['/docs now']],
  ['minimum-permission', ['maintain', 'none']],
  ['allowed-bots', ['*', '@a', 'a/b']],
  ['ignore-authors', ['@mintlify', 'a[Bot']],
  ['context', ['some']],
  ['paths', ['a/{b']],
  ['timeout', ['0', '25h', 'x']],
  ['poll-interval', ['49ms', '11m']],
  ['fail-on', ['sometimes']],
  ['issue-number', ['0', '#5', '2147483649']],
  ['job-id', ['a/b']],
  ['project-id', ['', 'a/b', 'https://x']],
  ['api-key', ['', 'mint x']],
  ['since', ['0d', '91d', '1w', 'last-week']],
  ['base-url', ['http://a.example']],
])('a wrong %s is refused: %j', (name, texts) => {
  for (const text of texts) expect(() => read({ [name]: text }), text).toThrow(new RegExp(`^\`${name}\``, 'u'))
})

test.each<[string, Record<string, string>, Trigger, message: RegExp | undefined]>([
  ['a command without a token', { 'github-token': '' }, TRIGGERS.comment, /^`github-token` is empty/u],
  ['a tag without a token', { 'github-token': '' }, TRIGGERS.tag, /^`github-token` is empty/u],
  ['a dispatch without a token', { 'github-token': '' }, TRIGGERS.dispatch, undefined],
  ['a dispatch without a prompt', { prompt: '' }, TRIGGERS.dispatch, /^`prompt` is empty/u],
  ['a check without a prompt', { prompt: '', 'dry-run': 'true' }, TRIGGERS.dispatch, undefined],
  ['a job that is waited for without a prompt', { prompt: '', 'job-id': 'a' }, TRIGGERS.dispatch, undefined],
  ['a command without a prompt', { prompt: '' }, TRIGGERS.comment, undefined],
  ['`last-run` without an issue', { since: 'last-run' }, TRIGGERS.dispatch, /needs an issue/u],
  [
    '`last-run` without comments',
    { since: 'last-run', 'issue-number': '1', comment: 'false' },
    TRIGGERS.dispatch,
    /needs an issue/u,
  ],
  ['`last-run` with an issue', { since: 'last-run', 'issue-number': '1' }, TRIGGERS.dispatch, undefined],
  ['`last-run` for a command', { since: 'last-run' }, TRIGGERS.comment, undefined],
  ['days without a token', { since: '7d', 'github-token': '' }, TRIGGERS.dispatch, /^`github-token` is empty/u],
])('inputs are looked at together: %s', (_name, inputs, trigger, message) => {
  if (message === undefined) expect(() => read(inputs, trigger)).not.toThrow()
  else expect(() => read(inputs, trigger)).toThrow(message)
})

test('`since` needs a branch', () => {
  expect(() => read({ since: '7d' }, TRIGGERS.dispatch, { ...RUN, branch: '' })).toThrow('needs a branch')
})

function createFiles() {
  mkdirSync(join(root, 'disk/folder'), { recursive: true })
  // The link that leads to the workspace itself doesn't count.
  symlinkSync('disk', workspace)
  const write = (name: string, content: string | Buffer) => writeFileSync(join(workspace, name), content)
  write('prompt.md', '\uFEFF Write\r\nthe page\r\n')
  write('..prompt.md', 'Dots')
  write('folder/a.md', 'In a folder')
  write('empty.md', ' \n')
  write('utf-16.md', Buffer.from('\uFEFFWrite', 'utf16le'))
  write('latin-1.md', Buffer.from('Schön', 'latin1'))
  write('zeros.md', 'W\0r\0')
  write('large.md', 'x'.repeat(2 ** 20 + 1))
  write('limit.md', 'x'.repeat(2 ** 20))
  writeFileSync(join(root, 'secret.md'), 'Outside')
  symlinkSync('prompt.md', join(workspace, 'link.md'))
  symlinkSync('folder', join(workspace, 'linked'))
  symlinkSync(join(root, 'secret.md'), join(workspace, 'outside.md'))
  execFileSync('mkfifo', [join(workspace, 'pipe')])
}

test('a prompt file is a regular file of UTF-8 inside the workspace, through no link', () => {
  createFiles()
  const readFile = (path: string) => read({ prompt: '', 'prompt-file': path }).prompt
  expect(readFile('prompt.md')).toBe('Write\nthe page')
  expect(readFile('./folder/../folder/a.md')).toBe('In a folder')
  expect(readFile('..prompt.md')).toBe('Dots')
  expect(readFile(join(workspace, '..prompt.md'))).toBe('Dots')
  expect(readFile('limit.md')).toHaveLength(2 ** 20)
  const refused: [string, RegExp][] = [
    ['../secret.md', /inside the workspace/u],
    [join(root, 'secret.md'), /inside the workspace/u],
    ['link.md', /no link/u],
    ['linked/a.md', /no link/u],
    ['outside.md', /no link/u],
    ['folder', /not of a folder/u],
    ['.', /inside the workspace/u],
    ['pipe', /pipe/u],
    ['missing.md', /ENOENT.*checkout/u],
    ['prompt.md/x', /ENOTDIR/u],
    ['empty.md', /is empty/u],
    ['utf-16.md', /as UTF-8/u],
    ['latin-1.md', /as UTF-8/u],
    ['zeros.md', /as UTF-8/u],
    ['large.md', /larger than 1 MiB/u],
  ]
  for (const [path, hint] of refused)
    expect(() => readFile(path), path).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }))
  expect(() => read({ 'prompt-file': 'prompt.md' })).toThrow(/^`prompt-file`/u)
})
