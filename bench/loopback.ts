import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A request with the times when it came and was answered, by `performance.now()`. */
export interface Exchange {
  route: string
  startedAt: number
  endedAt: number
}

/** GitHub and the documentation service on one port, with as little work as possible. */
export interface Loopback extends AsyncDisposable {
  url: string
  exchanges: Exchange[]
  /** Forgets every exchange and every comment. */
  forget(): void
}

/** Starts the servers. Every answer takes an additional `latencyMs`. A job ends `jobMs` after it was created. */
export async function startLoopback(latencyMs: number, jobMs = 0): Promise<Loopback> {
  const exchanges: Exchange[] = []
  const comments: object[] = []
  let createdAt = 0

  const server = createServer(async (request, response) => {
    const exchange: Exchange = {
      route: `${request.method} ${request.url?.replace(/\?.*/u, '')}`,
      startedAt: performance.now(),
      endedAt: Number.NaN,
    }
    exchanges.push(exchange)
    const [body] = await Promise.all([readBody(request), latencyMs > 0 ? delay(latencyMs) : undefined])
    if (exchange.route.startsWith('POST /v2/agent/')) createdAt = performance.now()
    const isActive = performance.now() < createdAt + jobMs
    const [status, value] = answer(exchange.route, body, comments, isActive)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    exchange.endedAt = performance.now()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    forget() {
      exchanges.length = 0
      comments.length = 0
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const JOB = { id: 'job_bench', status: 'completed', prLink: 'https://github.com/acme/docs/pull/7' }

const FILE = {
  filename: 'docs/index.md',
  status: 'modified',
  additions: 1,
  deletions: 0,
  patch: '@@ -0,0 +1 @@\n+text',
}

/** The status and body of an answer; `comments` are those of the only thread. */
function answer(route: string, body: string, comments: object[], isActive: boolean): [status: number, answer: unknown] {
  const user = { id: 2, type: 'Bot' }
  const comment = (id: number) => ({ id, html_url: `https://github.com/c/${id}`, user, ...JSON.parse(body) })
  const active = { ...JOB, status: 'active', prLink: null }
  if (route.startsWith('POST /v2/agent/')) return [201, active]
  if (route.startsWith('GET /v2/agent/')) return [200, isActive ? active : JOB]
  if (route.startsWith('GET /v1/analytics/'))
    return [200, { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false }]
  if (route.endsWith('/permission')) return [200, { permission: 'write' }]
  if (route.endsWith('/reactions')) return [201, { id: 1, ...JSON.parse(body || '{}'), user: { id: 2 } }]
  if (route.endsWith('/files')) return [200, [FILE]]
  if (/^GET .*\/pulls\/\d+$/u.test(route)) return [200, { number: 7, state: 'open', merged: false, title: 'Options' }]
  if (/^GET .*\/issues\/\d+$/u.test(route)) return [200, { number: 12, body: '', body_text: '' }]
  if (route.startsWith('PATCH ')) return [200, comment(1001)]
  if (route.startsWith('GET ')) return [200, comments]
  comments.push(comment(1001 + comments.length))
  return [201, comments.at(-1)]
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}
