import { expect, test } from 'vitest'
import { checkExport, checkLoop, checkMerge } from '../../../world/demo/checks.ts'
import type { Export } from '../../../world/demo/export.ts'
import type { Loop, Turn } from '../../../world/demo/loop.ts'
import type { Merge } from '../../../world/demo/merge.ts'
import type { Post } from '../../../world/demo/post.ts'
import type { PullRequest } from '../../../world/demo/pull-request.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'

const url = 'http://localhost/acme/docs/pull/1'

function runWith(outputs: Record<string, string>, exitCode = 0): RunResult {
  return { outputs, exitCode } as RunResult
}

function postBy(login: string, body: string): Post {
  return { author: { login, isBot: login !== 'ada' }, body, createdAt: '', url: '', reactions: [] }
}

function pullWith(patch: string, commits: string[]): PullRequest {
  const files = patch === '' ? [] : [{ path: 'src/a.ts', additions: 1, deletions: 0, patch }]
  return { url, files, commits } as unknown as PullRequest
}

const first: Turn = {
  run: runWith({ outcome: 'pull-request', prLink: url, followUp: 'false' }),
  posts: [postBy('ada', '/docs x'), postBy('github-actions', `see ${url}`)],
  log: [],
  pullRequest: pullWith('@@ -0 +1 @@\n+a', ['One']),
}
const second: Turn = {
  ...first,
  run: runWith({ outcome: 'pull-request', prLink: url, followUp: 'true' }),
  pullRequest: pullWith('@@ -0 +1,2 @@\n+a\n+b', ['One', 'Two']),
}

function check(...turns: Turn[]): string {
  return checkLoop({ turns } as Loop).join('\n')
}

test('a loop that is closed, and goes on, has no problems', () => {
  expect(check(first, second)).toBe('')
})

test.each<[string, Partial<Turn>, RegExp]>([
  ['another outcome', { run: runWith({ outcome: 'skipped' }) }, /outcome "skipped"/],
  ['no outcome at all', { run: runWith({}) }, /outcome "none"/],
  ['no pull request on GitHub', { pullRequest: undefined }, /no pull request on GitHub/],
  [
    'a link to something else',
    { run: runWith({ outcome: 'pull-request', prLink: 'http://x/1' }) },
    /prLink is/,
  ],
  ['an empty diff', { pullRequest: pullWith('', ['One']) }, /changes nothing/],
  ['a link only in what a person wrote', { posts: [postBy('ada', url)] }, /No comment/],
])('the demo finds a problem in its loop: %s', (_name, change, problem) => {
  expect(check({ ...first, ...change }, second)).toMatch(problem)
  expect(check(first, { ...second, ...change })).toMatch(problem)
})

const otherUrl = `${url}2`

test.each<[string, Turn[], RegExp]>([
  ['no command', [], /Nobody asked/],
  ['no second command', [first], /Nobody asked for more/],
  ['a new job', [first, { ...second, run: first.run }], /followUp/],
  ['no commit', [first, { ...second, pullRequest: pullWith('+a\n+b', ['One']) }], /0 commits, not one/],
  ['a change that is gone', [first, { ...second, pullRequest: pullWith('+b', ['1', '2']) }], /taken away/],
  [
    'another pull request',
    [
      first,
      {
        ...second,
        run: runWith({ outcome: 'pull-request', prLink: otherUrl, followUp: 'true' }),
        posts: [postBy('github-actions', otherUrl)],
        pullRequest: { ...pullWith('+b', ['1']), url: otherUrl },
      },
    ],
    /instead of continuing/,
  ],
])('the demo finds a problem of the second command: %s', (_name, turns, problem) => {
  expect(check(...turns)).toMatch(problem)
})

test('a merge is told with its patch', () => {
  const run = runWith({ outcome: 'pull-request' })
  const merge: Merge = { merged: pullWith('+a', []), prompt: 'Write.\n+a', run, documentation: undefined }
  expect(checkMerge(merge)).toEqual([])
  expect(checkMerge({ ...merge, prompt: 'Write.' }).join()).toMatch(/no patch/)
  expect(checkMerge({ ...merge, merged: pullWith('', []) }).join()).toMatch(/no patch/)
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
])('the demo finds a problem in its export: %s', (_name, change, problem) => {
  expect(checkExport({ ...goodExport, ...change }).join('\n')).toMatch(problem)
})
