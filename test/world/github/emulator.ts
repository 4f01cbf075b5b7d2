import { Agent, type IncomingHttpHeaders, request as sendHttp } from 'node:http'
import { createEmulator } from 'emulate'
import type { ApiAnswer, ApiRequest } from './api-message.ts'
import type { Person } from './world.ts'

export interface Emulator {
  /** The address that the emulator writes into its answers; the layer puts its own in its place. */
  readonly ownUrl: string
  /** Sends a request on, as this person (or as nobody). */
  forward(request: ApiRequest, login: string | undefined): Promise<ApiAnswer>
  close(): Promise<void>
}

/** Starts the emulator on a free port with an organization, its two repositories and these people. */
export async function startEmulator(people: Record<string, Person>): Promise<Emulator> {
  const logins = Object.keys(people)
  const admins = logins.filter((login) => people[login]?.permission === 'admin')
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    hostname: '127.0.0.1',
    seed: {
      tokens: Object.fromEntries(logins.map((login) => [tokenInside(login), { login }])),
      github: {
        users: logins.map((login) => ({ login })),
        orgs: [{ login: 'acme', members: admins.map((login) => ({ login, role: 'admin' })) }],
        repos: [
          { owner: 'acme', name: 'app', description: 'The product' },
          { owner: 'acme', name: 'docs', description: 'Its documentation' },
          // In use before any test, see `seed.ts`.
          { owner: 'acme', name: 'website' },
        ],
      },
    },
  })
  const port = Number(new URL(emulator.url).port)
  // Without `keepAlive`: on a busy machine a connection may be closed in the very moment that it is used again.
  const agent = new Agent()
  return {
    ownUrl: emulator.url,
    forward: (request, login) => forward({ port, agent }, request, login),
    async close() {
      agent.destroy()
      await emulator.close()
    },
  }
}

/** Tokens of the emulator never leave the layer: it takes any unknown token for its first user. */
function tokenInside(login: string): string {
  return `inside-${login}`
}

function forward(
  to: { port: number; agent: Agent },
  request: ApiRequest,
  login: string | undefined,
): Promise<ApiAnswer> {
  const query = request.query.toString()
  const body = Buffer.from(request.bodyText)
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp({
      host: '127.0.0.1',
      port: to.port,
      agent: to.agent,
      method: request.method,
      path: query === '' ? request.path : `${request.path}?${query}`,
      headers: {
        accept: request.headers['accept'] ?? 'application/json',
        'content-type': 'application/json',
        'content-length': body.length,
        ...(login === undefined ? {} : { authorization: `Bearer ${tokenInside(login)}` }),
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 500,
          headers: headersToKeep(incoming.headers),
          body: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.end(body)
  })
}

/** What belongs to the connection between layer and emulator stays there. */
function headersToKeep(headers: IncomingHttpHeaders): Record<string, string> {
  const dropped = /^(connection|keep-alive|transfer-encoding|content-length|date|access-control-.*)$/
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !dropped.test(name) ? [[name, value]] : [],
    ),
  )
}
