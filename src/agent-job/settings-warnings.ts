import type { Log } from '../runner/log.ts'
import type { Inputs } from './inputs.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import type { Trigger } from './request/trigger.ts'

/** Warns of settings that are valid, but probably a mistake. */
export function warnOfSettings(trigger: Trigger, inputs: Inputs, log: Log): void {
  const { paths, githubToken, issueNumber } = inputs
  if (githubToken === '' && issueNumber !== undefined)
    log.warning(
      'Nothing is reported in the thread',
      `\`issue-number\` is ${issueNumber}, but \`github-token\` is empty. Set a token, or remove \`issue-number\`.`,
    )
  if (inputs.since !== undefined && !isStartedOnPurpose(trigger))
    log.notice('`since` is ignored', `It has no effect on the event "${trigger.eventName}".`)
  if (trigger.comment !== undefined && trigger.isPublic && inputs.minimumPermission === 'read')
    log.warning(
      'Anyone can start jobs',
      'On a public repository everyone has the permission `read`, and `minimum-permission` is `read`. ' +
        'To allow only people with write access, set it to `write`.',
    )
  for (const folder of [...paths.included, ...paths.excluded].filter((pattern) => FOLDER.test(pattern)))
    log.warning(
      'A pattern in `paths` may match no file',
      `\`${folder}\` matches only a file with exactly this path. For a folder, write \`${folder}/**\`.`,
    )
}

/** Without wildcards and an extension; files such as `Makefile` begin in upper case. */
const FOLDER = /^(?:[^*?[\]{}()!]*\/)?[a-z0-9_-]+$/u
