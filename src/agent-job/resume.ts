import { explain, lookPast } from '../runner/action-error.ts'
import { hasLink } from '../service/job.ts'
import type { Changes } from './changes/changes.ts'
import { type Context, isConnected } from './context.ts'
import { type Conversation, readConversation } from './conversation.ts'
import { recall, stopWhenTold } from './memory.ts'
import type { RunResult } from './run-result.ts'
import { noteJob, UnknownError } from './send.ts'

/**
 * Reads the conversation that the run reports in, and what it remembers.
 * @param changes of a push, whose pull request names the conversation
 * @returns undefined for a run without one
 * @throws RunEnd if a later run reports there
 */
export async function recallConversation(
  context: Context,
  result: RunResult,
  changes: Changes | undefined,
): Promise<Conversation | undefined> {
  const { trigger, inputs } = context
  const pushed = trigger.kind === 'push' && changes?.range === undefined ? changes?.told[0] : undefined
  const own = 'about' in trigger ? trigger.about : pushed?.kind === 'pull request' ? pushed : undefined
  const number = trigger.kind === 'comment' ? own?.number : (inputs.issueNumber ?? own?.number)
  if (number === undefined || !inputs.comment || !isConnected(context)) return undefined
  result.conversation = number
  const conversation = await readConversation(context, number, stopWhenTold(context))
  const isOwnPullRequest = trigger.kind !== 'comment' && number === own?.number && own.kind === 'pull request'
  result.viewer = conversation.viewer
  result.memory = recall(conversation, context, isOwnPullRequest)
  return conversation
}

/**
 * Continues with the job of `job-id`, or of an earlier attempt, unless that one has to be sent again: it failed, or was
 * archived without a link.
 * @returns false if there is no such job
 * @throws UnknownError if an earlier attempt may have sent the prompt
 */
export async function resume(context: Context, result: RunResult): Promise<boolean> {
  const { inputs, service } = context
  const { earlierAttempt } = result.memory
  if (inputs.jobId === '' && earlierAttempt?.marker.state === 'sending') {
    result.state = 'sending'
    result.comment = earlierAttempt
    throw new UnknownError('An earlier attempt may have sent the prompt, and ended before the service responded.')
  }
  const jobId = inputs.jobId || earlierAttempt?.marker.job
  if (jobId === undefined) return false
  noteJob(result, jobId, undefined)
  result.comment = earlierAttempt
  // Where it can't be read, the wait looks at it again; without a wait, nothing does.
  const isLast = inputs.jobId !== '' && !inputs.wait
  const job = await service.getJob(jobId).catch(isLast ? explain(`Couldn't read job \`${jobId}\``) : lookPast())
  const isLost = job?.status === 'failed' || (job?.status === 'archived' && !hasLink(job))
  if (isLost && inputs.jobId === '') {
    result.jobId = ''
    result.state = 'not-sent'
    result.comment = undefined
    return false
  }
  result.job = job
  return true
}
