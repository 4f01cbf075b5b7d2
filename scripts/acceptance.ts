/**
 * Plays scenarios on GitHub itself, in a sandbox repository. CONTRIBUTING.md describes it. Usage:
 *
 *   npm run acceptance -- --repo OWNER/NAME [--stranger LOGIN] [--yes]   plays all scenarios
 *   npm run acceptance -- --repo OWNER/NAME --service https://… --project ID --prompt 'Document …'
 *                                                                        one run with the service of DOCS_API_KEY
 *   npm run acceptance -- --self-test                                    plays them against the test world
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { writeRecording } from './acceptance/record.ts'
import { promptRow, ROWS } from './acceptance/rows.ts'
import { runAcceptance, type Supervised } from './acceptance/run.ts'
import { renderTable } from './acceptance/table.ts'

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    /** The repository and commit of the action, as `acme/docs-agent-action@SHA`. Default: `origin` and HEAD. */
    action: { type: 'string' },
    /** A second account of the GitHub CLI's, which may not write to the sandbox. */
    stranger: { type: 'string' },
    yes: { type: 'boolean', default: false },
    'other-workflows': { type: 'boolean', default: false },
    /** Plays rows whose name contains this. */
    only: { type: 'string', default: '' },
    /** A folder for what GitHub sent. */
    record: { type: 'string' },
    service: { type: 'string' },
    project: { type: 'string', default: '' },
    prompt: { type: 'string', default: '' },
    'self-test': { type: 'boolean', default: false },
  },
})

const environment = process.env
const apiUrl = environment['GITHUB_API_URL'] ?? 'https://api.github.com'
const log = (text: string) => console.log(text)

if (values['self-test']) {
  const { runSelfTest } = await import('../test/acceptance/self-test.ts')
  process.exitCode = (await runSelfTest(log)) ? 0 : 1
} else if (values.repo === undefined) {
  console.error('Name the sandbox: npm run acceptance -- --repo OWNER/NAME')
  process.exitCode = 1
} else {
  await main(values.repo).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}

async function main(repository: string): Promise<void> {
  const [action = '', commit = ''] = (values.action ?? readOwnCommit()).split('@')
  const options = {
    apiUrl,
    token: readToken(),
    repository,
    action,
    commit,
    agree,
    log,
    allowOthers: values['other-workflows'],
    pace: { pollMs: 5_000, runLimitMs: values.service === undefined ? 900_000 : 3_600_000 },
  }
  const supervised = values.service === undefined ? undefined : readSupervised(values.service, repository)
  const rows = supervised ? [promptRow(values.prompt)] : ROWS.filter(({ name }) => name.includes(values.only))
  const result = await runAcceptance({ ...options, rows, supervised, strangerToken: readStrangerToken() })
  if (result === undefined) return
  const { GITHUB_STEP_SUMMARY } = environment
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${renderTable(result.rows)}\n`)
  if (values.record !== undefined) writeRecording(result.recording, values.record)
  process.exitCode = result.rows.every(({ state }) => state === 'passed') ? 0 : 1
}

async function agree(plan: string): Promise<boolean> {
  log(plan)
  if (values.yes) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Start? (yes/no) ')
  terminal.close()
  return /^y(?:es)?$/iu.test(answer.trim())
}

function readToken(): string {
  return environment['GH_TOKEN'] || gh(['auth', 'token'])
}

function readStrangerToken(): string | undefined {
  if (environment['STRANGER_TOKEN']) return environment['STRANGER_TOKEN']
  return values.stranger === undefined ? undefined : gh(['auth', 'token', '--user', values.stranger])
}

/** The key goes from the environment to GitHub's CLI, which encrypts it, by a pipe. */
function readSupervised(url: string, repository: string): Supervised {
  const key = environment['DOCS_API_KEY']
  if (!key || values.project === '' || values.prompt === '')
    throw new Error('Set --project, --prompt, and the environment variable DOCS_API_KEY.')
  return {
    url,
    projectId: values.project,
    saveKey: (secret) => gh(['secret', 'set', secret, '--repo', repository], key),
  }
}

function gh(parameters: string[], input = ''): string {
  return execFileSync('gh', parameters, { encoding: 'utf8', input }).trim()
}

function readOwnCommit(): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  const [, name = ''] = /[/:]([^/:]+\/[^/]+?)(?:\.git)?$/u.exec(git('remote', 'get-url', 'origin')) ?? []
  return `${name}@${git('rev-parse', 'HEAD')}`
}
