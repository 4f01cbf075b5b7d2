import { HttpClient } from '@actions/http-client'
import { fetch, type RequestInit, Response } from 'undici'
import { redact } from '../text/secrets.ts'

/** CDNs reject clients without a user agent. */
export const USER_AGENT = 'docs-agent-action/1'

const MAXIMUM_BYTES = 16 * 2 ** 20

/**
 * Creates a `fetch` that goes through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, as the toolkit's
 * clients do. It reads the body whole before it resolves: Octokit takes a body that breaks off for an empty one.
 * Secrets that a server echoes are left out of the body.
 */
export function createFetch(serverUrl: string): (url: string | URL, init: RequestInit) => Promise<Response> {
  const dispatcher = new HttpClient().getAgentDispatcher(serverUrl)
  return async (url, init) => {
    const response = await fetch(url, dispatcher ? { ...init, dispatcher } : init).catch(nameProxyRefusal)
    const { status, headers } = response
    const body = redact(await readBody(response))
    // A response with one of these can't have a body, not even an empty one.
    return new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
  }
}

/** undici has the status with which a proxy refuses a tunnel only in a message. Nothing was sent to the server then. */
function nameProxyRefusal(error: unknown): never {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [message, status] = /Proxy response \((\d+)\)/u.exec(cause.message) ?? []
    if (status !== undefined) throw Object.assign(new Error(message), { code: `PROXY_${status}` })
  }
  throw error
}

/** @throws Error if it is larger than 16 MiB after decompression, or breaks off */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAXIMUM_BYTES) throw Object.assign(new Error('The body is too large.'), { code: 'BODY_TOO_LARGE' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
