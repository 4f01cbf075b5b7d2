import { ActionError, explain } from '../runner/action-error.ts'
import { isListed } from '../text/lists.ts'
import type { Connected } from './context.ts'
import type { Trigger } from './event.ts'

/** In order. */
const LEVELS = ['none', 'read', 'write', 'admin']

/**
 * Decides who may use the command. The permission is read each time: `author_association` in the event says too little,
 * and `github.actor` may be someone else.
 * https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 * @returns a sentence that says why not; undefined if the commenter may
 * @throws ActionError if the permission can't be read: then nobody is let in
 */
export async function findDenial(
  context: Connected,
  { comment: { author }, sender }: Extract<Trigger, { kind: 'comment' }>,
): Promise<string | undefined> {
  const { run, inputs, github } = context
  const { login, type } = author
  if (login !== sender.login || author.id !== sender.id)
    return (
      `The comment is by \`${login}\`, but \`${sender.login}\` caused the event. ` +
      'Post the command as a new comment.'
    )
  if (type !== 'User') {
    const isAllowed = isListed(login, inputs.allowedBots)
    return isAllowed ? undefined : `\`${login}\` isn't a user account, and isn't listed in \`allowed-bots\`.`
  }
  const { data } = await github.rest.repos
    .getCollaboratorPermissionLevel({ owner: run.owner, repo: run.repo, username: login })
    .catch(explain(`Couldn't check the permission of \`${login}\``))
  const permission = data?.permission
  const level = LEVELS.indexOf(permission)
  if (level === -1)
    throw new ActionError(`Couldn't check the permission of \`${login}\`. GitHub's response doesn't contain one.`, {
      hint: 'Check that no firewall or proxy responds in place of GitHub.',
    })
  const { minimumPermission } = inputs
  if (level >= LEVELS.indexOf(minimumPermission)) return undefined
  return `\`${login}\` has the \`${permission}\` permission, and \`minimum-permission\` is \`${minimumPermission}\`.`
}
