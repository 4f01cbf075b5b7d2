import type { AddressInfo } from 'node:net'
import { findIdentity, redirectRenamed } from './access.ts'
import { type ApiRequest, parseJson } from './api-message.ts'
import { createCodeChanges } from './code-changes.ts'
import { createConversations } from './conversations.ts'
import { startEmulator } from './emulator.ts'
import { FaultList } from './faults.ts'
import { answerRequest } from './layer.ts'
import { actionsBot, appBot, defaultPeople, findPerson } from './people.ts'
import { Reactions } from './reactions.ts'
import { createSeeder } from './seed.ts'
import type { RecordedRequest } from './server.ts'
import { createRecordingServer, type ServerParts } from './server.ts'
import type { Identity, LayerState } from './state.ts'
import { completePayload, startWebhookReceiver } from './webhooks.ts'
import type { GitHubOptions, GitHubWorld, TokenPermissions } from './world.ts'

/**
 * Starts a GitHub on loopback: the stateful emulator, and before it a layer with what the emulator lacks, with faults
 * on demand, a log of requests, and webhooks. Takes a few dozen milliseconds; every test has its own.
 */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubWorld> {
  const people = { ...defaultPeople, ...options.people }
  const emulator = await startEmulator(people)
  const faults = new FaultList()
  const requests: RecordedRequest[] = []
  const parts: ServerParts = {
    now: options.now ?? Date.now,
    inFlight: 0,
    faults,
    requests,
    hooks: () => world,
    sender: (request) => findIdentity(state, request)?.login,
    answer: async (request) => {
      await seed(request.path)
      return redirectRenamed(state, request) ?? (await answerRequest(state, emulator, request))
    },
  }
  const server = createRecordingServer(parts)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state = createState(serverUrl, options, people)
  const webhooks = startWebhookReceiver((event, raw) => ({
    ...event,
    payload: completePayload(state, raw, emulator.ownUrl),
  }))

  // At the first request: many tests ask GitHub for nothing.
  const seed = createSeeder(ask, people, webhooks.url)

  async function call(asLogin: string, method: string, path: string, body?: unknown): Promise<unknown> {
    await seed(path)
    return await ask(asLogin, method, path, body)
  }

  async function ask(asLogin: string, method: string, path: string, body?: unknown): Promise<unknown> {
    const request = createRequest(tokenFor(asLogin), method, path, body)
    const answer = await answerRequest(state, emulator, request)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} as ${asLogin}: ${answer.status} ${answer.body}`)
    return parseJson(String(answer.body))
  }

  function tokenFor(login: string): string {
    const found = findPerson(people, login)
    if (found === undefined) throw new Error(`There is nobody called ${login}; name them in options.people`)
    const token = `ghp_${Buffer.from(found.login).toString('hex')}`
    state.tokens.set(token, { login: found.login })
    return token
  }

  function createAppToken(identity: Required<Identity>): string {
    const token = `ghs_test${state.tokens.size}${'0'.repeat(28)}`
    state.tokens.set(token, identity)
    return token
  }

  const actionsTokenWith = (permissions: TokenPermissions) =>
    createAppToken({ login: actionsBot, permissions, repositories: ['acme/app'] })

  async function close(): Promise<void> {
    webhooks.close()
    server.closeAllConnections()
    await Promise.all([new Promise((resolve) => server.close(resolve)), emulator.close()])
  }

  const actionsToken = actionsTokenWith(
    options.actionsPermissions ?? { issues: 'write', pull_requests: 'write' },
  )
  const world: GitHubWorld = {
    apiUrl: state.apiUrl,
    serverUrl,
    actionsToken,
    requests,
    faults,
    get inFlight() {
      return parts.inFlight
    },
    requestsBy: (login = actionsBot) => requests.filter((each) => each.login === login),
    onRequest: options.onRequest,
    onAnswer: options.onAnswer,
    tokenFor,
    actionsTokenWith,
    appToken: (permissions, repositories = ['acme/app', 'acme/docs']) =>
      createAppToken({ login: appBot, permissions, repositories }),
    setPerson(login, person) {
      people[login] = person
    },
    ...createConversations({ call, webhooks, state }),
    ...createCodeChanges({ call, webhooks, state }),
    async renameRepository(name) {
      const { id } = (await call('maintainer', 'GET', `/repos/${name}`)) as { id: number }
      state.renamed.set(name, id)
    },
    listComments: (flaws) => {
      state.comments.flaws = flaws
    },
    expireToken: (token) => void state.tokens.delete(token),
    call,
    close,
    [Symbol.asyncDispose]: close,
  }
  return world
}

function createState(serverUrl: string, options: GitHubOptions, people: LayerState['people']): LayerState {
  return {
    apiUrl: options.enterprise === true ? `${serverUrl}/api/v3` : serverUrl,
    serverUrl,
    people,
    tokens: new Map(),
    locked: new Set(),
    pulls: new Set(),
    reactions: new Reactions(),
    privateRepositories: new Set(options.privateRepositories),
    renamed: new Map(),
    listedFiles: new Map(),
    pushes: new Map(),
    endedPulls: new Map(),
    comments: { flaws: {}, postedAt: new Map() },
    now: options.now ?? Date.now,
    publishedAt: new Map(),
    editedFrom: new Map(),
  }
}

function createRequest(token: string, method: string, path: string, body: unknown): ApiRequest {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { authorization: `Bearer ${token}` },
    bodyText: body === undefined ? '' : JSON.stringify(body),
    isCall: true,
  }
}
