import { GitHubError } from '../../github/errors.ts'
import type { GitHub, RepositoryPermission } from '../../github/github.ts'
import type { MinimumPermission } from '../inputs.ts'
import type { Account, TriggerComment } from './trigger.ts'

/** Whether the commenter may use the command, and why. */
export interface PermissionDecision {
  isAllowed: boolean
  /** A sentence for the log and the summary. It names the account by its login, which GitHub made. */
  reason: string
}

const RANK: Readonly<Record<RepositoryPermission, number>> = { none: 0, read: 1, write: 2, admin: 3 }

type PermissionReads = Pick<GitHub, 'fetchPermission' | 'fetchRepository'>

/** Whether a comment is by a bot that isn't listed: then there is nothing to do. */
export function isUnlistedBot(author: Account, allowedBots: readonly string[]): boolean {
  return author.type !== 'User' && !isListed(author, allowedBots)
}

/**
 * Decides who may. The permission is read live, every time: what the event says of it (`author_association`)
 * and who started or re-ran the workflow (`github.actor`) decide nothing.
 * https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 * @throws GitHubError when GitHub doesn't answer, 404 where the token can't see the repository; the run then sends nothing
 */
export async function checkPermission(
  comment: TriggerComment,
  minimum: MinimumPermission,
  allowedBots: readonly string[],
  github: PermissionReads,
): Promise<PermissionDecision> {
  const { author, sender } = comment
  // The sender of an edited comment is its editor, who may not be the author of the text.
  if (!isSame(author, sender))
    return {
      isAllowed: false,
      reason: `The comment is by ${tellApart(author, sender)}, but ${tellApart(sender, author)} caused the event.`,
    }
  if (isListed(author, allowedBots))
    return { isAllowed: true, reason: `"${author.login}" is listed in \`allowed-bots\`.` }
  if (author.type !== 'User')
    return {
      isAllowed: false,
      reason: `"${author.login}" is a ${author.type || 'bot'}, and isn't listed in \`allowed-bots\`.`,
    }
  const permission = await fetchPermission(author.login, github)
  if (permission === undefined)
    return { isAllowed: false, reason: `GitHub doesn't know "${author.login}" in this repository.` }
  return {
    isAllowed: RANK[permission] >= RANK[minimum],
    reason: `"${author.login}" has the permission \`${permission}\`; \`minimum-permission\` is \`${minimum}\`.`,
  }
}

/** Logins decide; ids as well where the event names both, as GitHub's own do. */
function isSame(author: Account, sender: Account): boolean {
  if (author.login === '' || author.login !== sender.login) return false
  return author.id === undefined || sender.id === undefined || author.id === sender.id
}

function tellApart({ login, id }: Account, other: Account): string {
  return login === other.login && id !== undefined ? `"${login}" (account ${id})` : `"${login}"`
}

/**
 * GitHub answers 404 for accounts that it doesn't know here, and to tokens that can't see the repository.
 * @returns undefined for an account that it doesn't know
 */
async function fetchPermission(
  login: string,
  github: PermissionReads,
): Promise<RepositoryPermission | undefined> {
  try {
    return await github.fetchPermission(login)
  } catch (error) {
    if (!(error instanceof GitHubError && error.status === 404)) throw error
  }
  await github.fetchRepository()
  return undefined
}

function isListed({ login, type }: Account, allowedBots: readonly string[]): boolean {
  // The list of bots never admits a person, whatever their login.
  return type !== 'User' && allowedBots.some((bot) => bot.toLowerCase() === login.toLowerCase())
}
