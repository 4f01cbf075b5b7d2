import { expect, test } from 'vitest'
import { formatHeadline, formatLength } from '../../../../src/outcomes/result/headline.ts'

const MISSING = { comments: 0, prompts: false, keys: false, jobs: 0 }
const WHOLE = { asWrittenUnknown: 0, unread: 0, read: 37, missing: MISSING }
const NONE = { requests: 9, pullRequests: 0, merged: 0, open: 0, closed: 0, unreadable: 0, asWritten: 0, ...WHOLE }
const HOUR = 3_600_000

test.each<[object, string]>([
  [{ requests: 0 }, 'No prompts were sent in this period.'],
  [{}, 'No pull request was opened, merged or closed; 9 prompts were sent.'],
  [{ pullRequests: 2, unreadable: 2 }, "2 documentation pull requests couldn't be read."],
  [{ pullRequests: 1, open: 1 }, 'No documentation pull request was merged or closed in this period; 1 is open.'],
  [{ pullRequests: 2, open: 2 }, 'No documentation pull request was merged or closed in this period; 2 are open.'],
  [{ pullRequests: 3, closed: 3 }, 'None of 3 documentation pull requests was merged.'],
  [
    { pullRequests: 12, merged: 9, closed: 2, open: 1, asWritten: 7, medianMs: 5.5 * HOUR },
    '9 of 12 documentation pull requests were merged, 7 of them without edits; half within 6 hours.',
  ],
  [
    { pullRequests: 2, merged: 2, asWritten: 2, medianMs: 72 * HOUR },
    '2 of 2 documentation pull requests were merged, all of them without edits; half within 3 days.',
  ],
  [
    { pullRequests: 3, merged: 2, closed: 1, medianMs: 0 },
    '2 of 3 documentation pull requests were merged, none of them without edits; half within 1 minute.',
  ],
  [
    { pullRequests: 1, merged: 1, asWritten: 1, medianMs: HOUR },
    '1 of 1 documentation pull request was merged, without edits; within 1 hour.',
  ],
  [
    { pullRequests: 2, merged: 1, closed: 1, medianMs: HOUR },
    '1 of 2 documentation pull requests was merged, with edits; within 1 hour.',
  ],
  [
    { requests: 0, missing: { ...MISSING, comments: 3000 } },
    'No prompt of this period is in the newest 3,000 comments.',
  ],
  [
    { requests: 0, missing: { ...MISSING, keys: true } },
    'No prompt of this period is in the comments that this API key signed.',
  ],
  [
    { requests: 30, missing: { ...MISSING, prompts: true } },
    'No pull request was opened, merged or closed; at least 30 prompts were sent.',
  ],
  [
    { pullRequests: 2, unreadable: 1 },
    'No documentation pull request was merged or closed in this period; 1 was opened; not known for 1.',
  ],
  [
    { pullRequests: 100, unread: 63, unreadable: 63, merged: 3, closed: 1, asWritten: 2, medianMs: HOUR },
    'Of the newest 37 pull requests: 3 of 37 documentation pull requests were merged, 2 of them without edits; ' +
      'half within 1 hour.',
  ],
  [
    { pullRequests: 5, merged: 3, asWritten: 1, asWrittenUnknown: 1, unreadable: 2, medianMs: HOUR },
    '3 of 3 documentation pull requests were merged, 1 of them without edits (not known for 1); half within 1 hour; ' +
      'not known for 2.',
  ],
  [
    { pullRequests: 3, merged: 3, asWrittenUnknown: 3, missing: { ...MISSING, comments: 3000 }, medianMs: HOUR },
    'In the newest 3,000 comments: 3 of 3 documentation pull requests were merged, not known whether edited; ' +
      'half within 1 hour.',
  ],
  [
    { ...{ pullRequests: 4, unread: 3, unreadable: 3, closed: 1 }, missing: { ...MISSING, comments: 3000 } },
    'In the newest 3,000 comments, of the newest 37 pull requests: none of 1 documentation pull request was merged.',
  ],
  [
    { pullRequests: 3, closed: 1, unreadable: 1, missing: { ...MISSING, prompts: true, keys: true, jobs: 4 } },
    'In the comments that this API key signed: none of 2 documentation pull requests was merged; ' +
      'at least 9 prompts were sent; not known for 1 and for 4 jobs.',
  ],
  [
    { requests: 0, missing: { ...MISSING, prompts: true } },
    'No prompt of this period is in what the comments remember.',
  ],
  [{ requests: 0, missing: { ...MISSING, jobs: 1 } }, 'No prompts were sent in this period; not known for 1 job.'],
])('the first sentence for %j', (totals, sentence) => {
  expect(formatHeadline({ ...NONE, medianMs: undefined, ...totals })).toBe(sentence)
})

test.each<[hours: number, ceil: string, floor: string]>([
  [0, '1 minute', '1 minute'],
  [0.7, '42 minutes', '42 minutes'],
  [24.005, '24 hours', '24 hours'],
  [47.5, '48 hours', '47 hours'],
  [50, '3 days', '2 days'],
])('%d hours as people say it', (hours, ceil, floor) => {
  expect([formatLength(hours * HOUR, Math.ceil), formatLength(hours * HOUR, Math.floor)]).toEqual([ceil, floor])
})
