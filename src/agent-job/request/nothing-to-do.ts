import { looksLikeOurs } from '../../github/signed-marker.ts'
import { parseCommand } from './command.ts'
import { isUnlistedBot } from './permission.ts'
import { isCommentEvent, type Trigger } from './trigger.ts'

/**
 * Why the event asks for nothing, or undefined when it does. Nothing is requested from anybody to find out.
 * @param commandWord empty when comments are not to be read
 */
export function findNothingToDo(
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
  if (looksLikeOurs(trigger.comment.body)) return 'the comment is one of this action.'
  if (isUnlistedBot(trigger.comment.author, allowedBots))
    return `"${trigger.comment.author.login}" is no person (its type is "${trigger.comment.author.type}"), and not listed in allowed-bots.`
  return undefined
}
