import { expect, test } from 'vitest'
import { findTrigger } from '../../../../src/agent-job/claim/precedence.ts'
import type { Claim, ClaimComment } from '../../../../src/job-marker/claim.ts'
import { claimOf } from './thread-for-tests.ts'

const FILE = { source: 'prompt.md' }
const earlier = { runId: '5', attempt: 1, account: 1 }

/** A claim of the first attempt, for the text that the file had then. */
function past(change: Partial<Claim> = {}, isVerified = true): ClaimComment {
  return {
    id: 1,
    url: '',
    author: 1,
    isVerified,
    payload: claimOf(earlier, { trigger: 'run 5 old', ...FILE, ...change }),
  }
}

test.each<[string, ClaimComment[], Partial<Claim>, string]>([
  ['the claim for the same file', [past()], FILE, 'run 5 old'],
  ['the claim for the same text, of two', [past(), past({ trigger: 'run 5 new' })], FILE, 'run 5 new'],
  ['no claim for another file', [past({ source: 'other.md' })], FILE, 'run 5 new'],
  ['no claim of another run', [past({ claimant: claimOf({ ...earlier, runId: '4' }).claimant })], FILE, 'run 5 new'],
  ['no claim of another project', [past({ project: 'two' })], FILE, 'run 5 new'],
  ['no claim that no key verifies', [past({}, false)], FILE, 'run 5 new'],
  ['the one that a key verifies', [past({ trigger: 'run 5 new' }, false), past()], FILE, 'run 5 old'],
  ['nothing for a comment, which has no file', [past({ source: undefined as never })], {}, 'run 5 new'],
  ['nothing in an empty thread', [], FILE, 'run 5 new'],
])('a re-run whose file has another text goes by %s', (_name, found, more, expected) => {
  expect(findTrigger(found, claimOf({ ...earlier, attempt: 2 }, { trigger: 'run 5 new', ...more }))).toBe(expected)
})
