import type { AgentJob } from '../../docs-service/schema.ts'
import type { Claim } from '../../job-marker/claim.ts'
import type { Outcome } from '../../job-marker/outcome.ts'
import type { OurComment } from './our-comments.ts'

/** How a prompt was requested. */
export const KINDS = [
  'command',
  'pull request',
  'push',
  'release',
  'schedule',
  'run manually',
  'other',
] as const
export type Kind = (typeof KINDS)[number]

const KIND_OF_EVENT: Readonly<Record<string, Kind>> = {
  issue_comment: 'command',
  pull_request_review_comment: 'command',
  pull_request: 'pull request',
  pull_request_target: 'pull request',
  push: 'push',
  release: 'release',
  schedule: 'schedule',
  workflow_dispatch: 'run manually',
}

/** How a request ended; `not-known` where no run has seen it, and the service doesn't say. */
export type End =
  | 'pull-request'
  | 'no-pull-request'
  | 'archived'
  | 'failed'
  | 'unknown'
  | 'active'
  | 'not-known'
  | 'not-sent'

/** What a comment of ours tells of the period. */
export interface CommentRequests {
  thread: string
  kind: Kind
  /** When its prompts were sent, oldest first; those outside of the period too. */
  prompts: readonly { sentMs: number; isInPeriod: boolean }[]
  /** How the last prompt ended; undefined where later runs have written over it. */
  last?: { end: End; link: URL | undefined }
  /** All pull requests that the comment knows, the newest first. */
  links: readonly URL[]
  /** Whether a request of the period never reached the agent. */
  isNotSent: boolean
}

/**
 * Finds out what a comment has sent.
 * @param isInPeriod whether a moment, in milliseconds since 1970, is in the period
 * @param job as the service shows it now, where no run has seen its end
 */
export function parseRequests(
  { thread, comment: { payload: claim, updatedAt } }: OurComment,
  isInPeriod: (timeMs: number) => boolean,
  job: AgentJob | undefined,
): CommentRequests {
  const isUnsent = isNeverSent(claim)
  const link = findLink(claim, job)
  const links = [link, claim.earlierJob?.prLink, ...(claim.pullRequests ?? [])].filter(
    (url) => url !== undefined,
  )
  return {
    thread,
    kind: KIND_OF_EVENT[claim.event] ?? 'other',
    prompts: parsePrompts(claim).map((sentMs) => ({ sentMs, isInPeriod: isInPeriod(sentMs) })),
    ...(!isUnsent && { last: { end: findEnd(claim, job, link), link } }),
    links,
    isNotSent: isUnsent && isInPeriod(Date.parse(updatedAt ?? '')),
  }
}

/** In milliseconds since 1970, oldest first. */
export function parsePrompts({ prompts = [] }: Claim): number[] {
  return prompts
    .map((sentAt) => Date.parse(sentAt))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
}

/** Ends of runs that asked for nothing. */
const NO_REQUESTS: readonly (Outcome | undefined)[] = [undefined, 'skipped', 'denied', 'duplicate', 'dry-run']

/** Whether the last run of this comment ended before the agent could have received its prompt. */
function isNeverSent({ state, outcome }: Claim): boolean {
  if (outcome === 'unavailable') return true
  return (state === 'refused' || state === 'answered') && !NO_REQUESTS.includes(outcome)
}

function findEnd({ state, outcome }: Claim, job: AgentJob | undefined, link: URL | undefined): End {
  if (state === 'unknown' || outcome === 'unknown') return 'unknown'
  switch (outcome) {
    case 'pull-request':
    case 'no-pull-request':
    case 'archived':
    case 'failed':
      return outcome
    default:
      if (job?.status === 'completed') return link === undefined ? 'no-pull-request' : 'pull-request'
      return job?.status ?? 'not-known'
  }
}

/** The pull request of the job; of a job that was continued, the one that it had. */
function findLink({ job: known }: Claim, job: AgentJob | undefined): URL | undefined {
  const { prLink, isFollowUp, previous } = known ?? {}
  const isContinued = isFollowUp === true && job?.status === 'completed'
  return job?.pullRequest ?? prLink ?? (isContinued ? previous?.url : undefined)
}
