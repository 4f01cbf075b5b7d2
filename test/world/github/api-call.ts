import { type ApiAnswer, type ApiRequest, json } from './api-message.ts'
import type { Hub, Identity, Repository } from './repository.ts'

/** A request, and what its path and its token mean. */
export interface ApiCall {
  hub: Hub
  request: ApiRequest
  repository: Repository
  identity: Identity | undefined
  /** What the names in the template of the route stand for, decoded. */
  parts: Record<'id' | 'name' | 'number', string>
  body: Record<string, unknown>
}

export type Handler = (call: ApiCall) => ApiAnswer

export type Routes = Record<string, Handler>

export function reply(value: unknown): ApiAnswer {
  return json(200, value)
}

/**
 * One page of a list with GitHub's `Link` header.
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export function replyPage<Item>(
  { request, hub }: ApiCall,
  all: readonly Item[],
  describe: (item: Item) => unknown = (item) => item,
): ApiAnswer {
  const { page, perPage } = readPage(request)
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const link = (number: number, name: string) => {
    const query = new URLSearchParams({ ...request.query, page: String(number) })
    return `<${hub.serverUrl}${request.path}?${query}>; rel="${name}"`
  }
  const headers = page < last ? { link: `${link(page + 1, 'next')}, ${link(last, 'last')}` } : {}
  return json(200, pageOf(all, request).map(describe), headers)
}

export function pageOf<Item>(all: readonly Item[], request: ApiRequest, most = 100): Item[] {
  const { page, perPage } = readPage(request, most)
  return all.slice((page - 1) * perPage, page * perPage)
}

function readPage({ query: { page = '1', per_page = '30' } }: ApiRequest, most = 100) {
  return { page: Number(page), perPage: Math.min(most, Number(per_page)) }
}

export function senderOf({ identity }: ApiCall): string {
  return identity?.login ?? ''
}
