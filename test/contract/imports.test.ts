import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findFiles, read } from './project-files.ts'

const FEATURES = ['agent-job', 'page-views']

/** The arrows that docs/architecture.md draws: which folder of `src` imports which. */
const ARROWS = [
  ...read('docs/architecture.md').matchAll(/^ {2}([\w-]+) (-->|-\. types only \.->) ([\w& -]+)$/gm),
].flatMap(([, from = '', arrow, to = '']) =>
  to.split(' & ').map((room) => ({ from, to: room, isTypeOnly: arrow !== '-->' })),
)

/** The folders inside agent-job, and which of them each may import. */
const INSIDE_AGENT_JOB: Record<string, string[]> = {
  request: [],
  claim: ['request'],
  result: ['claim', 'request'],
  job: ['result', 'claim', 'request'],
}

/** The files that read the environment, and hand it on: where an action starts. `runner` reads it through its package. */
const READ_ENVIRONMENT = [
  'src/agent-job/finish-comment.ts',
  'src/agent-job/main.ts',
  'src/agent-job/prepare-run.ts',
  'src/page-views/main.ts',
]

interface Import {
  from: string
  specifier: string
  isTypeOnly: boolean
  /** Loaded when the line runs, not at start. */
  isDynamic: boolean
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?[^'";]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

function listImports(path: string): Import[] {
  return [...read(path).matchAll(IMPORT)].map(([, type, from, bare, dynamic]) => ({
    from: path,
    specifier: from ?? bare ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
    isDynamic: dynamic !== undefined,
  }))
}

/** The folder right below `src` that a file lies in. */
function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

const sources = findFiles('src/**/*.ts')
const imports = sources.flatMap(listImports)
const local = imports
  .filter(({ specifier }) => specifier.startsWith('.'))
  .map((each) => ({ ...each, to: normalize(join(dirname(each.from), each.specifier)) }))
const packages = imports.filter(({ specifier }) => !specifier.startsWith('.'))

test('the import test finds source files', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(local.length).toBeGreaterThan(100)
  expect(local.filter(({ to }) => !sources.includes(to))).toEqual([])
  expect(local.some(({ isTypeOnly }) => isTypeOnly)).toBe(true)
})

test('docs/architecture.md draws the arrows between folders that there are', () => {
  const arrows = local
    .filter(({ from, to }) => roomOf(from) !== roomOf(to))
    .map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`)
  const drawn = ARROWS.map(({ from, to }) => `${from} -> ${to}`)
  expect([...new Set(arrows)].toSorted()).toEqual(drawn.toSorted())
})

test('along arrows that docs/architecture.md draws for types, only types are imported', () => {
  const typesOnly = ARROWS.filter(({ isTypeOnly }) => isTypeOnly).map(({ from, to }) => `${from} -> ${to}`)
  const wrong = local.filter(
    ({ from, to, isTypeOnly }) => typesOnly.includes(`${roomOf(from)} -> ${roomOf(to)}`) && !isTypeOnly,
  )
  expect(typesOnly).not.toEqual([])
  expect(wrong).toEqual([])
})

test('features never import each other', () => {
  const wrong = ARROWS.filter(({ from, to }) => FEATURES.includes(from) && FEATURES.includes(to))
  expect(wrong).toEqual([])
})

/** The folder inside agent-job that a file lies in: '' for the files at its top, undefined for files of other features. */
function folderOf(path: string): string | undefined {
  return roomOf(path) === 'agent-job' ? (path.split('/').slice(2, -1)[0] ?? '') : undefined
}

test.each(Object.entries(INSIDE_AGENT_JOB))(
  'of the folders beside it, agent-job/%s imports only %j',
  (folder, allowed) => {
    const wrong = local
      .filter(({ from, to }) => folderOf(from) === folder && folderOf(to) !== undefined)
      .filter(({ to }) => !['', folder, ...allowed].includes(folderOf(to) ?? ''))
    expect(wrong).toEqual([])
  },
)

test('folders of agent-job import from the files above them only types of inputs.ts, and how a run ends', () => {
  const upwards = local.filter(({ from, to }) => folderOf(to) === '' && folderOf(from))
  const allowed = (to: string, isTypeOnly: boolean) =>
    (to === 'src/agent-job/inputs.ts' && isTypeOnly) || /^src\/agent-job\/(?:outcome|ending)\.ts$/.test(to)
  expect(upwards).not.toEqual([])
  expect(upwards.filter(({ to, isTypeOnly }) => !allowed(to, isTypeOnly))).toEqual([])
})

test.each([
  [/^@actions\/(?!github)/, ['runner']],
  [/^(?:@octokit\/.*|@actions\/github.*|octokit|undici)$/, ['github']],
  [/^node:(?:http|https|net|tls)$/, ['network']],
  [/^node:child_process$/, []],
])('packages like %s are imported only by the folders %j', (pattern, rooms) => {
  const wrong = packages
    .filter(({ specifier }) => pattern.test(specifier))
    .filter(({ from }) => !rooms.includes(roomOf(from)))
  expect(wrong).toEqual([])
})

test.each([
  ['touch the environment', /\bprocess\.env\b/, READ_ENVIRONMENT],
  [
    'end the process, or print past the log',
    /\bprocess\.(?:exit\(|stdout|stderr)|\bconsole\./,
    // It finds Node too old for the log.
    ['src/runner/node-version.ts'],
  ],
  ['use the built-in fetch', /\bglobalThis\.fetch\b/, []],
])('only known files %s', (_name, pattern, known) => {
  const uncommented = (path: string) =>
    read(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
  expect(sources.filter((path) => pattern.test(uncommented(path)))).toEqual(known)
})

test('no file has a name such as utils or helpers', () => {
  const names = [...sources, ...findFiles('test/**/*.ts'), ...findFiles('scripts/**/*.ts')]
  const grabBag = /^(?:utils?|helpers?|constants?|types?|common|misc|shared|lib|index\.d)(?:\.test)?\.ts$/
  expect(names.filter((path) => grabBag.test(basename(path)))).toEqual([])
  expect(names.filter((path) => /\/(?:utils?|helpers?|common|misc)\//.test(path))).toEqual([])
})

test('a comment without a command loads no more than it needs', () => {
  const atStart = collectAtStart('src/agent-job/main.ts')
  const loaded = packages.filter(
    ({ from, isTypeOnly, isDynamic }) => atStart.has(from) && !isTypeOnly && !isDynamic,
  )

  const names = new Set(loaded.map(({ specifier }) => specifier).filter((name) => !name.startsWith('node:')))
  expect([...names].toSorted()).toEqual(['@actions/core', 'ms'])
  expect([...atStart].filter((file) => file.includes('hidden-text'))).toEqual([])
})

/** The files that importing `entry` loads at once. */
function collectAtStart(entry: string): Set<string> {
  const files = new Set([entry])
  for (const file of files)
    for (const { from, to, isTypeOnly, isDynamic } of local)
      if (from === file && !isTypeOnly && !isDynamic) files.add(to)
  return files
}
