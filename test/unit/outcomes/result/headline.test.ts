import { expect, test } from 'vitest'
import type { OutcomesReport } from '../../../../src/outcomes/report-outcomes.ts'
import { formatHeadline } from '../../../../src/outcomes/result/headline.ts'
import { FIGURES, LIST, REPORT } from '../example-report.ts'

const NONE = { ...FIGURES, merged: 0, mergedWithoutEdits: 0, closed: 0, medianHours: undefined }
const ONE = { ...NONE, merged: 1, mergedWithoutEdits: 1, medianHours: 5.2 }
const CUT = { list: { ...LIST, isWhole: false, isOpenWhole: false } }
const many = (count: number) => Array(count).fill(LIST.pullRequests[0])
const failure = { message: "Couldn't list the pull requests." } as OutcomesReport['list']['failure']

test.each<[Partial<OutcomesReport>, string]>([
  [
    {},
    '8 documentation pull requests were merged in acme/docs, 5 of them without edits, half of them within 6 days; 1 was closed. 21 are open.',
  ],
  [
    { figures: { ...FIGURES, mergedUnknown: 2, closed: 2 }, openCount: 1 },
    '8 documentation pull requests were merged in acme/docs, 5 of them without edits (not known for 2), half of them within 6 days; 2 were closed. 1 is open.',
  ],
  [
    { figures: { ...FIGURES, mergedWithoutEdits: undefined, mergedUnknown: 8, closed: 0 }, openCount: 0 },
    '8 documentation pull requests were merged in acme/docs, not known how many without edits, half of them within 6 days. None are open.',
  ],
  [
    { figures: { ...FIGURES, mergedWithoutEdits: 8, medianHours: 0.4, closed: 0 } },
    '8 documentation pull requests were merged in acme/docs, all of them without edits, half of them within 24 minutes. 21 are open.',
  ],
  [
    { figures: { ...FIGURES, mergedWithoutEdits: 0 } },
    '8 documentation pull requests were merged in acme/docs, none of them without edits, half of them within 6 days; 1 was closed. 21 are open.',
  ],
  [
    { figures: { ...FIGURES, mergedWithoutEdits: 0, mergedUnknown: 3 } },
    '8 documentation pull requests were merged in acme/docs, 0 of them without edits (not known for 3), half of them within 6 days; 1 was closed. 21 are open.',
  ],
  [
    { figures: ONE },
    '1 documentation pull request was merged in acme/docs, without edits, within 6 hours. 21 are open.',
  ],
  [
    { figures: { ...ONE, mergedWithoutEdits: 0 } },
    '1 documentation pull request was merged in acme/docs, with edits, within 6 hours. 21 are open.',
  ],
  [
    { figures: { ...ONE, mergedWithoutEdits: undefined, mergedUnknown: 1 } },
    '1 documentation pull request was merged in acme/docs, not known whether edited, within 6 hours. 21 are open.',
  ],
  [{ figures: NONE }, 'no documentation pull requests were merged or closed in acme/docs. 21 are open.'],
  [
    { figures: { ...NONE, closed: 1 } },
    'no documentation pull requests were merged in acme/docs; 1 was closed. 21 are open.',
  ],
  [
    { list: { ...CUT.list, pullRequests: many(3_000) } },
    'of the newest 3,000 pull requests in acme/docs, 8 documentation pull requests were merged, 5 of them without edits, half of them within 6 days; 1 was closed. At least 21 are open.',
  ],
  [
    { list: { ...CUT.list, isOpenWhole: true, pullRequests: many(3_000) }, figures: NONE },
    'of the newest 3,000 pull requests in acme/docs, no documentation pull requests were merged or closed. 21 are open.',
  ],
  [
    { list: { ...CUT.list, pullRequests: many(200), failure }, figures: ONE, openCount: undefined },
    "of the 200 pull requests in acme/docs that could be read, 1 documentation pull request was merged, without edits, within 6 hours. How many are open isn't known.",
  ],
  [
    { byAuthor: 0, list: { ...LIST, pullRequests: [] }, bots: [] },
    'no pull requests were opened, merged or closed in acme/docs in this period or the previous one, and none are open.',
  ],
  [
    { byAuthor: 0 },
    'no pull requests by mintlify[bot] were opened, merged or closed in acme/docs in this period or the previous one, and none are open. Most pull requests by bots are by dependabot[bot] (1,204), docs-agent[bot] (20), and x[bot] (1).',
  ],
  [
    { byAuthor: 0, bots: [] },
    'no pull requests by mintlify[bot] were opened, merged or closed in acme/docs in this period or the previous one, and none are open. No pull request there is by a bot.',
  ],
  [
    { byAuthor: 0, list: { ...CUT.list, pullRequests: many(3_000) }, bots: REPORT.bots.slice(1, 2) },
    'of the newest 3,000 pull requests in acme/docs, none is by mintlify[bot]. Most pull requests by bots are by docs-agent[bot] (20).',
  ],
])('%j', (facts, sentence) => {
  expect(formatHeadline({ ...REPORT, ...facts })).toBe(`Nov 16–22, 2026: ${sentence}`)
})
