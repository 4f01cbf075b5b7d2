import { readFields, readNumber, readText } from '../untrusted/json.ts'

/** What there was to continue, as GitHub showed it; `job-…` where the job can't take a prompt, or can't be read. */
const PREVIOUS_STATES = [
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
  url?: URL
  state: (typeof PREVIOUS_STATES)[number]
  /** The commit at its head, before the prompt was sent. */
  headSha?: string
}

/**
 * All that is known of a job. It exists from the moment when the job's ID is known, and the marker of our comment keeps it
 * whole. An absent field isn't known; no field can be overwritten with nothing.
 */
export interface JobRecord {
  jobId: string
  /** Whether the prompt went to the job of an earlier run; absent where this action sent no prompt (`job-id`). */
  isFollowUp?: boolean
  /** When a follow-up message was accepted, in milliseconds since 1970. */
  messageAt?: number
  /** The pull request that is continued, or the one that couldn't be. */
  previous?: PreviousPullRequest
  /** The last status that the service reported. */
  status?: string
  /** The pull request that the job has opened or updated. */
  prLink?: URL
}

/** Parses what a marker keeps of a job; undefined without an ID. A field that can't be read is left out. */
export function parseJobRecord(value: unknown): JobRecord | undefined {
  const fields = readFields(value)
  const jobId = readText(fields['jobId'])
  const { isFollowUp } = fields
  const messageAt = readNumber(fields['messageAt'])
  const previous = parsePrevious(fields['previous'])
  const status = readText(fields['status'])
  const prLink = parseUrl(fields['prLink'])
  if (jobId === undefined) return undefined
  return {
    jobId,
    ...(typeof isFollowUp === 'boolean' && { isFollowUp }),
    ...(messageAt !== undefined && { messageAt }),
    ...(previous && { previous }),
    ...(status !== undefined && { status }),
    ...(prLink && { prLink }),
  }
}

function parsePrevious(value: unknown): PreviousPullRequest | undefined {
  const fields = readFields(value)
  const url = parseUrl(fields['url'])
  const state = PREVIOUS_STATES.find((each) => each === fields['state'])
  if (state === undefined) return undefined
  const headSha = readText(fields['headSha'])
  if (url !== undefined) return { url, state, ...(headSha !== undefined && { headSha }) }
  return fields['url'] === undefined && state.startsWith('job-') ? { state } : undefined
}

/** The URL in a marker of ours; undefined for anything else. */
export function parseUrl(value: unknown): URL | undefined {
  return URL.parse(readText(value) ?? '') ?? undefined
}
