import type { FoundComment, MarkerPayload } from '../../github/found-comment.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { createSignedMarker, digest, type SignedMarker } from '../../github/signed-marker.ts'
import { type JsonObject, readFields, readNumber, readText } from '../../untrusted/json.ts'

/**
 * How far the work has come, as our comment remembers it:
 * `claimed`: a run is about to send the prompt, or died while it did; `waiting`: it waits for the job of a previous
 * run, and has sent nothing; `refused`: certainly nothing was received; `unknown`: the prompt may have been received;
 * `job`: the job is known, and not finished as far as we know; `finished`: its end was reported; `answered`: nobody
 * asked for a job.
 */
export type ClaimState = 'claimed' | 'waiting' | 'refused' | 'unknown' | 'job' | 'finished' | 'answered'

const STATES: readonly ClaimState[] = [
  'claimed',
  'waiting',
  'refused',
  'unknown',
  'job',
  'finished',
  'answered',
]

/** Who holds a claim: one step of one job of one workflow run. */
export interface Claimant {
  runId: string
  job: string
  /** `GITHUB_ACTION`, which tells the steps of a job apart. */
  step: string
  attempt: number
}

/** The pull request of an earlier job of the thread, as GitHub showed it before this prompt was sent. */
export interface PreviousPullRequest {
  url: URL
  state: (typeof PULL_REQUEST_STATES)[number]
}

const PULL_REQUEST_STATES = ['open', 'closed', 'merged', 'unreadable'] as const

/** Where the prompt went, once that is known. */
export interface Delivery {
  /** Whether the prompt went to the job of an earlier run; absent while nothing was received. */
  isFollowUp?: boolean
  /** When a follow-up message was accepted, in milliseconds since 1970. */
  messageAt?: number
  /** The pull request that is continued, or the one that could not be. */
  previous?: PreviousPullRequest
}

/** What the marker of our comment says. */
export interface Claim extends MarkerPayload, Delivery {
  state: ClaimState
  /** What the prompt came from: `describeTrigger` writes it. */
  trigger: string
  /** Digest of the project's ID: a comment is claimed for each project by itself. */
  project: string
  claimant: Claimant
  jobId?: string
}

/** The delivery alone, of whatever knows one. */
export function pickDelivery({ isFollowUp, messageAt, previous }: Delivery): Delivery {
  return {
    ...(isFollowUp !== undefined && { isFollowUp }),
    ...(messageAt !== undefined && { messageAt }),
    ...(previous && { previous }),
  }
}

/** Our comment, as the claim knows it. */
export type ClaimedComment = FoundComment<Claim>
export type ClaimComment = MarkedComment<Claim>

/** A marker for the claims in one thread. Ids rather than names, since a repository may be renamed meanwhile. */
export function createClaimMarker(apiKey: string, repository: string, thread: number): SignedMarker {
  return createSignedMarker('job', apiKey, [repository, String(thread)])
}

/** What a comment, or a run without one, is known by. The prompt tells the legs of a matrix apart. */
export function describeTrigger(
  comment: { kind: string; id: number } | undefined,
  { runId, job, step }: Claimant,
  prompt: string,
): string {
  return comment === undefined
    ? `run ${runId} ${digest(`${job}\n${step}\n${prompt}`)}`
    : `${comment.kind} ${comment.id}`
}

/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const state = STATES.find((known) => known === fields['state'])
  const trigger = readText(fields['trigger'])
  const project = readText(fields['project'])
  const nonce = readText(fields['nonce'])
  const claimant = readClaimant(fields['claimant'])
  if (state === undefined || trigger === undefined || project === undefined) return undefined
  if (nonce === undefined || claimant === undefined) return undefined
  const commentId = readNumber(fields['commentId'])
  const jobId = readText(fields['jobId'])
  return {
    state,
    trigger,
    project,
    nonce,
    claimant,
    ...(commentId !== undefined && { commentId }),
    ...(jobId !== undefined && { jobId }),
    ...readDelivery(fields),
  }
}

function readClaimant(value: unknown): Claimant | undefined {
  const fields = readFields(value)
  const runId = readText(fields['runId'])
  const job = readText(fields['job'])
  const step = readText(fields['step'])
  const attempt = readNumber(fields['attempt'])
  if (runId === undefined || job === undefined || step === undefined || attempt === undefined)
    return undefined
  return { runId, job, step, attempt }
}

/** Where the prompt went, from JSON. A pull request whose URL can't be read is left out with all that is said of it. */
export function readDelivery({ isFollowUp, messageAt, previous }: JsonObject): Delivery {
  const sentAt = readNumber(messageAt)
  const { url: address, state } = readFields(previous)
  const url = URL.parse(readText(address) ?? '')
  const known = PULL_REQUEST_STATES.find((each) => each === state)
  return {
    ...(typeof isFollowUp === 'boolean' && { isFollowUp }),
    ...(sentAt !== undefined && { messageAt: sentAt }),
    ...(url !== null && known !== undefined && { previous: { url, state: known } }),
  }
}

/** Whether `claim` was made by an earlier attempt of the step that `claimant` is now. */
export function isPreviousAttempt({ claimant: made }: Claim, claimant: Claimant): boolean {
  return (
    made.runId === claimant.runId &&
    made.job === claimant.job &&
    made.step === claimant.step &&
    made.attempt < claimant.attempt
  )
}
