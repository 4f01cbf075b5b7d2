import { createHash } from 'node:crypto'
import type { FoundComment, MarkerPayload } from '../../github/found-comment.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { createSignedMarker, type SignedMarker } from '../../github/signed-marker.ts'
import { OUTCOME_RECORDS, type Outcome } from '../result/outcome.ts'

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

/**
 * What there was to continue before this prompt was sent: the pull request of a previous job of the thread, as GitHub
 * showed it, or `job-failed` and `job-hangs` where that job can't take a prompt.
 */
export interface PreviousPullRequest {
  /** Absent where it isn't known. */
  url?: URL
  state: 'open' | 'closed' | 'merged' | 'unreadable' | 'job-failed' | 'job-hangs'
}

/** Where the prompt went, once that is known. */
export interface Delivery {
  /** Whether the prompt went to the job of an earlier run; absent while nothing was received. */
  isFollowUp?: boolean
  /** When a follow-up message was accepted, in milliseconds since 1970. */
  messageAt?: number
  /** The pull request that is continued, or the one that could not be. */
  previous?: PreviousPullRequest
}

/** How a run ended. */
export interface RecordedEnd {
  /** Absent while the run goes on. */
  outcome?: Outcome
  /** The last that the service said of the job. */
  status?: string
  prLink?: URL
  /** The commit at the head of the pull request when the run ended. */
  headSha?: string
}

/** A job that a comment remembers. */
export interface KnownJob extends RecordedEnd {
  jobId: string
}

/** What the marker of our comment says. */
export interface Claim extends MarkerPayload, Delivery, RecordedEnd {
  state: ClaimState
  /** What the prompt came from: `describeTrigger` writes it. */
  trigger: string
  /** Digest of the project's ID: a comment is claimed for each project by itself. */
  project: string
  claimant: Claimant
  jobId?: string
  /** The job of the run whose comment this was before, until this run has a pull request of its own. */
  kept?: KnownJob
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

/** Sixteen characters that stand for `text`; the marker is readable, and an ID may be kept in a secret. */
export function digest(text: string): string {
  return createHash('sha256').update(text.toWellFormed()).digest('hex').slice(0, 16)
}

/** The value in a marker as a claim; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const claim = value as Partial<Claim> | null
  if (typeof claim !== 'object' || claim === null) return undefined
  const isWhole =
    typeof claim.claimant === 'object' &&
    claim.claimant !== null &&
    typeof claim.trigger === 'string' &&
    typeof claim.project === 'string' &&
    typeof claim.nonce === 'string'
  if (!isWhole || !STATES.some((state) => state === claim.state)) return undefined
  const { previous, prLink, ...rest } = claim as Claim
  const url = URL.parse(String(prLink))
  return { ...rest, ...(url && { prLink: url }), ...revivePrevious(previous) }
}

/** `previous` from JSON, where its URL is text. One whose URL can't be read is left out with all that is said of it. */
export function revivePrevious(previous: PreviousPullRequest | undefined): Pick<Delivery, 'previous'> {
  if (previous === undefined || previous.url === undefined) return previous ? { previous } : {}
  const url = URL.parse(String(previous.url))
  return url === null ? {} : { previous: { ...previous, url } }
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

/** The jobs that a comment remembers, the newest first, without those that ended without a pull request. */
export function listKnownJobs({ jobId, outcome, status, prLink, headSha, kept }: Claim): KnownJob[] {
  const isOver = outcome !== undefined && outcome !== 'pull-request' && OUTCOME_RECORDS[outcome].isFinal
  const own: KnownJob | undefined =
    jobId === undefined || isOver
      ? undefined
      : {
          jobId,
          ...(outcome !== undefined && { outcome }),
          ...(status !== undefined && { status }),
          ...(prLink && { prLink }),
          ...(headSha !== undefined && { headSha }),
        }
  return [own, kept].filter((job) => job !== undefined)
}
