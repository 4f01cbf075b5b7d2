import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { root } from './project-files.ts'

const committed = join(root, 'dist')
const fresh = mkdtempSync(join(tmpdir(), 'dist-'))

/** The licenses of the packages in the bundle, by name. */
let licenses: Map<string, string>

// In place: through a link to node_modules the bundles would name the folder that it leads to.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.ts', fresh], { cwd: root, stdio: 'pipe' })
  const text = readFileSync(join(fresh, 'licenses.txt'), 'utf8')
  const sections = text.split(/^(?=\S+\n(?:MIT|ISC|BSD-\d-Clause|Apache-2\.0)\n)/m)
  licenses = new Map(sections.map((section) => [section.split('\n')[0] ?? '', section]))
})

afterAll(() => rmSync(fresh, { recursive: true, force: true }))

test('dist is what src builds to: run `npm run build`', () => {
  const list = (folder: string) => {
    const paths = globSync('**/*', { cwd: folder }).toSorted()
    return paths.filter((path) => statSync(join(folder, path)).isFile())
  }
  expect(list(committed)).toEqual(list(fresh))
  const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
  expect(list(fresh).filter((path) => read(committed, path) !== read(fresh, path))).toEqual([])
})

test('the licenses of every package in the bundle are beside it', () => {
  const code = readFileSync(join(fresh, 'main.js'), 'utf8')
  // The bundler names modules by their paths.
  const named = code.matchAll(/\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S*\.[cm]?js\b/g)
  const expected = new Set([...named].map(([, name = '']) => name))
  expect([...licenses.keys()].toSorted()).toEqual([...expected].toSorted())
  expect(expected.size).toBeGreaterThan(5)
  for (const license of licenses.values()) expect(license).toMatch(/permission|permitted/i)
})

test('the list of packages of a release has all those in dist, and no tools', () => {
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'))
  const { run } = jobs.publish.steps.find(({ name }: { name?: string }) => name === 'List the packages')
  const folder = makeFolder()
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file))
  execFileSync('bash', ['-e', '-c', run], { cwd: folder, env: { ...process.env, npm_config_offline: 'true' } })
  const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  const names: string[] = components.map(({ name }: { name: string }) => name)
  expect([bomFormat, [...licenses.keys()].filter((name) => !names.includes(name))]).toEqual(['CycloneDX', []])
  expect(names.filter((name) => ['typescript', 'vitest', '@vercel/ncc'].includes(name))).toEqual([])
})

/** A folder that is gone after the test. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a comment without the command ends without the bundle', () => {
  const folder = makeFolder()
  cpSync(fresh, folder, { recursive: true })
  rmSync(join(folder, 'main.js'))
  const [event, outputs] = [join(folder, 'event.json'), join(folder, 'outputs')]
  const user = { login: 'writer', type: 'User' }
  const comment = { id: 1, body: 'Thanks!', user }
  writeFileSync(event, JSON.stringify({ action: 'created', issue: { number: 1 }, comment, sender: user }))
  const env = {
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: event,
    GITHUB_OUTPUT: outputs,
    INPUT_COMMAND: '/docs',
  }
  const step = spawnSync(process.execPath, [join(folder, 'agent-job/index.js')], { env, encoding: 'utf8' })
  expect(step).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Nothing to do: .*\n$/) })
  expect(readFileSync(outputs, 'utf8')).toBe('outcome=skipped\n')
})

test('a build refuses a folder that holds something else than a build', () => {
  const foreign = makeFolder()
  const file = join(foreign, 'notes.txt')
  writeFileSync(file, 'mine')
  const build = spawnSync(process.execPath, ['scripts/build.ts', foreign], { cwd: root, encoding: 'utf8' })
  expect([build.status, readFileSync(file, 'utf8')]).toEqual([1, 'mine'])
  expect(build.stderr).toContain("contains files that aren't part of a build")
})
