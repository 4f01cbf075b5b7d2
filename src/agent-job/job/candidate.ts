import { type ClaimedComment, type KnownJob, listKnownJobs } from '../claim/claim-marker.ts'

/** A job of a previous run, and the comment of the thread that knows it. */
export interface Candidate {
  comment: ClaimedComment
  job: KnownJob & { jobId: string }
}

/**
 * The jobs that the comments of a thread know, of this project, the newest first. One that is known to have ended
 * without a pull request is passed over.
 * @param found the comments of the thread with a marker, oldest first
 * @param project digest of the project's ID, as markers have it
 */
export function listCandidates(found: readonly ClaimedComment[], project: string): Candidate[] {
  return found
    .filter(({ isVerified, payload }) => isVerified && payload.project === project)
    .toReversed()
    .flatMap((comment) => listKnownJobs(comment.payload).map((job) => ({ comment, job })))
}

/** What a comment says of the pull request of its job: its own, or the one that it was to continue. */
export function findKnownPullRequest({ job, comment: { payload } }: Candidate): URL | undefined {
  return job.prLink ?? (job.jobId === payload.jobId ? payload.previous?.url : undefined)
}
