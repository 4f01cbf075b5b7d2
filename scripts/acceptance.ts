import { parseArgs } from 'node:util'
import { createClient } from './acceptance/client.ts'
import { ROWS } from './acceptance/rows.ts'
import { checkAccess, cleanUp, writeWorkflow } from './acceptance/sandbox.ts'
import { createScenario } from './acceptance/scenario.ts'

const NAMES = Object.keys(ROWS)
const USAGE = `Plays scenarios on GitHub itself, in a sandbox repository. docs/releases.md describes it.

  npm run acceptance -- --repo OWNER/NAME --action OWNER/NAME@SHA
    --repo        the sandbox
    --action      the action, at a commit that is pushed
    --only NAME   a scenario, and can be repeated: ${NAMES.join(', ')}
    --yes         starts; without it, the test only prints what it would do

Environment variables: GH_TOKEN for the sandbox, and STRANGER_TOKEN of an account that can't write to it.`

const OPTIONS = {
  help: { type: 'boolean', default: false },
  repo: { type: 'string', default: '' },
  action: { type: 'string', default: '' },
  only: { type: 'string', multiple: true, default: NAMES },
  yes: { type: 'boolean', default: false },
} as const

await main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})

async function main(): Promise<void> {
  const { help, repo, action, only, yes } = parseArgs({ options: OPTIONS }).values
  const [, tested, commit] = /^([^/]+\/[^/@]+)@([^@]+)$/u.exec(action) ?? []
  const isKnown = only.every((each) => NAMES.includes(each))
  if (help || !repo.includes('/') || !tested || !commit || !isKnown) throw new Error(USAGE)
  const { GITHUB_API_URL: apiUrl = 'https://api.github.com', ACCEPTANCE_PACE_MS: pace = '1000' } = process.env
  const connect = (token = '', repository = repo) => createClient({ apiUrl, token, repository, paceMs: Number(pace) })
  const { GH_TOKEN, STRANGER_TOKEN } = process.env
  const client = connect(GH_TOKEN)
  const stranger = connect(STRANGER_TOKEN)
  await checkAccess(client, stranger, connect(STRANGER_TOKEN, tested), commit)
  console.log(`${only.length} scenarios for ${action} in ${repo}, about a minute each. They merge pull requests into main.
At the end, files, branches and tags are deleted, and conversations are closed. Commits and workflow runs stay.`)
  if (!yes) return console.log('To start, add --yes.')
  await cleanUp(client)
  try {
    await writeWorkflow(client, tested, commit)
    for (const [name, [play, expected]] of Object.entries(ROWS).filter(([each]) => only.includes(each))) {
      const scenario = createScenario(name, client)
      await play(scenario, stranger)
      const seen = await scenario.look()
      if (seen !== expected) process.exitCode = 1
      const end = seen === expected ? '✅' : `❌ Seen: "${seen}". Expected: "${expected}".`
      console.log(`* ${name} · ${scenario.links()} · ${end}`)
    }
  } finally {
    await cleanUp(client)
  }
}
