import { parseArgs } from 'node:util'
import { createEmulator } from 'emulate'
import { type AgentGithub, repositoryUrl } from './agent.ts'
import { type DocsServiceWorld, startDocsService } from './server.ts'

// The docs service on its own, with a GitHub for its agent: `npm run service -- --port 4100 --github-port 4101`.

const github = {
  apiUrl: '',
  token: 'agent-token',
  owner: 'acme',
  repo: 'docs',
  base: 'main',
} satisfies AgentGithub

/** What the repository begins with, so that the agent has pages to choose from. */
const pages: Record<string, string> = {
  'docs/quickstart.md': '# Quickstart\n\nCreate a project, then send your first request.\n',
  'docs/rate-limits.md': '# Rate limits\n\nEvery key may send 100 requests an hour.\n',
  'docs/webhooks.md': '# Webhooks\n\nWe call you when something happens.\n',
}

const { values } = parseArgs({
  options: { port: { type: 'string' }, 'github-port': { type: 'string' } },
})

const emulator = await createEmulator({
  service: 'github',
  port: Number(values['github-port'] ?? 0),
  seed: {
    tokens: { [github.token]: { login: github.owner, scopes: ['repo'] } },
    github: {
      users: [{ login: github.owner }],
      repos: [{ owner: github.owner, name: github.repo, auto_init: true }],
    },
  },
})
github.apiUrl = emulator.url
await addPages()
const service = await startDocsService({
  port: Number(values.port ?? 0),
  scenario: { durationMs: 5000 },
  github,
  onAnswer: ({ method, target, status }) => console.log(`${method} ${target} -> ${status}`),
})
console.log(describeService(service))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([service.close(), emulator.close()]))
}

async function addPages(): Promise<void> {
  for (const [path, text] of Object.entries(pages)) {
    const url = `${github.apiUrl}/repos/${github.owner}/${github.repo}/contents/${path}`
    const response = await fetch(url, {
      method: 'PUT',
      headers: { authorization: `Bearer ${github.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: `Add ${path}`, content: Buffer.from(text).toString('base64') }),
    })
    if (!response.ok) throw new Error(`PUT ${url} was answered ${response.status}: ${await response.text()}`)
  }
}

function describeService({ url, apiKey, projectId }: DocsServiceWorld): string {
  const repositoryApi = `${github.apiUrl}/repos/${github.owner}/${github.repo}`
  const authorization = `--header 'Authorization: Bearer ${apiKey}'`
  return `The docs service is at ${url}
  project id  ${projectId}
  API key     ${apiKey}
  repository  ${repositoryUrl(github)} (an emulated GitHub: its API is at ${github.apiUrl})

Create a job; it takes five seconds:
  curl ${url}/v2/agent/${projectId}/job ${authorization} \\
    --header 'Content-Type: application/json' --data '{"prompt":"Document rate limits"}'

Read it, with the id from the answer:
  curl ${url}/v2/agent/${projectId}/job/ID ${authorization}

Send it a message when it is done; it adds a commit to its pull request:
  curl ${url}/v2/agent/${projectId}/job/ID/message ${authorization} \\
    --header 'Content-Type: application/json' --data '{"prompt":"Explain webhooks"}'

See the pull requests of its agent, and what one changes, with the branch from its "head":
  curl ${repositoryApi}/pulls
  curl ${repositoryApi}/compare/main...BRANCH

Page views, most viewed first:
  curl '${url}/v1/analytics/${projectId}/views?limit=3' ${authorization}

Ctrl-C ends it.
`
}
