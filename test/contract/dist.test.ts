import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { listBundledPackages } from './bundled-packages.ts'
import { root } from './project-files.ts'

const committed = join(root, 'dist')
const fresh = mkdtempSync(join(tmpdir(), 'dist-'))

const actions = globSync('src/*/index.ts', { cwd: root }).map((path) => basename(dirname(path)))

/** The names of the packages in the bundle of each action. */
const bundled = new Map<string, string[]>()

// In place: through a link to node_modules the bundles would name the folder that it leads to.
beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.ts', fresh], { cwd: root, stdio: 'pipe' })
  for (const action of actions) bundled.set(action, listBundledPackages(join(fresh, action)))
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

test.each(actions)('the licenses of every package in %s are beside it', (folder) => {
  const packages = bundled.get(folder) ?? []
  const licenses = readFileSync(join(fresh, folder, 'licenses.txt'), 'utf8')
  const sections = licenses.split(/^(?=\S+ \S+\n(?:MIT|ISC|BSD-\d-Clause|Apache-2\.0)\n)/m)
  expect(packages).toEqual(expect.arrayContaining(['@actions/core', 'ms']))
  expect(sections.map((section) => section.split(' ')[0]).toSorted()).toEqual(packages)
  for (const section of sections) expect(section).toMatch(/permission|permitted/i)
})

test('the list of packages of a release has those in dist, with version and hash, and no others', () => {
  const list = spawnSync(process.execPath, ['scripts/release.ts', 'sbom', 'v1.2.3', fresh], { cwd: root })
  const { bomFormat, metadata, components } = JSON.parse(list.stdout.toString())
  expect({ bomFormat, version: metadata.component.version }).toEqual({
    bomFormat: 'CycloneDX',
    version: '1.2.3',
  })
  expect(components.map(({ name }: { name: string }) => name)).toEqual(
    [...new Set([...bundled.values()].flat())].toSorted(),
  )
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
  for (const { name, version, hashes } of components)
    expect({ name, version, hashes }).toEqual({
      name,
      version: versionOf(name),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    })
})

test('Dependabot moves all that is in dist, or makes it, in one pull request', () => {
  const { updates } = parse(readFileSync(join(root, '.github/dependabot.yml'), 'utf8'))
  const [first, second]: [string, { patterns: string[] }][] = Object.entries(updates[0].groups)
  expect([first?.[0], second]).toEqual(['bundled', ['tools', { patterns: ['*'] }]])
  const patterns = first?.[1].patterns ?? []
  const unmatched = [...bundled.values(), '@vercel/ncc', 'typescript']
    .flat()
    .filter((name) => !patterns.some((pattern) => matchesGlob(name, pattern)))
  expect(unmatched).toEqual([])
})

// The phase that `main` saves for `post` may be missing, and it may be there for `main`.
test.each(['', 'started'])('the file that is started decides which step runs, in phase %j too', (phase) => {
  const event = join(makeFolder(), 'event.json')
  const payload = { action: 'created', comment: { body: 'Thanks!' }, issue: { number: 1 } }
  writeFileSync(event, JSON.stringify(payload))
  const env = { STATE_phase: phase, GITHUB_EVENT_NAME: 'issue_comment', GITHUB_EVENT_PATH: event }
  const [main, post] = ['index.js', 'post.js'].map((file) =>
    spawnSync(process.execPath, [join(fresh, 'agent-job', file)], { env, encoding: 'utf8' }),
  )
  expect(main).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('Nothing to do: ') })
  expect(post).toMatchObject({ status: 0, stderr: '', stdout: '' })
})

/** Writes the modules of Node that a process has loaded until its end into a file. */
const LIST_MODULES =
  "data:text/javascript,process.on('exit',()=>process.getBuiltinModule('fs').writeFileSync(process.env.MODULES,JSON.stringify(process.moduleLoadList)))"

test('a comment without a command loads no module of Node that a bare script does not load', () => {
  const folder = makeFolder()
  const payload = { action: 'created', comment: { id: 1, body: 'Thanks!' }, issue: { number: 1 } }
  const files = {
    'event.json': JSON.stringify(payload),
    outputs: '',
    'bare.mjs': "import.meta.url; await import('node:path')",
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const env = {
    MODULES: join(folder, 'modules.json'),
    GITHUB_EVENT_NAME: 'issue_comment',
    GITHUB_EVENT_PATH: join(folder, 'event.json'),
    GITHUB_OUTPUT: join(folder, 'outputs'),
    INPUT_COMMAND: '/docs',
    'INPUT_API-KEY': 'mint_0123456789',
    'INPUT_GITHUB-TOKEN': 'ghs_0123456789',
  }
  const listModules = (script: string): string[] => {
    const { stderr } = spawnSync(process.execPath, ['--import', LIST_MODULES, script], {
      env,
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const modules: string[] = JSON.parse(readFileSync(env.MODULES, 'utf8'))
    return modules.flatMap((name) => /^NativeModule (.+)$/.exec(name)?.[1] ?? [])
  }
  const known = new Set(listModules(join(folder, 'bare.mjs')))

  expect(listModules(join(fresh, 'agent-job/index.js')).filter((name) => !known.has(name))).toEqual([])
  expect(readFileSync(env.GITHUB_OUTPUT, 'utf8')).toContain('outcome=skipped\n')
})

/** A folder that is gone after the test. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Makes Node say that it is Node 20 before the script begins. */
const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})"

const TOO_OLD = /^::error title=Node is too old::This action needs Node 24 .* Node 20\.19\.0\. .*\n$/

test.each([
  ['agent-job', 'index.js', 1, TOO_OLD],
  ['page-views', 'index.js', 1, TOO_OLD],
  ['outcomes', 'index.js', 1, TOO_OLD],
  ['agent-job', 'post.js', 0, /^$/],
])('on Node 20, %s/%s ends with status %s, and loads nothing else', (action, script, status, said) => {
  const folder = makeFolder()
  for (const name of [script, 'package.json']) cpSync(join(fresh, action, name), join(folder, name))
  const parameters = ['--import', OLD_NODE, join(folder, script)]
  const step = spawnSync(process.execPath, parameters, { env: {}, encoding: 'utf8' })
  expect(step).toMatchObject({ status, stderr: '', stdout: expect.stringMatching(said) })
})

test('a build refuses a folder that holds something else than a build', () => {
  const foreign = makeFolder()
  const file = join(foreign, 'notes.txt')
  writeFileSync(file, 'mine')
  const build = spawnSync(process.execPath, ['scripts/build.ts', foreign], { cwd: root, encoding: 'utf8' })
  expect([build.status, readFileSync(file, 'utf8')]).toEqual([1, 'mine'])
  expect(build.stderr).toContain("contains notes.txt, which isn't part of a build")
})

test('a type error leaves the bundles of the build before', () => {
  const project = makeFolder()
  for (const path of ['scripts', 'tsconfig.json', 'tsconfig.build.json', 'package.json'])
    cpSync(join(root, path), join(project, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const bundle = join(project, 'dist/agent-job/index.js')
  for (const folder of ['dist/agent-job', 'src']) mkdirSync(join(project, folder), { recursive: true })
  writeFileSync(bundle, 'before')
  writeFileSync(join(project, 'src/wrong.ts'), "export const count: number = 'one'\n")

  const build = () => execFileSync(process.execPath, ['scripts/build.ts'], { cwd: project, stdio: 'pipe' })

  expect(build).toThrow('tsc')
  expect(readFileSync(bundle, 'utf8')).toBe('before')
})
