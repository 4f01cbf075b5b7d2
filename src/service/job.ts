import { isPathSegment, toSafeUrl } from '../text/safe-url.ts'

/** An agent job (section 2.1 of the interface). Any field may be missing. */
export interface AgentJob {
  /** Can be one segment of a path; empty if the service sent none. */
  id: string
  /** `active`, `completed`, `archived`, `failed`, or any other plain word: the list has grown once (section 3). */
  status: string
  /** `prLink`, if it is safe to print, to link and to output. */
  pullRequest: URL | undefined
  /** Whether the service sent a `prLink` that isn't. */
  isLinkRefused: boolean
  /** The whole job as the service sent it. */
  json: Readonly<Record<string, unknown>>
}

/** The statuses in which a job stays. */
export const END_STATUSES = ['completed', 'archived', 'failed'] as const

export type EndStatus = (typeof END_STATUSES)[number]

/** The status in which a job stays; undefined while it may change, as an unknown one may. */
export function findEnd(job: AgentJob | undefined): EndStatus | undefined {
  return END_STATUSES.find((end) => end === job?.status)
}

/** Whether a job names its pull request, also where the link isn't safe to show. */
export function hasLink({ pullRequest, isLinkRefused }: AgentJob): boolean {
  return pullRequest !== undefined || isLinkRefused
}

/** Parses a job; undefined if `value` isn't an object. */
export function parseJob(value: unknown): AgentJob | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const json = value as Readonly<Record<string, unknown>>
  const read = (name: string) => (typeof json[name] === 'string' ? json[name] : '')
  const pullRequest = toSafeUrl(read('prLink'))
  return {
    id: isPathSegment(read('id')) ? read('id') : '',
    status: /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u.test(read('status')) ? read('status') : '',
    pullRequest,
    isLinkRefused: pullRequest === undefined && (json['prLink'] ?? '') !== '',
    json,
  }
}
