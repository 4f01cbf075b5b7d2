import { expect, test } from 'vitest'
import type { End, Request } from '../../../../src/outcomes/reading/requests.ts'
import type { OutcomesReport, PullRequestOutcome } from '../../../../src/outcomes/report-outcomes.ts'
import { type OutputName, writeOutputs } from '../../../../src/outcomes/result/outputs.ts'
import { renderReport } from '../../../../src/outcomes/result/render-report.ts'
import { plain } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-08-15T09:00:00Z')
const THREAD = 'https://github.com/acme/shop/issues/'

/** @param hours its age, and the time to its end, in hours */
function pullRequest(
  number: number,
  state: PullRequestOutcome['state'],
  [age, life]: [number, number?],
  others: { [Name in keyof PullRequestOutcome]?: PullRequestOutcome[Name] | undefined } = {},
): PullRequestOutcome {
  const createdMs = NOW - age * HOUR
  const endedAt = life === undefined ? undefined : new Date(createdMs + life * HOUR).toISOString()
  const facts = {
    title: untrustedText(`Page *${number}*`),
    additions: 1200 * number,
    deletions: number,
    createdAt: new Date(createdMs).toISOString(),
    author: 'docs-agent',
    [state === 'merged' ? 'mergedAt' : 'closedAt']: endedAt,
  } as unknown as PullRequestOutcome['facts']
  return {
    url: new URL(`https://github.com/acme/docs/pull/${number}`),
    state,
    createdMs,
    facts,
    files: [],
    pages: [],
    threads: [THREAD + number],
    isEndInPeriod: endedAt !== undefined,
    requestCount: 1,
    isAsWritten: false,
    ...others,
  } as PullRequestOutcome
}

const request = (end: End, kind: string, thread = 1): Request => ({
  thread: THREAD + thread,
  kind,
  end,
  timeMs: NOW,
  link: undefined,
})

const PULL_REQUESTS = [
  pullRequest(9, 'open', [5]),
  pullRequest(8, 'open', [72]),
  pullRequest(7, 'merged', [90, 4], { isAsWritten: true, threads: [1, 2, 2, 3, 4, 5].map((each) => THREAD + each) }),
  pullRequest(6, 'merged', [91, 2], { views: { human: 1500, ai: 7, total: 1507, isPartial: true } }),
  pullRequest(5, 'merged', [92, 1], { isAsWritten: undefined, views: { human: 9000, ai: 0, total: 9000 } }),
  pullRequest(4, 'closed', [93, 49]),
  pullRequest(3, 'merged', [94, 3], { isEndInPeriod: false }),
  pullRequest(2, 'unreadable', [95], { facts: undefined, createdMs: Number.NaN }),
]
const REPORT: OutcomesReport = {
  period: { dateFrom: '2026-08-08', dateTo: '2026-08-15' } as OutcomesReport['period'],
  trafficDays: undefined,
  nowMs: NOW,
  problem: undefined,
  read: 7,
  before: undefined,
  notes: [],
  pullRequests: PULL_REQUESTS,
  missing: { comments: 0, prompts: false, keys: false, jobs: 0 },
  requests: [
    request('pull-request', 'command'),
    ...[request('failed', 'push', 2), request('failed', 'command', 3), request('failed', 'command', 3)],
    ...[request('not-sent', 'push'), request('not-known', 'schedule'), request('no-pull-request', 'other')],
  ],
}

/** Without the colors of the picture, and what keeps GitHub from linking `#7`. */
function render(others: Partial<OutcomesReport> = {}): string {
  const text = renderReport(plain('Acme'), { ...REPORT, ...others }).toString()
  return text
    .replace(/^%%.*\n| {4}%%.*\n/gmu, '')
    .replaceAll('\\#\u2060', '#')
    .replaceAll('\\', '')
}

test('the report in full', () => {
  expect(render({ notes: ['One was *not* read.'] })).toMatchInlineSnapshot(`
    "## Documentation written for Acme

    **3 of 7 documentation pull requests were merged, 1 of them without edits (not known for 1); half within 2 hours; not known for 1.**

    <sub>Aug 8–14, 2026 (7 days, UTC)</sub>

    \`\`\`mermaid
    pie showData title What became of the pull requests
        "Open" : 2
        "Merged without edits" : 1
        "Merged with edits" : 1
        "Merged, edits not known" : 1
        "Closed" : 1
        "Ended after the period" : 1
    \`\`\`

    ### Open: review or close them

    | Pull request | Open for |
    | :-- | --: |
    | [Page *8*](https://github.com/acme/docs/pull/8) acme/docs#8<br>+9,600 −8 · [#8](https://github.com/acme/shop/issues/8) | 3 days |
    | [Page *9*](https://github.com/acme/docs/pull/9) acme/docs#9<br>+10,800 −9 · [#9](https://github.com/acme/shop/issues/9) | 5 hours |

    ### Merged

    | Pull request | Merged after |
    | :-- | --: |
    | [Page *7*](https://github.com/acme/docs/pull/7) acme/docs#7<br>+8,400 −7 · without edits · [#1](https://github.com/acme/shop/issues/1), [#2](https://github.com/acme/shop/issues/2), [#3](https://github.com/acme/shop/issues/3), 2 more | 4 hours |
    | [Page *6*](https://github.com/acme/docs/pull/6) acme/docs#6<br>+7,200 −6 · with edits · [#6](https://github.com/acme/shop/issues/6) | 2 hours |
    | [Page *5*](https://github.com/acme/docs/pull/5) acme/docs#5<br>+6,000 −5 · edits unknown · [#5](https://github.com/acme/shop/issues/5) | 1 hour |

    ### Closed without a merge

    | Pull request | Closed after |
    | :-- | --: |
    | [Page *4*](https://github.com/acme/docs/pull/4) acme/docs#4<br>+4,800 −4 · [#4](https://github.com/acme/shop/issues/4) | 3 days |

    ### How requests ended

    | End | Requests | Requested by |
    | :-- | --: | :-- |
    | Pull request | 1 | command 1 |
    | No pull request needed | 1 | other 1 |
    | Job failed<br>[#2](https://github.com/acme/shop/issues/2), [#3](https://github.com/acme/shop/issues/3) | 3 | command 2, push 1 |
    | End not known | 1 | schedule 1 |
    | Prompt not sent | 1 | push 1 |

    ### About these numbers

    - One was *not* read.

    <sub>Counts the prompts in this repository's comments. Deleted comments, and runs without a comment, aren't included. Pull requests are counted by the dates when they were opened, merged or closed. All open ones that were read are listed. The report can't see how merge conflicts were resolved, or whether a merge was reverted.</sub>"
  `)
})

test('nothing to show leaves no heading, table or picture', () => {
  expect(render({ pullRequests: [], requests: [] })).toMatchInlineSnapshot(`
    "## Documentation written for Acme

    **No prompts were sent in this period.**

    <sub>Aug 8–14, 2026 (7 days, UTC)</sub>

    <sub>Counts the prompts in this repository's comments. Deleted comments, and runs without a comment, aren't included. Pull requests are counted by the dates when they were opened, merged or closed. All open ones that were read are listed. The report can't see how merge conflicts were resolved, or whether a merge was reverted.</sub>"
  `)
})

test('merged ones with the views of their pages, the most viewed first, and the figures of the period before', () => {
  const before = { dateFrom: '2026-08-01', dateTo: '2026-08-08', requests: 1234, merged: 2, closed: 0 }
  const text = render({ trafficDays: 28, before })
  const lines = text.split('\n').filter((line) => /This period|1,234|merged|views|Page \*[567]/u.test(line))
  expect(lines).toMatchInlineSnapshot(`
    [
      "**3 of 7 documentation pull requests were merged, 1 of them without edits (not known for 1); half within 2 hours; not known for 1.**",
      "|  | This period | Aug 1–7, 2026 (7 days, UTC) |",
      "| Prompts sent | 6 | 1,234 |",
      "| Pull requests merged | 3 | 2 |",
      "### Merged, with the views of their pages in the last 28 days",
      "| [Page *5*](https://github.com/acme/docs/pull/5) acme/docs#5<br>+6,000 −5 · edits unknown · [#5](https://github.com/acme/shop/issues/5) | 9,000 | 0 | 9,000 |",
      "| [Page *6*](https://github.com/acme/docs/pull/6) acme/docs#6<br>+7,200 −6 · with edits · [#6](https://github.com/acme/shop/issues/6) | ≥ 1,500 | ≥ 7 | ≥ 1,507 |",
      "| [Page *7*](https://github.com/acme/docs/pull/7) acme/docs#7<br>+8,400 −7 · without edits · [#1](https://github.com/acme/shop/issues/1), [#2](https://github.com/acme/shop/issues/2), [#3](https://github.com/acme/shop/issues/3), 2 more | – | – | – |",
      "<sub>Counts the prompts in this repository's comments. Deleted comments, and runs without a comment, aren't included. Pull requests are counted by the dates when they were opened, merged or closed. All open ones that were read are listed. The report can't see how merge conflicts were resolved, or whether a merge was reverted.</sub>",
    ]
  `)
  expect(render({ trafficDays: 1 })).toContain('### Merged, with the views of their pages in the last day\n')
})

test('a table has ten rows, all open pull requests are named, and no more closed ones', () => {
  const many = Array.from({ length: 12 }, (_, index) => index + 1)
  const open = render({ pullRequests: many.map((number) => pullRequest(number, 'open', [number])) })
  expect(open.match(/^\| \[/gmu)).toHaveLength(10)
  expect(open).toContain('And 2 more.\n\n[acme/docs#2](https://github.com/acme/docs/pull/2), [acme/docs#1]')
  const closed = render({ pullRequests: many.map((number) => pullRequest(number, 'closed', [number, 0.1])) })
  expect(closed).toMatch(/And 2 more\.\n\n#/u)
  const ten = render({ pullRequests: many.slice(2).map((number) => pullRequest(number, 'closed', [number, 0.1])) })
  expect(ten).not.toContain('more.')
})

test('a pull request without a title has its name, and a thread that is no URL its number', () => {
  const untitled = pullRequest(4, 'open', [1], { facts: undefined, threads: ['acme/shop/issues/7'] })
  expect(render({ pullRequests: [untitled] })).toContain(
    '| [acme/docs#4](https://github.com/acme/docs/pull/4)<br>+0 −0 · #7 |',
  )
})

test('where no comment counts, the reason stands in place of the sentence', () => {
  const text = render({ problem: 'The key is *new*.' })
  expect(text).toContain('\n\n> [!WARNING]\n> **No comment counts.** The key is *new*.\n\n<sub>')
})

test('the outputs of a report, and without one', () => {
  const values: Partial<Record<OutputName, string>> = {}
  const outputs = { set: (name: OutputName, value: string) => void Object.assign(values, { [name]: value }) }
  writeOutputs(outputs as Parameters<typeof writeOutputs>[0], { ...REPORT, pullRequests: PULL_REQUESTS.slice(0, 6) })
  const { report, ...counts } = values
  expect(counts).toMatchInlineSnapshot(`
    {
      "asWritten": "1",
      "asWrittenUnknown": "1",
      "closed": "1",
      "commentUrl": "",
      "medianHours": "2.0",
      "merged": "3",
      "open": "2",
      "pullRequests": "6",
      "requests": "6",
      "unreadable": "0",
    }
  `)
  const entries = (JSON.parse(report ?? '') as Record<string, unknown>[]).map((each) => Object.values(each).join(' '))
  expect(entries).toMatchInlineSnapshot(`
    [
      "https://github.com/acme/docs/pull/9 Page *9* open 2026-08-15T04:00:00.000Z   https://github.com/acme/shop/issues/9 1 false 10800 9 ",
      "https://github.com/acme/docs/pull/8 Page *8* open 2026-08-12T09:00:00.000Z   https://github.com/acme/shop/issues/8 1 false 9600 8 ",
      "https://github.com/acme/docs/pull/7 Page *7* merged 2026-08-11T15:00:00.000Z 2026-08-11T19:00:00.000Z  https://github.com/acme/shop/issues/1,https://github.com/acme/shop/issues/2,https://github.com/acme/shop/issues/2,https://github.com/acme/shop/issues/3,https://github.com/acme/shop/issues/4,https://github.com/acme/shop/issues/5 1 true 8400 7 ",
      "https://github.com/acme/docs/pull/6 Page *6* merged 2026-08-11T14:00:00.000Z 2026-08-11T16:00:00.000Z  https://github.com/acme/shop/issues/6 1 false 7200 6 ",
      "https://github.com/acme/docs/pull/5 Page *5* merged 2026-08-11T13:00:00.000Z 2026-08-11T14:00:00.000Z  https://github.com/acme/shop/issues/5 1  6000 5 ",
      "https://github.com/acme/docs/pull/4 Page *4* closed 2026-08-11T12:00:00.000Z  2026-08-13T13:00:00.000Z https://github.com/acme/shop/issues/4 1 false 4800 4 ",
    ]
  `)
  const unread = { ...PULL_REQUESTS[7], state: 'unread' } as PullRequestOutcome
  writeOutputs(outputs as Parameters<typeof writeOutputs>[0], { ...REPORT, pullRequests: [unread] })
  expect(values).toMatchObject({ unreadable: '1', medianHours: '', report: '[]' })
  writeOutputs(outputs as Parameters<typeof writeOutputs>[0])
  expect(new Set(Object.values(values))).toEqual(new Set(['']))
})
