import type { Fetch, FetchResponse } from '../network/fetch.ts'
import { parseHttpDate } from '../network/retry-after.ts'

/**
 * Reads every body to its end before Octokit sees the status: for Octokit, a body that breaks off is an empty body.
 * @param onTime gets the time by the server's clock, in milliseconds since 1970
 */
export function readWhole(fetch: Fetch, onTime?: (ms: number) => void): Fetch {
  return async (url, request) => {
    const response = await fetch(url, request)
    const text = await response.text()
    const { status, headers } = response
    const timeMs = parseHttpDate(headers.get('date'))
    if (timeMs !== undefined) onTime?.(timeMs)
    return { status, headers, body: null, text: async () => text }
  }
}

/** The statuses of renamed and transferred repositories. */
const FOLLOWED: ReadonlySet<number> = new Set([301, 307, 308])
const MAXIMUM_HOPS = 3

/**
 * Follows redirects to the same origin, and keeps method, headers and body. Returns all other redirects, so that a
 * token is never sent to another host.
 * https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
export function followOwnRedirects(fetch: Fetch): Fetch {
  return async (start, request) => {
    let url = new URL(start)
    for (let hop = 0; ; hop += 1) {
      const response = await fetch(url, request)
      const target = hop < MAXIMUM_HOPS ? findTarget(response, url) : undefined
      if (target === undefined) return response
      // Read to its end, so that the connection can be reused.
      await response.text()
      url = target
    }
  }
}

function findTarget({ status, headers }: FetchResponse, from: URL): URL | undefined {
  const location = headers.get('location')
  if (!FOLLOWED.has(status) || !location) return undefined
  const target = URL.parse(location, from.href)
  const isOwn = target?.origin === from.origin && target.username === '' && target.password === ''
  return isOwn ? target : undefined
}
