import { isUnlistedBot } from '../../github/account.ts'
import type { EarlyInputs } from '../inputs/early-inputs.ts'
import { isCommentEvent, isStartedByComment, type Push, type Trigger } from '../trigger/trigger.ts'
import { parseCommand } from './command.ts'
import { findLoop } from './loops.ts'

/** Why a run ends before it begins. */
interface NothingToDo {
  reason: string
  /** Whether the author of the workflow may have expected something else. */
  isSurprising: boolean
}

const end = (reason: string, isSurprising = false): NothingToDo => ({ reason, isSurprising })

/** Events with text by anyone, whose permission isn't checked. */
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']

/**
 * Why the event starts no job, or undefined if it may start one, by the event alone. It sends no request, and comes
 * before the inputs are checked: a run without secrets ends here, too.
 */
export function findNothingToDo(trigger: Trigger, inputs: EarlyInputs): NothingToDo | undefined {
  const { eventName } = trigger
  if (UNREAD_EVENTS.includes(eventName))
    return end(
      `the event is "${eventName}", and commands are read only from \`issue_comment\` and ` +
        '`pull_request_review_comment`.',
      true,
    )
  if (trigger.isClosedWithoutMerge) return end('the pull request was closed without a merge.')
  const found = isCommentEvent(trigger) ? findInComment(trigger, inputs) : undefined
  if (found !== undefined) return found
  if (isStartedByComment(trigger, inputs.command) || inputs.jobId !== '') return undefined
  const loop = findLoop(trigger, inputs.ignoreAuthors)
  return loop === undefined ? trigger.push && findInPush(trigger.push) : end(loop)
}

/** A branch has changes only where the push names the commits before and after it. A new tag may be a release. */
function findInPush({ branch, before, after }: Push): NothingToDo | undefined {
  if (after === undefined) return end('the push deleted a branch or tag.')
  if (before !== undefined || branch === undefined) return undefined
  const advice = 'To document what changed, run the workflow on `release`, or on a schedule with `since`.'
  return end(`the push created a branch, so no previous commit tells what changed. ${advice}`, true)
}

function findInComment({ action, comment }: Trigger, { command, allowedBots }: EarlyInputs): NothingToDo | undefined {
  if (action !== 'created')
    return end(`the comment was ${action || 'changed'}, and the action reads only new comments.`)
  if (comment === undefined) return end('the event has no comment.')
  const { author, body } = comment
  if (command !== '' && parseCommand(body, command).kind === 'none')
    return end(`the comment does not begin with ${command}.`)
  if (!isUnlistedBot(author, allowedBots)) return undefined
  const { login = '', type = '' } = author
  const reason = `"${login}" isn't a person (type "${type}"), and isn't listed in \`allowed-bots\`.`
  return end(reason, type === '')
}
