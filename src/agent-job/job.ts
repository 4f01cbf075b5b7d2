import { ActionError } from '../runner/action-error.ts'
import { mayHaveArrived } from '../service/client.ts'
import type { AgentJob } from '../service/job.ts'
import { type Connected, type Context, isConnected } from './context.ts'
import type { Prompt } from './prompt.ts'
import { fetchPullRequest, type PullRequest } from './pull-request.ts'

/** Where a prompt goes. */
export interface Destination {
  /** The job that is continued; undefined for a new one. */
  jobId: string | undefined
  /** The pull request that it has opened, before the message. */
  pullRequest: PullRequest | undefined
  /** Why an earlier job of the conversation isn't continued, as a sentence; empty where there is none. */
  reason: string
}

/** A prompt that may have been received, although no response says so. */
export class UnknownError extends ActionError {}

/**
 * Decides whether the newest job of the conversation is continued: if it has completed, and its pull request is open on
 * this GitHub server.
 * @param jobId of the newest job; undefined if there is none
 */
export async function findDestination(
  context: Context,
  jobId: string | undefined,
  isNew: boolean,
): Promise<Destination> {
  const createNew = (reason = ''): Destination => ({ jobId: undefined, pullRequest: undefined, reason })
  if (jobId === undefined || isNew || !context.inputs.followUp || !isConnected(context)) return createNew()
  try {
    return await judge(context, jobId, createNew)
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    return createNew(`The previous job or its pull request couldn't be read. ${error.message}`)
  }
}

async function judge(
  context: Connected<Context>,
  jobId: string,
  createNew: (reason: string) => Destination,
): Promise<Destination> {
  const job = await context.service.getJob(jobId)
  if (job.status !== 'completed') return createNew(`The previous job has the status \`${job.status || 'unknown'}\`.`)
  if (job.pullRequest === undefined) return createNew('The previous job opened no pull request.')
  const pullRequest = await fetchPullRequest(context, job.pullRequest)
  if (pullRequest === undefined) return createNew(`The previous pull request isn't on ${context.run.serverUrl.host}.`)
  if (pullRequest.state !== 'open') return createNew(`The previous pull request is ${pullRequest.state}.`)
  return { jobId, pullRequest, reason: '' }
}

/** Statuses with which a service says that a message did nothing. */
const REFUSED_MESSAGE = [400, 404, 405, 409, 410, 422]

/**
 * Sends the prompt at most once: as a message to the job that is continued, or else, and where the message is
 * refused, as a new job. A prompt that is too large is sent once more without patches.
 * @param onRefused called with the new destination before a prompt goes there, since it stays true if nothing comes back
 * @returns the job, the destination that it went to, and the prompt as it was sent
 * @throws UnknownError if the prompt may have been received
 */
export async function sendPrompt(
  { service }: Context,
  prompt: Prompt,
  destination: Destination,
  onRefused?: (destination: Destination) => void,
): Promise<{ job: AgentJob; destination: Destination; prompt: Prompt }> {
  const { jobId } = destination
  if (jobId === undefined) return { ...(await sendOnce((text) => service.createJob(text), prompt)), destination }
  try {
    const sent = await sendOnce((text) => service.sendMessage(jobId, text), prompt)
    return { ...sent, job: { ...sent.job, id: jobId }, destination }
  } catch (error) {
    if (!(error instanceof ActionError) || !REFUSED_MESSAGE.includes(error.status ?? 0)) throw error
    const reason = `The service refused to continue the previous job. ${error.said}`.trim()
    const created: Destination = { jobId: undefined, pullRequest: undefined, reason }
    onRefused?.(created)
    return { ...(await sendOnce((text) => service.createJob(text), prompt)), destination: created }
  }
}

async function sendOnce(
  send: (text: string) => Promise<AgentJob>,
  prompt: Prompt,
): Promise<{ job: AgentJob; prompt: Prompt }> {
  try {
    return { job: await send(prompt.text), prompt }
  } catch (error) {
    if (error instanceof ActionError && error.status === 413 && prompt.withoutPatches !== '')
      return await sendOnce(send, { ...prompt, text: prompt.withoutPatches, withoutPatches: '' })
    if (!mayHaveArrived(error)) throw error
    throw new UnknownError((error as ActionError).message, error as ActionError)
  }
}
