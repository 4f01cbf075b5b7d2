import type { FoundComment, MarkerPayload } from '../../github/found-comment.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { createSignedMarker, type SignedMarker } from '../../github/signed-marker.ts'
import { OUTCOME_RECORDS, type Outcome } from '../outcome.ts'

/** How far the work has come. docs/at-most-one-job.md says what each means for the next run. */
export const CLAIM_STATES = [
  'claimed',
  'waiting',
  'refused',
  'unknown',
  'job',
  'finished',
  'answered',
] as const

/** What there was to continue, as GitHub showed it; `job-…` where the job can't take a prompt, or can't be read. */
export const PREVIOUS_STATES = [
  'open',
  'closed',
  'merged',
  'unreadable',
  'job-failed',
  'job-hangs',
  'job-unreadable',
] as const

/** The pull request of a previous job of the thread. */
export interface PreviousPullRequest {
  /** Absent where it isn't known. */
  url?: URL | undefined
  state: (typeof PREVIOUS_STATES)[number]
}

/** Where the prompt went, once that is known. */
export interface SentTo {
  /** Whether the prompt went to the job of an earlier run; absent while nothing was received. */
  isFollowUp?: boolean
  /** When a follow-up message was accepted, in milliseconds since 1970. */
  messageAt?: number
  /** The pull request that is continued, or the one that could not be. */
  previous?: PreviousPullRequest
}

type Undefinable<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined }

/** What is known of a job: where its prompt went, and, where the run has ended, how. */
export interface KnownJob extends Undefinable<SentTo> {
  jobId?: string | undefined
  /** Undefined while the run goes on. */
  outcome?: Outcome | undefined
  /** The last that the service said of the job. */
  status?: string | undefined
  prLink?: URL | undefined
  /** The commit at the head of the pull request when the run ended. */
  headSha?: string | undefined
}

/** What the marker of our comment says. */
export interface Claim extends MarkerPayload, KnownJob {
  state: (typeof CLAIM_STATES)[number]
  /** What is done at most once: a comment, or a run that no comment asked for. */
  trigger: string
  /** What the runs have in common that keep one comment in a thread; undefined where a run has its own. */
  series?: string | undefined
  /** Digest of the project's ID: a comment is claimed for each project by itself. */
  project: string
  /** Who holds it: one step of one job of one workflow run. `step` is `GITHUB_ACTION`. */
  claimant: { runId: string; job: string; step: string; attempt: number }
  /** The job of the run whose comment this was before, until this run has a pull request of its own. */
  kept?: KnownJob | undefined
}

/** Our comment, as the claim knows it. */
export type ClaimedComment = FoundComment<Claim>
export type ClaimComment = MarkedComment<Claim>

/** A marker for the claims in one thread. Ids rather than names, since a repository may be renamed meanwhile. */
export function createClaimMarker(apiKey: string, repository: string, thread: number): SignedMarker {
  return createSignedMarker('job', apiKey, [repository, String(thread)])
}

/** Where the prompt went, of whatever knows it; without what is not known. */
export function pickSentTo({ isFollowUp, messageAt, previous }: KnownJob): SentTo {
  return {
    ...(isFollowUp !== undefined && { isFollowUp }),
    ...(messageAt !== undefined && { messageAt }),
    ...(previous && { previous }),
  }
}

/** What the marker says of a run that has ended, so that a later attempt does the right thing. */
export function recordEnd(end: KnownJob & { outcome: Outcome }): Partial<Claim> {
  const { outcome, jobId, status, prLink, headSha } = end
  const ended = jobId === undefined ? 'refused' : OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job'
  return {
    state: outcome === 'unknown' ? 'unknown' : ended,
    ...{ outcome, jobId, status, prLink, headSha },
    ...pickSentTo(end),
    ...(prLink && { kept: undefined }),
  }
}

/** The jobs that a comment remembers, the newest first, without those that ended without a pull request. */
export function listKnownJobs(claim: Claim): (KnownJob & { jobId: string })[] {
  return [claim, claim.kept].flatMap(({ jobId, outcome, status, prLink, headSha }: KnownJob = {}) => {
    const isOver = outcome !== undefined && outcome !== 'pull-request' && OUTCOME_RECORDS[outcome].isFinal
    return jobId === undefined || isOver ? [] : [{ jobId, outcome, status, prLink, headSha }]
  })
}
