import type { DocsService } from '../../docs-service/client.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { GitHub } from '../../github/github.ts'
import type { MarkedComment } from '../../github/marked-comment.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { digest } from '../../github/signed-marker.ts'
import { createThreadWarning } from '../../github/thread-warning.ts'
import type { Claim, ClaimComment } from '../../job-marker/claim.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'
import { formatDuration } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Markdown } from '../../untrusted/markdown.ts'
import type { Ending } from '../causes.ts'
import type { ClaimResult } from '../claim/claim.ts'
import { refuseClaim } from '../claim/claim-run.ts'
import type { Inputs } from '../inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Request } from '../request/request.ts'
import type { Covered } from '../request/since/fetch-branch-changes.ts'
import { chooseDestination, type Destination, type DestinationDependencies, listCandidates } from './destination.ts'
import { sendPrompt } from './send-prompt.ts'

/** The job that this run waits for. */
export interface CurrentJob {
  job: JobRecord
  /** What the service said when it accepted the prompt of this run. */
  answer?: AgentJob
  /** As it was sent; absent where this run sent none. */
  prompt?: Prompt
}

/** What is known while the run waits. */
export interface Progress {
  job?: JobRecord
  /** The prompt waits for the job of an earlier run to end. */
  isWaiting?: boolean
  /** What the prompt covers, with `since`. */
  covered?: Covered | undefined
}

/** What the work on a job needs from outside; tests pass their own. */
export interface JobDependencies extends Omit<DestinationDependencies, 'run' | 'service' | 'github' | 'onWait'> {
  run: WorkflowRun
  service: DocsService
  /** Undefined when this run has nothing to ask or to say on GitHub. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  comment: MarkedComment<Claim> | undefined
  /** What the comment says while the run is in progress. */
  renderProgress: (progress: Progress) => Markdown
}

/** A cancelled run waits this long for the answer to a prompt: only that answer has the job's ID. */
const ANSWER_GRACE_MS = 2_000
/** With less time left than this, or a tenth of `timeout`, an answer might come too late to be known. */
const LEAST_TIME_TO_SEND_MS = 30_000

/**
 * Finds the job that the claim or the inputs name, or sends the prompt.
 * @param deadline on the monotonic clock
 * @returns an ending when there is no job to follow
 */
export async function createOrContinueJob(
  request: Request,
  claim: Extract<ClaimResult, { kind: 'won' | 'resumed' }>,
  prompt: Prompt | undefined,
  inputs: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<CurrentJob | Ending> {
  if (request.kind === 'attach') return { job: { jobId: request.jobId } }
  if (claim.kind === 'resumed') return { job: { isFollowUp: false, ...claim.job } }
  if (prompt === undefined) throw new Error('There is no prompt to send.')

  const isNew = request.kind === 'prompt' && request.isNew
  const whenActive = inputs.wait ? 'wait' : 'create'
  const destination: Destination = isNew
    ? { kind: 'create' }
    : await findDestination(claim.found, whenActive, inputs, deadline, dependencies)
  const timeout = `the timeout of ${formatDuration(inputs.timeoutMs)}`
  if (destination.kind === 'still-active') {
    const problem = `Job ${destination.jobId} of a previous run was still active when ${timeout} ran out.`
    return { outcome: 'timed-out', cause: 'previous-job-active', problem }
  }
  const leftMs = deadline - dependencies.clock.now()
  if (leftMs < findLeastTime(inputs.timeoutMs)) {
    const problem = `Only ${formatDuration(Math.max(0, leftMs))} of ${timeout} were left to send the prompt.`
    return { outcome: 'timed-out', cause: 'too-little-time', problem }
  }
  return await send(prompt, destination, deadline, dependencies)
}

function findLeastTime(timeoutMs: number): number {
  return Math.min(LEAST_TIME_TO_SEND_MS, timeoutMs / 10)
}

/**
 * Where the prompt goes. Without a comment of ours nothing is remembered, so there is nothing to continue.
 * @param found all comments of the thread with a marker, oldest first
 * @param whenActive what to do about a job that is still active; `report` only says so
 */
export async function findDestination(
  found: readonly ClaimComment[],
  whenActive: 'wait' | 'create' | 'report',
  { followUp: mode, projectId, pollIntervalMs, timeoutMs }: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Destination> {
  const { comment, github, signal, renderProgress } = dependencies
  if (mode === 'never' || comment === undefined || github === undefined) return { kind: 'create' }
  const [candidate] = listCandidates(found, digest(projectId))
  if (candidate === undefined) return { kind: 'create' }

  const waitEnd = deadline - findLeastTime(timeoutMs)
  const rules = { mode, whenActive, pollIntervalMs, timeoutMs, deadline: waitEnd }
  let hasWaited = false
  const onWait = async () => {
    hasWaited = true
    const edit = comment.edit(renderProgress({ isWaiting: true }), { state: 'waiting' })
    await edit.catch((error: unknown) => {
      // The comment was deleted, so a re-run could not know what was sent.
      if (comment.current === undefined) refuseClaim(error)
      createThreadWarning(dependencies)(error)
    })
  }
  const destination = await chooseDestination(candidate, rules, { ...dependencies, github, onWait })
  if (hasWaited && destination.kind !== 'still-active') {
    signal.throwIfAborted()
    // Before anything is sent, the thread has to say so.
    await comment.edit(renderProgress({}), { state: 'claimed' }).catch(refuseClaim)
  }
  return destination
}

async function send(
  prompt: Prompt,
  destination: Exclude<Destination, { kind: 'still-active' }>,
  deadline: number,
  { service, signal, clock, log }: JobDependencies,
): Promise<CurrentJob> {
  signal.throwIfAborted()
  const startedAt = clock.now()
  const limits = { signal, deadline, graceMs: ANSWER_GRACE_MS }
  const { isFollowUp, job, prompt: sent } = await sendPrompt(prompt, destination, service, limits, log)
  const took = `after ${Math.round(clock.now() - startedAt)} ms`
  const { previous } = destination
  const name = previous?.url === undefined ? 'the previous one' : formatPullRequest(previous.url)
  if (isFollowUp) log.info(`Job ${job.id} continues ${name}; the message was accepted ${took}.`)
  else log.info(`Created job ${job.id} ${took}.`)
  const messageAt = isFollowUp ? clock.wallClock() : undefined
  return { job: dropAbsent({ jobId: job.id, isFollowUp, previous, messageAt }), answer: job, prompt: sent }
}
