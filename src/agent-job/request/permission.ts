import { type Account, isUnlistedBot } from '../../github/account.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub, RepositoryPermission } from '../../github/github.ts'
import type { MinimumPermission } from '../inputs/inputs.ts'
import type { TriggerComment } from '../trigger/trigger.ts'

const RANK: Readonly<Record<RepositoryPermission, number>> = { none: 0, read: 1, write: 2, admin: 3 }

/**
 * Decides who may use the command. The permission is read each time: neither the event (`author_association`) nor who
 * started the workflow (`github.actor`) decides.
 * https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 * @returns `reason`: a sentence that names the account by its login, which GitHub made; `advice`: what to do, where the
 * permission isn't what is missing
 * @throws GitHubError when GitHub doesn't answer, 404 where the token can't see the repository; the run then sends
 * nothing
 */
export async function checkPermission(
  { author, sender }: TriggerComment,
  minimum: MinimumPermission,
  allowedBots: readonly string[],
  github: Pick<GitHub, 'fetchPermission' | 'fetchRepository'>,
): Promise<{ isAllowed: boolean; reason: string; advice?: string }> {
  const { login = '', type } = author
  const deny = (reason: string, advice?: string) => ({ isAllowed: false, reason, ...(advice && { advice }) })
  // The sender of an edited comment is its editor, who may not be the author of the text.
  if (!isSame(author, sender))
    return deny(
      `The comment is by ${tellApart(author, sender)}, but ${tellApart(sender, author)} caused the event.`,
      'Post the command as a new comment.',
    )
  if (isUnlistedBot(author, allowedBots))
    return deny(
      `"${login}" isn't a person (type "${type ?? 'unknown'}"), and isn't listed in \`allowed-bots\`.`,
      'To allow this account, add it there.',
    )
  // The list of bots never admits a person, whatever the login.
  if (type !== 'User') return { isAllowed: true, reason: `"${login}" is listed in \`allowed-bots\`.` }
  // GitHub answers 404 for accounts that it doesn't know here, and to tokens that can't see the repository.
  const permission = await github.fetchPermission(login).catch(async (error: unknown) => {
    if (!(error instanceof GitHubError && error.status === 404)) throw error
    await github.fetchRepository()
    return undefined
  })
  if (permission === undefined) return deny(`GitHub doesn't know "${login}" in this repository.`)
  return {
    isAllowed: RANK[permission] >= RANK[minimum],
    reason: `"${login}" has the \`${permission}\` permission, and \`minimum-permission\` is \`${minimum}\`.`,
  }
}

/** Compares logins, and IDs where the event names both. */
function isSame(author: Account, sender: Account): boolean {
  if (author.login === undefined || author.login !== sender.login) return false
  return author.id === undefined || sender.id === undefined || author.id === sender.id
}

function tellApart({ login = '', id }: Account, other: Account): string {
  return login === other.login && id !== undefined ? `"${login}" (account ${id})` : `"${login}"`
}
