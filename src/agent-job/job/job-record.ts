import { dropAbsent, readFields, readText } from '../../untrusted/json.ts'
import { isPathSegment, toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'

/** What is known of the job that this run follows. The ID is known from the start; the service tells the rest. */
export interface JobRecord {
  jobId: string
  /** Whether the prompt went to the job of an earlier run; absent if this action sent no prompt (`job-id`). */
  isFollowUp?: boolean
  /** When this run's message was accepted, in milliseconds since 1970. */
  messageAt?: number
  /** The pull request that the prompt continues, or that couldn't be continued; absent in a later attempt. */
  previous?: PreviousPullRequest
  /** The last status that the service reported, as in the output `status`. */
  status?: string
  /** The pull request that the job has opened or updated. */
  prLink?: URL
}

/** The pull request of a previous job of the conversation. */
export interface PreviousPullRequest {
  /** Absent if it isn't known. */
  url?: URL
  /** The state on GitHub; `job-…` if the job can't take a prompt, or can't be read. */
  state:
    | 'open'
    | 'closed'
    | 'merged'
    | 'deleted'
    | 'unreadable'
    | 'job-active'
    | 'job-archived'
    | 'job-failed'
    | 'job-gone'
    | 'job-unreadable'
  /** Its head commit before the prompt was sent. */
  headSha?: string
}

/** A job in the state that `main` saves for `post`. Texts of the service are in it, so they are checked again. */
export function parseSavedJob(value: unknown): JobRecord | undefined {
  const { jobId, isFollowUp, status, prLink } = readFields(value)
  if (typeof jobId !== 'string' || !isPathSegment(jobId)) return undefined
  return dropAbsent({
    jobId,
    isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
    status: readText(status),
    prLink: typeof prLink === 'string' ? toSafeUrl(untrustedText(prLink)) : undefined,
  })
}
