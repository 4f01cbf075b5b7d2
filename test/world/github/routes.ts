import { findIdentity, requireAccess } from './access.ts'
import type { Handler } from './api-call.ts'
import { type ApiAnswer, type ApiRequest, isGraphql, isObject, json, orNotFound, Refusal } from './api-message.ts'
import { codeRoutes } from './code-changes.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import { contentRoutes } from './contents.ts'
import { answerGraphql } from './graphql.ts'
import { permissionRoutes, userJson } from './people.ts'
import { pullRoutes } from './pulls.ts'
import type { Hub } from './repository.ts'
import { threadRoutes } from './threads.ts'
import { actionsRoutes } from './workflow-runs.ts'

const tables = [
  threadRoutes,
  commentRoutes,
  pullRoutes,
  commitRoutes,
  contentRoutes,
  permissionRoutes,
  codeRoutes,
  actionsRoutes,
]

/** `{id}` and `{number}` stand for numbers, `{name}` for anything. */
const routes = tables.flatMap(Object.entries<Handler>).map(([route, handle]) => {
  const pattern = route.replace(/\{(id|number)\}/g, '(?<$1>\\d+)').replace('{name}', '(?<name>.+)')
  return { pattern: new RegExp(`^${pattern}$`), handle }
})

/** Answers one request to the API. */
export function answerRequest(hub: Hub, request: ApiRequest): ApiAnswer {
  try {
    return route(hub, request)
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

function route(hub: Hub, request: ApiRequest): ApiAnswer {
  if (isGraphql(request)) return answerGraphql(hub, request)
  // https://docs.github.com/rest/users/users#get-the-authenticated-user
  const user = request.path === '/user' ? findIdentity(hub, request)?.login : undefined
  if (user !== undefined) return json(200, { ...userJson(hub, user), name: null })
  const { repository, place } = locate(hub, request)
  const body = isObject(request.body) ? request.body : {}
  for (const { pattern, handle } of routes) {
    const found = pattern.exec(`${request.method} ${place}`)
    if (found === null) continue
    const { id = '', number = '', name = '' } = found.groups ?? {}
    const parts = { id, number, name: decodeURIComponent(name) }
    const call = { hub, request, repository, body, parts, identity: findIdentity(hub, request) }
    requireAccess(call, place)
    return handle(call)
  }
  throw new Refusal(404, 'Not Found')
}

function locate({ repositories }: Hub, { path }: ApiRequest) {
  const [, name, place = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
  return { repository: orNotFound(repositories.find((each) => each.name === name)), place }
}
