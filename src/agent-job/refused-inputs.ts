import type { GitHub } from '../github/thread.ts'
import type { Inputs } from './inputs.ts'
import { checkPermission } from './request/permission.ts'
import type { Trigger } from './request/trigger.ts'

/**
 * Shows whoever wrote the command that a secret or a variable is missing: without it the thread would stay silent.
 * `confused` alone, without `eyes`, keeps no re-run from answering. Nothing is thrown: the inputs are what the run
 * reports.
 */
export async function markRefusal(
  { comment }: Trigger,
  inputs: Inputs,
  github: GitHub | undefined,
): Promise<void> {
  const isMissing = inputs.apiKey === '' || inputs.projectId === ''
  if (!isMissing || comment === undefined || github === undefined || !inputs.comment) return
  const { minimumPermission, allowedBots } = inputs
  try {
    const { isAllowed } = await checkPermission(comment, minimumPermission, allowedBots, github)
    if (isAllowed) await github.react(comment, 'confused')
  } catch {
    // A thread that stays silent is no worse than before.
  }
}
