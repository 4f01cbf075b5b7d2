import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Claim,
  createClaimMarker,
  describeTrigger,
  isPreviousAttempt,
  parseClaim,
} from '../../../../src/agent-job/claim/claim-marker.ts'
import { digest, MARKER_ROOM } from '../../../../src/github/signed-marker.ts'
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

test('a claim is read again', () => {
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom('claimed', 'waiting', 'refused', 'unknown', 'job', 'finished', 'answered'),
        jobId: fc.string({ unit: 'grapheme', maxLength: 512 }),
        messageAt: fc.nat(),
      }),
      (any) => {
        const written = { ...claim, ...any, state: any.state as Claim['state'] }
        const { payload } = marker.read(untrustedText(marker.write(written))) ?? {}
        expect(parseClaim(payload)).toEqual(JSON.parse(JSON.stringify(written)))
      },
    ),
  )
})

test('the longest claim there can be fits into the room that is left for it, and is read again', () => {
  const longest: Claim = {
    ...claim,
    trigger: `review comment ${Number.MAX_SAFE_INTEGER}`,
    claimant: { runId: '9'.repeat(20), job: 'j'.repeat(100), step: 's'.repeat(100), attempt: 999 },
    nonce: 'n'.repeat(36),
    jobId: '\u0001'.repeat(512),
    commentId: Number.MAX_SAFE_INTEGER,
    isFollowUp: false,
    messageAt: Number.MAX_SAFE_INTEGER,
    previous: { url: new URL(`https://github.test/${'u'.repeat(2028)}`), state: 'unreadable' },
  }
  const written = marker.write(longest)
  expect(written.length).toBeLessThanOrEqual(MARKER_ROOM)
  expect(parseClaim(marker.read(untrustedText(written))?.payload)).toEqual(longest)
})

test.each([
  null,
  7,
  'x',
  [],
  {},
  { ...claim, state: 'won' },
  { ...claim, state: ['job'] },
  { ...claim, claimant: null },
  { ...claim, trigger: undefined },
  { ...claim, project: 7 },
  { ...claim, nonce: undefined },
])('%j is not a claim', (value) => {
  expect(parseClaim(value)).toBeUndefined()
})

test.each([{ url: 'no URL', state: 'open' }, { state: 'open' }, 'x', null])(
  'an earlier pull request without a URL that can be read is left out of the claim: %j',
  (previous) => {
    expect(parseClaim({ ...claim, previous })).toEqual(claim)
  },
)

test('a comment is known by its ID, a run by its step and prompt', () => {
  const comment = { kind: 'issue comment', id: 7 }
  expect(describeTrigger(comment, claimant, 'a')).toBe(describeTrigger(comment, claimant, 'b'))
  const run = describeTrigger(undefined, claimant, 'a')
  const others = [
    describeTrigger(undefined, claimant, 'b'),
    describeTrigger(undefined, { ...claimant, step: 'other' }, 'a'),
    describeTrigger(undefined, { ...claimant, job: 'other' }, 'a'),
    describeTrigger(undefined, { ...claimant, runId: '43' }, 'a'),
  ]
  expect(others).not.toContain(run)
  expect(describeTrigger(undefined, { ...claimant, attempt: 2 }, 'a')).toBe(run)
})

test.each([
  [{ ...claimant, attempt: 2 }, true],
  [{ ...claimant, attempt: 9 }, true],
  [{ ...claimant, attempt: 1 }, false],
  [{ ...claimant, attempt: 0 }, false],
  [{ ...claimant, attempt: 2, runId: '43' }, false],
  [{ ...claimant, attempt: 2, job: 'other' }, false],
  [{ ...claimant, attempt: 2, step: 'other' }, false],
])('a claim is of an earlier attempt of %j: %s', (other, expected) => {
  expect(isPreviousAttempt(claim, other)).toBe(expected)
})
