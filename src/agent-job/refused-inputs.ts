import type { GitHub } from '../github/github.ts'
import type { InputError } from '../runner/inputs.ts'
import type { Inputs } from './inputs.ts'
import { checkPermission } from './request/permission.ts'
import type { Trigger } from './request/trigger.ts'

/**
 * Reacts to the command when an input can't be used or a secret is missing, so that the thread doesn't stay silent for
 * somebody who may use the command. `confused` without `eyes` doesn't stop a re-run. It never throws.
 */
export async function markRefusal(
  { comment }: Trigger,
  inputs: Pick<Inputs, 'comment' | 'minimumPermission' | 'allowedBots'>,
  { problems }: InputError,
  github: Pick<GitHub, 'react' | 'fetchPermission'> | undefined,
): Promise<void> {
  const isRefused = (name: string) => problems.some(({ input }) => input === name)
  const isWanted = inputs.comment || isRefused('comment')
  if (comment === undefined || github === undefined || !isWanted) return
  const minimum = isRefused('minimum-permission') ? 'admin' : inputs.minimumPermission
  const allowedBots = isRefused('allowed-bots') ? [] : inputs.allowedBots
  try {
    const { isAllowed } = await checkPermission(comment, minimum, allowedBots, github)
    if (isAllowed) await github.react(comment, 'confused')
  } catch {
    // The inputs are what the run reports, so a failure here is ignored.
  }
}
