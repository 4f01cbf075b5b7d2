import { expect, test } from 'vitest'
import { compareBranch, type Start } from '../../../../src/agent-job/changes/compare-branch.ts'
import { commitOf } from './changes-for-tests.ts'
import { createReads, failing, type Known } from './github-for-tests.ts'

const START: Start = {
  base: 'c7',
  sinceMs: Date.parse('2026-11-15T12:00:00.123Z'),
  isLastRun: true,
  reason: 'there',
}

async function read(known: Known, start: Partial<Start>) {
  const { requests, ...github } = createReads(known)
  const notices: string[] = []
  const log = { notice: (_title: string | undefined, text: string) => void notices.push(text) }
  const { range, reason } = await compareBranch({ ...START, ...start }, 'c9', github, log)
  return { range, reason, notice: notices.join('\n'), requests }
}

const asked = 'commits of c9 since 2026-11-15T12:00:00Z'
const oneCommit = [commitOf('c9<c3')]
const thousand = Array.from({ length: 1_000 }, (_, index) => commitOf(`c${9 + index}<c${10 + index}`))
const moved = { status: 'diverged' } as const
const atMoment = { base: undefined }
const inDays = { ...atMoment, isLastRun: false }

test.each<[string, Known, Partial<Start>, base: string, requests: string[], notice: RegExp, reason: RegExp]>([
  ['at the commit', {}, {}, 'c7', [], /^$/, /^there$/],
  [
    'there, if no merge base is known',
    { comparisons: { c7: { ...moved, mergeBase: undefined } } },
    {},
    'c7',
    [],
    /^$/,
    /^there$/,
  ],
  [
    'at the merge base',
    { comparisons: { c7: { ...moved, mergeBase: 'c5' } } },
    {},
    'c5',
    ['compare c7...c9'],
    /no longer contains c7.* since c5 /,
    /force push/,
  ],
  [
    'after the first parents since the moment',
    { history: [commitOf('c9<c6<c8'), commitOf('c8<c6'), commitOf('c6<c4')] },
    atMoment,
    'c4',
    [asked],
    /since 2026-11-15 .*`since: <n>d`/,
    /^there$/,
  ],
  [
    'at the first commit of a young branch',
    { history: [commitOf('c9<c8'), commitOf('c8')] },
    inDays,
    'c8',
    [asked],
    /^$/,
    /^there$/,
  ],
  [
    'at the moment, if GitHub has no such commit',
    { comparisons: { c7: failing(404) }, history: oneCommit },
    {},
    'c3',
    ['compare c7...c9', asked],
    /2026-11-15/,
    /^on 2026-11-15, because/,
  ],
  [
    'at the moment, if it was collected',
    { comparisons: { c7: failing(410) }, history: oneCommit },
    {},
    'c3',
    ['compare c7...c9', asked],
    /2026-11-15/,
    /^on 2026-11-15, because/,
  ],
  [
    'after 1000 commits',
    { history: thousand },
    inDays,
    'c1009',
    [asked],
    /^Only the last 1000 commits/,
    /1,000 commits/,
  ],
])('a range begins %s', async (_name, known, start, base, before, notice, reason) => {
  const found = await read(known, start)
  expect(found).toMatchObject({ range: { base, head: 'c9' }, reason: expect.stringMatching(reason) })
  expect(found.notice).toMatch(notice)
  const compared = `compare ${base}...c9`
  // A comparison gives the merge base, so it isn't compared again.
  expect(found.requests).toEqual(base === 'c5' ? before : [...before, compared])
})

test('any other failure is an error', async () => {
  await expect(read({ comparisons: { c7: failing(500) } }, {})).rejects.toMatchObject({ status: 500 })
})
