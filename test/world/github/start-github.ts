import type { AddressInfo } from 'node:net'
import { parseJson, parseRequest } from './api-message.ts'
import { createCodeChanges } from './code-changes.ts'
import { createConversations } from './comments.ts'
import { actionsBot, appBot, defaultPeople } from './people.ts'
import { createRepository, type Hub, type Identity } from './repository.ts'
import { answerRequest } from './routes.ts'
import { createRecordingServer, Wire } from './server.ts'
import type { GitHubOptions, RepositoryName, TokenPermissions } from './world.ts'

/** Starts a GitHub on loopback, in memory, with faults on demand and a log of requests. */
export async function startGitHub(options: GitHubOptions = {}) {
  const wire = new Wire()
  const hub = createHub(options)
  const server = createRecordingServer(wire, hub)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  hub.serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const name of ['acme/app', 'acme/docs'] as const)
    hub.repositories.push(createRepository(hub, name, options.privateRepositories?.includes(name) === true))

  function tokenFor(login: string): string {
    const token = `ghp_${Buffer.from(login).toString('hex')}`
    hub.tokens.set(token, { login })
    return token
  }

  function createAppToken(identity: Required<Identity>): string {
    const token = `ghs_test${hub.tokens.size}${'0'.repeat(28)}`
    hub.tokens.set(token, identity)
    return token
  }

  /** Another token of `github-actions[bot]`, for a workflow with other `permissions:`. */
  function actionsTokenWith(permissions: TokenPermissions): string {
    return createAppToken({ login: actionsBot, permissions, repositories: ['acme/app'] })
  }

  return Object.assign(wire, {
    /** Base of the REST API (`GITHUB_API_URL`), without a slash at the end. */
    apiUrl: hub.serverUrl,
    /** Base of the pages (`GITHUB_SERVER_URL`); every `html_url` starts with it. */
    serverUrl: hub.serverUrl,
    /** A token that acts as `github-actions[bot]`, and may write in conversations. */
    actionsToken: actionsTokenWith({ issues: 'write', pull_requests: 'write' }),
    /** Those of `requests` that this login made; by default those of the action, which has `actionsToken`. */
    requestsBy: (login = actionsBot) => wire.requests.filter((each) => each.login === login),
    tokenFor,
    actionsTokenWith,
    /** A token of an app's installation, as `actions/create-github-app-token` makes it. */
    appToken: (permissions: TokenPermissions, repositories: readonly RepositoryName[] = ['acme/app', 'acme/docs']) =>
      createAppToken({ login: appBot, permissions, repositories }),
    hub,
    people: hub.people,
    ...createConversations(hub),
    ...createCodeChanges(hub),
    /** One API call as somebody, neither logged nor subject to faults; the answer's JSON. Throws unless 2xx. */
    async call(asLogin: string, method: string, path: string, body = {}): Promise<unknown> {
      const headers = { authorization: `Bearer ${tokenFor(asLogin)}` }
      const answer = answerRequest(hub, parseRequest(method, path, headers, JSON.stringify(body)))
      if (answer.status < 300) return parseJson(answer.body)
      throw new Error(`${method} ${path} as ${asLogin}: ${answer.status} ${answer.body}`)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function createHub({ now = Date.now, people }: GitHubOptions): Hub {
  let lastId = 1_000
  return {
    serverUrl: '',
    people: { ...defaultPeople, ...people },
    tokens: new Map(),
    repositories: [],
    now,
    nextId: () => ++lastId,
  }
}
