import { parseArgs } from 'node:util'
import { createSite } from '../demo/site.ts'
import { startGitHub } from '../github/start-github.ts'
import { startDocsService } from './server.ts'

// The documentation service on its own, with a GitHub for its agent, until it is stopped: `npm run service -- --port 4100`.

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })
const github = await startGitHub()
const options = { github, scenario: { durationMs: 5000 }, pageViews: createSite(), port: Number(values.port) }
const service = await startDocsService(options)
service.onAnswer = ({ method, target, status }) => console.log(`${method} ${target} -> ${status}`)
console.log(`${service.url}, project-id ${service.projectId}, api-key ${service.apiKey}`)
