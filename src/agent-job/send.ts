import { ActionError, lookPast } from '../runner/action-error.ts'
import { log } from '../runner/log.ts'
import { setOutputs } from '../runner/outputs.ts'
import type { AgentJob } from '../service/job.ts'
import type { Context } from './context.ts'
import { noteProgress } from './our-comment.ts'
import type { Prompt } from './prompt.ts'
import type { RunResult } from './run-result.ts'

/** A prompt that may have been received, although no response says so. */
export class UnknownError extends ActionError {}

/**
 * Sends the prompt, and writes the ID of its job to the outputs, the log and our comment before anything else is done
 * with it.
 * @throws UnknownError if the prompt may have been received; ActionError if it wasn't
 */
export async function send(context: Context, result: RunResult, prompt: Prompt): Promise<void> {
  context.signal.throwIfAborted()
  result.state = 'sending'
  const job = await sendPrompt(context, result, prompt).catch((error: unknown) => {
    if (!(error instanceof UnknownError)) result.state = 'not-sent'
    throw error
  })
  noteJob(result, job.id, job)
  const warn = lookPast(({ text }) => log.warning("Couldn't add the job ID to the comment", text))
  await noteProgress(context, result, 'job').catch(warn)
}

/** Notes a job in the result, the outputs and the log, before anything else is done with it. */
export function noteJob(result: RunResult, jobId: string, job: AgentJob | undefined): void {
  result.state = 'job'
  result.jobId = jobId
  result.job = job
  log.info(`Job: ${jobId}`)
  setOutputs({ jobId, status: job?.status ?? '' })
}

/** Statuses with which a service says that a message did nothing. */
const REFUSED_MESSAGE = [400, 404, 405, 409, 410, 422]

/**
 * Sends the prompt at most once: as a message to the job that is continued, or else, and where the message is refused,
 * as a new job.
 */
async function sendPrompt({ service }: Context, result: RunResult, prompt: Prompt): Promise<AgentJob> {
  const jobId = result.destination?.jobId
  if (jobId !== undefined)
    try {
      const job = await sendOnce(result, prompt, (text) => service.sendMessage(jobId, text))
      return { ...job, id: jobId }
    } catch (error) {
      if (!(error instanceof ActionError) || !REFUSED_MESSAGE.includes(error.status ?? 0)) throw error
      const reason = `The service refused to continue the previous job. ${error.said}`.trim()
      // Noted first, since it stays true if nothing comes back for the new job.
      result.destination = { jobId: undefined, pullRequest: undefined, reason }
    }
  return await sendOnce(result, prompt, (text) => service.createJob(text))
}

/** A prompt that is too large is sent once more without patches. `result` has it as it was sent. */
async function sendOnce(
  result: RunResult,
  prompt: Prompt,
  request: (text: string) => Promise<AgentJob>,
): Promise<AgentJob> {
  result.prompt = prompt
  try {
    return await request(prompt.text)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    if (error.status === 413 && prompt.withoutPatches !== '')
      return await sendOnce(result, { ...prompt, text: prompt.withoutPatches, withoutPatches: '' }, request)
    throw error.isRefused ? error : new UnknownError(error.message, error)
  }
}
