import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Log } from '../../runner/log.ts'
import { describeError } from '../../runner/run-action.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Destination } from './destination.ts'

/** An unexpected error while a prompt was being sent. */
export class UnconfirmedPromptError extends Error {
  override readonly name = 'UnconfirmedPromptError'

  constructor(cause: unknown) {
    super(`The prompt may have been received. ${describeError(cause)}`, { cause })
  }
}

/**
 * Sends the prompt, once: as a message to the job that is continued, or to a new job. A refusal that is certain may be
 * followed by another request; anything else ends here.
 * @returns the job; the prompt as it was sent, with its patches or without; whether it went to the job of a previous run
 * @throws DocsServiceError whose `certainty` says whether the prompt may have been received; UnconfirmedPromptError
 */
export async function sendPrompt(
  prompt: Prompt,
  destination: Destination,
  service: Pick<DocsService, 'createAgentJob' | 'sendMessage'>,
  limits: Limits,
  log: Log,
) {
  const create = (text: string) => service.createAgentJob(text, limits)
  try {
    if (destination.kind === 'continue') {
      const { jobId: id } = destination
      const send = async (text: string) => ({ ...(await service.sendMessage(id, text, limits)), id })
      const sent = await sendWithOrWithoutPatches(prompt, send, log).catch((error: unknown) => {
        if (!isRefusal(error, CREATE_INSTEAD)) throw error
        const text = `The job of a previous run rejected the prompt. ${error.message}`
        log.warning('A new job is created', text)
      })
      if (sent) return { ...sent, isFollowUp: true }
    }
    return { ...(await sendWithOrWithoutPatches(prompt, create, log)), isFollowUp: false }
  } catch (error) {
    throw error instanceof DocsServiceError ? error : new UnconfirmedPromptError(error)
  }
}

/** The service doesn't know the message or the job, or takes neither now: a new job can do the same. */
const CREATE_INSTEAD = [400, 404, 405, 409, 410, 413, 421, 422]
/** A prompt that is refused so with its patches is most likely too large. */
const TOO_LARGE = [400, 413]

/** Sends the prompt, and, where it is refused with its patches, once more without them. */
async function sendWithOrWithoutPatches(
  prompt: Prompt,
  send: (text: string) => Promise<AgentJob & { id: string }>,
  log: Log,
) {
  try {
    return { job: await send(readUntrustedText(prompt.text)), prompt }
  } catch (error) {
    if (!isRefusal(error, TOO_LARGE) || prompt.withoutPatches === undefined) throw error
    const text =
      'The service refused the prompt with its patches, so the action sends the prompt once more without them.'
    log.warning('The prompt is sent without the patches', `${text} ${error.message}`)
    const { withoutPatches, changes: _, ...rest } = prompt
    return { job: await send(readUntrustedText(withoutPatches.text)), prompt: { ...rest, ...withoutPatches } }
  }
}

/** Whether the service has certainly refused the prompt with one of `statuses`. */
function isRefusal(error: unknown, statuses: readonly number[]): error is DocsServiceError {
  if (!(error instanceof DocsServiceError) || error.status === undefined) return false
  return error.certainty === 'not-accepted' && statuses.includes(error.status)
}
