import type { FoundComment } from '../../our-comments/found-comment.ts'
import type { CommentPayload } from '../../our-comments/marker.ts'
import { dropAbsent, readFields, readId, readName } from '../../untrusted/json.ts'
import { isPathSegment } from '../../untrusted/safe-url.ts'
import { OUTCOMES, type Outcome } from '../outcome.ts'

/**
 * What is certain about the prompt. `claimed`: nothing was sent. `sending`: it may have been received. `job`: it was,
 * by the job. `finished`: that job has ended.
 */
const STATES = ['claimed', 'sending', 'job', 'finished'] as const
export type ClaimState = (typeof STATES)[number]

/** What our comment remembers. docs/at-most-one-job.md describes what the next run does with it. */
export interface Claim extends CommentPayload {
  state: ClaimState
  /** What is handled at most once: `issue comment 12`, `review comment 12`, or `run 9` with a digest. */
  trigger: string
  /** Set if the comment only answers: help, a check, invalid inputs. Such a comment claims nothing. */
  isReply?: true | undefined
  /** Digest of the project's ID: each project claims a comment separately. */
  project: string
  /** Digest of the step, by which later runs of the workflow find its comment and the end of its last range. */
  step: string
  /** Set if later runs of the step continue in this comment. */
  isOfStep?: true | undefined
  claimant: Claimant
  /** How the run ended; absent while it works, or if it was killed. */
  outcome?: Outcome | undefined
  /** The job that has received the prompt. */
  jobId?: string | undefined
  /** Earlier jobs of this comment, and the job that a message goes to; the newest first, ten at most. */
  earlierJobs: readonly string[]
  /** What the prompt tells, with `since`. */
  range?: ToldRange | undefined
  /** ID of the 😕 that this action left on the comment with the command. */
  confused?: number | undefined
}

/** One step in one attempt of one workflow run. */
export interface Claimant {
  /** ID of the workflow run. IDs of later runs are greater. */
  runId: string
  /** `GITHUB_JOB`. */
  job: string
  /** `GITHUB_ACTION`, which tells the steps of a job apart. */
  step: string
  /** The index of the leg of a matrix; `0` outside of one. */
  leg: string
  /** The attempt of the workflow run, from 1. */
  attempt: number
}

/** The commits of a branch that a prompt tells: those after `base`, up to `head`. Both are IDs. */
export interface ToldRange {
  base: string
  head: string
  /** Digest of the branch. */
  branch: string
  /** Whether the next run with `since: last-run` goes on from here. */
  isLastRun?: true | undefined
  /** The commit up to which later runs found nothing that counts. */
  nothingUntil?: string | undefined
}

export type ClaimComment = FoundComment<Claim>

/** More would make a marker long, and only five are looked at. */
const MOST_EARLIER_JOBS = 10

/** Parses the payload of a marker. It is text from outside: undefined if a field doesn't have its form. */
export function parseClaim(value: unknown): Claim | undefined {
  const fields = readFields(value)
  const known = {
    nonce: readName(fields['nonce'], /^[\w-]{1,64}$/u),
    state: STATES.find((each) => each === fields['state']),
    trigger: readName(fields['trigger'], /^(?:(?:issue|review) comment \d{1,20}|run \d{1,20} [\da-f]{16})$/u),
    project: readName(fields['project'], DIGEST),
    step: readName(fields['step'], DIGEST),
    claimant: parseClaimant(fields['claimant']),
    earlierJobs: parseJobs(fields['earlierJobs']),
  }
  const optional = {
    commentId: parseOptional(fields['commentId'], readId),
    isReply: parseOptional(fields['isReply'], readTrue),
    isOfStep: parseOptional(fields['isOfStep'], readTrue),
    outcome: parseOptional(fields['outcome'], (each) => OUTCOMES.find((outcome) => outcome === each)),
    jobId: parseOptional(fields['jobId'], readJobId),
    range: parseOptional(fields['range'], parseRange),
    confused: parseOptional(fields['confused'], readId),
  }
  const isComplete = Object.values(known).every((each) => each !== undefined)
  const isInForm = Object.values(optional).every((each) => each !== MALFORMED)
  return isComplete && isInForm ? dropAbsent({ ...(known as Claim), ...(optional as Partial<Claim>) }) : undefined
}

const DIGEST = /^[\da-f]{16}$/u
const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/u
const MALFORMED = Symbol('malformed')

function parseOptional<Value>(value: unknown, parse: (value: unknown) => Value | undefined) {
  return value === undefined ? undefined : (parse(value) ?? MALFORMED)
}

function parseClaimant(value: unknown): Claimant | undefined {
  const fields = readFields(value)
  const runId = readName(fields['runId'], /^\d{0,20}$/u)
  const job = readName(fields['job'], NAME)
  const step = readName(fields['step'], NAME)
  const leg = readName(fields['leg'], /^\d{1,6}$/u)
  const attempt = readId(fields['attempt'])
  if (runId === undefined || job === undefined || step === undefined || leg === undefined) return undefined
  return attempt === undefined ? undefined : { runId, job, step, leg, attempt }
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_id */
const NAME = /^[\w.-]{0,200}$/u

function parseRange(value: unknown): ToldRange | undefined {
  const fields = readFields(value)
  const [base, head] = [readName(fields['base'], COMMIT), readName(fields['head'], COMMIT)]
  const branch = readName(fields['branch'], DIGEST)
  const isLastRun = parseOptional(fields['isLastRun'], readTrue)
  const nothingUntil = parseOptional(fields['nothingUntil'], (each) => readName(each, COMMIT))
  if (base === undefined || head === undefined || branch === undefined) return undefined
  if (isLastRun === MALFORMED || nothingUntil === MALFORMED) return undefined
  return dropAbsent({ base, head, branch, isLastRun, nothingUntil })
}

function parseJobs(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_EARLIER_JOBS) return undefined
  const jobs = value.flatMap((each) => readJobId(each) ?? [])
  return jobs.length === value.length ? jobs : undefined
}

function readJobId(value: unknown): string | undefined {
  return typeof value === 'string' && isPathSegment(value) ? value : undefined
}

function readTrue(value: unknown): true | undefined {
  return value === true ? true : undefined
}

/** Puts a job first, and drops the oldest of more than ten. */
export function addEarlierJob(jobs: readonly string[], jobId: string | undefined): readonly string[] {
  return [...new Set([...(jobId === undefined ? [] : [jobId]), ...jobs])].slice(0, MOST_EARLIER_JOBS)
}
