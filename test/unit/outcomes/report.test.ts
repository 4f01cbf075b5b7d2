import { expect, test } from 'vitest'
import type { Figures } from '../../../src/outcomes/count.ts'
import { countOutcomes } from '../../../src/outcomes/count.ts'
import { formatHeadline, renderReport } from '../../../src/outcomes/report.ts'
import { readWorkflowRun } from '../../../src/runner/workflow-run.ts'
import { parsePeriod } from '../../../src/text/period.ts'
import { render as renderText, TRICKS, tagsOf } from '../text/rendering.ts'
import { BOT, commits, found, pullRequest } from './pull-request.ts'

const NOW = Date.parse('2026-11-23T06:00:00Z')

function createInputs(period = 'last-week', query = 'author:app/mintlify') {
  const parsed = parsePeriod(period, NOW, 365) ?? expect.fail(period)
  return { githubToken: '', owner: 'acme', repo: 'docs', query, period: parsed, title: 'docs.acme.dev' }
}

const FIGURES: Figures = {
  ...{ merged: 8, mergedWithoutEdits: 5, mergedUnknown: 0, previousMerged: 5, closed: 1, opened: 9 },
  ...{ medianHours: 143.5, open: 21, oldestOpenDays: 40, complete: true },
}
/** One of which GitHub lists everything. */
const ONE = { merged: 1, mergedWithoutEdits: 1, medianHours: 1 }
const NOTHING = { merged: 0, previousMerged: 0, closed: 0, open: 0, medianHours: undefined }

test.each<[Partial<Figures>, string]>([
  [
    {},
    '8 … were … (5 in the week before), 5 of them without edits, half of them within 6 days; 1 was closed. 21 are open.',
  ],
  [{ ...ONE, previousMerged: 0, open: 1 }, '1 … was … (none in …), without edits, within 60 minutes; … 1 is open.'],
  [{ ...ONE, mergedWithoutEdits: 0, medianHours: 0, closed: 2 }, '1 … was …, with edits, within 1 minute; 2 were …'],
  [{ ...ONE, mergedWithoutEdits: undefined, mergedUnknown: 1 }, '1 … was …, not known whether edited, within …'],
  [NOTHING, 'no … were … (none in the week before). None are open.'],
  [{ mergedUnknown: 2, previousMerged: 1234 }, '8 … (1,234 in …), 5 of them without edits (not known for 2), half …'],
  [{ mergedWithoutEdits: 8, medianHours: 40.5 }, '8 …, all of them without edits, half of them within 41 hours; …'],
  [{ mergedWithoutEdits: 0 }, '8 …, none of them without edits, half …'],
  // A list that is cut
  [{ merged: 1200, mergedWithoutEdits: undefined, medianHours: undefined }, '1,200 …, not known how many without …'],
])('of %j, the first sentence is %s', (figures, expected) => {
  const headline = formatHeadline({ inputs: createInputs(), figures: { ...FIGURES, ...figures } })
  for (const part of `Nov 16–22, 2026: ${expected}`.split('…')) expect(headline).toContain(part)
})

test.each([
  ['last-week', 'author:app/mintlify', 'Nov 16–22, 2026: 8 pull requests by mintlify[bot] were', 'week'],
  ['28d', 'head:a `x`', "Oct 26 – Nov 22, 2026: 8 pull requests that match `head:a 'x'` were", '28 days'],
  ['last-month', 'label:docs', 'Oct 1–31, 2026: 8 pull requests that match `label:docs` were', 'month'],
])('the first sentence says which period (%s) and whose (%s)', (period, query, start, length) => {
  const headline = formatHeadline({ inputs: createInputs(period, query), figures: FIGURES })
  expect(headline.startsWith(`${start} merged in acme/docs (5 in the ${length} before), `)).toBe(true)
})

function render(titles: readonly string[], count: number): string {
  const listed = titles.map((title, index) =>
    pullRequest({ number: index + 1, title, mergedAt: '2026-11-20T09:00:00Z', commits: commits([BOT]) }),
  )
  const outcomes = { merged: found(listed, count), open: found([]), previousMerged: 0, closed: 0, opened: 0 }
  const inputs = createInputs('28d', 'label:"$(x)|" '.repeat(20))
  const report = { inputs, outcomes, nowMs: NOW, figures: countOutcomes(outcomes, NOW) }
  return renderReport(report, readWorkflowRun({ GITHUB_REPOSITORY: 'acme/app' })).toString()
}

test('a long report fits into a comment, and says what it leaves out', () => {
  const text = render(Array<string>(1000).fill('$|'.repeat(60)), 1200)
  expect(text.length).toBeLessThan(65_536)
  expect(text).toContain('The list is cut: it leaves out 1,170 pull requests.')
})

test('no title does anything in the report', () => {
  const text = render(TRICKS, TRICKS.length)
  expect(text).not.toMatch(/@[a-z]|<img|<script|<!--/iu)
  const html = renderText(text)
  expect(new Set(tagsOf(html))).toEqual(new Set('h2 p strong code a h3 table thead tr th tbody td sub'.split(' ')))
  for (const [, host] of html.matchAll(/<a href="https?:\/\/([^/"]+)/gu)) expect(host).toBe('github.com')
  expect(html.match(/<td/gu)).toHaveLength(3 * TRICKS.length)
})
