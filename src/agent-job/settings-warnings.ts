import { findOtherKeyKind } from '../docs-service/client.ts'
import type { Log } from '../runner/log.ts'
import type { Inputs } from './inputs.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Trigger } from './request/trigger.ts'

/** Warns of settings that are allowed, but probably a mistake. */
export function warnOfSettings(trigger: Trigger, inputs: Inputs, log: Log): void {
  const keyKind = findOtherKeyKind(inputs.apiKey)
  if (keyKind !== undefined)
    log.warning(
      'This may be the wrong key',
      `\`api-key\` looks like an ${keyKind} key; agent jobs need an admin key.`,
    )
  if (inputs.githubToken === '' && inputs.issueNumber !== undefined)
    log.warning(
      'Nothing is reported in the thread',
      `\`issue-number\` is ${inputs.issueNumber}, but \`github-token\` is empty. Give the step a token, or remove \`issue-number\`.`,
    )
  if (inputs.since !== undefined && !isStartedOnPurpose(trigger))
    log.notice('`since` is ignored', `It has no effect on the event "${trigger.eventName}".`)
  if (trigger.comment !== undefined && trigger.isPublic && inputs.minimumPermission === 'read')
    log.warning(
      'Anyone may start jobs',
      'On a public repository everybody has the permission `read`, and `minimum-permission` is `read`. Set it to `write` to admit only people who may push.',
    )
}
