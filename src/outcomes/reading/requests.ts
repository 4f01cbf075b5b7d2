import type { AgentJob } from '../../docs-service/schema.ts'
import type { Claim } from '../../job-marker/claim.ts'
import { OUTCOME_RECORDS, type Outcome, STATUS_OUTCOMES } from '../../job-marker/outcome.ts'
import type { OurComment } from './our-comments.ts'

/** How a prompt was requested, by the event; `other` for any that isn't here. */
const KIND_OF_EVENT: Readonly<Record<string, string>> = {
  issue_comment: 'command',
  pull_request_review_comment: 'command',
  pull_request: 'pull request',
  pull_request_target: 'pull request',
  push: 'push',
  release: 'release',
  schedule: 'schedule',
  workflow_dispatch: 'run manually',
}
export const KINDS = [...new Set(Object.values(KIND_OF_EVENT)), 'other']

/** How a request ended; `not-known` where no run has seen it, and the service doesn't say. */
export type End = Outcome | 'active' | 'not-known' | 'not-sent'

/** A prompt, or a request whose prompt was never sent. */
export interface Request {
  thread: string
  kind: string
  end: End
  /** When the prompt was sent; when the comment was edited last, if none was. In milliseconds since 1970. */
  timeMs: number
  /** The pull request that the prompt has led to, or continued. */
  link: URL | undefined
}

/** All pull requests that a comment knows, the newest first. @param job as the service shows it now */
export function listLinks(claim: Claim, job: AgentJob | undefined): URL[] {
  const links = [findLink(claim, job), claim.earlierJob?.prLink, ...(claim.pullRequests ?? [])]
  return links.filter((link) => link !== undefined)
}

/** When prompts were sent, in milliseconds since 1970, oldest first. */
export function parsePrompts({ prompts = [] }: Claim): number[] {
  const times = prompts.map(({ at }) => Date.parse(at)).filter(Number.isFinite)
  return times.toSorted((a, b) => a - b)
}

/**
 * Lists the requests of a comment, each with the end that its run saw. A previous prompt led to the pull
 * request that was created before the next prompt, or else continued the newest one of that time.
 * @param job as the service shows it now, if no run has seen its end
 * @param findCreation when a pull request was created, in milliseconds since 1970
 */
export function listRequests(
  { thread, claim, updatedMs }: OurComment,
  job: AgentJob | undefined,
  findCreation: (url: URL) => number | undefined,
): Request[] {
  const { state, outcome = 'skipped', event } = claim
  const shared = { thread, kind: KIND_OF_EVENT[event] ?? 'other' }
  // The prompts of a run that sent nothing are those of earlier runs.
  const isUnsent = outcome === 'unavailable' || ['claimed', 'refused', 'answered'].includes(state)
  const last = isUnsent ? undefined : findLink(claim, job)
  // The pull request of a new job is of the last prompt only.
  const isNew = claim.job?.isFollowUp === false
  const known = listLinks(claim, job)
    .filter((url) => !isNew || url !== last)
    .map((url) => ({ url, createdMs: findCreation(url) ?? Number.NEGATIVE_INFINITY }))
    .toSorted((a, b) => a.createdMs - b.createdMs)
  const ends = new Map(claim.prompts?.map(({ at, end }) => [Date.parse(at), end]))
  const sent = parsePrompts(claim).map((timeMs, index, prompts): Request => {
    const nextMs = prompts[index + 1] ?? Number.POSITIVE_INFINITY
    const end = ends.get(timeMs) ?? 'not-known'
    if (index === prompts.length - 1 && !isUnsent)
      return { ...shared, timeMs, end: findEnd(claim, job, last), link: last }
    const hasLink = end === 'pull-request' || end === 'not-known'
    const link = hasLink ? known.findLast(({ createdMs }) => createdMs < nextMs)?.url : undefined
    return { ...shared, timeMs, end, link }
  })
  const isRequest = !['skipped', 'denied', 'duplicate', 'dry-run'].includes(outcome)
  // A run that was killed between its claim and the job.
  const isOpen = state === 'claimed' && claim.outcome === undefined
  const unsent: Request = { ...shared, timeMs: updatedMs, end: isOpen ? 'unknown' : 'not-sent', link: undefined }
  return isUnsent && (isOpen || isRequest) ? [...sent, unsent] : sent
}

function findEnd({ state, outcome }: Claim, job: AgentJob | undefined, link: URL | undefined): End {
  if (state === 'unknown' || outcome === 'unknown') return 'unknown'
  if (outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal) return outcome
  if (job?.status === undefined || job.status === 'active') return job?.status ?? 'not-known'
  return STATUS_OUTCOMES[job.status] ?? (link === undefined ? 'no-pull-request' : 'pull-request')
}

/** The pull request of the job; after a message to a job, the one that it had. */
function findLink({ job: known }: Claim, job: AgentJob | undefined): URL | undefined {
  const { prLink, isFollowUp, previous } = known ?? {}
  const isContinued = isFollowUp === true && job?.status === 'completed'
  return job?.pullRequest ?? prLink ?? (isContinued ? previous?.url : undefined)
}
