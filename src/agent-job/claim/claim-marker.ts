import type { FoundComment, MarkerPayload } from '../../github/found-comment.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { createSignedMarker, type SignedMarker } from '../../github/signed-marker.ts'
import { OUTCOME_RECORDS, type Outcome } from '../outcome.ts'

/**
 * How far the work has come, as our comment remembers it:
 * `claimed`: a run is about to send the prompt, or died while it did; `waiting`: it waits for the job of a previous
 * run, and has sent nothing; `refused`: certainly nothing was received; `unknown`: the prompt may have been received;
 * `job`: the job is known, and not finished as far as we know; `finished`: its end was reported; `answered`: nobody
 * asked for a job.
 */
export type ClaimState = 'claimed' | 'waiting' | 'refused' | 'unknown' | 'job' | 'finished' | 'answered'

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
 * showed it, or `job-…` where that job can't take a prompt, or can't be read.
 */
export interface PreviousPullRequest {
  /** Absent where it isn't known. */
  url?: URL | undefined
  state: 'open' | 'closed' | 'merged' | 'unreadable' | 'job-failed' | 'job-hangs' | 'job-unreadable'
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

/** What is known of a job: where its prompt went, and, where the run has ended, how. */
export interface KnownJob extends Delivery {
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
  state: ClaimState
  /** What is done at most once: a comment, or a run that no comment asked for. */
  trigger: string
  /** What the runs have in common that keep one comment in a thread; undefined where a run has its own. */
  series?: string | undefined
  /** Digest of the project's ID: a comment is claimed for each project by itself. */
  project: string
  claimant: Claimant
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

/** The delivery alone, of whatever knows one; without what is not known. */
export function pickDelivery({ isFollowUp, messageAt, previous }: Undefinable<Delivery>): Delivery {
  return {
    ...(isFollowUp !== undefined && { isFollowUp }),
    ...(messageAt !== undefined && { messageAt }),
    ...(previous && { previous }),
  }
}

type Undefinable<Fields> = { [Name in keyof Fields]: Fields[Name] | undefined }

/** What the marker says of a run that has ended, so that a later attempt does the right thing. */
export function recordEnd(
  end: Omit<KnownJob, keyof Delivery> & Undefinable<Delivery> & { outcome: Outcome },
): Partial<Claim> {
  const { outcome, jobId, status, prLink, headSha } = end
  const known = {
    ...{ outcome, jobId, status, prLink, headSha },
    ...pickDelivery(end),
    ...(prLink && { kept: undefined }),
  }
  if (outcome === 'unknown') return { ...known, state: 'unknown' }
  if (jobId === undefined) return { ...known, state: 'refused' }
  return { ...known, state: OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job' }
}

/** The jobs that a comment remembers, the newest first, without those that ended without a pull request. */
export function listKnownJobs(claim: Claim): (KnownJob & { jobId: string })[] {
  return [claim, claim.kept].flatMap(({ jobId, outcome, status, prLink, headSha }: KnownJob = {}) => {
    const isOver = outcome !== undefined && outcome !== 'pull-request' && OUTCOME_RECORDS[outcome].isFinal
    return jobId === undefined || isOver ? [] : [{ jobId, outcome, status, prLink, headSha }]
  })
}
