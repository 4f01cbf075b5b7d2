import type { DocsService } from '../../docs-service/client.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/thread.ts'
import type { Clock } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Log } from '../../runner/log.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import { type ClaimComment, type ClaimedComment, type Delivery, pickDelivery } from '../claim/claim-marker.ts'
import { createThreadWarning } from '../claim/claim-trigger.ts'
import type { ClaimResult } from '../claim/settle.ts'
import type { Inputs } from '../inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Request } from '../request/request.ts'
import { formatDuration } from '../result/format-duration.ts'
import { formatPullRequest } from '../result/pull-request-url.ts'
import type { Progress } from '../result/report.ts'
import type { Ending } from '../result/run-result.ts'
import { chooseDestination, type Destination, findCandidate } from './follow-up.ts'
import { sendPrompt } from './send-prompt.ts'

/** A job that this run goes on with. `isFollowUp` is absent if no prompt was sent (`job-id`). */
export interface ObtainedJob extends Delivery {
  jobId: string
  /** What the service said when it took the prompt. */
  job?: AgentJob
  /** As it was sent; absent where this run sent none. */
  prompt?: Prompt
  /** Whether this run has just created it. */
  isNew: boolean
  /** Whether its end was reported before. */
  isFinished: boolean
}

/** What a run works with, so that tests can put other things in its place. */
export interface ObtainDependencies {
  run: WorkflowRun
  service: DocsService
  /** Undefined when this run has nothing to ask or to say on GitHub. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  comment: ClaimComment | undefined
  clock: Clock
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Log
  /** What the comment says while the run goes on. */
  renderProgress: (progress: Progress) => Markdown
}

/** A cancelled run waits this long for the answer to a prompt: only that answer has the job's ID. */
const ANSWER_GRACE_MS = 2_000

/**
 * Finds the job that the claim or the inputs name, or sends the prompt.
 * @param deadline on the monotonic clock
 * @returns an ending when there is no job to go on with
 */
export async function obtainJob(
  request: Request,
  claim: Exclude<ClaimResult, { kind: 'lost' }>,
  prompt: Prompt | undefined,
  inputs: Inputs,
  deadline: number,
  dependencies: ObtainDependencies,
): Promise<ObtainedJob | Ending> {
  if (request.kind === 'attach')
    return { jobId: request.jobId, isNew: false, isFinished: isFinishedJob(claim, request.jobId) }
  if (claim.kind === 'uncertain') return { outcome: 'unknown', problem: claim.reason }
  if (claim.kind !== 'won') return resumeJob(claim)
  if (prompt === undefined) throw new Error('There is no prompt to send.')

  const isNew = request.kind === 'prompt' && request.isNew
  const destination = isNew
    ? ({ kind: 'create' } as const)
    : await findDestination(claim, inputs, deadline, dependencies)
  if (destination.kind === 'still-active')
    return {
      outcome: 'timed-out',
      problem: `Job ${destination.jobId} of an earlier run was still active when the timeout of ${formatDuration(inputs.timeoutMs)} ran out, so the prompt was not sent. Re-run this workflow run to send it.`,
    }
  return await send(prompt, destination, deadline, dependencies)
}

function isFinishedJob(claim: ClaimResult, jobId: string): boolean {
  return claim.kind === 'finished' && claim.jobId === jobId
}

function resumeJob(claim: Extract<ClaimResult, { kind: 'resumed' | 'finished' }>): ObtainedJob {
  const isFinished = claim.kind === 'finished'
  const { messageAt, ...sent } = pickDelivery(isFinished ? claim.comment.payload : claim.claim)
  return {
    jobId: claim.jobId,
    isNew: false,
    isFinished,
    isFollowUp: false,
    ...sent,
    // A result that was reported needs no second check.
    ...(messageAt !== undefined && !isFinished && { messageAt }),
  }
}

/** Where the prompt goes. Without a comment of ours nothing is remembered, so there is nothing to continue. */
export async function findDestination(
  claim: Extract<ClaimResult, { kind: 'won' }>,
  inputs: Inputs,
  deadline: number,
  dependencies: ObtainDependencies,
): Promise<Destination> {
  const { comment, github, run, signal, renderProgress } = dependencies
  const own = comment?.current
  if (inputs.followUp === 'never' || comment === undefined || own === undefined || github === undefined)
    return { kind: 'create' }
  const found = claim.found ?? (await listClaims(comment, dependencies))
  const jobId = findCandidate(found, own)?.payload.jobId
  if (jobId === undefined) return { kind: 'create' }

  let hasWaited = false
  const destination = await chooseDestination(jobId, {
    ...dependencies,
    github,
    serverUrl: run.serverUrl,
    mode: inputs.followUp,
    whenActive: inputs.dryRun ? 'report' : inputs.wait ? 'wait' : 'create',
    pollIntervalMs: inputs.pollIntervalMs,
    deadline,
    async onWait() {
      hasWaited = true
      const edit = comment.edit(renderProgress({ isWaiting: true }), { state: 'waiting' })
      await edit.catch((error: unknown) => {
        // The comment was deleted, so a re-run could not know what was sent.
        if (comment.current === undefined) throw error
        createThreadWarning(dependencies)(error)
      })
    },
  })
  if (hasWaited && destination.kind !== 'still-active') {
    signal.throwIfAborted()
    // Before anything is sent, the thread has to say so.
    await comment.edit(renderProgress({}), { state: 'claimed' })
  }
  return destination
}

async function listClaims(
  comment: ClaimComment,
  { signal, log, run }: ObtainDependencies,
): Promise<readonly ClaimedComment[]> {
  try {
    return await comment.find()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof GitHubError) || run.attempt > 1) throw error
    log.warning('A new job is created', `The thread can't be read for a job to continue. ${error.message}`)
    return []
  }
}

async function send(
  prompt: Prompt,
  destination: Exclude<Destination, { kind: 'still-active' }>,
  deadline: number,
  { service, signal, clock, log }: ObtainDependencies,
): Promise<ObtainedJob> {
  signal.throwIfAborted()
  const startedAt = clock.now()
  const limits = { signal, deadline, graceMs: ANSWER_GRACE_MS }
  const { isFollowUp, ...sent } = await sendPrompt(prompt, destination, service, limits, log)
  const { job } = sent
  const took = `after ${Math.round(clock.now() - startedAt)} ms`
  const { previous } = destination
  const name = previous === undefined ? '' : formatPullRequest(previous.url)
  if (isFollowUp) log.info(`Job ${job.id} continues ${name}; the message was accepted ${took}.`)
  else log.info(`Created job ${job.id} ${took}.`)
  return {
    jobId: job.id,
    ...sent,
    isNew: !isFollowUp,
    isFinished: false,
    isFollowUp,
    ...(previous && { previous }),
    ...(isFollowUp && { messageAt: clock.wallClock() }),
  }
}
