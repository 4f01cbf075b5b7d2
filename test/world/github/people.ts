import { type ApiAnswer, type ApiRequest, json, parseObject, problem } from './api-message.ts'
import { type PathParts, type Route, route } from './routes.ts'
import type { LayerContext } from './state.ts'
import type { Person } from './world.ts'

export const actionsBot = 'github-actions[bot]'

/** The App on whose behalf the docs service opens pull requests. */
export const agentBot = 'docs-agent[bot]'

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
  'dependabot[bot]': { permission: 'none', type: 'Bot' },
  /** A bot whose name does not say so, and which the permission API does not know. */
  Copilot: { permission: 'unknown', type: 'Bot' },
}

/** The real id of the bot behind `GITHUB_TOKEN`, the same on all of github.com. */
export const actionsBotId = 41_898_282

/** Finds a person by login, which GitHub compares without case. */
export function findPerson(
  people: Record<string, Person>,
  login: string,
): { login: string; person: Person } | undefined {
  const wanted = login.toLowerCase()
  for (const [name, person] of Object.entries(people)) {
    if (name.toLowerCase() === wanted) return { login: name, person }
  }
  return undefined
}

/** Users inside other objects lack what `GET /users/{login}` adds. */
export function pickUser(user: Record<string, unknown>): Record<string, unknown> {
  const end = Object.keys(user).indexOf('user_view_type')
  return end < 0 ? user : Object.fromEntries(Object.entries(user).slice(0, end + 1))
}

/** The emulator reports neither `none` nor custom roles, and `push` where GitHub says `write`. */
export const permissionRoutes: Route[] = [route('GET', '/collaborators/{login}/permission', read)]

/** https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user */
async function read(context: LayerContext, _request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  if (context.identity === undefined) return problem(401, 'Requires authentication')
  const docs = 'rest/collaborators/collaborators#get-repository-permissions-for-a-user'
  const known = await context.read(`/repos/${parts.repository}`)
  if (known.status !== 200) return problem(404, 'Not Found', { docs })
  const found = findPerson(context.state.people, parts.login)
  if (found === undefined || found.person.permission === 'unknown') {
    return problem(404, `${parts.login} is not a user`, { docs })
  }
  const { permission } = found.person
  const roleName = found.person.roleName ?? permission
  const answer = await context.read(`/users/${encodeURIComponent(found.login)}`)
  const user = pickUser(parseObject(String(answer.body)))
  return json(200, {
    permission,
    user: { ...user, permissions: fineGrained(found.person), role_name: roleName },
    role_name: roleName,
  })
}

function fineGrained({ permission, roleName }: Person): Record<string, boolean> {
  const level = ['none', 'read', 'triage', 'write', 'maintain', 'admin'].indexOf(
    roleName === 'triage' || roleName === 'maintain' ? roleName : permission,
  )
  return { admin: level >= 5, maintain: level >= 4, push: level >= 3, triage: level >= 2, pull: level >= 1 }
}
