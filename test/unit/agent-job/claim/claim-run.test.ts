import { expect, test } from 'vitest'
import { claimRun } from '../../../../src/agent-job/claim/claim.ts'
import type { Claim, ClaimComment } from '../../../../src/agent-job/claim/claim-marker.ts'
import type { SettleOptions } from '../../../../src/agent-job/claim/settle.ts'
import { GitHubError } from '../../../../src/github/errors.ts'

/** Claims a run on a thread whose list does what `find` does. Gives the result, and the requests in order. */
async function claim(mayContinue: boolean, find: () => Promise<never[]> = async () => []) {
  const requests: string[] = []
  const comment = {
    async post() {
      requests.push('post begins')
      await new Promise((resolve) => setImmediate(resolve))
      requests.push('post ends')
    },
    find() {
      requests.push('list')
      return find()
    },
  } as unknown as ClaimComment
  const claimant = { runId: '1', job: 'docs', step: '__self', attempt: 1 }
  const options = { comment, claim: { claimant } as Claim } as SettleOptions
  return { result: await claimRun(options, mayContinue), requests }
}

test('a run that may continue a job reads the thread before its comment is posted', async () => {
  const { result, requests } = await claim(true)
  expect(result).toEqual({ kind: 'won', found: [] })
  expect(requests.indexOf('list')).toBeLessThan(requests.indexOf('post ends'))
})

test('a run that continues no job does not read the thread', async () => {
  const { result, requests } = await claim(false)
  expect([result, requests]).toEqual([{ kind: 'won' }, ['post begins', 'post ends']])
})

test('a thread that could not be read beside the post is read again by whoever needs it', async () => {
  const failing = async () => {
    throw new GitHubError('list', { status: 502, answer: 'it answered 502', hint: '' })
  }
  expect((await claim(true, failing)).result).toEqual({ kind: 'won' })
})
