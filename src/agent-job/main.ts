import { toActionError } from '../runner/action-error.ts'
import { listenForCancellation } from '../runner/cancellation.ts'
import { clock } from '../runner/clock.ts'
import { log } from '../runner/log.ts'
import { readWorkflowRun } from '../runner/workflow-run.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { admit, completeContext, readCommand, readRequest } from './admit.ts'
import { readChanges } from './changes/read-changes.ts'
import { check } from './check.ts'
import type { EarlyContext } from './context.ts'
import { findDestination } from './destination.ts'
import type { Trigger } from './event.ts'
import { CLOSED_GATE } from './inputs.ts'
import { noteProgress } from './our-comment.ts'
import type { Outcome } from './outcome.ts'
import { composePrompt } from './prompt.ts'
import { publish } from './result.ts'
import { recallConversation, resume } from './resume.ts'
import { RunEnd } from './run-end.ts'
import { RunResult } from './run-result.ts'
import { send, UnknownError } from './send.ts'
import { waitForJob } from './wait.ts'

/** Limits are waited for until then, as long as the input `timeout` isn't read. */
const FIRST_TIMEOUT_MS = 5 * MINUTE_MS

/**
 * Answers the event that started this run, and publishes how that ended.
 * @param trigger step 1, which `index.ts` has read: what started the run, and asks for something
 */
export async function main(trigger: Trigger): Promise<void> {
  const signal = listenForCancellation()
  const early: EarlyContext = {
    run: readWorkflowRun(),
    trigger,
    inputs: CLOSED_GATE,
    github: undefined,
    clock,
    signal,
    lifetime: { signal, deadline: clock.now() + FIRST_TIMEOUT_MS },
  }
  const result = new RunResult(clock.now())
  try {
    result.outcome = await answer(early, result)
  } catch (error) {
    endByError(error, early, result)
  }
  // 7. The result
  await publish(early, result)
}

/**
 * Steps 2 to 6. Each notes in `result` what it knows, so that an error or a signal loses nothing.
 * @throws RunEnd where there is nothing to do, or the commenter may not
 */
async function answer(early: EarlyContext, result: RunResult): Promise<Outcome> {
  // 2. May the commenter? Help needs no other inputs, so that it is shown where they are invalid.
  await admit(early)
  result.isAllowed = true
  const command = readCommand(early)
  const context = completeContext(early)
  const request = readRequest(context, command)
  result.request = request

  // 3. The conversation. Of a push, its pull request names it, so what changed is read first. Is there a job already?
  const isPushRead = early.trigger.kind === 'push' && context.inputs.jobId === ''
  const pushed = isPushRead ? await readChanges(context) : undefined
  const conversation = await recallConversation(context, result, pushed)
  if (!request.isCheck && (await resume(context, result))) return await waitForJob(context, result)

  // 4. What changed, the prompt, and the job to continue
  const changes = pushed ?? (await readChanges(context, conversation, result.memory))
  const prompt = composePrompt(context, request, conversation, changes)
  const destination = await findDestination(context, result.memory.newestJob, request.isNew)
  result.changes = changes
  result.prompt = prompt
  result.destination = destination
  log.group('Prompt', prompt.text)
  if (request.isCheck) return await check(context, result, request, prompt, destination)

  // 5. Our comment, right before the prompt
  await noteProgress(context, result, 'sending')

  // 6. Send and wait
  await send(context, result, prompt)
  return await waitForJob(context, result)
}

function endByError(error: unknown, { signal }: EarlyContext, result: RunResult): void {
  if (error instanceof RunEnd) {
    result.outcome = error.outcome
    result.reason = error.message
    result.isNotice = error.isNotice
    result.help = error.help
    return
  }
  result.outcome = error instanceof UnknownError ? 'unknown' : signal.aborted ? 'cancelled' : 'error'
  if (result.outcome !== 'cancelled') result.error = toActionError(error)
}
