import { lookPast } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { setOutputs } from '../runner/outputs.ts'
import type { Context } from './context.ts'
import { type Destination, sendPrompt, UnknownError } from './job.ts'
import { noteProgress } from './our-comment.ts'
import type { Prompt } from './prompt.ts'
import type { RunResult } from './run-result.ts'

/**
 * Sends the prompt, and writes the ID of its job to the outputs, the log and our comment before anything else is done
 * with it.
 * @throws UnknownError if the prompt may have been received; ActionError if it wasn't
 */
export async function send(
  context: Context,
  result: RunResult,
  prompt: Prompt,
  destination: Destination,
): Promise<void> {
  context.signal.throwIfAborted()
  result.state = 'sending'
  try {
    const sent = await sendPrompt(context, prompt, destination, (created) => {
      result.destination = created
    })
    Object.assign(result, { state: 'job', jobId: sent.job.id, ...sent })
  } catch (error) {
    if (!(error instanceof UnknownError)) result.state = 'not-sent'
    throw error
  }
  setOutputs({ jobId: result.jobId, status: result.job?.status ?? '' })
  log.info(`Job: ${result.jobId}`)
  const warn = lookPast(({ text }) => log.warning("Our comment doesn't name the job", text))
  await noteProgress(context, result, 'job').catch(warn)
}
