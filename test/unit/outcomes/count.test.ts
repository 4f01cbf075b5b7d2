import { expect, test } from 'vitest'
import { countOutcomes, isWithoutEdits } from '../../../src/outcomes/count.ts'
import type { PullRequest } from '../../../src/outcomes/pull-requests.ts'
import { type Author, BOT, commits, found, pullRequest } from './pull-request.ts'

const by = (email: string | null, login?: string): Author => ({ email, user: login === undefined ? null : { login } })
const [WRITER, STRANGER] = [by('jane@acme.dev', 'jane'), by('someone@acme.dev')]

test.each<[string, PullRequest['commits'], boolean | undefined]>([
  ['a bot with its noreply address', commits([BOT]), true],
  ['a bot with an address of before 2017', commits([by('mintlify[bot]@users.noreply.github.com')]), true],
  ['a bot of a GitHub Enterprise Server', commits([by('7+x[bot]@users.noreply.ghe.acme.dev')]), true],
  ['Copilot', commits([by('198982749+Copilot@users.noreply.github.com')]), true],
  ['a bot that has an account', commits([by('bot@acme.dev', 'acme[bot]')]), true],
  ['a person', commits([BOT], [WRITER]), false],
  ['a person as co-author', commits([BOT, WRITER]), false],
  ['a noreply address without an account', commits([by('9+jane@users.noreply.github.com')]), false],
  ['an address that only contains one', commits([by('x[bot]@users.noreply.github.com@a.example')]), undefined],
  ['a merge of the base branch by a person', commits([BOT], { parents: 2, authors: [WRITER] }), true],
  ['an address without an account', commits([BOT], [STRANGER]), undefined],
  ['an address without an account, and a person', commits([STRANGER], [WRITER]), false],
  ['no address', commits([by(null)]), undefined],
  ['no commits', commits(), undefined],
  ['more commits than were read', { ...commits([BOT]), totalCount: 101 }, undefined],
  ['more than were read, one of them by a person', { ...commits([WRITER]), totalCount: 101 }, false],
  ['more authors than were read', commits({ parents: 1, authors: [BOT], totalCount: 11 }), undefined],
  ['an author that GitHub leaves empty', commits({ parents: 1, authors: [BOT, null] }), undefined],
  ['nodes that GitHub leaves empty', { totalCount: 1, nodes: [null] }, undefined],
  ['commits that were not asked for', undefined, undefined],
])('commits by %s', (_name, given, expected) => {
  expect(isWithoutEdits(given)).toBe(expected)
})

const NOW = Date.parse('2026-11-23T06:00:00Z')
const COUNTS = { previousMerged: 5, closed: 1, opened: 4 }

/** One that was merged on a day of November, from the 16th on. */
const merge = (day: number, ...authors: Author[][]) =>
  pullRequest({
    number: day,
    createdAt: '2026-11-16T00:00:00Z',
    mergedAt: `2026-11-${day}T00:00:00Z`,
    commits: commits(...authors),
  })
const open = (createdAt: string) => pullRequest({ createdAt })

test.each<[string, object, object]>([
  [
    'three that were merged, and two that are open',
    {
      merged: found([merge(17, [BOT]), merge(20, [WRITER]), merge(18)]),
      open: found([open('2026-11-20T07:00:00Z'), open('2026-11-13T09:00:00Z')]),
    },
    {
      ...COUNTS,
      ...{ merged: 3, mergedWithoutEdits: 1, mergedUnknown: 1, medianHours: 48 },
      ...{ open: 2, oldestOpenDays: 9, complete: true },
    },
  ],
  ['two that were merged', { merged: found([merge(17), merge(20)]) }, { medianHours: 60 }],
  ['none that were merged', {}, { merged: 0, mergedWithoutEdits: 0, mergedUnknown: 0, medianHours: undefined }],
  ['none that are open', {}, { open: 0, oldestOpenDays: undefined, complete: true }],
  [
    'a list that is cut',
    { merged: found([merge(17, [BOT])], 1200) },
    { merged: 1200, mergedWithoutEdits: 1, mergedUnknown: 1199, medianHours: undefined, complete: false },
  ],
  ['edits that are not known', { merged: found([merge(17)]) }, { mergedWithoutEdits: undefined, mergedUnknown: 1 }],
  [
    'open ones that are cut',
    { open: found([open('2026-11-13T09:00:00Z')], 1200) },
    { open: 1200, oldestOpenDays: undefined, complete: false },
  ],
  ['clocks that differ', { open: found([open('2026-11-23T06:05:00Z')]) }, { open: 1, oldestOpenDays: 0 }],
])('what is not known is no zero: %s', (_name, outcomes, expected) => {
  expect(countOutcomes({ merged: found([]), open: found([]), ...COUNTS, ...outcomes }, NOW)).toMatchObject(expected)
})
