import type { AddressInfo } from 'node:net'
import { findIdentity } from './access.ts'
import { type ApiRequest, parseJson } from './api-message.ts'
import { createCodeChanges } from './code-changes.ts'
import { createConversations } from './conversations.ts'
import { FaultList } from './faults.ts'
import { actionsBot, appBot, defaultPeople, findPerson } from './people.ts'
import { createRepository, type Hub, type Identity, type Repository } from './repository.ts'
import { answerRequest } from './routes.ts'
import { createRecordingServer, type RecordedRequest, type ServerParts } from './server.ts'
import type { GitHubOptions, GitHubWorld, RepositoryName, TokenPermissions } from './world.ts'

/**
 * Starts a GitHub on loopback, in memory, with faults on demand and a log of requests. Takes a few milliseconds; every
 * test has its own.
 */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubWorld> {
  const faults = new FaultList()
  const requests: RecordedRequest[] = []
  const parts: ServerParts = {
    now: options.now ?? Date.now,
    inFlight: 0,
    faults,
    requests,
    hooks: () => world,
    sender: (request) => findIdentity(hub, request)?.login,
    answer: async (request) => answerRequest(hub, request),
  }
  const server = createRecordingServer(parts)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const hub = createHub(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, options)

  function tokenFor(login: string): string {
    const found = findPerson(hub.people, login)
    if (found === undefined) throw new Error(`There is nobody called ${login}; name them in options.people`)
    const token = `ghp_${Buffer.from(found.login).toString('hex')}`
    hub.tokens.set(token, { login: found.login })
    return token
  }

  function createAppToken(identity: Required<Identity>): string {
    const token = `ghs_test${hub.tokens.size}${'0'.repeat(28)}`
    hub.tokens.set(token, identity)
    return token
  }

  const actionsTokenWith = (permissions: TokenPermissions) =>
    createAppToken({ login: actionsBot, permissions, repositories: ['acme/app'] })

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  const find = (name: RepositoryName) => findRepository(hub, name)
  const world: GitHubWorld = {
    apiUrl: hub.apiUrl,
    serverUrl: hub.serverUrl,
    actionsToken: actionsTokenWith(options.actionsPermissions ?? { issues: 'write', pull_requests: 'write' }),
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
      hub.people[login] = person
    },
    ...createConversations(find),
    ...createCodeChanges(find),
    async renameRepository(name) {
      find(name).isRenamed = true
    },
    listComments(flaws) {
      hub.commentListFlaws = flaws
    },
    expireToken: (token) => void hub.tokens.delete(token),
    async call(asLogin, method, path, body) {
      const answer = answerRequest(hub, createRequest(tokenFor(asLogin), method, path, body))
      if (answer.status < 300) return parseJson(answer.body)
      throw new Error(`${method} ${path} as ${asLogin}: ${answer.status} ${answer.body}`)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  return world
}

function createHub(serverUrl: string, options: GitHubOptions): Hub {
  let lastId = 1_000
  const hub: Hub = {
    apiUrl: options.enterprise === true ? `${serverUrl}/api/v3` : serverUrl,
    serverUrl,
    people: { ...defaultPeople, ...options.people },
    tokens: new Map(),
    repositories: [],
    commentListFlaws: {},
    now: options.now ?? Date.now,
    nextId: () => ++lastId,
  }
  for (const name of ['acme/app', 'acme/docs'] as const) {
    const isPrivate = options.privateRepositories?.includes(name) === true
    hub.repositories.push(createRepository(hub, name, isPrivate))
  }
  return hub
}

function findRepository({ repositories }: Hub, name: RepositoryName): Repository {
  const found = repositories.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no repository ${name}`)
  return found
}

function createRequest(token: string, method: string, path: string, body: unknown): ApiRequest {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return {
    method,
    path: pathname,
    query: searchParams,
    headers: { authorization: `Bearer ${token}` },
    bodyText: body === undefined ? '' : JSON.stringify(body),
  }
}
