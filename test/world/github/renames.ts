import { type ApiAnswer, type ApiRequest, json } from './api-message.ts'
import type { LayerState } from './state.ts'

/**
 * The redirect that a request for a renamed repository gets; undefined for other requests.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export function redirectRenamed(state: LayerState, request: ApiRequest): ApiAnswer | undefined {
  const [, name = '', rest = ''] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(request.path) ?? []
  const id = state.renamed.get(name)
  if (id === undefined) return undefined
  const query = request.query.toString()
  const url = `${state.apiUrl}/repositories/${id}${rest}${query === '' ? '' : `?${query}`}`
  const isRead = request.method === 'GET'
  const message = isRead ? 'Moved Permanently' : 'Temporary Redirect'
  const docs = 'https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects'
  return json(isRead ? 301 : 307, { message, url, documentation_url: docs }, { location: url })
}

/** A request by the id of its repository, with the name in its place. */
export function nameRepository(state: LayerState, request: ApiRequest): ApiRequest {
  const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(request.path) ?? []
  const name = [...state.renamed].find(([, known]) => String(known) === id)?.[0]
  return name === undefined ? request : { ...request, path: `/repos/${name}${rest}` }
}
