/**
 * The documentation service of the test world, beside the action in a job of the sandbox. Usage, from the workflow:
 *
 *   node service.ts start    starts it in the background, and sets the output `url`
 *   node service.ts report   prints what it was asked, for the driver, which reads the log; ends it
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentGithub } from '../../test/world/docs-service/agent.ts'
import { startDocsService } from '../../test/world/docs-service/server.ts'
import { Client } from './client.ts'
import { type JobReport, REPORT_MARK, SLOW_WORD } from './job-report.ts'

const { RUNNER_TEMP = '.', GITHUB_OUTPUT = '', GITHUB_REPOSITORY, GH_TOKEN = '' } = process.env
const { GITHUB_API_URL = 'https://api.github.com', GITHUB_SERVER_URL = 'https://github.com' } = process.env
const log = join(RUNNER_TEMP, 'acceptance-service.json')

const commands: Record<string, () => unknown> = { start, serve, report }
await commands[process.argv[2] ?? '']?.()

/** Ends once the service listens. */
async function start(): Promise<void> {
  const service = fork(import.meta.filename, ['serve'], { detached: true, stdio: 'ignore' })
  const [url] = await once(service, 'message')
  appendFileSync(GITHUB_OUTPUT, `url=${url}\n`)
  service.disconnect()
  service.unref()
}

async function serve(): Promise<void> {
  const service = await startDocsService({ github: createAgentGitHub(), scenario: { durationMs: 500 } })
  const keep = () => writeFileSync(log, JSON.stringify({ pid: process.pid, requests: service.requests.map(describe) }))
  service.onRequest = ({ operation, body }) => {
    const isSlow = operation === 'create-job' && JSON.stringify(body).includes(SLOW_WORD)
    if (isSlow) service.nextJob({ endsAs: 'never' })
  }
  service.onAnswer = keep
  keep()
  process.send?.(service.url)
}

/** Without headers, which have the key. */
function describe({ operation, method, target, status, body }: JobReport['requests'][number]) {
  return { operation, method, target, status, body }
}

function report(): void {
  const { pid, requests } = JSON.parse(readFileSync(log, 'utf8'))
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH = '', OUTPUTS } = process.env
  const payload: unknown = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'))
  const facts: JobReport = { event: { name, payload }, outputs: JSON.parse(OUTPUTS || '{}') ?? {}, requests }
  console.log(`${REPORT_MARK}${JSON.stringify(facts)}`)
  process.kill(pid)
}

/** The agent of the test world writes to `acme/docs`: here, to the sandbox, with the job's token. */
function createAgentGitHub(): AgentGithub {
  const client = new Client({ apiUrl: GITHUB_API_URL, token: GH_TOKEN, paceMs: 0 })
  return {
    serverUrl: GITHUB_SERVER_URL,
    call: (_login, method, path, body) =>
      client.send(method, path.replace('/repos/acme/docs', `/repos/${GITHUB_REPOSITORY}`), body),
  }
}
