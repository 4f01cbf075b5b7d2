import { expect, test, vi } from 'vitest'
import type { Claim, ToldRange } from '../../../../src/agent-job/claim/claim.ts'
import { findLastPlace, type JobNow } from '../../../../src/agent-job/claim/last-place.ts'
import { claimOf, commentOf } from './claims-for-tests.ts'

const RANGE: ToldRange = { base: 'base', head: 'head', branch: 'b', isLastRun: true }
const BEGIN = 'where the previous run began, whose changes may be undocumented'
const END = 'where the previous run ended'

/** The place after runs with these claims, of whose jobs the service says `now`. */
async function find(claims: Partial<Claim>[], now: JobNow | Error = 'other') {
  const comments = claims.map((claim, index) => commentOf(index + 1, claimOf({ range: RANGE, ...claim })))
  const fetchJobNow = vi.fn(async () => {
    if (now instanceof Error) throw now
    return now
  })
  const place = await findLastPlace(comments, fetchJobNow)
  return { place, asked: fetchJobNow.mock.calls.flat(), comments }
}

test('without a claim, or without a range, there is none', async () => {
  expect((await find([])).place).toBeUndefined()
  expect((await find([{ range: undefined, jobId: 'j' }])).place).toBeUndefined()
})

test.each<[string, Partial<Claim>, JobNow, commit: string, asked: string[]]>([
  ['a pull request', { state: 'finished', outcome: 'pull-request', jobId: 'j' }, 'other', 'head', []],
  ['no pull request', { state: 'finished', outcome: 'no-pull-request', jobId: 'j' }, 'other', 'head', []],
  ['a failure', { state: 'finished', outcome: 'failed', jobId: 'j' }, 'other', 'base', ['j']],
  ['a failure that is gone', { state: 'finished', outcome: 'failed', jobId: 'j' }, 'gone', 'head', ['j']],
  ['a timeout, and its job works', { state: 'job', outcome: 'timed-out', jobId: 'j' }, 'other', 'base', ['j']],
  ['a timeout, and its job is done', { state: 'job', outcome: 'timed-out', jobId: 'j' }, 'completed', 'head', ['j']],
  ['an end that no run has seen', { state: 'job', outcome: 'pull-request', jobId: 'j' }, 'other', 'base', ['j']],
  ['nothing sent', { state: 'claimed', outcome: 'error' }, 'completed', 'base', []],
  ['nobody knows', { state: 'sending', outcome: 'unknown' }, 'completed', 'base', []],
])('after %s', async (_name, claim, now, commit, asked) => {
  const found = await find([claim], now)
  expect(found).toMatchObject({ place: { commit, reason: commit === 'head' ? END : BEGIN }, asked })
  // Only a claim whose end this action has seen gets the note that nothing counted.
  expect(found.place?.claim).toBe(asked.length === 0 && commit === 'head' ? found.comments[0] : undefined)
})

test('later runs that found nothing that counts have moved the end', async () => {
  const range = { ...RANGE, nothingUntil: 'later' }
  expect((await find([{ state: 'finished', outcome: 'pull-request', range }])).place?.commit).toBe('later')
  expect((await find([{ state: 'job', jobId: 'j', range }], 'other')).place?.commit).toBe('base')
})

test('of several in one run, one that was not told decides', async () => {
  const told = { state: 'finished', outcome: 'pull-request', jobId: 'i' } as const
  const untold = { state: 'job', jobId: 'j', range: { ...RANGE, base: 'further' } } as const
  expect((await find([told, untold])).place?.commit).toBe('further')
  expect((await find([untold, told])).place?.commit).toBe('further')
  expect((await find([told, { ...told, range: { ...RANGE, head: 'other' } }])).place?.commit).toBe('head')
})

test("a job that can't be read decides nothing", async () => {
  await expect(find([{ state: 'job', jobId: 'j' }], new Error('no'))).rejects.toThrow('no')
})
