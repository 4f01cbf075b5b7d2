import { describe, expect, test } from 'vitest'
import { addEarlierJob, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { claimOf } from './claims-for-tests.ts'

const COMMIT = 'c'.repeat(40)
const RANGE = {
  base: COMMIT,
  head: 'd'.repeat(64),
  branch: 'e'.repeat(16),
  isLastRun: true,
  nothingUntil: COMMIT,
} as const
const WHOLE = claimOf({
  commentId: 12,
  isReply: true,
  isOfStep: true,
  outcome: 'failed',
  jobId: 'job-1',
  earlierJobs: ['job-0'],
  range: RANGE,
  confused: 7,
})

test('a claim is read as it was written, and what else there is stays out', () => {
  expect(parseClaim(WHOLE)).toEqual(WHOLE)
  expect(parseClaim(claimOf())).toStrictEqual(claimOf())
  expect(parseClaim({ ...WHOLE, status: 'x', link: 'x', claimant: { ...WHOLE.claimant, name: 'x' } })).toEqual(WHOLE)
})

test.each<[field: string, values: readonly string[]]>([
  ['state', ['claimed', 'sending', 'job', 'finished']],
  ['outcome', OUTCOMES],
  ['trigger', ['issue comment 12', 'review comment 12', 'run 9 0123456789abcdef']],
])('each form of %s is read', (field, values) => {
  for (const value of values) expect(parseClaim({ ...WHOLE, [field]: value })).toEqual({ ...WHOLE, [field]: value })
})

/** What no field may be, whatever its form is. */
const HOSTILE = [null, {}, [], '../x', 'a b', 'a\nb', '::x::', '<b>', 'x'.repeat(300), -1, 0.5, 1e300, false, '12\n']

describe('a field without its form makes it no marker', () => {
  const others = Object.keys(WHOLE).filter((name) => name !== 'jobId' && name !== 'earlierJobs')

  test.each<[object, names: string[], wrong: unknown[], change: (part: object) => object]>([
    [WHOLE, others, ['', ...HOSTILE], (part) => part],
    // A job or a step may have no name.
    [WHOLE.claimant, ['runId', 'job', 'step'], HOSTILE, (claimant) => ({ ...WHOLE, claimant })],
    [WHOLE.claimant, ['leg', 'attempt'], ['', ...HOSTILE], (claimant) => ({ ...WHOLE, claimant })],
    [RANGE, Object.keys(RANGE), ['', 'C'.repeat(40), 'c'.repeat(41), ...HOSTILE], (range) => ({ ...WHOLE, range })],
  ])('of %j: %j', (part, names, wrong, change) => {
    for (const name of names)
      for (const value of wrong)
        expect(parseClaim(change({ ...part, [name]: value })), `${name}: ${JSON.stringify(value)}`).toBeUndefined()
  })

  // The service's IDs have no other form: they are one segment of a path.
  test.each(['', '.', '..', 'a/b', 'a b', 'a\nb', '\0', '\ud800', 'x'.repeat(513), 1, null, {}])(
    'the job %j',
    (job) => {
      expect(parseClaim({ ...WHOLE, jobId: job })).toBeUndefined()
      expect(parseClaim({ ...WHOLE, earlierJobs: ['job-1', job] })).toBeUndefined()
    },
  )

  test.each<[string, object]>([
    ['a job instead of a list of them', { earlierJobs: 'job-1' }],
    ['eleven earlier jobs', { earlierJobs: Array.from({ length: 11 }, (_, index) => `job-${index}`) }],
    ['a trigger with more behind it', { trigger: 'issue comment 12 ' }],
    ['a trigger with more before it', { trigger: 'an issue comment 12' }],
    ['another state', { state: 'answered' }],
    ['another outcome', { outcome: 'toString' }],
  ])('%s', (_name, change) => {
    expect(parseClaim({ ...WHOLE, ...change })).toBeUndefined()
  })

  test.each(Object.keys(WHOLE))('without %s', (name) => {
    const { [name]: _, ...left } = WHOLE as unknown as Record<string, unknown>
    const isOptional = ['isReply', 'isOfStep', 'outcome', 'jobId', 'range', 'confused', 'commentId'].includes(name)
    expect(parseClaim(left)).toEqual(isOptional ? left : undefined)
  })

  test.each([undefined, null, 'claim', 1, []])('%j', (value) => {
    expect(parseClaim(value)).toBeUndefined()
  })
})

test('of earlier jobs, the ten newest are kept, each once', () => {
  expect(addEarlierJob(['a', 'b'], undefined)).toEqual(['a', 'b'])
  expect(addEarlierJob(['a', 'b'], 'c')).toEqual(['c', 'a', 'b'])
  expect(addEarlierJob(['a', 'b'], 'b')).toEqual(['b', 'a'])
  const ten = Array.from({ length: 10 }, (_, index) => `job-${index}`)
  expect(addEarlierJob(ten, 'new')).toEqual(['new', ...ten.slice(0, 9)])
})
