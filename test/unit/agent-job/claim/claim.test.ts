import { describe, expect, test } from 'vitest'
import { addEarlierJob, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { OUTCOMES } from '../../../../src/agent-job/outcome.ts'
import { claimOf } from './claims-for-tests.ts'

const COMMIT = 'c'.repeat(40)
const WHOLE = claimOf({
  commentId: 12,
  isReply: true,
  isOfStep: true,
  outcome: 'failed',
  jobId: 'job-1',
  earlierJobs: ['job-0'],
  range: { base: COMMIT, head: 'd'.repeat(64), branch: 'e'.repeat(16), isLastRun: true, nothingUntil: COMMIT },
  confused: 7,
})

test('a claim is read as it was written, and what else there is stays out', () => {
  expect(parseClaim(WHOLE)).toEqual(WHOLE)
  expect(parseClaim(claimOf())).toStrictEqual(claimOf())
  expect(parseClaim({ ...WHOLE, status: 'x', link: 'x', claimant: { ...WHOLE.claimant, name: 'x' } })).toEqual(WHOLE)
})

test.each(['claimed', 'sending', 'job', 'finished'])('the state %s', (state) => {
  expect(parseClaim({ ...WHOLE, state })).toMatchObject({ state })
})

test.each(OUTCOMES)('the outcome %s', (outcome) => {
  expect(parseClaim({ ...WHOLE, outcome })).toMatchObject({ outcome })
})

test.each(['issue comment 12', 'review comment 12', 'run 9 0123456789abcdef'])('the trigger %s', (trigger) => {
  expect(parseClaim({ ...WHOLE, trigger })).toMatchObject({ trigger })
})

/** What no field may be, whatever its form is. */
const HOSTILE = [
  null,
  {},
  [],
  '',
  '../x',
  'a b',
  'a\nb',
  '::x::',
  '<b>',
  'x'.repeat(300),
  -1,
  0.5,
  1e300,
  false,
  '12\n',
]

describe('a field without its form makes it no marker', () => {
  const others = Object.keys(WHOLE).filter((name) => name !== 'jobId' && name !== 'earlierJobs')

  test.each(others)('%s', (name) => {
    for (const value of HOSTILE) expect(parseClaim({ ...WHOLE, [name]: value }), JSON.stringify(value)).toBeUndefined()
  })

  test.each(['runId', 'job', 'step', 'leg', 'attempt'])('claimant.%s', (name) => {
    // A job or a step may have no name.
    const wrong = HOSTILE.filter((value) => value !== '' || name === 'leg' || name === 'attempt')
    for (const value of wrong) {
      const claimant = { ...WHOLE.claimant, [name]: value }
      expect(parseClaim({ ...WHOLE, claimant }), JSON.stringify(value)).toBeUndefined()
    }
  })

  test.each(['base', 'head', 'branch', 'isLastRun', 'nothingUntil'])('range.%s', (name) => {
    for (const value of [...HOSTILE, 'owner:branch', 'C'.repeat(40), 'c'.repeat(41)])
      expect(parseClaim({ ...WHOLE, range: { ...WHOLE.range, [name]: value } }), JSON.stringify(value)).toBeUndefined()
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

  test.each(['nonce', 'state', 'trigger', 'project', 'step', 'claimant', 'earlierJobs'])('no %s', (name) => {
    expect(parseClaim({ ...WHOLE, [name]: undefined })).toBeUndefined()
  })

  test.each(['isReply', 'isOfStep', 'outcome', 'jobId', 'range', 'confused', 'commentId'])(
    '%s may be absent',
    (name) => {
      const { [name]: _, ...others } = WHOLE as unknown as Record<string, unknown>
      expect(parseClaim(others)).toEqual(others)
    },
  )

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
