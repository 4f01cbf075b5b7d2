import type { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { createThreadWarning } from '../../github/thread-warning.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'
import type { WaitEvent } from '../../network/patience.ts'
import { formatDuration } from '../../runner/clock.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Ending } from '../causes.ts'
import type { ClaimResult } from '../claim/claim.ts'
import type { Inputs } from '../inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Request } from '../request/request.ts'
import { type Destination, findDestination, type JobDependencies, type Progress } from './destination.ts'
import { sendPrompt } from './send-prompt.ts'
import type { WrittenDocumentation } from './written-documentation.ts'

/** A job that this run follows, and what became of it. */
export interface FollowedJob {
  job: JobRecord
  /** The last that the service said of it, also where a later failure ended the wait. */
  answer?: AgentJob | undefined
  /** As it was sent; absent where this run sent none. */
  prompt?: Prompt
  /** `over`: it has ended; `submitted`: the run doesn't wait; `deadline`: it was active when `timeout` ran out. */
  end: 'over' | 'submitted' | 'deadline' | { error: unknown }
  /** Why the last look failed, where `deadline` ended the wait. */
  unread?: DocsServiceError | undefined
  /** When the service's limit ends, where that is after `deadline`. In milliseconds since 1970. */
  retryAt?: number | undefined
  /** What the pull request changes, where GitHub lets the token read it. */
  documentation?: WrittenDocumentation | undefined
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
): Promise<FollowedJob | Ending> {
  const end = 'submitted'
  if (request.kind === 'attach') return { job: { jobId: request.jobId }, end }
  if (claim.kind === 'resumed') return { job: { isFollowUp: false, ...claim.job }, end }
  if (prompt === undefined) throw new Error('There is no prompt to send.')

  const waitUntil = deadline - Math.min(LEAST_TIME_TO_SEND_MS, inputs.timeoutMs / 10)
  const isNew = request.kind === 'prompt' && request.isNew
  const destination: Destination = isNew
    ? { kind: 'create' }
    : await findDestination(claim.found, inputs, waitUntil, dependencies)
  const now = dependencies.clock.now()
  if (now <= waitUntil) return await send(prompt, destination, { deadline, waitUntil }, dependencies)
  const left = formatDuration(Math.max(0, deadline - now))
  const problem = `Only ${left} of the timeout of ${formatDuration(inputs.timeoutMs)} were left to send the prompt.`
  return { outcome: 'unavailable', problem }
}

/** Tells in our comment what the run waits for. A comment that can't be edited keeps nothing from going on. */
export function tellWait(progress: Progress, { comment, renderProgress, log, signal }: JobDependencies): void {
  comment?.edit(renderProgress(progress), {}).catch(createThreadWarning({ log, signal }))
}

async function send(
  prompt: Prompt,
  destination: Destination,
  until: Pick<Limits, 'deadline' | 'waitUntil'>,
  dependencies: JobDependencies,
): Promise<FollowedJob> {
  const { service, signal, clock, log } = dependencies
  signal.throwIfAborted()
  const startedAt = clock.now()
  const onWait = ({ isLimit, until: waitingUntil }: WaitEvent) => isLimit && tellWait({ waitingUntil }, dependencies)
  const limits = { signal, ...until, graceMs: ANSWER_GRACE_MS, onWait }
  const { isFollowUp, job, prompt: sent } = await sendPrompt(prompt, destination, service, limits, log)
  const took = `after ${Math.round(clock.now() - startedAt)} ms`
  const { previous } = destination
  const name = previous?.url === undefined ? 'the previous one' : formatPullRequest(previous.url)
  if (isFollowUp) log.info(`Job ${job.id} continues ${name}; the message was accepted ${took}.`)
  else log.info(`Created job ${job.id} ${took}.`)
  const messageAt = isFollowUp ? clock.wallClock() : undefined
  const record = dropAbsent({ jobId: job.id, isFollowUp, previous, messageAt })
  return { job: record, answer: job, prompt: sent, end: 'submitted' }
}
