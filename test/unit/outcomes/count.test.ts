import { expect, test } from 'vitest'
import { countOutcomes, isWithoutEdits } from '../../../src/outcomes/count.ts'
import type { PullRequest } from '../../../src/outcomes/pull-requests.ts'
import { BOT, commits, found, pullRequest } from './pull-request.ts'

const WRITER = { email: 'jane@acme.dev', user: { login: 'jane' } }
const STRANGER = { email: 'someone@acme.dev', user: null }

test.each<[string, PullRequest['commits'], boolean | undefined]>([
  ['a bot with its noreply address', commits([BOT]), true],
  [
    'a bot with the address of before 2017',
    commits([{ email: 'mintlify[bot]@users.noreply.github.com', user: null }]),
    true,
  ],
  [
    'a bot of a GitHub Enterprise Server',
    commits([{ email: '7+x[bot]@users.noreply.ghe.acme.dev', user: null }]),
    true,
  ],
  ['Copilot', commits([{ email: '198982749+Copilot@users.noreply.github.com', user: null }]), true],
  ['a bot that has an account', commits([{ email: 'bot@acme.dev', user: { login: 'acme[bot]' } }]), true],
  ['a person', commits([BOT], [WRITER]), false],
  ['a person as co-author', commits([BOT, WRITER]), false],
  [
    'a noreply address without an account any more',
    commits([{ email: '9+jane@users.noreply.github.com', user: null }]),
    false,
  ],
  ['a merge of the base branch by a person', commits([BOT], { parents: 2, authors: [WRITER] }), true],
  ['an address without an account', commits([BOT], [STRANGER]), undefined],
  ['an address without an account, and a person', commits([STRANGER], [WRITER]), false],
  ['no address', commits([{ email: null, user: null }]), undefined],
  ['no commits', commits(), undefined],
  ['more commits than were read', { ...commits([BOT]), totalCount: 101 }, undefined],
  ['more commits than were read, one of them by a person', { ...commits([WRITER]), totalCount: 101 }, false],
  ['more authors than were read', commits({ parents: 1, authors: [BOT], totalCount: 11 }), undefined],
  ['commits that were not asked for', undefined, undefined],
])('commits by %s', (_name, given, expected) => {
  expect(isWithoutEdits(given)).toBe(expected)
})

const NOW = Date.parse('2026-11-23T06:00:00Z')
const COUNTS = { previousMerged: 5, closed: 1, opened: 4 }

test('figures are those of GitHub, and what is not known is no zero', () => {
  const merged = [
    pullRequest({
      number: 1,
      mergedAt: '2026-11-17T00:00:00Z',
      createdAt: '2026-11-16T00:00:00Z',
      commits: commits([BOT]),
    }),
    pullRequest({
      number: 2,
      mergedAt: '2026-11-20T00:00:00Z',
      createdAt: '2026-11-16T00:00:00Z',
      commits: commits([WRITER]),
    }),
    pullRequest({ number: 3, mergedAt: '2026-11-18T00:00:00Z', createdAt: '2026-11-16T00:00:00Z', commits: commits() }),
  ]
  const open = [pullRequest({ number: 4, createdAt: '2026-11-20T07:00:00Z' }), pullRequest({ number: 5 })]
  expect(countOutcomes({ merged: found(merged), open: found(open), ...COUNTS }, NOW)).toEqual({
    ...COUNTS,
    ...{
      merged: 3,
      mergedWithoutEdits: 1,
      mergedUnknown: 1,
      medianHours: 48,
      open: 2,
      oldestOpenDays: 9,
      complete: true,
    },
  })
})

test.each<[string, object, object]>([
  ['none', {}, { merged: 0, mergedWithoutEdits: 0, mergedUnknown: 0, medianHours: undefined, complete: true }],
  [
    'a list that is cut',
    { merged: found([pullRequest({ mergedAt: '2026-11-17T00:00:00Z', commits: commits([BOT]) })], 1200) },
    { merged: 1200, mergedWithoutEdits: 1, mergedUnknown: 1199, medianHours: undefined, complete: false },
  ],
  [
    'edits that are not known',
    { merged: found([pullRequest({ mergedAt: '2026-11-17T00:00:00Z' })]) },
    { mergedWithoutEdits: undefined, mergedUnknown: 1, complete: true },
  ],
  [
    'open ones that are cut',
    { open: found([pullRequest({})], 1200) },
    { open: 1200, oldestOpenDays: undefined, complete: false },
  ],
  [
    'clocks that differ',
    { open: found([pullRequest({ createdAt: '2026-11-23T06:05:00Z' })]) },
    { open: 1, oldestOpenDays: 0 },
  ],
])('figures of %s', (_name, outcomes, expected) => {
  expect(countOutcomes({ merged: found([]), open: found([]), ...COUNTS, ...outcomes }, NOW)).toMatchObject(expected)
})
