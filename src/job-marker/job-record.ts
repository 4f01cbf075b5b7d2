import { dropAbsent, readFields, readNumber, readText } from '../untrusted/json.ts'

/** The state on GitHub; `job-…` if the job can't take a prompt, or can't be read. */
const PREVIOUS_STATES = [
  ...(['open', 'closed', 'merged', 'deleted', 'unreadable'] as const),
  ...(['job-active', 'job-archived', 'job-failed', 'job-gone', 'job-unreadable'] as const),
]

/** The pull request of a previous job of the thread. */
export interface PreviousPullRequest {
  /** Absent if it isn't known. */
  url?: URL
  state: (typeof PREVIOUS_STATES)[number]
  /** Its head commit before the prompt was sent. */
  headSha?: string
}

/**
 * The known facts of a job, from the moment when its ID is known. The marker of our comment keeps all of them. No field
 * can be overwritten with undefined.
 */
export type JobRecord = NonNullable<ReturnType<typeof parseJobRecord>>

/** Parses the job in a marker; undefined without an ID. Invalid fields are left out. */
export function parseJobRecord(value: unknown) {
  const fields = readFields(value)
  const jobId = readText(fields['jobId'])
  const { isFollowUp } = fields
  if (jobId === undefined) return undefined
  return dropAbsent({
    jobId,
    /** Whether the prompt went to the job of an earlier run; absent if this action sent no prompt (`job-id`). */
    isFollowUp: typeof isFollowUp === 'boolean' ? isFollowUp : undefined,
    /** When a follow-up message was accepted, in milliseconds since 1970. */
    messageAt: readNumber(fields['messageAt']),
    /** The pull request that the prompt continues, or that couldn't be continued. */
    previous: parsePrevious(fields['previous']),
    /** The last status that the service reported. */
    status: readText(fields['status']),
    /** The pull request that the job has opened or updated. */
    prLink: parseUrl(fields['prLink']),
  })
}

function parsePrevious(value: unknown): PreviousPullRequest | undefined {
  const fields = readFields(value)
  const url = parseUrl(fields['url'])
  const state = PREVIOUS_STATES.find((each) => each === fields['state'])
  if (state === undefined) return undefined
  if (url !== undefined) return dropAbsent({ url, state, headSha: readText(fields['headSha']) })
  return fields['url'] === undefined && state.startsWith('job-') ? { state } : undefined
}

/** Parses a URL in a marker of ours. */
export function parseUrl(value: unknown): URL | undefined {
  return URL.parse(readText(value) ?? '') ?? undefined
}
