import type { FoundComment } from '../github/found-comment.ts'
import { createSignedMarker, type SignedMarker } from '../github/signed-marker.ts'
import { dropAbsent, readFields, readNumber, readText } from '../untrusted/json.ts'
import { type JobRecord, parseJobRecord, parseUrl } from './job-record.ts'
import { OUTCOME_RECORDS, OUTCOMES, type Outcome } from './outcome.ts'

/** docs/at-most-one-job.md describes what the next run does in each state. */
const CLAIM_STATES = ['claimed', 'refused', 'unknown', 'job', 'finished', 'answered'] as const

/** The payload of our comment's marker. A known job can't be removed from it: `job` is never undefined. */
export type Claim = NonNullable<ReturnType<typeof parseClaim>>

/** The commits of a branch that a prompt covers: after `base`, up to `head`. */
export type CommitRange = NonNullable<Claim['range']>

export type ClaimComment = FoundComment<Claim>

/** Limits that keep a marker short. */
export const MOST_PROMPTS = 20
const MOST_PULL_REQUESTS = 10
const LONGEST_LINK = 300

/** A marker for the claims in one thread. `repository` is an ID, since a name may change. */
export function createClaimMarker(
  apiKey: string,
  repository: string,
  thread: number,
  previousApiKey = '',
): SignedMarker {
  const marker = createSignedMarker('job', apiKey, [repository, String(thread)], previousApiKey)
  const write = ({ prompts, ...claim }: Partial<Claim>) =>
    marker.write(dropAbsent({ ...claim, prompts: prompts?.map(formatPrompt) }))
  return { ...marker, write }
}

/** A prompt that was received, or may have been. */
interface SentPrompt {
  /** When it was sent, in ISO 8601. */
  at: string
  /** How its run ended; absent if no run has seen that. */
  end?: Outcome
}

/** In the marker, the letter of the outcome is behind the time. Markers of older versions have only the time. */
function formatPrompt({ at, end }: SentPrompt): string {
  return end === undefined ? at : `${at} ${OUTCOME_RECORDS[end].letter}`
}

function parsePrompt(value: unknown): SentPrompt | undefined {
  const [at, letter] = (readText(value) ?? '').split(' ')
  return at ? dropAbsent({ at, end: OUTCOMES.find((each) => OUTCOME_RECORDS[each].letter === letter) }) : undefined
}

/** Parses the payload of a marker; undefined for anything else, such as the claim of another version. */
export function parseClaim(value: unknown) {
  const fields = readFields(value)
  const state = CLAIM_STATES.find((known) => known === fields['state'])
  const texts = readTexts(fields, ['trigger', 'event', 'project', 'nonce'])
  const claimant = readTexts(fields['claimant'], ['runId', 'job', 'step'])
  const attempt = readNumber(readFields(fields['claimant'])['attempt'])
  if (!(state && texts && claimant && attempt !== undefined)) return undefined
  return dropAbsent({
    state,
    /** The comment or workflow run that is handled at most once. */
    trigger: texts.trigger,
    /** The event that it answers, as the runner names it. */
    event: texts.event,
    /** Digest of step, `paths`, and prompt input or file name: a re-run may have another text in the file. */
    source: readText(fields['source']),
    /** The name that runs share if they keep one comment in a thread; absent if each run has its own. */
    series: readText(fields['series']),
    /** Digest of the project's ID: each project claims a comment separately. */
    project: texts.project,
    /** The holder: one step of one job of one workflow run. `step` is `GITHUB_ACTION`. */
    claimant: { ...claimant, attempt },
    nonce: texts.nonce,
    commentId: readNumber(fields['commentId']),
    /** How the run ended; absent while it runs. */
    outcome: OUTCOMES.find((each) => each === fields['outcome']),
    /** The job of this run, once it is known. */
    job: parseJobRecord(fields['job']),
    /** The job of the previous run in this comment, until this run has a pull request of its own. */
    earlierJob: parseJobRecord(fields['earlierJob']),
    /** Documentation pull requests of earlier runs in this comment, newest first. */
    pullRequests: parseList(fields['pullRequests'], parseUrl),
    /** The last prompts, oldest first. */
    prompts: parseList(fields['prompts'], parsePrompt),
    range: parseRange(fields['range']),
    /** ID of the 😕 that this action left on the comment with the command; 0 after it was deleted. */
    confused: readNumber(fields['confused']),
  })
}

function parseList<Item>(value: unknown, parse: (item: unknown) => Item | undefined) {
  return Array.isArray(value) ? value.flatMap((item) => parse(item) ?? ([] as Item[])) : undefined
}

/** The commits after `base` up to `head`. Markers of older versions have only these and `series`. */
function parseRange(value: unknown) {
  const range = readTexts(value, ['series', 'base', 'head'])
  const { step, branch, since } = readFields(value)
  if (range === undefined) return undefined
  return dropAbsent({
    ...range,
    /** Digests of the names that runs share: of the prompt of a step on a branch, of the step, of the branch. */
    step: readText(step),
    branch: readText(branch),
    /** As the input was given. */
    since: readText(since),
  })
}

/** Fields that are all texts; undefined if one isn't. */
function readTexts<Name extends string>(value: unknown, names: readonly Name[]) {
  const fields = readFields(value)
  if (names.some((name) => readText(fields[name]) === undefined)) return undefined
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>
}

/**
 * The change of a claim after a prompt was received, or may have been.
 * @param sentAt ISO 8601
 */
export function recordPrompt(claim: Pick<Claim, 'prompts'> | undefined, sentAt: string) {
  return { prompts: [...(claim?.prompts ?? []), { at: sentAt }].slice(-MOST_PROMPTS) }
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
  const isSent = isUnknown || job?.isFollowUp !== undefined
  // Not recorded yet: the prompt may have been received, or its run was killed before it could write that.
  const { prompts } = isSent && claim?.state === 'claimed' ? recordPrompt(claim, endedAt) : { ...claim }
  const last = prompts?.at(-1)
  return {
    state: isUnknown ? 'unknown' : ended,
    outcome,
    ...(job && { job }),
    ...(prompts && last && isSent && { prompts: [...prompts.slice(0, -1), { ...last, end: outcome }] }),
  }
}

/** Whether a prompt for `project` was sent, or may have been. A marker that no key verifies says no more than that. */
export function tellsOfWork({ payload }: ClaimComment, project: string): boolean {
  return payload.project === project && payload.state !== 'refused' && payload.state !== 'answered'
}

/** The fields that a claim takes from the previous claim in the same comment. */
export function inheritClaim(before: Claim): Partial<Claim> {
  const [earlierJob] = listContinuableJobs(before)
  const links = [before.job?.prLink, before.earlierJob?.prLink, ...(before.pullRequests ?? [])]
  const distinct = new Map(links.flatMap((url) => (url ? [[url.href, url]] : [])))
  const short = [...distinct.values()].filter(({ href }) => href.length <= LONGEST_LINK)
  return {
    ...dropAbsent({ earlierJob, prompts: before.prompts, confused: before.confused }),
    pullRequests: short.slice(0, MOST_PULL_REQUESTS),
  }
}

/** The jobs in a claim that a prompt can continue, newest first. */
export function listContinuableJobs({ job, outcome, earlierJob }: Claim): JobRecord[] {
  const isOver = outcome !== undefined && !OUTCOME_RECORDS[outcome].isContinuable
  return [isOver ? undefined : job, job?.prLink ? undefined : earlierJob].flatMap((each) => each ?? [])
}
