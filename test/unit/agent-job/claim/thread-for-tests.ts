import { type Claim, type Claimant, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { type ClaimResult, makeClaim, postReply } from '../../../../src/agent-job/claim/make-claim.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { writeBody } from '../../../../src/our-comments/marker.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { createClock } from '../../fake-clock.ts'
import { createOurComment, createThread, type Thread } from '../../our-comments/fake-thread.ts'
import { claimOf, readClaims } from './claims-for-tests.ts'
import { COMMAND } from './run-for-tests.ts'

export const JOB = { state: 'job', jobId: 'j' } as const
export const FINISHED = { ...JOB, state: 'finished', outcome: 'pull-request' } as const
export const FAILED = { ...FINISHED, outcome: 'failed' } as const

/** A comment of ours with a claim, as after its first edit, or as it was posted, or with text below it. */
export function addClaim(thread: Thread, claim: Claim, { isNamed = true, below = '' } = {}) {
  const comment = thread.add('')
  const named = isNamed ? { ...claim, commentId: comment.id } : claim
  comment.body = writeBody('job', 'text', named) + below
}

/** A conversation with the command, to which runs have reacted, and their claims, numbered from 2. */
export function createClaimedThread(claims: readonly Claim[] = [], form: { isNamed?: boolean; below?: string } = {}) {
  const thread = createThread({ command: COMMAND.id })
  if (claims.length > 0) thread.reactions.push('eyes')
  for (const claim of claims) addClaim(thread, claim, form)
  return thread
}

/**
 * Claims, or answers where the claim is a reply. The nonce of the run is `own`; `hasFailed` is what the service says of a job.
 * @returns `course`: its requests and pauses, and the kind of the result, or the outcome; `left`: the runs whose
 * comments stay, the oldest first
 */
export async function claimIn(
  thread: Thread,
  claimant: Partial<Claimant> = {},
  { hasFailed = true, ...change }: Partial<Claim> & { hasFailed?: boolean } = {},
) {
  const clock = createClock()
  const warnings: unknown[] = []
  const comment = createOurComment({ github: thread.github, parse: parseClaim })
  const claim = claimOf({ nonce: 'own', ...change }, claimant)
  const options = {
    github: thread.github,
    comment,
    command: claim.trigger.includes('comment') ? COMMAND : undefined,
    claim,
    content: markdown`on it`,
    clock: {
      now: clock.now,
      async sleep(ms: number) {
        thread.requests.push(`${ms}ms`)
        await clock.sleep(ms)
      },
    },
    signal: new AbortController().signal,
    warn: (error: unknown) => warnings.push(error),
  }
  const claiming = claim.isReply
    ? postReply(options, false)
    : makeClaim({ ...options, hasFailed: async () => hasFailed })
  const result = await claiming.catch((error: unknown) => {
    if (error instanceof GitHubError) return error
    throw error
  })
  const course = `${thread.requests.join(' ')} → ${summarize(result)}`
  const left = readClaims(thread).map((each) => each?.claimant.runId)
  return { result, course, left: left.join(' '), comment, warnings: warnings.length }
}

function summarize(result: ClaimResult | GitHubError): string {
  if (result instanceof GitHubError) return `GitHub ${result.status}`
  return result.kind === 'ended' ? result.ending.outcome : result.kind
}
