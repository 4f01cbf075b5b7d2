import { looksLikeOurs } from '../../github/signed-marker.ts'
import { parseCommand } from './command.ts'
import { isUnlistedBot } from './permission.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/** Why an event starts no job. */
export interface NothingToDo {
  reason: string
  /** Whether the author of the workflow may have expected something else. */
  isSurprising: boolean
}

/** Events with a comment or text by anybody, whose permission is not checked. */
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']

/**
 * Why the event starts no job, or undefined when it may. It sends no request.
 * @param commandWord empty when comments are not to be read
 */
export function findNothingToDo(
  trigger: Trigger,
  commandWord: string,
  allowedBots: readonly string[],
): NothingToDo | undefined {
  if (commandWord !== '' && UNREAD_EVENTS.includes(trigger.eventName))
    return {
      reason: `commands are read from issue_comment and pull_request_review_comment only, and this is the event "${trigger.eventName}". With an empty \`command\`, it takes the prompt of the workflow, whoever caused it.`,
      isSurprising: true,
    }
  const reason = findReason(trigger, commandWord, allowedBots)
  return reason === undefined ? undefined : { reason, isSurprising: false }
}

function findReason(
  trigger: Trigger,
  commandWord: string,
  allowedBots: readonly string[],
): string | undefined {
  if (!isCommentEvent(trigger)) return undefined
  if (trigger.action !== 'created')
    return `the comment was ${trigger.action || 'touched'}, and only new comments count.`
  if (trigger.comment === undefined) return 'the event holds no comment.'
  if (commandWord !== '' && parseCommand(trigger.comment.body, commandWord).kind === 'none')
    return `the comment does not begin with ${commandWord}.`
  if (looksLikeOurs(trigger.comment.body)) return 'this action wrote the comment.'
  if (isUnlistedBot(trigger.comment.author, allowedBots))
    return `"${trigger.comment.author.login}" is not a person (its type is "${trigger.comment.author.type}"), and not listed in allowed-bots.`
  return undefined
}
