import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import type { Log } from '../../runner/log.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Prompt } from '../request/prompt.ts'
import { UnconfirmedPromptError } from '../result/run-result.ts'
import type { Destination } from './follow-up.ts'

/** A prompt that the service has taken. */
export interface SentPrompt {
  job: AgentJob & { id: string }
  /** As it was sent: with its patches or without. */
  prompt: Prompt
  /** Whether it went to the job of an earlier run. */
  isFollowUp: boolean
}

/**
 * Sends the prompt, once: as a message to the job that is continued, or to a new job. A refusal that is certain may be
 * followed by another request; anything else ends here.
 * @throws DocsServiceError whose `certainty` says whether the prompt may have been received; UnconfirmedPromptError
 */
export async function sendPrompt(
  prompt: Prompt,
  destination: Exclude<Destination, { kind: 'still-active' }>,
  service: Pick<DocsService, 'createAgentJob' | 'sendMessage'>,
  limits: Limits,
  log: Log,
): Promise<SentPrompt> {
  try {
    if (destination.kind === 'continue') {
      const job = await sendMessage(prompt, destination.jobId, service, limits, log)
      if (job !== undefined) return { job, prompt, isFollowUp: true }
    }
    return { ...(await createJob(prompt, service, limits, log)), isFollowUp: false }
  } catch (error) {
    throw error instanceof DocsServiceError ? error : new UnconfirmedPromptError(error)
  }
}

/** The service does not know the message, the job, or takes neither now: a new job can do the same. */
const CREATE_INSTEAD: readonly (number | undefined)[] = [400, 404, 405, 409, 410, 413, 421, 422]

/** @returns nothing when the message was certainly refused, and a new job is to be created instead */
async function sendMessage(
  { text }: Prompt,
  jobId: string,
  service: Pick<DocsService, 'sendMessage'>,
  limits: Limits,
  log: Log,
): Promise<(AgentJob & { id: string }) | undefined> {
  try {
    return { ...(await service.sendMessage(jobId, readUntrustedText(text), limits)), id: jobId }
  } catch (error) {
    const isRefused = error instanceof DocsServiceError && error.certainty === 'not-accepted'
    if (!isRefused || !CREATE_INSTEAD.includes(error.status)) throw error
    log.warning(
      'A new job is created',
      `The job of an earlier run does not take the prompt. ${error.message}`,
    )
    return undefined
  }
}

/** A prompt that is refused with its patches, as too large most likely, is sent without them. */
async function createJob(
  prompt: Prompt,
  service: Pick<DocsService, 'createAgentJob'>,
  limits: Limits,
  log: Log,
): Promise<Pick<SentPrompt, 'job' | 'prompt'>> {
  const create = async (sent: Prompt) => ({
    job: await service.createAgentJob(readUntrustedText(sent.text), limits),
    prompt: sent,
  })
  try {
    return await create(prompt)
  } catch (error) {
    const isRefused = error instanceof DocsServiceError && error.certainty === 'not-accepted'
    const mayBeTooLarge = isRefused && (error.status === 400 || error.status === 413)
    if (!mayBeTooLarge || prompt.withoutPatches === undefined) throw error
    log.warning('The prompt is sent without the patches', error.message)
    return await create({ removals: prompt.removals, ...prompt.withoutPatches })
  }
}
