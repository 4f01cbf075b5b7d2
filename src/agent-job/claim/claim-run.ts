import type { GitHubConnection } from '../../github/connect.ts'
import { createThreadWarning, GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { MarkedComment } from '../../github/marked-comment.ts'
import { digest } from '../../github/signed-marker.ts'
import { type Claim, type CommitRange, createClaimMarker, parseClaim } from '../../job-marker/claim.ts'
import type { Clock } from '../../network/gate.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Secrets } from '../../runner/secrets.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Inputs } from '../inputs.ts'
import type { ReportedTrigger, TriggerComment } from '../request/trigger.ts'
import { type ClaimResult, makeClaim } from './claim.ts'
import { ANSWER } from './precedence.ts'

export interface ClaimDependencies {
  run: WorkflowRun
  github: GitHub | undefined
  comment: MarkedComment<Claim> | undefined
  clock: Clock
  signal: AbortSignal
  log: Log
  nonce: string
  /** What the prompt covers, with `since`. */
  range?: CommitRange | undefined
}

/** What a run is going to do. Only a prompt must not be sent twice. */
export type ClaimPurpose = { kind: 'prompt' | 'help' | 'check' | 'answer' } | { kind: 'attach'; jobId: string }

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
  if (comment === undefined || github === undefined) return { kind: 'won', found: [] }
  const warn = createThreadWarning(dependencies)
  const claim = createClaim(purpose, trigger, inputs, dependencies)
  try {
    const options = { ...dependencies, github, comment, trigger: trigger.comment, claim, content, warn }
    const result = await makeClaim(options)
    if (purpose.kind !== 'attach') return result
    // A job that is named is followed, whatever became of another one.
    const isOther = result.kind === 'finished' && result.job.jobId !== purpose.jobId
    const isUnknown = result.kind === 'ended' && result.ending.outcome === 'unknown'
    return isOther || isUnknown ? { kind: 'won', found: [] } : result
  } catch (error) {
    signal.throwIfAborted()
    if (purpose.kind === 'prompt') refuseClaim(error)
    warn(error)
    return { kind: 'won', found: [], ...(error instanceof GitHubError && { failure: error }) }
  }
}

const STATES = {
  prompt: 'claimed',
  attach: 'job',
  help: 'answered',
  check: 'refused',
  answer: 'refused',
} as const

/** What our comment remembers from the start. */
function createClaim(
  purpose: ClaimPurpose,
  trigger: ReportedTrigger,
  inputs: Inputs,
  { run, nonce, range }: Pick<ClaimDependencies, 'run' | 'nonce' | 'range'>,
): Claim {
  const { comment, thread, reportThread } = trigger
  const { kind } = purpose
  const isOwnThread = thread !== undefined && reportThread?.number === thread.number
  const { source, trigger: ofRun, ...names } = nameRun(kind, inputs, run)
  // Each run has a check of its own, and an answer of its own to invalid inputs.
  const isByComment = comment !== undefined && kind !== 'check'
  const asked = isByComment ? `${comment.kind} ${comment.id}` : ofRun
  return {
    state: STATES[kind],
    trigger: kind === 'answer' ? `${ANSWER} ${run.id}` : asked,
    ...(kind === 'prompt' && !isByComment && { source }),
    ...(comment === undefined && isOwnThread && { series: source }),
    event: trigger.eventName,
    ...names,
    nonce,
    ...(kind === 'prompt' && range && { range }),
    ...(kind === 'attach' && { job: { jobId: purpose.jobId } }),
  }
}

/** What tells the claims of a run that no comment asked for from all others. */
export function nameRun(kind: ClaimPurpose['kind'], inputs: Inputs, run: WorkflowRun) {
  const step = [kind === 'check', run.workflow, run.job, run.step, JSON.stringify(inputs.paths)]
  return {
    source: digest([...step, inputs.promptSource].join('\n')),
    // Two legs of a matrix may write different prompts into files of one name.
    trigger: `run ${run.id} ${digest([...step, inputs.prompt].join('\n'))}`,
    project: digest(inputs.projectId),
    claimant: { runId: run.id, job: run.job, step: run.step, attempt: run.attempt },
  }
}

interface CommentOptions extends Pick<Inputs, 'apiKey' | 'previousApiKey'> {
  run: WorkflowRun
  secrets: Secrets
  /** The comment with the command, if there is one. */
  command: TriggerComment | undefined
}

/**
 * The comment that reports in `thread`, as this connection may write it. No request is sent.
 * @param since comments that were last changed before it are not read (ISO 8601)
 */
export function connectComment(
  connection: GitHubConnection,
  thread: number,
  since: string | undefined,
  { run, apiKey, previousApiKey, secrets, command }: CommentOptions,
): MarkedComment<Claim> {
  return new MarkedComment({
    ...connection,
    thread,
    since,
    command,
    marker: createClaimMarker(apiKey, run.repositoryId, thread, previousApiKey),
    parse: parseClaim,
    redact: secrets.redact,
  })
}
