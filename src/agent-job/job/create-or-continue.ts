import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { findStatus } from '../../docs-service/statuses.ts'
import { describeError } from '../../formatting/errors.ts'
import { formatDuration } from '../../formatting/times.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import type { WaitEvent } from '../../network/patience.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { addEarlierJob, type Claim } from '../claim/claim.ts'
import { ClaimError, refuseClaim } from '../claim/claim-run.ts'
import type { ClaimResult } from '../claim/make-claim.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Request } from '../request/request.ts'
import type { JobDependencies, Progress } from './dependencies.ts'
import { type Destination, findDestination } from './destination.ts'
import type { JobRecord } from './job-record.ts'
import type { WrittenDocumentation } from './written-documentation.ts'

/** A job that this run has found, created, or continued. */
export interface CurrentJob {
  job: JobRecord
  /** The last that the service said of it, also where a later failure ended the wait. */
  answer?: AgentJob | undefined
  /** As it was sent; absent where this run sent none. */
  prompt?: Prompt
}

/** The same, and what became of it. */
export interface FollowedJob extends CurrentJob {
  /** `over`: it has ended; `submitted`: the run doesn't wait; `deadline`: it was active when `timeout` ran out. */
  end: 'over' | 'submitted' | 'deadline' | { error: unknown }
  /** Why the last look failed, where `deadline` ended the wait. */
  unread?: DocsServiceError | undefined
  /** When the service's limit ends, where that is after `deadline`. In milliseconds since 1970. */
  retryAt?: number | undefined
  /** What the pull request changes, where GitHub lets the token read it. */
  documentation?: WrittenDocumentation | undefined
}

/** An unexpected error while a prompt was being sent. */
export class UnconfirmedPromptError extends Error {
  override readonly name = 'UnconfirmedPromptError'

  constructor(cause: unknown) {
    super(`The prompt may have been received. ${describeError(cause)}`, { cause })
  }
}

/** A cancelled run waits this long for the answer to a prompt: only that answer has the job's ID. */
const ANSWER_GRACE_MS = 2_000
/** With less time left than this, or a tenth of `timeout`, an answer might come too late to be known. */
const LEAST_TIME_TO_SEND_MS = 30_000

/**
 * Finds the job that the claim or the inputs name, or sends the prompt.
 * @returns an ending when there is no job to follow
 */
export async function createOrContinueJob(
  request: Request,
  claim: Extract<ClaimResult, { kind: 'won' | 'resumed' }>,
  prompt: Prompt | undefined,
  inputs: Inputs,
  dependencies: JobDependencies,
): Promise<CurrentJob | { outcome: 'unavailable'; problem: string }> {
  if (request.kind === 'attach') return { job: { jobId: request.jobId } }
  if (claim.kind === 'resumed') return { job: { jobId: claim.jobId, isFollowUp: claim.isFollowUp } }
  if (prompt === undefined) throw new Error('There is no prompt to send.')

  const deadline = dependencies.clock.now() + inputs.timeoutMs
  const waitUntil = deadline - Math.min(LEAST_TIME_TO_SEND_MS, inputs.timeoutMs / 10)
  const isNew = request.kind === 'prompt' && request.isNew
  const destination = isNew ? {} : await findDestination(claim.thread.jobs, inputs, waitUntil, dependencies)
  try {
    return await sendPrompt(prompt, destination, { deadline, waitUntil }, dependencies)
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error
    const timeout = formatDuration(inputs.timeoutMs)
    const problem = `Only ${error.left} of the timeout of ${timeout} were left to send the prompt.`
    return { outcome: 'unavailable', problem }
  }
}

/** Too little time was left to send the prompt, so nothing was sent. */
class TooLateError extends Error {
  override readonly name = 'TooLateError'
  /** A length of time, for people. */
  readonly left: string

  constructor(leftMs: number) {
    super('Too little time was left to send the prompt.')
    this.left = formatDuration(Math.max(0, leftMs))
  }
}

/** Somebody deleted our comment before the prompt was sent. */
export class CommentDeletedError extends Error {
  override readonly name = 'CommentDeletedError'
}

/** Tells in our comment what the run waits for. Never rejects. */
export async function tellProgress(
  progress: Progress,
  { comment, renderProgress }: JobDependencies,
  change: Partial<Claim> = {},
): Promise<void> {
  // In a cancelled run, `untilAborted` rejects whatever is in flight.
  await comment?.tell(renderProgress(progress), change).catch(() => {})
}

/**
 * Notes that the prompt may be received from now on. Without that note nothing is sent.
 * @param jobId the job that a message goes to
 * @throws ClaimError if GitHub doesn't confirm the edit, CommentDeletedError, TooLateError
 */
async function noteSending(
  jobId: string | undefined,
  { deadline, waitUntil }: Pick<Limits, 'deadline'> & { waitUntil: number },
  { comment, renderProgress, clock }: JobDependencies,
): Promise<void> {
  const current = comment?.current
  const isNoted = comment?.written?.state === 'sending' && current?.payload.state === 'sending'
  if (comment !== undefined && current !== undefined && !isNoted) {
    const earlierJobs = addEarlierJob(current.payload.earlierJobs, jobId)
    await comment.edit(renderProgress({ state: 'sending' }), { state: 'sending', earlierJobs }).catch((error) => {
      if (comment.current === undefined) throw new CommentDeletedError('The comment was deleted.', { cause: error })
      refuseClaim(error)
    })
  }
  const now = clock.now()
  if (now > waitUntil) throw new TooLateError(deadline - now)
}

/**
 * Sends the prompt, once: as a message to the job that is continued, or to a new job. A refusal that is certain may be
 * followed by another request; anything else ends here.
 * @throws DocsServiceError whose `certainty` says whether the prompt may have been received; UnconfirmedPromptError;
 * whatever kept the note from being written, before anything was sent
 */
export async function sendPrompt(
  prompt: Prompt,
  { jobId, previous }: Destination,
  until: { deadline: number; waitUntil: number },
  dependencies: JobDependencies,
): Promise<CurrentJob> {
  const { service, signal, clock, log } = dependencies
  signal.throwIfAborted()
  const limits = {
    signal,
    ...until,
    graceMs: ANSWER_GRACE_MS,
    beforeSend: () => noteSending(jobId, until, dependencies),
    // Back to `claimed`: if the run is killed during the wait, nothing was sent.
    async onWait({ isLimit, until: waitingUntil }: WaitEvent) {
      if (isLimit) await tellProgress({ state: 'claimed', waitingUntil }, dependencies, { state: 'claimed' })
    },
  }
  try {
    if (jobId !== undefined) {
      const sendMessage = (text: string) => service.sendMessage(jobId, text, limits)
      const sent = await sendWithOrWithoutPatches(prompt, sendMessage, log).catch((error: unknown) => {
        if (!isRefusedAs(error, 'becomesNewJob')) throw error
        const text = `The job of a previous run rejected the prompt. ${error.message}`
        log.warning('A new job is created', text)
      })
      if (sent) {
        const name = previous?.url === undefined ? 'the previous one' : formatPullRequest(previous.url)
        log.info(`Job ${jobId} continues ${name}.`)
        const job = dropAbsent({ jobId, isFollowUp: true, previous, messageAt: clock.wallClock() })
        return { job, answer: { ...sent.answer, id: jobId }, prompt: sent.prompt }
      }
    }
    const create = (text: string) => service.createAgentJob(text, limits)
    const sent = await sendWithOrWithoutPatches(prompt, create, log)
    const { id } = sent.answer
    log.info(`Created job ${id}.`)
    return { job: dropAbsent({ jobId: id, isFollowUp: false, previous }), ...sent }
  } catch (error) {
    const isExplained = NOTHING_SENT.some((type) => error instanceof type) || signal.aborted
    throw error instanceof DocsServiceError || isExplained ? error : new UnconfirmedPromptError(error)
  }
}

/** Errors before the first byte of a prompt. */
const NOTHING_SENT = [ClaimError, CommentDeletedError, TooLateError]

/** Sends the prompt, and, where it is refused with its patches, once more without them. */
async function sendWithOrWithoutPatches<Answer>(prompt: Prompt, send: (text: string) => Promise<Answer>, log: Log) {
  try {
    return { answer: await send(readUntrustedText(prompt.text)), prompt }
  } catch (error) {
    if (!isRefusedAs(error, 'mayBeTooLarge') || prompt.withoutPatches === undefined) throw error
    const text =
      'The service refused the prompt with its patches, so the action sends the prompt once more without them.'
    log.warning('Sending the prompt without the patches', `${text} ${error.message}`)
    const { withoutPatches, changes: _, ...rest } = prompt
    return { answer: await send(readUntrustedText(withoutPatches.text)), prompt: { ...rest, ...withoutPatches } }
  }
}

/** Whether the service has certainly refused the prompt, with a status that means this. */
function isRefusedAs(error: unknown, meaning: 'becomesNewJob' | 'mayBeTooLarge'): error is DocsServiceError {
  if (!(error instanceof DocsServiceError) || error.status === undefined) return false
  return error.certainty === 'not-accepted' && findStatus(error.status)[meaning] === true
}
