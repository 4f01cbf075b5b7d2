import { expect, test } from 'vitest'
import type { Figures } from '../../../src/outcomes/count.ts'
import { countOutcomes } from '../../../src/outcomes/count.ts'
import { formatHeadline, renderReport } from '../../../src/outcomes/report.ts'
import { readWorkflowRun } from '../../../src/runner/workflow-run.ts'
import { parsePeriod } from '../../../src/text/period.ts'
import { BOT, commits, found, pullRequest } from './pull-request.ts'
import { TITLES } from './titles.ts'

const NOW = Date.parse('2026-11-23T06:00:00Z')

function createInputs(period = 'last-week', query = 'author:app/mintlify') {
  const parsed = parsePeriod(period, NOW, 365)
  if (parsed === undefined) throw new Error(period)
  return { githubToken: '', owner: 'acme', repo: 'docs', query, period: parsed, title: 'docs.acme.dev' }
}

const FIGURES: Figures = {
  ...{
    merged: 8,
    mergedWithoutEdits: 5,
    mergedUnknown: 0,
    previousMerged: 5,
    closed: 1,
    opened: 9,
    medianHours: 143.5,
  },
  ...{ open: 21, oldestOpenDays: 40, complete: true },
}
const [BY, IN] = ['by mintlify[bot]', 'merged in acme/docs']
const WEEK = '(5 in the week before)'
const END = '; 1 was closed. 21 are open.'

test.each<[string, Partial<Figures>, string]>([
  [
    'all that the contract has',
    {},
    `8 pull requests ${BY} were ${IN} ${WEEK}, 5 of them without edits, half of them within 6 days${END}`,
  ],
  [
    'one of each',
    { merged: 1, mergedWithoutEdits: 1, previousMerged: 0, medianHours: 0, open: 1 },
    `1 pull request ${BY} was ${IN} (none in the week before), without edits, within 1 minute; 1 was closed. 1 is open.`,
  ],
  [
    'one with edits',
    { merged: 1, mergedWithoutEdits: 0, medianHours: 40.5, closed: 2 },
    `1 pull request ${BY} was ${IN} ${WEEK}, with edits, within 41 hours; 2 were closed. 21 are open.`,
  ],
  [
    'one that is not known',
    { merged: 1, mergedWithoutEdits: undefined, mergedUnknown: 1, medianHours: 1 },
    `1 pull request ${BY} was ${IN} ${WEEK}, not known whether edited, within 60 minutes${END}`,
  ],
  [
    'none merged',
    { merged: 0, mergedWithoutEdits: 0, medianHours: undefined },
    `no pull requests ${BY} were ${IN} ${WEEK}${END}`,
  ],
  [
    'nothing',
    { merged: 0, medianHours: undefined, previousMerged: 0, closed: 0, open: 0 },
    `no pull requests ${BY} were ${IN} (none in the week before). None are open.`,
  ],
  [
    'some that are not known',
    { mergedUnknown: 2, previousMerged: 1234 },
    `8 pull requests ${BY} were ${IN} (1,234 in the week before), 5 of them without edits (not known for 2), half of them ` +
      `within 6 days${END}`,
  ],
  [
    'all of them',
    { mergedWithoutEdits: 8 },
    `8 pull requests ${BY} were ${IN} ${WEEK}, all of them without edits, half of them within 6 days${END}`,
  ],
  [
    'none of them',
    { mergedWithoutEdits: 0 },
    `8 pull requests ${BY} were ${IN} ${WEEK}, none of them without edits, half of them within 6 days${END}`,
  ],
  [
    'a list that is cut, and none known',
    { merged: 1200, mergedWithoutEdits: undefined, mergedUnknown: 1200, medianHours: undefined },
    `1,200 pull requests ${BY} were ${IN} ${WEEK}, not known how many without edits${END}`,
  ],
])('the first sentence has %s', (_name, figures, expected) => {
  const headline = formatHeadline({ inputs: createInputs(), figures: { ...FIGURES, ...figures } })
  expect(headline).toBe(`Nov 16–22, 2026: ${expected}`)
})

test.each([
  [
    '28d',
    'head:docs/ `x`',
    "Oct 26 – Nov 22, 2026: 8 pull requests that match `head:docs/ 'x'` were",
    '(5 in the 28 days before)',
  ],
  [
    'last-month',
    'label:docs',
    'Oct 1–31, 2026: 8 pull requests that match `label:docs` were',
    '(5 in the month before)',
  ],
  ['1d', 'label:docs', 'Nov 22, 2026: 8 pull', '(5 in the day before)'],
])('the first sentence says which period (%s) and whose (%s)', (period, query, start, before) => {
  const headline = formatHeadline({ inputs: createInputs(period, query), figures: FIGURES })
  expect(headline.startsWith(start)).toBe(true)
  expect(headline).toContain(before)
})

test('the newest merge comes first, and of those that are open the oldest', () => {
  const at = (number: number, day: number, mergedAt: string | null = null) =>
    pullRequest({ number, createdAt: `2026-11-1${day}T09:00:00Z`, mergedAt })
  const merged = found([at(1, 1, '2026-11-17T09:00:00Z'), at(2, 2, '2026-11-18T09:00:00Z')])
  const outcomes = { merged, open: found([at(4, 4), at(3, 3), at(5, 5)]), previousMerged: 0, closed: 0, opened: 0 }
  const report = { inputs: createInputs(), outcomes, nowMs: NOW, figures: countOutcomes(outcomes, NOW) }
  const text = renderReport(report, readWorkflowRun({ GITHUB_REPOSITORY: 'acme/app' })).toString()
  expect(text.match(/(?<=Page )\d/gu)).toEqual(['2', '1', '3', '4', '5'])
})

test('a long report by strangers fits into a comment, says what it leaves out, and has no title that does anything', () => {
  const listed = Array.from({ length: 1000 }, (_, index) =>
    pullRequest({
      number: index + 1,
      title: `${TITLES[index % TITLES.length]}${'$|'.repeat(60)}`,
      mergedAt: '2026-11-20T09:00:00Z',
      commits: commits([BOT]),
    }),
  )
  const outcomes = { merged: found(listed, 1200), open: found([]), previousMerged: 0, closed: 0, opened: 0 }
  const inputs = createInputs('28d', 'label:"$(x)|" '.repeat(20))
  const report = { inputs, outcomes, nowMs: NOW, figures: countOutcomes(outcomes, NOW) }
  const text = renderReport(report, readWorkflowRun({ GITHUB_REPOSITORY: 'acme/app' })).toString()
  expect(text.length).toBeLessThan(65_536)
  expect(text).toContain('The list is cut: it leaves out 1,170 pull requests.')
  expect(text).not.toMatch(/@[a-z]|<img|<script|<!--/iu)
  for (const row of text.split('\n').filter((line) => line.startsWith('|'))) expect(row.split(' | ')).toHaveLength(3)
})
