import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { servePageViews } from '../../world/docs-service/page-views.ts'
import { createWorldInProcess, type World } from '../../world/index.ts'
import type { RunResult } from '../../world/runner/action-run.ts'
import { bySchedule } from '../../world/workflow/deliveries.ts'
import { readWarnings } from '../agent-job/conversation.ts'
import { row } from '../page-views/rows.ts'
import { writeFortyThreads } from './forty-threads.ts'

const VIEWS = [row('/', 900), row('/guides/a', 42), row('/page-r', 7), row('/snippets/h', 5)]

let world: World
/** The report of the forty threads, with page views, in an issue. */
let result: RunResult & { issue: number }

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  world = await createWorldInProcess({ docsService: { pageViews: servePageViews(VIEWS) } })
  await writeFortyThreads(world)
  const { number: issue } = await world.github.createIssue({ title: 'What became of it' })
  const inputs = { traffic: '30d', 'issue-number': issue }
  result = { ...(await world.run({ action: 'outcomes', trigger: bySchedule, inputs })), issue }
})
afterAll(async () => {
  vi.useRealTimers()
  await world[Symbol.asyncDispose]()
})

/** As it is written, with names in place of addresses of this world, and without what only breaks references. */
function simplify(text: string): string {
  return text.replaceAll(world.github.serverUrl, 'https://github.example').replaceAll('\u2060', '').replaceAll('\\', '')
}

/** Title, state, created, merged, closed, threads, requests, as written, lines, pages. */
const PULL_REQUESTS = [
  'T, open, 11-18T09:10, , , issues/28, 1, false, +2, page-t.mdx',
  'S, closed, 11-17T09:10, , 11-17T10:10, issues/27, 1, false, +2, page-s.mdx',
  'R, merged, 11-16T09:10, 11-16T19:10, 11-16T19:10, issues/26, 1, true, +2, page-r.mdx',
  'Q, merged, 11-15T09:10, 11-15T09:40, 11-15T09:40, pull/25, 1, false, +2, page-q.mdx',
  'M, open, 11-14T10:19, , , issues/19, 1, false, +2, page-m.mdx',
  'L, open, 11-13T09:10, , , issues/12, 1, false, +2, page-l.mdx',
  'K, open, 11-12T09:10, , , issues/29 issues/11, 2, false, +2, page-k.mdx',
  'J, closed, 11-11T09:10, , 11-11T10:00, issues/10, 1, false, +2, page-j.mdx',
  'I, merged, 11-10T09:10, 11-12T11:10, 11-12T11:10, issues/9, 1, false, +3, by-somebody.md page-i.mdx',
  'H, merged, 11-09T09:10, 11-09T12:10, 11-09T12:10, issues/30 issues/8, 2, false, +3, by-writer.md guides/h.mdx',
  'G, merged, 11-08T09:10, 11-09T15:10, 11-09T15:10, issues/7, 1, true, +2, page-g.mdx',
  'F, merged, 11-07T09:10, 11-07T17:10, 11-07T17:10, issues/6, 1, true, +2, page-f.mdx',
  'E, merged, 11-06T09:10, 11-06T15:10, 11-06T15:10, issues/5, 1, true, +2, page-e.mdx',
  'D, merged, 11-05T09:10, 11-05T14:10, 11-05T14:10, issues/4, 1, true, +2, page-d.mdx',
  'C, merged, 11-04T09:10, 11-04T13:10, 11-04T13:10, issues/3, 1, true, +2, page-c.mdx',
  'B, merged, 11-03T09:10, 11-03T11:10, 11-03T11:10, issues/2, 1, true, +2, page-b.mdx',
  'N, merged, 11-02T12:10, 11-05T12:10, 11-05T12:10, pull/23, 3, true, +2, page-n.mdx',
  'A, merged, 11-02T09:10, 11-02T10:10, 11-02T10:10, issues/1, 1, true, +3, guides/a.mdx',
  'P, merged, 10-26T06:27, 10-26T18:27, 10-26T18:27, issues/24, 1, true, +2, page-p.mdx',
  ', unreadable, , , , issues/35, 1, false, +0, ',
  ', unreadable, , , , issues/36, 1, false, +0, ',
]

test('forty threads: what became of each pull request', async () => {
  expect(result.conclusion).toBe('success')
  const { report = '', commentUrl, ...numbers } = result.outputs
  expect(numbers).toEqual({
    ...{ requests: '33', pullRequests: '21', merged: '13', open: '4', closed: '2', unreadable: '2' },
    ...{ asWritten: '10', asWrittenUnknown: '0', medianHours: '6.0' },
  })
  const app = `${world.github.serverUrl}/acme/app/`
  const entries = JSON.parse(report) as Record<string, unknown>[]
  const shorten = (value: unknown) =>
    [value]
      .flat()
      .join(' ')
      .replaceAll(app, '')
      .replace(/^2026-/, '')
      .replace(/:00Z$/, '')
      .replace(/: .*$/, '')
  expect(
    entries.map(({ prLink, deletions, additions, ...entry }) => {
      const { title, state, createdAt, mergedAt, closedAt, threads, requests, asWritten, pages } = entry
      const times = [createdAt, mergedAt, closedAt]
      return [title, state, ...times, threads, requests, asWritten, `+${additions}`, pages].map(shorten).join(', ')
    }),
  ).toEqual(PULL_REQUESTS)
  expect(entries.slice(-3).map(({ prLink }) => shorten(prLink))).toEqual([
    `${world.github.serverUrl}/acme/docs/pull/2`,
    `${world.github.serverUrl}/acme/docs/pull/999`,
    'https://git.acme.example/acme/docs/pull/1',
  ])
  const [comment, ...others] = await world.github.commentsOf(result.issue)
  expect([commentUrl, others]).toEqual([comment?.html_url, []])
})

/** The lines from a heading to the next one. */
function readPart(text: string, heading: string): string[] {
  const from = text.indexOf(heading)
  const to = text.indexOf('\n### ', from + 1)
  return text
    .slice(from, to < 0 ? undefined : to)
    .split('\n')
    .filter((line) => line !== '')
    .slice(1)
}

test('forty threads: what people read, in the summary and in the comment', async () => {
  const summary = simplify(result.summary)
  const pull = (title: string, number: number) =>
    `[${title}: document it](https://github.example/acme/docs/pull/${number}) acme/docs#${number}`
  const issue = (number: number) => `[#${number}](https://github.example/acme/app/issues/${number})`

  expect(readPart(summary, '## ').slice(0, 8)).toEqual([
    '**In the comments that this API key signed: 13 of 19 documentation pull requests were merged, ' +
      '10 of them without edits; half within 6 hours; not known for 2 and for 1 job.**',
    '<sub>Oct 26 – Nov 22, 2026 (28 days, UTC)</sub>',
    '```mermaid',
    'pie showData title What became of the pull requests',
    '    "Merged without edits" : 10',
    '    "Open" : 4',
    '    "Merged with edits" : 3',
    '    "Closed" : 2',
  ])
  expect(readPart(summary, '### Open')).toEqual([
    '| Pull request | Open for |',
    '| :-- | --: |',
    `| ${pull('K', 14)}<br>+2 −0 · ${issue(29)}, ${issue(11)} | 10 days |`,
    `| ${pull('L', 15)}<br>+2 −0 · ${issue(12)} | 9 days |`,
    `| ${pull('M', 16)}<br>+2 −0 · ${issue(19)} | 8 days |`,
    `| ${pull('T', 20)}<br>+2 −0 · ${issue(28)} | 4 days |`,
  ])
  const merged = readPart(summary, '### Merged, with the views of their pages in the last 30 days')
  expect(merged.slice(0, 6)).toEqual([
    '| Pull request | Human | AI | Total |',
    '| :-- | --: | --: | --: |',
    `| ${pull('A', 3)}<br>+3 −0 · without edits · ${issue(1)} | 42 | 0 | 42 |`,
    `| ${pull('R', 18)}<br>+2 −0 · without edits · ${issue(26)} | 7 | 0 | 7 |`,
    `| ${pull('Q', 17)}<br>+2 −0 · with edits · [#25](https://github.example/acme/app/pull/25) | – | – | – |`,
    `| ${pull('I', 12)}<br>+3 −0 · with edits · ${issue(9)} | – | – | – |`,
  ])
  expect(merged.slice(12)).toEqual(['And 3 more.'])
  expect(readPart(summary, '### Closed')).toEqual([
    '| Pull request | Closed after |',
    '| :-- | --: |',
    `| ${pull('S', 19)}<br>+2 −0 · ${issue(27)} | 1 hour |`,
    `| ${pull('J', 13)}<br>+2 −0 · ${issue(10)} | 50 minutes |`,
  ])
  expect(readPart(summary, '### How requests ended')).toEqual([
    '| End | Requests | Requested by |',
    '| :-- | --: | :-- |',
    '| Pull request | 24 | command 17, pull request 2, push 1, release 1, schedule 1, run manually 1, other 1 |',
    '| No pull request needed | 2 | command 1, schedule 1 |',
    '| Agent still working | 1 | command 1 |',
    `| Job failed<br>${issue(21)}, ${issue(14)} | 2 | command 2 |`,
    '| Job archived | 1 | command 1 |',
    `| Couldn't confirm that the prompt was received<br>${issue(15)} | 1 | command 1 |`,
    // The comment of the series doesn't remember how its second prompt ended.
    '| End not known | 2 | command 1, pull request 1 |',
    '| Prompt not sent | 2 | command 2 |',
  ])
  const lines = [
    /^Not counted: 1 comment that another API key signed\./,
    /^Couldn't be read, in acme\/docs: 1 pull request\. .*404.*token .* must be able to read this repository\./,
    /^Not read, since not a pull request of this server: 1 pull request\.$/,
    /^The end of 1 job isn't known\. .*404/,
  ].map((line) => expect.stringMatching(line))
  expect(readWarnings(result)).toEqual(lines)
  const notes = readPart(summary, '### About these numbers')
  expect(notes.slice(0, -1).map((line) => line.replace(/^- /, ''))).toEqual(lines)

  const [comment] = await world.github.commentsOf(result.issue)
  const [body = ''] = simplify(comment?.body ?? '')
    .replace(/^<!-- .* -->\n/u, '')
    .split('\n\n<!-- ')
  const origin = /( · Updated Nov 23, 2026, 06:17 UTC · \[Workflow run\]\(\S+\/actions\/runs\/\d+\))<\/sub>/
  expect(body).toMatch(origin)
  expect(body.replace(origin, '</sub>').trim()).toBe(summary.trim())
})

test('forty threads: one request for comments, up to three for each pull request, one for each job', async () => {
  const paths = world.github.requestsBy().map(({ method, path }) => `${method} ${path}`)
  const count = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).length
  expect(count(/^GET \/repos\/acme\/app\/issues\/comments$/)).toBe(1)
  // All that are linked in the period, O too; of 19 that count, the files; of 12 that an app opened and that were merged, the commits.
  expect(count(/\/docs\/pulls\/\d+$/)).toBe(21)
  expect(count(/\/pulls\/\d+\/files$/)).toBe(19)
  expect(count(/\/pulls\/\d+\/commits$/)).toBe(12)
  expect(new Set(paths).size).toBe(paths.length - count(/^GET \S+\/issues\/41\/comments$/) + 1)
  const asked = world.docsService.requests.map(({ path }) => path.replace(/[^/]+$/, ''))
  expect(asked).toEqual([...Array(4).fill('/v2/agent/docs-project/job/'), '/v1/analytics/docs-project/'])
})
