import { type ApiAnswer, type ApiRequest, json } from './api-message.ts'

/**
 * One page of a list with GitHub's `Link` header.
 * https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
 */
export function paginate(all: readonly unknown[], request: ApiRequest, apiUrl: string): ApiAnswer {
  const perPage = Math.min(100, readCount(request.query.get('per_page'), 30))
  const page = readCount(request.query.get('page'), 1)
  const last = Math.max(1, Math.ceil(all.length / perPage))
  const link = (number: number, name: string) => {
    const query = new URLSearchParams(request.query)
    query.set('page', String(number))
    return `<${apiUrl}${request.path}?${query}>; rel="${name}"`
  }
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
    ...(page > 1 ? [link(1, 'first')] : []),
  ]
  const start = (page - 1) * perPage
  return json(200, all.slice(start, start + perPage), links.length > 0 ? { link: links.join(', ') } : {})
}

/** GitHub ignores what is not a positive number. */
function readCount(text: string | null, otherwise: number): number {
  const number = Number.parseInt(text ?? '', 10)
  return number >= 1 ? number : otherwise
}
