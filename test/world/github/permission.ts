import { type ApiAnswer, type ApiRequest, json, parseObject, problem } from './api-message.ts'
import { findPerson, pickUser } from './people.ts'
import { type PathParts, type Route, route } from './routes.ts'
import type { LayerContext } from './state.ts'
import type { Person } from './world.ts'

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
