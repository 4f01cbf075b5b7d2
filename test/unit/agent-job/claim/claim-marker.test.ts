import { expect, test } from 'vitest'
import {
  type Claim,
  createClaimMarker,
  listKnownJobs,
  pickSentTo,
  recordEnd,
} from '../../../../src/agent-job/claim/claim-marker.ts'
import { parseClaim } from '../../../../src/agent-job/claim/parse-claim.ts'
import type { Outcome } from '../../../../src/job-marker/outcome.ts'
import { digest, LONGEST_MARKER } from '../../../../src/github/signed-marker.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const claimant = { runId: '42', job: 'docs', step: '__self', attempt: 1 }
const claim: Claim = {
  state: 'job',
  trigger: 'issue comment 7',
  project: digest('acme'),
  claimant,
  nonce: 'n-1',
  commentId: 8,
  jobId: 'job-1',
}
const marker = createClaimMarker('mint_test', '1296269', 7)
const prLink = new URL('https://github.test/acme/docs/pull/1')

test.each([
  ['1296269', 7, true],
  ['1296269', 8, false],
  ['2', 7, false],
])('of repository %s, in thread %d, a claim is verified: %s', (repository, thread, expected) => {
  const written = untrustedText(marker.write(claim))
  expect(createClaimMarker('mint_test', repository, thread).read(written)?.isVerified).toBe(expected)
})

test('the longest claim there can be fits into the room that is left for it, and is read again', () => {
  const url = new URL(`https://github.test/${'u'.repeat(2028)}`)
  const end = { status: 'completed', prLink: url, headSha: 'a'.repeat(64) }
  const jobId = '\u0001'.repeat(512)
  const longest: Claim = {
    ...claim,
    trigger: `review comment ${Number.MAX_SAFE_INTEGER}`,
    claimant: { runId: '9'.repeat(20), job: 'j'.repeat(100), step: 's'.repeat(100), attempt: 999 },
    nonce: 'n'.repeat(36),
    series: 's'.repeat(16),
    jobId,
    commentId: Number.MAX_SAFE_INTEGER,
    isFollowUp: false,
    messageAt: Number.MAX_SAFE_INTEGER,
    outcome: 'no-pull-request',
    ...end,
    previous: { url, state: 'unreadable' },
    kept: { jobId, outcome: 'no-pull-request', ...end },
  }
  const written = marker.write(longest)
  expect(written.length).toBeLessThanOrEqual(LONGEST_MARKER)
  expect(parseClaim(marker.read(untrustedText(written))?.payload)).toEqual(longest)
})

test.each([
  null,
  'x',
  [],
  { ...claim, state: 'won' },
  { ...claim, state: ['job'] },
  { ...claim, claimant: null },
  ...['trigger', 'project', 'nonce'].map((name) => ({ ...claim, [name]: undefined })),
  ...['runId', 'job', 'step', 'attempt'].map((name) => ({
    ...claim,
    claimant: { ...claimant, [name]: null },
  })),
])('%j is not a claim', (value) => {
  expect(parseClaim(value)).toBeUndefined()
})

const unreadable = {
  outcome: 'great',
  status: 7,
  prLink: 'no URL',
  headSha: null,
  isFollowUp: 'true',
  series: 7,
}

test.each<[object, Claim['previous']]>([
  [unreadable, undefined],
  [{ previous: { url: prLink.href, state: 'lost' } }, undefined],
  [{ previous: { url: prLink.href, state: 'open' } }, { url: prLink, state: 'open' }],
  [{ previous: { url: 'no URL', state: 'open' } }, undefined],
  [{ previous: { state: 'open' } }, undefined],
  [{ previous: { state: 'job-hangs' } }, { state: 'job-hangs' }],
  [{ previous: { url: 'no URL', state: 'job-hangs' } }, undefined],
])('what can not be read is left out of the claim: %j', (change, previous) => {
  expect(parseClaim({ ...claim, ...change })).toEqual({ ...claim, previous })
})

test.each<[Outcome, string | undefined, Claim['state']]>([
  ['unknown', 'job-1', 'unknown'],
  ['error', undefined, 'refused'],
  ['cancelled', 'job-1', 'job'],
  ['pull-request', 'job-1', 'finished'],
])('a run that ends as %s with the job %s leaves the state %s', (outcome, jobId, state) => {
  const known = { jobId, status: 'completed', headSha: 'abc', isFollowUp: true, messageAt: 5 }
  const previous = { url: prLink, state: 'open' } as const
  expect(recordEnd({ outcome, ...known, previous })).toEqual({ state, outcome, ...known, previous })
})

test('a job that was kept is known until the run has a pull request of its own, and nothing is known of nothing', () => {
  const before = { ...claim, kept: { jobId: 'job-0' } }
  expect({ ...before, ...recordEnd({ outcome: 'failed' }) }.kept).toEqual(before.kept)
  expect({ ...before, ...recordEnd({ outcome: 'pull-request', prLink }) }.kept).toBeUndefined()
  expect(pickSentTo({})).toStrictEqual({})
})

test.each<[Outcome | undefined, boolean]>([
  [undefined, true],
  ['pull-request', true],
  ['submitted', true],
  ['no-pull-request', false],
  ['failed', false],
])('a job whose run ended as %s may have an open pull request: %s', (outcome, expected) => {
  const own = { jobId: 'job-1', outcome, status: 'completed', prLink, headSha: 'abc' }
  const kept = { ...own, jobId: 'job-0', outcome: 'pull-request' as const }
  expect(listKnownJobs({ ...claim, ...own })).toEqual(expected ? [own] : [])
  expect(listKnownJobs({ ...claim, ...own, kept })).toEqual(expected ? [own, kept] : [kept])
  expect(listKnownJobs({ ...claim, jobId: undefined, outcome, kept })).toEqual([kept])
})
