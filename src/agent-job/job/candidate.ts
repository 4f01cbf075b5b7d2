import { type ClaimComment, listContinuableJobs } from '../../job-marker/claim.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'

/** A job of a previous run, and the comment of the thread that knows it. */
export interface Candidate {
  comment: ClaimComment
  job: JobRecord
}

/**
 * The jobs that the comments of a thread know, of this project, the newest first. One that is known to have ended
 * without a pull request is passed over.
 * @param found the comments of the thread with a marker, oldest first
 * @param project digest of the project's ID, as markers have it
 */
export function listCandidates(found: readonly ClaimComment[], project: string): Candidate[] {
  return found
    .filter(({ isVerified, payload }) => isVerified && payload.project === project)
    .toReversed()
    .flatMap((comment) => listContinuableJobs(comment.payload).map((job) => ({ comment, job })))
}

/** The pull request that a job is known for: its own, or the one that it was to continue. */
export function findKnownPullRequest({ prLink, previous }: JobRecord): URL | undefined {
  return prLink ?? previous?.url
}
