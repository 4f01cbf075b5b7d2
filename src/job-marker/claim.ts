import type { FoundComment, MarkerPayload } from '../github/found-comment.ts'
import { createSignedMarker, type SignedMarker } from '../github/signed-marker.ts'
import { dropAbsent, readFields, readNumber, readText } from '../untrusted/json.ts'
import { type JobRecord, parseJobRecord, parseUrl } from './job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from './outcome.ts'

/** docs/at-most-one-job.md describes what the next run does in each state. */
const CLAIM_STATES = ['claimed', 'waiting', 'refused', 'unknown', 'job', 'finished', 'answered'] as const

/** The commits of a branch that a prompt covers: after `base`, up to `head`. */
export interface CommitRange {
  /** Digest of the branch and of the name that runs share if each begins where the previous one ended. */
  series: string
  base: string
  head: string
}

/** The payload of our comment's marker. A known job can't be removed from it: `job` is never undefined. */
export interface Claim extends MarkerPayload {
  state: (typeof CLAIM_STATES)[number]
  /** The comment or workflow run that is handled at most once. */
  trigger: string
  /** The event that it answers, as the runner names it. */
  event: string
  /** The name that runs share if they keep one comment in a thread; absent if each run has its own. */
  series?: string
  /** Digest of the project's ID: each project claims a comment separately. */
  project: string
  /** The holder: one step of one job of one workflow run. `step` is `GITHUB_ACTION`. */
  claimant: { runId: string; job: string; step: string; attempt: number }
  /** How the run ended; absent while it runs. */
  outcome?: Outcome
  /** The job of this run, once it is known. */
  job?: JobRecord
  /** The job of the previous run in this comment, until this run has a pull request of its own. */
  earlierJob?: JobRecord
  /** Documentation pull requests of earlier runs in this comment, newest first. */
  pullRequests?: readonly URL[]
  /** The times when prompts were sent, in ISO 8601, oldest first. */
  prompts?: readonly string[]
  /** What the prompt covers, with `since`. */
  range?: CommitRange
}

export type ClaimComment = FoundComment<Claim>

/** Limits that keep a marker short. */
export const MOST_PROMPTS = 20
const MOST_PULL_REQUESTS = 10
const LONGEST_LINK = 300

/** A marker for the claims in one thread. `repository` is an ID, since a name may change. */
export function createClaimMarker(apiKey: string, repository: string, thread: number): SignedMarker {
  return createSignedMarker('job', apiKey, [repository, String(thread)])
}

/** Parses the payload of a marker; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const { runId, job, step, attempt } = readFields(fields['claimant'])
  const state = CLAIM_STATES.find((known) => known === fields['state'])
  const names = ['trigger', 'event', 'project', 'nonce']
  const texts = [...names.map((name) => fields[name]), runId, job, step].map(readText)
  if (state === undefined || texts.includes(undefined) || readNumber(attempt) === undefined) return undefined
  const { trigger, event, project, nonce, claimant } = fields as unknown as Claim
  return dropAbsent({
    ...{ state, trigger, event, project, nonce, claimant },
    commentId: readNumber(fields['commentId']),
    series: readText(fields['series']),
    outcome: OUTCOMES.find((each) => each === fields['outcome']),
    job: parseJobRecord(fields['job']),
    earlierJob: parseJobRecord(fields['earlierJob']),
    pullRequests: parseList(fields['pullRequests'], parseUrl),
    prompts: parseList(fields['prompts'], readText),
    range: parseRange(fields['range']),
  })
}

function parseList<Item>(value: unknown, parse: (item: unknown) => Item | undefined): Item[] {
  return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? []) : []
}

function parseRange(value: unknown): CommitRange | undefined {
  const [series, base, head] = ['series', 'base', 'head'].map((name) => readText(readFields(value)[name]))
  if (series === undefined || base === undefined || head === undefined) return undefined
  return { series, base, head }
}

/**
 * The change of a claim after a prompt was received, or may have been.
 * @param sentAt ISO 8601
 */
export function recordPrompt(claim: Pick<Claim, 'prompts'> | undefined, sentAt: string) {
  return { prompts: [...(claim?.prompts ?? []), sentAt].slice(-MOST_PROMPTS) }
}

/**
 * The change of a claim at the end of its run.
 * @param endedAt ISO 8601
 * @param job by default, the claim keeps the job that it has
 */
export function recordEnd(
  claim: Pick<Claim, 'job' | 'state' | 'prompts'> | undefined,
  outcome: Outcome,
  endedAt: string,
  job = claim?.job,
): Partial<Claim> {
  const ended = job === undefined ? 'refused' : OUTCOME_RECORDS[outcome].isFinal ? 'finished' : 'job'
  const isUnknown = outcome === 'unknown'
  return {
    state: isUnknown ? 'unknown' : ended,
    outcome,
    ...(job && { job }),
    // The prompt may have been received.
    ...(isUnknown && claim?.state === 'claimed' && recordPrompt(claim, endedAt)),
  }
}

/** The fields that a claim takes from the previous claim in the same comment. */
export function inheritClaim(before: Claim): Partial<Claim> {
  const [earlierJob] = listContinuableJobs(before)
  const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])]
  const short = listDistinct(links).filter(({ href }) => href.length <= LONGEST_LINK)
  return {
    ...dropAbsent({ earlierJob, prompts: before.prompts }),
    pullRequests: short.slice(0, MOST_PULL_REQUESTS),
  }
}

/** Each URL once, in the same order. */
export function listDistinct(urls: readonly (URL | undefined)[]): URL[] {
  return [...new Map(urls.flatMap((url) => (url ? [[url.href, url]] : []))).values()]
}

/** The jobs in a claim that a prompt can continue, newest first. */
export function listContinuableJobs({ job, outcome, earlierJob }: Claim): JobRecord[] {
  const isOver = outcome !== undefined && !OUTCOME_RECORDS[outcome].isContinuable
  return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? [])
}
