import { createEmulator } from 'emulate'
import type { AgentGithub } from '../../../world/docs-service/agent.ts'

interface AgentRepository extends AsyncDisposable {
  /** What the docs service is told about it. */
  place: AgentGithub
  /** One API call as the agent. `path` continues the address of the repository. */
  ask: (path: string, init?: { method: string; json: object }) => Promise<unknown>
}

/** A GitHub with the repository `octocat/docs`, which has nothing but a README.md. */
export async function startGithub(): Promise<AgentRepository> {
  const github = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { agent_token: { login: 'octocat', scopes: ['repo'] } },
      github: {
        users: [{ login: 'octocat' }],
        repos: [{ owner: 'octocat', name: 'docs', auto_init: true }],
      },
    },
  })
  const headers = { authorization: 'Bearer agent_token', 'content-type': 'application/json' }
  return {
    place: { apiUrl: github.url, token: 'agent_token', owner: 'octocat', repo: 'docs' },
    ask: async (path, { method, json } = { method: 'GET', json: {} }) => {
      const body = method === 'GET' ? {} : { body: JSON.stringify(json) }
      return (await fetch(`${github.url}/repos/octocat/docs${path}`, { method, headers, ...body })).json()
    },
    [Symbol.asyncDispose]: () => github.close(),
  }
}
