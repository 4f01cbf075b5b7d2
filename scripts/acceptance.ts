import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ROWS } from './acceptance/rows.ts'
import { runAcceptance } from './acceptance/run.ts'

const NAMES = ROWS.map(({ name }) => name).join(', ')
const USAGE = `Plays scenarios on GitHub itself, in a sandbox repository. docs/releases.md describes it.

  npm run acceptance -- --repo OWNER/NAME --action OWNER/NAME@SHA
    --repo        the sandbox
    --action      the action, at a commit that is pushed
    --only NAME   a scenario, and can be repeated: ${NAMES}
    --yes         starts; without it, the test only prints what it would do

Environment variables: GH_TOKEN for the sandbox, and STRANGER_TOKEN of an account that can't write to it.`

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  repo: { type: 'string' },
  action: { type: 'string' },
  only: { type: 'string', multiple: true },
  yes: { type: 'boolean', default: false },
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
  const { repo: repository, only, yes } = values
  const { GITHUB_API_URL, GH_TOKEN: token, STRANGER_TOKEN: strangerToken, GITHUB_STEP_SUMMARY } = process.env
  if (values.help || repository === undefined || values.action === undefined) {
    console.log(USAGE)
    return values.help === true
  }
  const unknown = only?.find((name) => ROWS.every((row) => row.name !== name))
  if (unknown !== undefined) throw new Error(`No scenario is named \`${unknown}\`. The names are: ${NAMES}.`)
  if (!token) throw new Error('GH_TOKEN is empty. With the GitHub CLI: export GH_TOKEN=$(gh auth token)')
  if (!strangerToken) throw new Error('STRANGER_TOKEN is empty. It is the token of a second account.')
  const [action = '', commit = ''] = values.action.split('@')
  const problems = await runAcceptance({
    apiUrl: GITHUB_API_URL ?? 'https://api.github.com',
    token,
    strangerToken,
    repository,
    action,
    commit,
    rows: ROWS.filter(({ name }) => only?.includes(name) ?? true),
    pace: { pollMs: 5_000, startMs: 300_000, endMs: 900_000 },
    isAgreed: yes,
    log(text) {
      console.log(text)
      if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${text}\n`)
    },
  })
  if (!yes) console.log('To start, add --yes.')
  return Object.values(problems).every((problem) => problem === undefined)
}
