import { isListed } from '../../github/account.ts'
import { isStartedOnPurpose, type Trigger } from '../trigger/trigger.ts'

/**
 * Finds out whether one of `ignoreAuthors` caused an event without a command: otherwise the agent would document its
 * own merges, without an end. Of a push, the commits decide as well, because anyone may merge the work of others.
 * @returns why the run ends
 */
export function findLoop(trigger: Trigger, ignoreAuthors: readonly string[]): string | undefined {
  const { eventName, sender, thread, release, push } = trigger
  const explain = (login: string | undefined, what: string) =>
    isListed(login, ignoreAuthors) ? `"${login}" ${what} and is listed in \`ignore-authors\`.` : undefined

  if (isStartedOnPurpose(trigger)) return undefined
  const own =
    explain(thread?.author, `wrote the ${thread?.kind}`) ??
    explain(release?.author, 'wrote the release') ??
    explain(sender, `caused the event "${eventName}"`)
  if (own !== undefined || push === undefined) return own
  const { authors } = push
  const isByIgnored = authors.every((author) => isListed(author, ignoreAuthors))
  return isByIgnored ? explain(authors[0], 'wrote all commits of the push') : undefined
}
