import type { ApiAnswer, ApiRequest } from './api-message.ts'
import type { LayerContext } from './state.ts'

/** A request that the layer answers itself, or changes before or after the emulator. */
export interface Route {
  method: string
  path: RegExp
  handle: (context: LayerContext, request: ApiRequest, parts: PathParts) => Promise<ApiAnswer>
}

/** Named groups of the pattern, decoded. */
export type PathParts = Record<'repository' | 'id' | 'login' | 'sha', string>

/** A route for a path below `/repos/{owner}/{repo}`, where `{id}`, `{login}` and `{sha}` stand for one segment. */
export function route(method: string, template: string, handle: Route['handle']): Route {
  const pattern = template
    .replace('{id}', '(?<id>\\d+)')
    .replace('{login}', '(?<login>[^/]+)')
    .replace('{sha}', '(?<sha>[0-9a-f]+)')
  return { method, path: new RegExp(`^/repos/(?<repository>[^/]+/[^/]+)${pattern}$`), handle }
}

export function findRoute(
  routes: readonly Route[],
  request: ApiRequest,
): { route: Route; parts: PathParts } | undefined {
  for (const route of routes) {
    const groups = route.method === request.method ? route.path.exec(request.path)?.groups : undefined
    if (groups !== undefined) return { route, parts: readParts(groups) }
  }
  return undefined
}

function readParts(groups: Record<string, string | undefined>): PathParts {
  const part = (name: string) => decodeURIComponent(groups[name] ?? '')
  return { repository: part('repository'), id: part('id'), login: part('login'), sha: part('sha') }
}
