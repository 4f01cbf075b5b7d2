import type { GitHubConnection } from '../../github/connect.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { Clock } from '../../network/gate.ts'
import { digest } from '../../our-comments/marker.ts'
import { OurComment } from '../../our-comments/our-comment.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Secrets } from '../../runner/secrets.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Range } from '../changes/changes.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { ReportedTrigger } from '../request/read-trigger.ts'
import { type Claim, type Claimant, parseClaim, type ToldRange } from './claim.ts'
import { type ClaimResult, makeClaim, postReply } from './make-claim.ts'

export interface ClaimDependencies {
  run: WorkflowRun
  github: GitHub | undefined
  comment: OurComment<Claim> | undefined
  clock: Clock
  signal: AbortSignal
  log: Log
  /** Random; tells this run's comment from all others. */
  nonce: string
  /** What the prompt tells, with `since`. */
  range?: Range | undefined
}

/** What a run is going to do. Only a prompt must not be sent twice. */
export type ClaimPurpose =
  | { kind: 'prompt'; hasFailed: (jobId: string) => Promise<boolean> }
  | { kind: 'help' | 'check' | 'answer' }
  | { kind: 'attach'; jobId: string }

/** Our comment can't be written or read back, so nothing may be sent. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError'
  declare readonly cause: GitHubError
  constructor(cause: GitHubError) {
    super(cause.message, { cause })
  }
}

/** @throws ClaimError where GitHub didn't take or show the claim; other errors as they are */
export function refuseClaim(error: unknown): never {
  throw error instanceof GitHubError ? new ClaimError(error) : error
}

const NOTHING_KNOWN: ClaimResult = { kind: 'won', thread: { needless: [], jobs: [], last: [] } }

/**
 * Makes sure that only this run sends a prompt. Without a thread, nothing is remembered.
 * @param content the text of our comment from now on
 * @throws ClaimError where a prompt would be sent; else a failure is a warning
 */
export async function claimRun(
  purpose: ClaimPurpose,
  trigger: ReportedTrigger,
  inputs: Inputs,
  content: Markdown,
  dependencies: ClaimDependencies,
): Promise<ClaimResult> {
  const { comment, github, signal } = dependencies
  if (comment === undefined || github === undefined) return NOTHING_KNOWN
  const warn = createThreadWarning(dependencies)
  const claim = createClaim(purpose, trigger, inputs, dependencies)
  const options = { ...dependencies, github, comment, command: trigger.comment, claim, content, warn }
  try {
    if (purpose.kind !== 'prompt') return await postReply(options, purpose.kind === 'check')
    return await makeClaim({ ...options, hasFailed: purpose.hasFailed })
  } catch (error) {
    signal.throwIfAborted()
    if (purpose.kind === 'prompt') refuseClaim(error)
    warn(error)
    return { ...NOTHING_KNOWN, ...(error instanceof GitHubError && { failure: error }) }
  }
}

/** Turns the failure of a reaction or comment into a warning. */
export function createThreadWarning({ log, signal }: { log: Log; signal: AbortSignal }) {
  return (error: unknown): void => {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning("Couldn't react or comment", error.message, error.hint)
  }
}

/** What our comment remembers from the start. */
export function createClaim(
  purpose: { kind: ClaimPurpose['kind']; jobId?: string },
  { comment, thread, reportThread }: ReportedTrigger,
  inputs: Inputs,
  { run, nonce, range }: Pick<ClaimDependencies, 'run' | 'nonce' | 'range'>,
): Claim {
  const { kind } = purpose
  const claimant = nameClaimant(inputs, run)
  const step = nameStep(kind, inputs, run)
  const isOwnThread = thread !== undefined && reportThread?.number === thread.number
  // Of the replies, only that to a check has a step of its own: the others would replace an earlier run's memory.
  const isOfStep = comment === undefined && (kind === 'prompt' || kind === 'check') && isOwnThread
  return {
    nonce,
    state: kind === 'attach' ? 'job' : 'claimed',
    trigger: comment === undefined ? `run ${claimant.runId} ${digest(step, inputs.prompt)}` : nameCommand(comment),
    project: digest(inputs.projectId),
    step,
    claimant,
    earlierJobs: [],
    ...(kind !== 'prompt' && { isReply: true }),
    ...(isOfStep && { isOfStep }),
    ...(kind === 'help' && { outcome: 'skipped' }),
    ...(purpose.jobId !== undefined && { jobId: purpose.jobId }),
    ...(kind === 'prompt' && range && { range: nameRange(range, inputs, run) }),
  }
}

function nameRange({ base, head }: Range, inputs: Inputs, run: WorkflowRun): ToldRange {
  const isLastRun = inputs.since === 'last-run'
  return { base, head, branch: nameBranch(inputs, run), ...(isLastRun && { isLastRun }) }
}

/** The branch that `since` is about. */
export function nameBranch({ projectId }: Inputs, { ref }: WorkflowRun): string {
  return digest(projectId, ref)
}

function nameCommand({ kind, id }: { kind: 'issue comment' | 'review comment'; id: number }): string {
  return `${kind === 'review comment' ? 'review' : 'issue'} comment ${id}`
}

function nameClaimant({ leg }: Pick<Inputs, 'leg'>, { id, job, step, attempt }: WorkflowRun): Claimant {
  const clean = (name: string) => name.replace(/[^\w.-]/gu, '_').slice(0, 200)
  return { runId: /^\d{1,20}$/u.exec(id)?.[0] ?? '0', job: clean(job), step: clean(step), leg, attempt }
}

/**
 * Names a step as later runs of its workflow find it. A prompt may be edited from week to week, so it has no part in
 * the name. A check doesn't continue in the comment of a job.
 */
function nameStep(kind: ClaimPurpose['kind'], inputs: Inputs, run: WorkflowRun): string {
  const { projectId, paths, leg } = inputs
  const isCheck = String(kind === 'check')
  return digest(projectId, run.workflow, run.job, run.step, leg, JSON.stringify(paths), isCheck)
}

/**
 * The comment that reports in `thread`, as this connection may write it. No request is sent.
 * @param since comments that were last changed before it are not read (ISO 8601)
 */
export function connectComment(
  connection: GitHubConnection,
  thread: number,
  since: string | undefined,
  { secrets, onLostEdit }: { secrets: Secrets; onLostEdit: (error: unknown) => void },
): OurComment<Claim> {
  const { redact } = secrets
  return new OurComment({ ...connection, thread, since, kind: 'job', parse: parseClaim, redact, onLostEdit })
}
