import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findFiles, read, root } from './project-files.ts'

const committed = join(root, 'dist')
const fresh = mkdtempSync(join(tmpdir(), 'dist-'))

// In place: through a link to node_modules the bundles would name the folder that it leads to.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.ts', fresh], { cwd: root, stdio: 'pipe' })
})

afterAll(() => rmSync(fresh, { recursive: true, force: true }))

test('dist is what src builds to: run `npm run build`', () => {
  const list = (folder: string) => {
    const paths = globSync('**/*', { cwd: folder }).toSorted()
    return paths.filter((path) => statSync(join(folder, path)).isFile())
  }
  expect(list(committed)).toEqual(list(fresh))
  const readFile = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
  expect(list(fresh).filter((path) => readFile(committed, path) !== readFile(fresh, path))).toEqual([])
})

test('the licenses of every package in the bundle are beside it', () => {
  const code = readFileSync(join(fresh, 'main.js'), 'utf8')
  // The bundler names modules by their paths.
  const named = code.matchAll(/\bnode_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S*\.[cm]?js\b/g)
  const expected = new Set([...named].map(([, name = '']) => name))
  const text = readFileSync(join(fresh, 'licenses.txt'), 'utf8')
  const sections = text.split(/^(?=\S+\n(?:MIT|ISC|BSD-\d-Clause|Apache-2\.0)\n)/m)
  expect(sections.map((section) => section.split('\n')[0]).toSorted()).toEqual([...expected].toSorted())
  expect(expected.size).toBeGreaterThan(5)
  for (const section of sections) expect(section).toMatch(/permission|permitted/i)
})

test('a comment without the command ends without the bundle', () => {
  const folder = mkdtempSync(join(tmpdir(), 'front-door-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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

test('the archive that a runner downloads for every run is small, and holds what it needs', () => {
  // Of what is staged, by the attributes that are there.
  const git = (...parameters: string[]) => execFileSync('git', parameters, { cwd: root, maxBuffer: 2 ** 28 })
  const archive = git('archive', '--worktree-attributes', git('write-tree').toString().trim())
  expect(gzipSync(archive).length).toBeLessThan(500_000)
  const files = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).split('\n')
  const manifests = findFiles('{,*/}action.yml')
  const started = manifests.map((path) => join(dirname(path), parse(read(path)).runs.main))
  expect(files).toEqual(expect.arrayContaining(['LICENSE', ...manifests, ...started, ...findFiles('dist/**/*.js')]))
  expect(files.filter((path) => /^(?:src|test|bench|docs|scripts|\.github)\//.test(path))).toEqual([])
})
