import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { promptRow, ROWS, type Row } from './acceptance/rows.ts'
import { formatResult, runAcceptance } from './acceptance/run.ts'

const NAMES = ROWS.map(({ name }) => name).join(', ')
const USAGE = `Plays scenarios on GitHub itself, in a sandbox repository. CONTRIBUTING.md describes it.

  npm run acceptance -- --repo OWNER/NAME
    --only NAME               one scenario: ${NAMES}
    --action OWNER/NAME@SHA   the action; by default origin and HEAD
    --yes                     starts without asking

  npm run acceptance -- --repo OWNER/NAME --service https://… --project ID --prompt 'Document …'
                              sends one prompt to a real service

Environment variables: GH_TOKEN for the sandbox, and STRANGER_TOKEN of an account that can't write to it.`

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  repo: { type: 'string' },
  action: { type: 'string' },
  only: { type: 'string' },
  yes: { type: 'boolean', default: false },
  service: { type: 'string' },
  project: { type: 'string' },
  prompt: { type: 'string' },
} as const

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @returns whether nothing failed */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: OPTIONS })
  const { repo: repository, service: url, project: projectId, prompt, only } = values
  const { GITHUB_API_URL: apiUrl = 'https://api.github.com', GH_TOKEN: token, STRANGER_TOKEN } = process.env
  if (values.help || repository === undefined) {
    console.log(USAGE)
    return values.help === true
  }
  if (!token) throw new Error('GH_TOKEN is empty. With the GitHub CLI: export GH_TOKEN=$(gh auth token)')
  const service = url && projectId && prompt ? { url, projectId } : undefined
  if (url && !service) throw new Error('A supervised run needs --service, --project and --prompt.')
  const [action = '', commit = ''] = (values.action ?? readOwnCommit()).split('@')
  const results = await runAcceptance({
    ...{ apiUrl, token, repository, action, commit, service },
    strangerToken: STRANGER_TOKEN,
    rows: service && prompt ? [promptRow(prompt)] : chooseRows(only),
    pace: { pollMs: 5_000, startMs: 300_000, endMs: service ? 3_600_000 : 900_000 },
    agree: (plan) => agree(plan, values.yes),
    log: console.log,
  })
  const { GITHUB_STEP_SUMMARY } = process.env
  if (results && GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, results.map(formatResult).join('\n'))
  return results?.every(({ state }) => state === 'passed') ?? true
}

function chooseRows(only: string | undefined): readonly Row[] {
  const rows = ROWS.filter(({ name }) => name === (only ?? name))
  if (rows.length === 0) throw new Error(`No scenario is named \`${only}\`. The names are: ${NAMES}.`)
  return rows
}

async function agree(plan: string, isAgreed: boolean): Promise<boolean> {
  console.log(plan)
  if (isAgreed) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Start? (yes/no) ')
  terminal.close()
  return /^y(?:es)?$/iu.test(answer.trim())
}

function readOwnCommit(): string {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  const [, name = ''] = /[/:]([^/:]+\/[^/]+?)(?:\.git)?$/u.exec(git('remote', 'get-url', 'origin')) ?? []
  return `${name}@${git('rev-parse', 'HEAD')}`
}
