import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

/**
 * How far the work on a trigger has come, as its comment remembers it:
 * `claimed`: a run is about to create the job, or died while it did; `refused`: certainly no job was created;
 * `unknown`: the create request may have been received; `job`: the job is known and not finished as far as we
 * know; `finished`: its end was reported; `answered`: the comment asked for no job.
 */
export type ClaimState = 'claimed' | 'refused' | 'unknown' | 'job' | 'finished' | 'answered'

const STATES: readonly ClaimState[] = ['claimed', 'refused', 'unknown', 'job', 'finished', 'answered']

/** Who holds a claim: one step of one job of one workflow run. */
export interface Claimant {
  runId: string
  job: string
  attempt: number
}

/** What the hidden marker in our comment says. */
export interface Claim {
  state: ClaimState
  claimant: Claimant
  /** Tells our own comment from everybody else's when the answer to posting it was lost. */
  nonce: string
  /** The comment that this marker belongs in, from its first edit on: a copy elsewhere is none. */
  commentId?: number
  jobId?: string
  /** Milliseconds since 1970. */
  startedAt: number
}

/** What a claim is bound to: one repository, and one comment in it (or one run, where no comment triggered). */
export interface ClaimSubject {
  repository: string
  trigger: string
}

/** Signs and verifies claims with a key derived from the API key, which is all the secret that runs share. */
export interface Marker {
  /** The claim as an HTML comment, to be put at the end of a comment's body. */
  write(claim: Claim): string
  /** The claim in `body`; undefined when there is none that this action wrote for this subject and comment. */
  read(body: UntrustedText, commentId: number): Claim | undefined
}

/** Plain base64: it holds no `-`, so the HTML comment around it can't end early. */
const PATTERN = /<!-- docs-agent-job:v1:([A-Za-z0-9+/=]{1,8192})\.([A-Za-z0-9+/=]{44}) -->/gu

/** Whether `body` has the look of one of our comments, whoever wrote it. Costs next to nothing. */
export function looksLikeOurs(body: UntrustedText): boolean {
  return readUntrustedText(body).includes('<!-- docs-agent-job:v1:')
}

/**
 * The longest marker there can be, in UTF-16 units; what a comment must leave free. A job's id has up to 512
 * characters, each of up to six in JSON, and base64 makes four characters out of three.
 */
export const MARKER_ROOM = 8400

/** A marker for `subject`. HKDF: RFC 5869; HMAC: RFC 2104. */
export function createMarker(apiKey: string, subject: ClaimSubject): Marker {
  const key = Buffer.from(hkdfSync('sha256', apiKey, 'docs-agent-action', 'claim marker v1', 32))
  const sign = (payload: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([subject.repository, subject.trigger, payload]))
      .digest()

  return {
    write(claim) {
      const payload = Buffer.from(JSON.stringify(claim)).toString('base64')
      return `<!-- docs-agent-job:v1:${payload}.${sign(payload).toString('base64')} -->`
    },
    read(body, commentId) {
      const matches = [...readUntrustedText(body).matchAll(PATTERN)]
      // Ours is the last thing in the comment.
      const [, payload, signature] = matches.at(-1) ?? []
      if (payload === undefined || signature === undefined) return undefined
      const given = Buffer.from(signature, 'base64')
      if (given.length !== 32 || !timingSafeEqual(given, sign(payload))) return undefined
      const claim = parseClaim(Buffer.from(payload, 'base64').toString())
      return (claim?.commentId ?? commentId) === commentId ? claim : undefined
    },
  }
}

/** Only we can have signed it, but perhaps another version of us did. */
function parseClaim(json: string): Claim | undefined {
  try {
    const claim = JSON.parse(json) as Partial<Claim> | null
    const isWhole = typeof claim?.claimant === 'object' && claim.claimant !== null
    return isWhole && STATES.some((state) => state === claim.state) ? (claim as Claim) : undefined
  } catch {
    return undefined
  }
}

/** Whether `claim` was made by an earlier attempt of the very step that `claimant` is now. */
export function isEarlierAttempt(claim: Claim, claimant: Claimant): boolean {
  return (
    claim.claimant.runId === claimant.runId &&
    claim.claimant.job === claimant.job &&
    claim.claimant.attempt < claimant.attempt
  )
}
