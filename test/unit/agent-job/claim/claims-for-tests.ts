import { type Claim, type Claimant, type ClaimComment, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { readBody } from '../../../../src/our-comments/marker.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { type Thread, timeOf } from '../../our-comments/fake-thread.ts'

export const CLAIMANT: Claimant = { runId: '5', job: 'docs', step: '__self', leg: '0', attempt: 1 }
export const RE_RUN: Partial<Claimant> = { attempt: 2 }
export const OTHER_RUN: Partial<Claimant> = { runId: '6' }

/** The claim of run 5 for comment 1. */
export function claimOf(change: Partial<Claim> = {}, claimant: Partial<Claimant> = {}): Claim {
  return {
    nonce: 'n-1',
    state: 'claimed',
    trigger: 'issue comment 1',
    project: 'a'.repeat(16),
    step: 'b'.repeat(16),
    claimant: { ...CLAIMANT, ...claimant },
    earlierJobs: [],
    ...change,
  }
}

/** A comment of ours with the claim, which it names, and nothing else; its second is its ID. */
export function commentOf(id: number, payload: Claim, change: Partial<ClaimComment> = {}): ClaimComment {
  return {
    id,
    url: `https://github.test/${id}`,
    createdAt: timeOf(id),
    payload,
    content: '',
    isNamed: true,
    around: { above: '', below: '' },
    ...change,
  }
}

/** What people wrote into a comment, and what was never edited. */
export const TOUCHED = { around: { above: '', below: 'A note.' } }
export const UNNAMED = { isNamed: false }

/** What each comment of a thread remembers; undefined without a marker of ours. */
export function readClaims({ comments }: Pick<Thread, 'comments'>): (Claim | undefined)[] {
  return comments.map(({ body }) => parseClaim(readBody('job', untrustedText(body))?.payload))
}
