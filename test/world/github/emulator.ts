import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { Readable } from 'node:stream'
import { createEmulator } from 'emulate'
import { type ApiAnswer, type ApiRequest, isObject } from './api-message.ts'
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
  const started: { server?: Server } = {}
  const emulator = await starting.run(started, () =>
    createEmulator({
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
    }),
  )
  const { server } = started
  if (server === undefined) throw new Error('The emulator has started without a server of its own.')
  return {
    ownUrl: emulator.url,
    forward: (request, login) => forward(server, request, login),
    close: () => emulator.close(),
  }
}

/**
 * The emulator does not hand out its server, so Node tells who listens: requests go to it without a connection, which is
 * most of what they would cost. https://nodejs.org/api/diagnostics_channel.html#net
 */
const starting = new AsyncLocalStorage<{ server?: Server }>()
subscribe('tracing:net.server.listen:asyncStart', (message) => {
  const started = starting.getStore()
  if (started !== undefined && isObject(message)) started.server = message['server'] as Server
})

/** Tokens of the emulator never leave the layer: it takes any unknown token for its first user. */
function tokenInside(login: string): string {
  return `inside-${login}`
}

function forward(server: Server, request: ApiRequest, login: string | undefined): Promise<ApiAnswer> {
  return new Promise((resolve) => {
    server.emit('request', describeRequest(request, login), new EmulatorResponse(resolve))
  })
}

function describeRequest(
  { method, path, query, headers, bodyText }: ApiRequest,
  login: string | undefined,
): Readable {
  const body = Readable.from(bodyText === '' ? [] : [Buffer.from(bodyText)], { objectMode: false })
  return Object.assign(body, {
    method,
    url: query.size === 0 ? path : `${path}?${query}`,
    headers: {
      host: 'localhost',
      accept: headers['accept'] ?? 'application/json',
      'content-type': 'application/json',
      ...(login === undefined ? {} : { authorization: `Bearer ${tokenInside(login)}` }),
    },
  })
}

/** What the emulator's server uses of Node's `ServerResponse`. */
class EmulatorResponse {
  statusCode = 200
  statusMessage = ''
  readonly #headers: Record<string, string> = {}
  readonly #chunks: Uint8Array[] = []
  readonly #resolve: (answer: ApiAnswer) => void

  constructor(resolve: (answer: ApiAnswer) => void) {
    this.#resolve = resolve
  }

  setHeader(name: string, value: string): void {
    if (!name.startsWith('access-control-')) this.#headers[name] = value
  }

  write(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk)
    return true
  }

  end(text = ''): void {
    const body = Buffer.concat([...this.#chunks, Buffer.from(text)])
    this.#resolve({ status: this.statusCode, headers: this.#headers, body })
  }

  /** The answer has broken off, which is a mistake of the emulator. */
  destroy(error?: Error): void {
    this.statusCode = 500
    this.end(String(error))
  }
}
