import { type ApiCall, type Routes, reply } from './api-call.ts'
import { nodeId, orNotFound } from './api-message.ts'
import type { Hub } from './repository.ts'
import type { Person } from './world.ts'

export const actionsBot = 'github-actions[bot]'

/** The App on whose behalf the docs service opens pull requests. */
export const agentBot = 'mintlify[bot]'

export const webFlow = 'web-flow'

/** An app of the organization, for `appToken`. */
export const appBot = 'acme-docs[bot]'

/** Who is there when a test names nobody else. */
export const defaultPeople: Record<string, Person> = {
  maintainer: { permission: 'admin' },
  writer: { permission: 'write' },
  reader: { permission: 'read' },
  stranger: { permission: 'none' },
  /** Has a custom role, whose name says nothing about what it allows. */
  curator: { permission: 'write', roleName: 'docs-curator' },
  triager: { permission: 'read', roleName: 'triage' },
  [actionsBot]: { permission: 'none', type: 'Bot' },
  [agentBot]: { permission: 'write', type: 'Bot' },
  [appBot]: { permission: 'none', type: 'Bot' },
  /** A bot whose name does not say so, and which the permission API does not know. */
  Copilot: { permission: 'unknown', type: 'Bot' },
  /** GitHub itself, as the committer of what is done on its pages. */
  [webFlow]: { permission: 'none' },
}

/** The real id of the bot behind `GITHUB_TOKEN`, the same on all of github.com. */
const actionsBotId = 41_898_282

export function isBot({ people }: Hub, login: string): boolean {
  return people[login]?.type === 'Bot'
}

export function mayRead({ people }: Hub, login = ''): boolean {
  return ['admin', 'write', 'read'].includes(people[login]?.permission ?? '')
}

export function mayWrite({ people }: Hub, login = ''): boolean {
  return ['admin', 'write'].includes(people[login]?.permission ?? '')
}

export function userJson({ people, serverUrl }: Hub, login: string) {
  const { type = 'User' } = people[login] ?? {}
  if (!(login in people)) throw new Error(`There is nobody called ${login}; name them in options.people`)
  const id = login === actionsBot ? actionsBotId : 1_001 + Object.keys(people).indexOf(login)
  const page = type === 'Bot' ? `apps/${login.replace('[bot]', '')}` : login
  return { login, id, node_id: nodeId('User', id), type, html_url: `${serverUrl}/${page}` }
}

/** https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user */
function readPermission({ hub, parts: { name } }: ApiCall) {
  const person = hub.people[name]
  const { permission, roleName = permission } = orNotFound(person?.permission === 'unknown' ? undefined : person)
  return reply({ permission, role_name: roleName, user: userJson(hub, name) })
}

export const permissionRoutes: Routes = { 'GET /collaborators/{name}/permission': readPermission }
