import { type ClaimedComment, type KnownJob, listKnownJobs } from '../claim/claim-marker.ts'

/** A job of a previous run, and the comment of the thread that knows it. */
export interface Candidate {
  comment: ClaimedComment
  job: KnownJob & { jobId: string }
}

/**
 * The job that the newest comment of the thread knows, of this project. One that is known to have ended without a pull
 * request is passed over.
 * @param found the comments of the thread with a marker, oldest first
 * @param project digest of the project's ID, as markers have it
 */
export function findCandidate(found: readonly ClaimedComment[], project: string): Candidate | undefined {
  const candidates = found
    .filter(({ isVerified, payload }) => isVerified && payload.project === project)
    .flatMap((comment) => {
      // The first that a comment knows is its newest.
      const [job] = listKnownJobs(comment.payload)
      return job === undefined ? [] : [{ comment, job }]
    })
  return candidates.at(-1)
}
