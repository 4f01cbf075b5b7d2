import { describe, expect, test } from 'vitest'
import { digest } from '../../../src/github/signed-marker.ts'
import {
  type Claim,
  createClaimMarker,
  inheritClaim,
  listContinuableJobs,
  parseClaim,
  recordEnd,
  recordPrompt,
} from '../../../src/job-marker/claim.ts'
import type { JobRecord } from '../../../src/job-marker/job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from '../../../src/job-marker/outcome.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

const claimant = { runId: '42', job: 'docs', step: '__self', attempt: 1 }
const claim: Claim = {
  state: 'job',
  trigger: 'issue comment 7',
  event: 'issue_comment',
  project: digest('acme'),
  claimant,
  nonce: 'n-1',
  commentId: 8,
  job: { jobId: 'job-1' },
  pullRequests: [],
  prompts: [],
}
const { job: _, ...withoutJob } = claim
const marker = createClaimMarker('mint_test', '1296269', 7)
const LINK = new URL('https://github.test/acme/docs/pull/1')
const WHOLE: JobRecord = {
  jobId: 'job-1',
  isFollowUp: true,
  messageAt: 5,
  previous: { url: LINK, state: 'open' },
  status: 'completed',
  prLink: LINK,
}

test('the longest possible claim fits into a marker', () => {
  const url = new URL(`https://github.test/${'u'.repeat(2028)}`)
  const jobId = '\u0001'.repeat(512)
  const record: JobRecord = {
    jobId,
    isFollowUp: false,
    messageAt: Number.MAX_SAFE_INTEGER,
    status: 'completed',
    prLink: url,
    previous: { url, state: 'job-unreadable' },
  }
  const names = { series: 's'.repeat(16), step: 's'.repeat(16), branch: 'b'.repeat(16) }
  const longest: Claim = {
    ...claim,
    trigger: `review comment ${Number.MAX_SAFE_INTEGER}`,
    event: 'pull_request_review_comment',
    claimant: { runId: '9'.repeat(20), job: 'j'.repeat(100), step: 's'.repeat(100), attempt: 999 },
    nonce: 'n'.repeat(36),
    source: 's'.repeat(16),
    series: 's'.repeat(16),
    commentId: Number.MAX_SAFE_INTEGER,
    outcome: 'no-pull-request',
    job: record,
    earlierJob: record,
    pullRequests: Array.from({ length: 10 }, () => new URL(`https://github.test/${'u'.repeat(280)}`)),
    prompts: Array.from({ length: 20 }, () => ({ at: NOON, end: 'no-pull-request' as const })),
    range: { ...names, base: 'a'.repeat(64), head: 'b'.repeat(64), since: 'last-run' },
    confused: Number.MAX_SAFE_INTEGER,
  }
  const written = marker.write(longest)
  expect(parseClaim(marker.read(untrustedText(written))?.payload)).toEqual(longest)
})

test.each([
  null,
  'x',
  [],
  { ...claim, state: 'won' },
  { ...claim, state: ['job'] },
  { ...claim, claimant: null },
  ...['trigger', 'event', 'project', 'nonce'].map((name) => ({ ...claim, [name]: undefined })),
  ...['runId', 'job', 'step', 'attempt'].map((name) => ({ ...claim, claimant: { ...claimant, [name]: null } })),
])('%j is not a claim', (value) => {
  expect(parseClaim(value)).toBeUndefined()
})

test('invalid fields of a claim are left out', () => {
  const [series, outcome, commentId] = [7, 'great', '8']
  const lists = { pullRequests: ['no URL', LINK.href, 7], prompts: 'now' }
  const range = { ref: 'refs/heads/main', base: 'abc' }
  const unreadable = { ...claim, series, outcome, commentId, ...lists, range, earlierJob: { status: 'failed' } }
  const { commentId: _id, prompts: _prompts, ...readable } = claim
  expect(parseClaim(unreadable)).toStrictEqual({ ...readable, pullRequests: [LINK] })
})

const ACTIVE: JobRecord = { jobId: 'j', previous: { state: 'job-active' } }

test.each<[string, object, JobRecord | undefined]>([
  ['all fields', { ...WHOLE, prLink: LINK.href, previous: { url: LINK.href, state: 'open' } }, WHOLE],
  ['no ID', { status: 'completed' }, undefined],
  ['an ID that is a number', { jobId: 7 }, undefined],
  ['other types', { jobId: 'j', isFollowUp: 'true', messageAt: '5', status: 7, prLink: 'no URL' }, { jobId: 'j' }],
  ['a state that is not known', { jobId: 'j', previous: { url: LINK.href, state: 'lost' } }, { jobId: 'j' }],
  ['a link that is none', { jobId: 'j', previous: { url: 'no URL', state: 'job-active' } }, { jobId: 'j' }],
  ['no link, which it needs', { jobId: 'j', previous: { state: 'open' } }, { jobId: 'j' }],
  ['no link, where it needs none', ACTIVE, ACTIVE],
])('a job with %s keeps its valid fields', (_name, written, expected) => {
  expect(parseClaim({ ...claim, job: written })).toStrictEqual({ ...withoutJob, ...(expected && { job: expected }) })
})

const NOON = '2026-11-22T12:00:00.000Z'

describe('the end of a run', () => {
  test.each<[Outcome, JobRecord | undefined, Claim['state']]>([
    ['unknown', WHOLE, 'unknown'],
    ['error', undefined, 'refused'],
    ['cancelled', WHOLE, 'job'],
    ['pull-request', WHOLE, 'finished'],
  ])('as %s with the job %j has the state %s', (outcome, job, state) => {
    expect(recordEnd(undefined, outcome, NOON, job)).toStrictEqual({ state, outcome, ...(job && { job }) })
  })

  test('keeps the job of the claim', () => {
    expect(recordEnd(claim, 'cancelled', NOON)).toStrictEqual({ state: 'job', outcome: 'cancelled', job: claim.job })
    expect(recordEnd(claim, 'cancelled', NOON, undefined)).toMatchObject({ job: claim.job })
  })
})

const [TEN, ELEVEN] = [{ at: '10:00' }, { at: '11:00' }]
const TEN_FAILED = { ...TEN, end: 'failed' } as const
type Prompts = Claim['prompts']

const FOLLOWED = { ...claim, job: WHOLE, prompts: [TEN] }

test.each<[string, Pick<Claim, 'state' | 'job' | 'prompts'>, Outcome, Prompts]>([
  [
    'is that of the last prompt',
    { ...FOLLOWED, prompts: [ELEVEN, TEN] },
    'archived',
    [ELEVEN, { ...TEN, end: 'archived' }],
  ],
  [
    'replaces what an earlier attempt saw',
    { ...FOLLOWED, prompts: [{ ...TEN, end: 'timed-out' }] },
    'failed',
    [TEN_FAILED],
  ],
  ['is that of a prompt that may have been received', { state: 'claimed' }, 'unknown', [{ at: NOON, end: 'unknown' }]],
  [
    'is that of a prompt that a killed run lost',
    { ...FOLLOWED, state: 'claimed' },
    'failed',
    [TEN, { ...TEN_FAILED, at: NOON }],
  ],
  ['without a prompt is not that of an earlier one', { state: 'claimed', prompts: [TEN] }, 'unavailable', undefined],
  [
    'of a job that was only followed is not that of its prompt',
    { ...claim, prompts: [TEN] },
    'pull-request',
    undefined,
  ],
  ['of a check that sent nothing is recorded nowhere', { state: 'refused' }, 'unknown', undefined],
])('the end of a run %s', (_name, before, outcome, prompts) => {
  expect(recordEnd(before, outcome, NOON).prompts).toEqual(prompts)
})

test.each(OUTCOMES)('the marker remembers that a prompt ended as %s', (end) => {
  const written = untrustedText(marker.write({ ...claim, prompts: [{ at: NOON }, { at: NOON, end }] }))
  const payload = marker.read(written)?.payload as { prompts: unknown }
  expect(payload.prompts).toEqual([NOON, `${NOON} ${OUTCOME_RECORDS[end].letter}`])
  expect(parseClaim(payload)?.prompts).toEqual([{ at: NOON }, { at: NOON, end }])
})

test('an end that this version does not know is not known', () => {
  const prompts = [NOON, `${NOON} ?`, '', 7, ' p']
  expect(parseClaim({ ...claim, prompts })?.prompts).toEqual([{ at: NOON }, { at: NOON }])
})

test('the last twenty prompts are kept', () => {
  expect(recordPrompt(undefined, 'noon')).toEqual({ prompts: [{ at: 'noon' }] })
  const prompts = Array.from({ length: 20 }, (_each, index) => ({ at: String(index) }))
  expect(recordPrompt({ ...claim, prompts }, 'noon')).toEqual({ prompts: [...prompts.slice(1), { at: 'noon' }] })
})

describe('the comment of an earlier run', () => {
  const earlier: JobRecord = { jobId: 'job-0', prLink: new URL('https://github.test/acme/docs/pull/0') }

  test.each<[Outcome | undefined, boolean]>([
    [undefined, true],
    ...OUTCOMES.map((outcome): [Outcome, boolean] => [outcome, OUTCOME_RECORDS[outcome].isContinuable]),
  ])('whose run ended as %s has a job that can be continued: %s', (outcome, expected) => {
    const ended = { ...claim, ...(outcome && { outcome }) }
    expect(listContinuableJobs(ended)).toEqual(expected ? [claim.job] : [])
    const both = { ...ended, earlierJob: earlier }
    expect(listContinuableJobs(both)).toEqual(expected ? [claim.job, earlier] : [earlier])
    expect(listContinuableJobs({ ...withoutJob, earlierJob: earlier })).toEqual([earlier])
  })

  test('has no earlier job once its run has a pull request of its own', () => {
    expect(listContinuableJobs({ ...claim, job: WHOLE, earlierJob: earlier })).toEqual([WHOLE])
  })

  test('passes on its newest job, its prompts, and up to ten different pull requests', () => {
    const links = Array.from({ length: 10 }, (_each, index) => new URL(`https://github.test/${index}`))
    const tooLong = new URL(`https://github.test/${'u'.repeat(300)}`)
    const before = { ...claim, job: WHOLE, earlierJob: earlier, prompts: [TEN] }
    const inherited = inheritClaim({ ...before, pullRequests: [tooLong, LINK, ...links] })
    expect(inherited).toEqual({
      earlierJob: WHOLE,
      prompts: [TEN],
      pullRequests: [LINK, earlier.prLink, ...links.slice(0, 8)],
    })
    expect(inheritClaim(withoutJob)).toEqual({ prompts: [], pullRequests: [] })
  })
})
