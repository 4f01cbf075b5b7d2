import type { FoundComment, MarkerPayload } from '../github/found-comment.ts'
import { createSignedMarker, type SignedMarker } from '../github/signed-marker.ts'
import { readFields, readNumber, readText } from '../untrusted/json.ts'
import { type JobRecord, parseJobRecord, parseUrl } from './job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from './outcome.ts'

/** How far the work has come. docs/at-most-one-job.md says what each means for the next run. */
const CLAIM_STATES = ['claimed', 'waiting', 'refused', 'unknown', 'job', 'finished', 'answered'] as const

/** What a prompt tells of a branch: the commits after `base`, up to `head`. */
export interface CommitRange {
  /** Digest of what runs have in common that begin where the previous one ended; the branch is part of it. */
  series: string
  base: string
  head: string
}

/** What the marker of our comment keeps. A job that is known can't be taken from it: `job` is never undefined. */
export interface Claim extends MarkerPayload {
  state: (typeof CLAIM_STATES)[number]
  /** What is done at most once: a comment, or a run that no comment asked for. */
  trigger: string
  /** The event that it answers, as the runner names it. */
  event: string
  /** What the runs have in common that keep one comment in a thread; absent where a run has its own. */
  series?: string
  /** Digest of the project's ID: a comment is claimed for each project by itself. */
  project: string
  /** Who holds it: one step of one job of one workflow run. `step` is `GITHUB_ACTION`. */
  claimant: { runId: string; job: string; step: string; attempt: number }
  /** How the run ended; absent while it runs. */
  outcome?: Outcome
  /** The job of this run, as soon as it is known. */
  job?: JobRecord
  /** The job of the run whose comment this was before, until this run has a pull request of its own. */
  earlierJob?: JobRecord
  /** Documentation pull requests of earlier runs in this comment, newest first. */
  pullRequests?: readonly URL[]
  /** When prompts were sent, in ISO 8601, oldest first. */
  prompts?: readonly string[]
  /** What the prompt tells of a branch, for `since`. */
  range?: CommitRange
}

/** A comment of ours in a thread. */
export type ClaimComment = FoundComment<Claim>

/** Comments keep so many, so that a marker stays short. */
const MOST_PROMPTS = 20
const MOST_PULL_REQUESTS = 10
const LONGEST_LINK = 300

/** A marker for the claims in one thread. IDs rather than names, since a repository may be renamed meanwhile. */
export function createClaimMarker(apiKey: string, repository: string, thread: number): SignedMarker {
  return createSignedMarker('job', apiKey, [repository, String(thread)])
}

/** Parses the value in a marker; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const { runId, job, step, attempt } = readFields(fields['claimant'])
  const state = CLAIM_STATES.find((known) => known === fields['state'])
  const names = ['trigger', 'event', 'project', 'nonce']
  const texts = [...names.map((name) => fields[name]), runId, job, step].map(readText)
  if (state === undefined || texts.includes(undefined) || readNumber(attempt) === undefined) return undefined
  const { trigger, event, project, nonce, claimant } = fields as unknown as Claim
  const commentId = readNumber(fields['commentId'])
  const series = readText(fields['series'])
  const outcome = OUTCOMES.find((each) => each === fields['outcome'])
  const [known, earlierJob] = [fields['job'], fields['earlierJob']].map(parseJobRecord)
  const range = parseRange(fields['range'])
  return {
    ...{ state, trigger, event, project, nonce, claimant },
    ...(commentId !== undefined && { commentId }),
    ...(series !== undefined && { series }),
    ...(outcome && { outcome }),
    ...(known && { job: known }),
    ...(earlierJob && { earlierJob }),
    pullRequests: parseList(fields['pullRequests'], parseUrl),
    prompts: parseList(fields['prompts'], readText),
    ...(range && { range }),
  }
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
 * The change of a claim whose prompt was received, or may have been.
 * @param sentAt in ISO 8601
 */
export function recordPrompt(
  claim: Pick<Claim, 'prompts'> | undefined,
  sentAt: string,
): Pick<Claim, 'prompts'> {
  return { prompts: [...(claim?.prompts ?? []), sentAt].slice(-MOST_PROMPTS) }
}

/**
 * The change of a claim whose run has ended, so that a later attempt does the right thing.
 * @param claim as it is; the job that it knows stays in it, whatever `job` is
 * @param endedAt in ISO 8601
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

/** What a claim takes over from that of an earlier run in the same comment. */
export function inheritClaim(before: Claim): Partial<Claim> {
  const [earlierJob] = listContinuableJobs(before)
  const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])]
  const distinct = new Map(links.flatMap((link) => (link ? [[link.href, link]] : [])))
  const { prompts } = before
  return {
    ...(earlierJob && { earlierJob }),
    ...(prompts && { prompts }),
    pullRequests: [...distinct.values()]
      .filter(({ href }) => href.length <= LONGEST_LINK)
      .slice(0, MOST_PULL_REQUESTS),
  }
}

/** The jobs that a comment remembers, the newest first, without those that no prompt can continue. */
export function listContinuableJobs({ job, outcome, earlierJob }: Claim): JobRecord[] {
  const isOver = outcome !== undefined && !OUTCOME_RECORDS[outcome].isContinuable
  return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? [])
}
