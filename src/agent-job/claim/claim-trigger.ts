import { GitHubError } from '../../github/errors.ts'
import { digest } from '../../github/signed-marker.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Inputs } from '../inputs.ts'
import type { Request } from '../request/request.ts'
import type { Trigger } from '../request/trigger.ts'
import { claimComment, claimRun } from './claim.ts'
import { type Claim, type ClaimComment, type ClaimState, describeTrigger } from './claim-marker.ts'
import type { ClaimResult } from './settle.ts'

export interface ClaimDependencies {
  run: WorkflowRun
  github: GitHub | undefined
  comment: ClaimComment | undefined
  clock: Clock
  signal: AbortSignal
  log: Log
  nonce: string
}

/**
 * Makes sure that only this run goes on. Without a thread, no run competes with it, and nothing is remembered.
 * @param content what the comment says from now on
 * @throws GitHubError when the thread has to be read, and can't be
 */
export async function claimTrigger(
  request: Request,
  trigger: Trigger,
  inputs: Inputs,
  content: Markdown,
  dependencies: ClaimDependencies,
): Promise<ClaimResult> {
  const { comment, github } = dependencies
  if (comment === undefined || github === undefined) return { kind: 'won' }
  const claim = {
    ...createClaim(trigger, inputs, inputs.dryRun ? 'refused' : 'claimed', dependencies),
    // A dry run leaves no job behind that a later command could continue.
    ...(request.kind === 'attach' && !inputs.dryRun && ({ state: 'job', jobId: request.jobId } as const)),
  }
  const options = {
    ...dependencies,
    comment,
    claim,
    content,
    warn: createThreadWarning(dependencies),
  }
  return trigger.comment === undefined
    ? await claimRun(options, inputs.followUp !== 'never' && request.kind === 'prompt' && !request.isNew)
    : await claimComment({ ...options, github, trigger: trigger.comment })
}

/** Replies with `content` to a comment that asks for help, once. A failure to do so is a warning. */
export async function answerHelp(
  trigger: Trigger,
  inputs: Inputs,
  content: Markdown,
  dependencies: ClaimDependencies,
): Promise<void> {
  const { comment, github, log } = dependencies
  log.info('The comment asks for help.')
  if (comment === undefined || github === undefined || trigger.comment === undefined) return
  const warn = createThreadWarning(dependencies)
  await claimComment({
    ...dependencies,
    github,
    comment,
    trigger: trigger.comment,
    claim: createClaim(trigger, inputs, 'answered', dependencies),
    content,
    warn,
  }).catch(warn)
}

/** A failure to react or comment is a warning: it never changes the outcome. */
export function createThreadWarning({
  log,
  signal,
}: {
  log: Log
  signal: AbortSignal
}): (error: unknown) => void {
  return (error) => {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError)) throw error
    log.warning('The thread could not be read or changed', error.message)
  }
}

function createClaim(
  trigger: Trigger,
  { projectId, prompt }: Inputs,
  state: ClaimState,
  { run, nonce }: ClaimDependencies,
): Claim {
  const claimant = { runId: run.id, job: run.job, step: run.step, attempt: run.attempt }
  return {
    state,
    trigger: describeTrigger(trigger.comment, claimant, prompt),
    project: digest(projectId),
    claimant,
    nonce,
  }
}
