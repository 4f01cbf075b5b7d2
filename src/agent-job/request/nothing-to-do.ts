import { looksLikeOurs } from '../../github/signed-marker.ts'
import type { EarlyInputs } from '../inputs.ts'
import { parseCommand } from './command.ts'
import { findLoop } from './loops.ts'
import { isUnlistedBot } from './permission.ts'
import { hasCommand, isCommentEvent, type Trigger } from './trigger.ts'

/** Why an event starts no job. */
export interface NothingToDo {
  reason: string
  /** Whether the author of the workflow may have expected something else. */
  isSurprising: boolean
}

/** Events with a comment or text by anybody, whose permission is not checked. */
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']

/**
 * Why the event starts no job, or undefined when it may, as far as the event alone tells. It sends no request, and
 * comes before the inputs are checked: a run without secrets ends here, too.
 */
export function findNothingToDo(trigger: Trigger, inputs: EarlyInputs): NothingToDo | undefined {
  const { eventName, isClosedWithoutMerge } = trigger
  if (inputs.command !== '' && UNREAD_EVENTS.includes(eventName))
    return {
      reason: `commands are read from issue_comment and pull_request_review_comment only, and this is the event "${eventName}". With an empty \`command\`, it takes the prompt of the workflow, whoever caused it.`,
      isSurprising: true,
    }
  // Nothing is sent: what somebody has asked for on a pull request by one of `ignore-authors` is closed with it, too.
  if (isClosedWithoutMerge && inputs.hasApiKey) return undefined
  const isAsked = hasCommand(trigger, inputs.command) || inputs.jobId !== ''
  const reason =
    findReason(trigger, inputs) ?? (isAsked ? undefined : findLoop(trigger, inputs.ignoreAuthors))
  if (reason !== undefined) return { reason, isSurprising: false }
  if (!isClosedWithoutMerge) return undefined
  return {
    reason:
      'the pull request was closed without a merge, and without `api-key` nobody knows whether it has documentation to close. Runs of forks and of Dependabot get no secrets.',
    isSurprising: true,
  }
}

function findReason(trigger: Trigger, { command, allowedBots }: EarlyInputs): string | undefined {
  if (!isCommentEvent(trigger)) return undefined
  if (trigger.action !== 'created')
    return `the comment was ${trigger.action || 'touched'}, and only new comments count.`
  if (trigger.comment === undefined) return 'the event holds no comment.'
  if (command !== '' && parseCommand(trigger.comment.body, command).kind === 'none')
    return `the comment does not begin with ${command}.`
  if (looksLikeOurs(trigger.comment.body)) return 'this action wrote the comment.'
  if (isUnlistedBot(trigger.comment.author, allowedBots))
    return `"${trigger.comment.author.login}" is not a person (its type is "${trigger.comment.author.type}"), and not listed in allowed-bots.`
  return undefined
}
