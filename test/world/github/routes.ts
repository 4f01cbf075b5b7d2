import { findIdentity, requireAccess } from './access.ts'
import type { Handler } from './api-call.ts'
import { type ApiAnswer, type ApiRequest, isGraphql, isObject, orNotFound, Refusal } from './api-message.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import { contentRoutes } from './contents.ts'
import { complete } from './description.ts'
import { answerGraphql } from './graphql.ts'
import { permissionRoutes } from './people.ts'
import { pullRoutes } from './pulls.ts'
import type { Hub } from './repository.ts'
import { threadRoutes } from './threads.ts'
import { actionsRoutes } from './workflow-runs.ts'

const tables = [threadRoutes, commentRoutes, pullRoutes, commitRoutes, contentRoutes, permissionRoutes, actionsRoutes]

/** `{id}` and `{number}` stand for numbers, `{name}` for anything. */
const routes = tables.flatMap(Object.entries<Handler>).map(([route, handle]) => {
  const pattern = route.replace(/\{(id|number)\}/g, '(?<$1>\\d+)').replace('{name}', '(?<name>.+)')
  return { pattern: new RegExp(`^${pattern}$`), handle }
})

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
  const { repository, place } = locate(hub, request)
  const body = isObject(request.body) ? request.body : {}
  for (const { pattern, handle } of routes) {
    const found = pattern.exec(`${request.method} ${place}`)
    if (found === null) continue
    const { id = '', number = '', name = '' } = found.groups ?? {}
    const parts = { id, number, name: decodeURIComponent(name) }
    const call = { hub, request, repository, body, parts, identity: findIdentity(hub, request) }
    requireAccess(call, place)
    return complete(request, handle(call))
  }
  throw new Refusal(404, 'Not Found')
}

function locate({ repositories }: Hub, { path }: ApiRequest) {
  const [, name, place = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? []
  return { repository: orNotFound(repositories.find((each) => each.name === name)), place }
}
