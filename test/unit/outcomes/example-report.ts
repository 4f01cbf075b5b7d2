import type { Figures } from '../../../src/outcomes/count.ts'
import type { PullRequestList } from '../../../src/outcomes/reading/list-pull-requests.ts'
import type { OutcomesReport } from '../../../src/outcomes/report-outcomes.ts'
import { mergedPullRequest, pullRequest } from './pull-request.ts'

export const FIGURES: Figures = {
  merged: 8,
  mergedWithoutEdits: 5,
  mergedUnknown: 0,
  closed: 1,
  opened: 9,
  medianHours: 130.2,
}

export const LIST: PullRequestList = {
  pullRequests: [pullRequest()],
  isWhole: true,
  isOpenWhole: true,
  reachesMs: Number.NEGATIVE_INFINITY,
  failure: undefined,
}

const MERGED = [mergedPullRequest(12), mergedPullRequest(11)]
const OPEN = [pullRequest()]

/** Of a week. */
export const REPORT: OutcomesReport = {
  repository: 'acme/docs',
  author: 'mintlify[bot]',
  period: { dateFrom: '2026-11-16', dateTo: '2026-11-23', isMonth: false },
  previousPeriod: { dateFrom: '2026-11-09', dateTo: '2026-11-16' },
  trafficDays: undefined,
  nowMs: Date.parse('2026-11-23T07:00:00Z'),
  list: LIST,
  figures: FIGURES,
  previous: { ...FIGURES, merged: 2, mergedWithoutEdits: 1, mergedUnknown: 1, closed: 0, opened: 1, medianHours: 20 },
  openCount: 21,
  oldestOpenDays: 9,
  merged: MERGED,
  closed: [],
  open: OPEN,
  pullRequests: [...MERGED, ...OPEN],
  isWithoutEdits: new Map([
    [12, true],
    [11, false],
  ]),
  changed: new Map(),
  views: undefined,
  byAuthor: 12,
  bots: [
    { login: 'dependabot[bot]', count: 1_204 },
    { login: 'docs-agent[bot]', count: 20 },
    { login: 'x[bot]', count: 1 },
  ],
  notes: [],
}
