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
  const { range, reason, comparison } = await compareBranch({ ...START, ...start }, 'c9', github, log)
  return { range, isCounted: Number.isFinite(comparison.commitCount), said: [reason, ...notices].join(': '), requests }
}

const diverged = (mergeBase?: string) => ({ comparisons: { c7: { status: 'diverged' as const, mergeBase } } })
const gone = (status: number) => ({ comparisons: { c7: failing(status) }, history: [commitOf('c9<c3')] })
const merged = { history: [commitOf('c9<c6<c8'), commitOf('c8<c6'), commitOf('c6<c4')] }
const young = { history: [commitOf('c9<c8'), commitOf('c8')] }
const long = { history: Array.from({ length: 1_000 }, (_, index) => commitOf(`c${9 + index}<c${10 + index}`)) }
const unknown = { base: undefined }
const inDays = { base: undefined, isLastRun: false }

const tried = 'compare c7...c9'
const asked = 'commits of c9 since 2026-11-15T12:00:00Z'
const isGone = /^on 2026-11-15, because .*: The changes since 2026-11-15 are included/

test.each<[string, Known, Partial<Start>, base: string, requests: string[], said: RegExp]>([
  ['at the commit', {}, {}, 'c7', [tried], /^there$/],
  ['at the merge base', diverged('c5'), {}, 'c5', [tried], /force push .*: .*no longer contains c7.* since c5 /],
  ['at the commit, if no merge base is known', diverged(), {}, 'c7', [tried], /^there$/],
  [
    'after the first parents',
    merged,
    unknown,
    'c4',
    [asked, 'compare c4...c9'],
    /^there: .*2026-11-15 .*`since: <n>d`/,
  ],
  ['at the first commit of a young branch', young, inDays, 'c8', [asked, 'compare c8...c9'], /^there$/],
  ['at the moment, if GitHub has no such commit', gone(404), {}, 'c3', [tried, asked, 'compare c3...c9'], isGone],
  ['at the moment, if it was collected', gone(410), {}, 'c3', [tried, asked, 'compare c3...c9'], isGone],
  ['after 1,000 commits', long, inDays, 'c1009', [asked, 'compare c1009...c9'], /1,000 commits.*: Only the last 1000/],
])('a range begins %s', async (_name, known, start, base, requests, said) => {
  const found = await read(known, start)
  // Nobody counts what came before the commits that are read.
  const isCounted = known !== long
  expect(found).toEqual({ range: { base, head: 'c9' }, isCounted, requests, said: expect.stringMatching(said) })
})

test('any other failure is an error', async () => {
  await expect(read(gone(500), {})).rejects.toMatchObject({ status: 500 })
})
