import { parseArgs } from 'node:util'
import { startGitHub } from '../github/start-github.ts'
import { startDocsService } from './server.ts'

// The docs service on its own, with a GitHub for its agent: `npm run service -- --port 4100`.

const { values } = parseArgs({ options: { port: { type: 'string' } } })
const github = await startGitHub()
const port = Number(values.port ?? 0)
const service = await startDocsService({ port, scenario: { durationMs: 5000 }, github })
service.onAnswer = ({ method, target, status }) => console.log(`${method} ${target} -> ${status}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.all([service.close(), github.close()]))

const { url, apiKey, projectId } = service
const authorization = `--header 'Authorization: Bearer ${apiKey}'`
const json = "--header 'Content-Type: application/json'"
console.log(`The docs service is at ${url}
  project id  ${projectId}
  API key     ${apiKey}
  repository  ${github.serverUrl}/acme/docs (an emulated GitHub)

Create a job; it takes five seconds:
  curl ${url}/v2/agent/${projectId}/job ${authorization} ${json} --data '{"prompt":"Document rate limits"}'

Read it, with the id from the answer:
  curl ${url}/v2/agent/${projectId}/job/ID ${authorization}

Send it a message when it is done; it adds a commit to its pull request:
  curl ${url}/v2/agent/${projectId}/job/ID/message ${authorization} ${json} --data '{"prompt":"Explain webhooks"}'

See the pull requests of its agent, and what the first one changes:
  curl ${github.apiUrl}/repos/acme/docs/pulls
  curl ${github.apiUrl}/repos/acme/docs/pulls/1/files

Page views, most viewed first:
  curl '${url}/v1/analytics/${projectId}/views?limit=3' ${authorization}

Ctrl-C ends it.
`)
