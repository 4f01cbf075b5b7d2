import { findOtherKeyKind } from '../docs-service/client.ts'
import type { Log } from '../runner/log.ts'
import type { Inputs } from './inputs.ts'
import { isCommandInDescription } from './request/command.ts'
import { isStartedOnPurpose } from './request/loops.ts'
import { ONLY_COMMENTS } from './request/prompt-file.ts'
import type { Trigger } from './request/trigger.ts'

/** Warns of settings that are valid, but probably a mistake. */
export function warnOfSettings(trigger: Trigger, inputs: Inputs, log: Log): void {
  const { paths, githubToken, issueNumber } = inputs
  const keyKind = findOtherKeyKind(inputs.apiKey)
  if (keyKind !== undefined)
    log.warning('This may be the wrong key', `\`api-key\` looks like an ${keyKind} key. Agent jobs need an admin key.`)
  if (githubToken === '' && issueNumber !== undefined)
    log.warning(
      'No report in the conversation',
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
  if (trigger.eventName === 'pull_request_target' && trigger.isFromFork)
    log.warning(
      'Anyone can send text to the agent',
      'The pull request comes from a fork, and `pull_request_target` gives its run secrets without a check of its ' +
        "author's permission. To decide for each pull request, have a maintainer post the command as a comment instead.",
    )
  if (isCommandInDescription(trigger, inputs.command)) log.notice('Only comments are read', `${ONLY_COMMENTS}.`)
  for (const text of inputs.misspelled) log.warning('Unknown input', text)
  for (const folder of [...paths.included, ...paths.excluded].filter((pattern) => FOLDER.test(pattern)))
    log.warning(
      'A pattern in `paths` may match no file',
      `\`${folder}\` matches only a file with exactly this path. For a folder, write \`${folder}/**\`.`,
    )
}

/** Without wildcards and an extension; files such as `Makefile` begin in upper case. */
const FOLDER = /^(?:[^*?[\]{}()!]*\/)?[a-z0-9_-]+$/u
