import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { Client } from '../../scripts/acceptance/client.ts'
import { findPrivate } from '../../scripts/acceptance/find-private.ts'
import { promptRow, ROWS } from '../../scripts/acceptance/rows.ts'
import { type AcceptanceOptions, runAcceptance } from '../../scripts/acceptance/run.ts'
import { createSandbox } from '../../scripts/acceptance/sandbox.ts'
import { checkClaim } from '../acceptance/claim.ts'
import { acceptanceOf } from '../acceptance/self-test.ts'
import { WRONG_BUILDS } from '../acceptance/wrong-builds.ts'
import { startDocsService } from '../world/docs-service/server.ts'
import { startSandboxWorld } from '../world/sandbox.ts'

/** The driver of `npm run acceptance` in a world of its own. `npm run acceptance -- --self-test` plays all rows. */
async function prepare() {
  const world = await startSandboxWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const log: string[] = []
  const run = (options: Partial<AcceptanceOptions>) =>
    runAcceptance({ ...acceptanceOf(world), rows: [], log: (line) => log.push(line), ...options })
  const { hub } = world.github
  const [app] = hub.repositories
  /** What the sandbox has beyond what it had at first. */
  const look = () => ({
    open: app?.threads.filter(({ closedAt }) => closedAt === undefined).map(({ title }) => title),
    refs: [...(app?.git.refs.keys() ?? [])],
    files: [...(app?.git.find('main')?.files.keys() ?? [])],
    releases: app?.releases,
  })
  const writes = () => world.github.requests.filter(({ method }) => method !== 'GET')
  return { world, run, log, look, writes }
}

/** A workflow that nothing here starts. */
const IDLE = 'on: schedule\npermissions: {}\njobs: { idle: { runs-on: linux, steps: [{ run: exit }] } }\n'

const rowsNamed = (...names: string[]) => ROWS.filter(({ name }) => names.includes(name))

test('the driver plays rows over HTTP, tells what failed, and leaves the sandbox as it was', async () => {
  const { run, look, log } = await prepare()
  const before = look()
  const [answered, denied, closed] = rowsNamed('comment on an issue', 'comment by a stranger', 'closed pull request')
  if (!(answered && denied && closed)) throw new Error('Rows have other names.')
  const wrong = { ...closed, expected: { ...closed.expected, jobs: 1, replies: 2 } }
  const result = await run({ rows: [answered, denied, wrong] })

  expect(result?.rows.map(({ name, state, problems }) => [name, state, problems])).toEqual([
    ['comment on an issue', 'passed', []],
    ['comment by a stranger', 'passed', []],
    [
      'closed pull request',
      'failed',
      ['The number of jobs: "0" instead of "1".', 'The number of replies: "0" instead of "2".'],
    ],
  ])
  expect(log.join('\n')).toMatch(
    /^\| ✓ \| comment on an issue \| \[thread\]\(http\S+#issuecomment-\d+\) \| \[run\]\(http/mu,
  )
  expect(log.join('\n')).toContain('2 passed, 1 failed, 0 not run.')
  expect(look()).toEqual(before)
  expect(result?.recording.events.map(({ name }) => name)).toEqual(['issue_comment', 'issue_comment', 'pull_request'])
  expect(findPrivate(result?.recording)).toEqual([])
})

type Options = Partial<AcceptanceOptions>

test.each<[string, (world: Awaited<ReturnType<typeof prepare>>['world']) => Options, string]>([
  ['with other workflows', () => ({}), 'has other workflows (.github/workflows/ci.yml)'],
  ['that nobody sees', () => ({ repository: 'acme/other', strangerToken: undefined }), "acme/other isn't visible"],
  ['without the commit', () => ({ commit: 'f'.repeat(40), allowOthers: true }), 'Push it first.'],
  [
    'to which the second account can write',
    ({ tokenFor }) => ({ strangerToken: tokenFor('writer'), allowOthers: true }),
    'writer can write to acme/app.',
  ],
])('a sandbox %s is refused before anything is written', async (_name, options, problem) => {
  const { world, run, writes } = await prepare()
  await world.github.push([{ files: { '.github/workflows/ci.yml': IDLE }, asLogin: 'maintainer' }])
  await expect(run(options(world))).rejects.toThrow(problem)
  expect(writes()).toEqual([])
})

test('a second start removes what a broken one left, and nothing else', async () => {
  const { world, run, look, log } = await prepare()
  await world.github.createIssue({ title: 'Of somebody else' })
  const before = look()
  const client = new Client({ apiUrl: world.apiUrl, token: world.tokenFor('maintainer'), paceMs: 0 })
  const broken = createSandbox({ client, repository: 'acme/app' })
  await broken.setUp(IDLE)
  await broken.openIssue('Acceptance: left')
  await broken.openPull('Acceptance: left')
  await broken.mergePull(await broken.openPull('Acceptance: merged', { folder: 'src' }))
  await broken.release()
  await run({})
  expect(log.filter((line) => line.startsWith('Left'))).toHaveLength(5)
  expect(look()).toEqual(before)
})

test('a supervised run sends one prompt to the real service, with a key that only the secret has', async () => {
  const { world, run, log, look } = await prepare()
  const { github, actions } = world
  await using service = await startDocsService({ github, scenario: { terminalOnCreate: true } })
  const { url, projectId, apiKey } = service
  const saveKey = (secret: string) => {
    actions.secrets[secret] = apiKey
  }
  const result = await run({ rows: [promptRow('Add a page about retries')], supervised: { url, projectId, saveKey } })
  expect(result?.rows).toMatchObject([{ state: 'passed', problems: [] }])
  expect(service.jobs.map(({ prompt }) => prompt)).toEqual([expect.stringContaining('Add a page about retries')])
  expect(service.jobs[0]?.prLink).toMatch(/\/acme\/docs\/pull\/1$/)
  expect(look().open).toEqual(['Add a page about retries'])
  expect(actions.secrets).toEqual({})
  const sent = JSON.stringify(github.requests.map(({ path, body, responseBody }) => [path, body, responseBody]))
  expect(sent + log.join('\n')).not.toContain(apiKey)
})

test("CI's own check of the claim runs twice, and deletes what it wrote", async () => {
  const { world } = await prepare()
  const { github } = world
  const token = github.actionsTokenWith({ issues: 'write' })
  const options = { apiUrl: github.apiUrl, serverUrl: github.serverUrl, repository: 'acme/app', token, paceMs: 0 }
  expect(await checkClaim(options)).toEqual([])
  expect(await github.commentsOf(1)).toEqual([])
  await github.comment(1, 'What is this issue for?')
  expect(await checkClaim({ ...options, inProcess: true, runId: 7 })).toEqual([])
  expect(await github.commentsOf(1)).toMatchObject([{ body: 'What is this issue for?' }])
})

test.each([
  ['no', 'Start? (yes/no)'],
  ['yes', '| – | comment by a stranger |'],
])('the command asks before it starts, and says which rows it has no second account for: %s', async (answer, shown) => {
  const { world, writes } = await prepare()
  const { apiUrl, tokenFor, actionCommit } = world
  const options = ['--repo', 'acme/app', '--action', `acme/docs@${actionCommit}`, '--only', 'by a stranger']
  const script = join(import.meta.dirname, '../../scripts/acceptance.ts')
  const env = { GITHUB_API_URL: apiUrl, GH_TOKEN: tokenFor('maintainer') }
  const command = spawn(process.execPath, [script, ...options], { env })
  command.stdin.end(`${answer}\n`)
  const [output, [code]] = await Promise.all([text(command.stdout), once(command, 'close')])
  expect(output).toContain('Not run, because they need a second account (--stranger LOGIN): comment by a stranger.')
  expect(output).toContain(shown)
  // It exits with 1 unless all rows have passed.
  expect([code, writes().length > 0]).toEqual(answer === 'yes' ? [1, true] : [0, false])
})

test('each wrong build of the self-test changes a text that the sources have once', () => {
  for (const { file, from } of WRONG_BUILDS)
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8').split(from)).toHaveLength(2)
})
