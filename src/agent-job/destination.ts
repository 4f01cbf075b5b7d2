import { ActionError } from '../runner/action-error.ts'
import { type Connected, type Context, isConnected } from './context.ts'
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
    return createNew(`${error.whatHappened}. ${error.hint}`.trim())
  }
}

async function judge(
  context: Connected<Context>,
  jobId: string,
  createNew: (reason: string) => Destination,
): Promise<Destination> {
  // The advice for a job that is gone doesn't fit here: the new one goes to the same project.
  const job = await context.service.getJob(jobId).catch((error: unknown) => {
    throw error instanceof ActionError ? new ActionError(`${error.whatHappened}.`) : error
  })
  if (job.status !== 'completed') return createNew(`The previous job has the status \`${job.status || 'unknown'}\`.`)
  if (job.pullRequest === undefined) return createNew('The previous job opened no pull request.')
  const pullRequest = await fetchPullRequest(context, job.pullRequest)
  if (pullRequest === undefined) return createNew(`The previous pull request isn't on ${context.run.serverUrl.host}.`)
  if (pullRequest.state !== 'open') return createNew(`The previous pull request is ${pullRequest.state}.`)
  return { jobId, pullRequest, reason: '' }
}
