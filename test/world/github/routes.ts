import { identify, requireAccess, requirePermission } from './access.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { type ApiAnswer, type ApiRequest, orNotFound, parseObject, Refusal } from './api-message.ts'
import { commentRoutes } from './comments.ts'
import { commitRoutes } from './commits.ts'
import { contentRoutes } from './contents.ts'
import { permissionRoutes } from './people.ts'
import { pullRoutes } from './pulls.ts'
import { reactionRoutes } from './reactions.ts'
import { releaseRoutes } from './releases.ts'
import type { Hub } from './repository.ts'
import { threadRoutes } from './threads.ts'

const all: Routes = {
  ...threadRoutes,
  ...commentRoutes,
  ...reactionRoutes,
  ...pullRoutes,
  ...commitRoutes,
  ...contentRoutes,
  ...releaseRoutes,
  ...permissionRoutes,
}

/** `{id}` and `{number}` stand for numbers, `{name}` for anything. */
const routes = Object.entries(all).map(([route, handle]) => {
  const pattern = route.replace(/\{(id|number)\}/, '(?<$1>\\d+)').replace('{name}', '(?<name>.+)')
  return { pattern: new RegExp(`^${pattern}$`), handle }
})

/** Answers one request to the API. */
export function answerRequest(hub: Hub, request: ApiRequest): ApiAnswer {
  try {
    const { repository, place } = findRepository(hub, request)
    const identity = identify(hub, request)
    const body = parseObject(request.bodyText)
    const call = { hub, request, repository, identity, body, parts: { id: '', name: '', number: '' } }
    requireAccess(call)
    requirePermission(call, place)
    for (const { pattern, handle } of routes) {
      const found = pattern.exec(`${request.method} ${place}`)
      if (found !== null) return handle({ ...call, parts: decode(found.groups) })
    }
    throw new Refusal(404, 'Not Found')
  } catch (error) {
    if (error instanceof Refusal) return error.answer
    throw error
  }
}

/** By its name or its id. Who asks for a name that it had before is redirected to the id. */
function findRepository({ repositories, apiUrl }: Hub, request: ApiRequest) {
  const { path, method, query } = request
  const [, name, id, place = ''] = /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(\/.*)?$/.exec(path) ?? []
  const repository = orNotFound(repositories.find((each) => each.name === name || String(each.id) === id))
  if (name === undefined || !repository.isRenamed) return { repository, place }
  // https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
  const location = `${apiUrl}/repositories/${repository.id}${place}${query.size === 0 ? '' : `?${query}`}`
  const options = { headers: { location } }
  if (method === 'GET') throw new Refusal(301, 'Moved Permanently', options)
  throw new Refusal(307, 'Temporary Redirect', options)
}

function decode({ id = '', name = '', number = '' }: Record<string, string> = {}): ApiCall['parts'] {
  return { id, number, name: decodeURIComponent(name) }
}
