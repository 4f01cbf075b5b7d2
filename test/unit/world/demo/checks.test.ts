import { expect, test } from 'vitest'
import { checkExport, checkLoop, checkMerge } from '../../../world/demo/checks.ts'
import type { Export } from '../../../world/demo/export.ts'
import type { Loop, Post } from '../../../world/demo/loop.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'

const url = 'http://localhost/acme/docs/pull/1'

function runWith(outputs: Record<string, string>, exitCode = 0): RunResult {
  return { outputs, exitCode } as RunResult
}

function postBy(login: string, body: string): Post {
  return { author: { login, isBot: login !== 'ada' }, body, createdAt: '', url: '', reactions: [] }
}

const goodLoop = {
  run: runWith({ outcome: 'pull-request', prLink: url }),
  comments: [postBy('ada', '/docs x'), postBy('github-actions', `see ${url}`)],
  pullRequest: { url, files: [{ path: 'a.md', additions: 1, deletions: 0, patch: '@@ -0 +1 @@\n+a' }] },
} as unknown as Loop

test('a loop that is closed has no problems', () => {
  expect(checkLoop(goodLoop)).toEqual([])
})

test.each<[string, Partial<Loop>, RegExp]>([
  ['another outcome', { run: runWith({ outcome: 'skipped' }) }, /outcome "skipped"/],
  ['no outcome at all', { run: runWith({}) }, /outcome "none"/],
  ['no pull request on GitHub', { pullRequest: undefined }, /no pull request on GitHub/],
  [
    'a link to something else',
    { run: runWith({ outcome: 'pull-request', prLink: 'http://x/1' }) },
    /prLink is/,
  ],
  [
    'an empty diff',
    { pullRequest: { url, files: [] } as unknown as NonNullable<Loop['pullRequest']> },
    /changes nothing/,
  ],
  ['a link only in what a person wrote', { comments: [postBy('ada', url)] }, /No comment/],
])('%s is a problem', (_name, change, problem) => {
  expect(checkLoop({ ...goodLoop, ...change }).join('\n')).toMatch(problem)
})

test('a merge is told with its patch', () => {
  const run = runWith({ outcome: 'pull-request' })
  const merge = { title: 'T', patch: '+a', prompt: 'Write.\n+a', run }
  expect(checkMerge(merge)).toEqual([])
  expect(checkMerge({ ...merge, prompt: 'Write.' }).join()).toMatch(/no patch/)
  expect(checkMerge({ ...merge, patch: '' }).join()).toMatch(/no patch/)
  expect(checkMerge({ ...merge, run: runWith({ outcome: 'skipped' }) }).join()).toMatch(/outcome "skipped"/)
})

const goodExport: Export = {
  run: runWith({ complete: 'true', rows: '2' }),
  file: 'path,human,ai,total\r\n/,1,2,3\r\n/a,1,0,1\r\n',
  expected: { rows: 2, totals: { human: 2, ai: 2, total: 4 } },
  report: { issue: { ...postBy('ada', ''), number: 1, title: 'Page views' }, comments: [] },
}

test('an export that is whole has no problems', () => {
  expect(checkExport(goodExport)).toEqual([])
})

test.each<[string, Partial<Export>, RegExp]>([
  ['a failed step', { run: runWith({ complete: 'true', rows: '2' }, 1) }, /exit code 1/],
  ['a partial one', { run: runWith({ complete: 'false', rows: '2' }) }, /complete is "false"/],
  ['a missing file', { file: undefined }, /has 0 rows/],
  ['a missing row', { file: 'path,human,ai,total\r\n/,1,2,3\r\n' }, /has 1 rows/],
  ['a wrong number', { file: 'path,human,ai,total\r\n/,1,2,3\r\n/a,1,0,9\r\n' }, /add up to 12/],
])('%s is a problem', (_name, change, problem) => {
  expect(checkExport({ ...goodExport, ...change }).join('\n')).toMatch(problem)
})
