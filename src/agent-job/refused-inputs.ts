import type { GitHub } from '../github/thread.ts'
import type { Inputs } from './inputs.ts'
import { checkPermission } from './request/permission.ts'
import type { Trigger } from './request/trigger.ts'

/**
 * Reacts to the command when a secret or a variable is missing, so that the thread doesn't stay silent.
 * `confused` without `eyes` doesn't stop a re-run. It never throws.
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
    // The inputs are what the run reports, so a failure here is ignored.
  }
}
