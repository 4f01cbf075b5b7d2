import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findFiles, read } from './project-files.ts'

/** The rooms inside agent-job, a folder or a file each: each imports only from those before it. */
const ROOMS = ['trigger', 'inputs', 'changes', 'request', 'claim', 'job', 'run-result.ts', 'ending.ts', 'result']
/** For all rooms: tables, which import no room. */
const TABLES = ['outcome.ts', 'causes.ts', 'find-cause.ts']
/** Where a run starts, and where its result is published. */
const ENTRIES = ['src/agent-job/answer.ts', 'src/agent-job/finish-comment.ts', 'src/agent-job/main.ts']

/** The files that read the environment: where an action starts and hands it on, what `runner` reads of it, and proxies. */
const READ_ENVIRONMENT = [
  ...new Set([...ENTRIES, ...findFiles('src/*/main.ts')]),
  ...['src/agent-job/index.ts', 'src/agent-job/post.ts'],
  ...['src/network/fetch.ts', 'src/runner/inputs.ts', 'src/runner/outputs.ts'],
]

interface Import {
  from: string
  specifier: string
  isTypeOnly: boolean
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?[^'";]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

function listImports(path: string): Import[] {
  return [...read(path).matchAll(IMPORT)].map(([, type, from, bare, dynamic]) => ({
    from: path,
    specifier: from ?? bare ?? dynamic ?? '',
    isTypeOnly: type !== undefined,
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
/** Imports between folders; the file that starts each feature is in none. */
const between = local.filter(({ from, to }) => ![from, to].includes('src/main.ts') && roomOf(from) !== roomOf(to))
const features = findFiles('src/*/index.ts').map(roomOf)
const packages = imports.filter(({ specifier }) => !specifier.startsWith('.'))

test('the import test finds all local imports', () => {
  expect(local.length).toBeGreaterThan(100)
  expect(local.filter(({ to }) => !sources.includes(to))).toEqual([])
})

test('docs/architecture.md draws the arrows between folders that there are, and which of them are for types only', () => {
  const lines = Object.groupBy(between, ({ from, to }) => `${roomOf(from)} ${roomOf(to)}`)
  const arrows = Object.entries(lines).map(
    ([rooms, all = []]) => `${rooms}${all.every(({ isTypeOnly }) => isTypeOnly) ? ' types only' : ''}`,
  )
  const pattern = /^ {2}([\w-]+) (?:-->|-\.( types only) \.->) ([\w& -]+)$/gm
  const drawn = [...read('docs/architecture.md').matchAll(pattern)].flatMap(([, from, types = '', to = '']) =>
    to.split(' & ').map((room) => `${from} ${room}${types}`),
  )
  expect(arrows.toSorted()).toEqual(drawn.toSorted())
})

test('features never import each other', () => {
  expect(features.length).toBeGreaterThan(2)
  expect(between.filter(({ from, to }) => [from, to].every((path) => features.includes(roomOf(path))))).toEqual([])
})

const insideAgentJob = local.filter(({ from, to }) => [from, to].every((path) => roomOf(path) === 'agent-job'))

/** The folder inside agent-job that a file lies in, or the name of a file at its top. */
function placeOf(path: string): string {
  return path.split('/')[2] ?? ''
}

/** How far along the reading order a file of agent-job is; the files at the top come last. */
function rankOf(path: string): number {
  const place = placeOf(path)
  if (TABLES.includes(place)) return -1
  return ROOMS.includes(place) ? ROOMS.indexOf(place) : ROOMS.length
}

test('the rooms of agent-job import only from those before them, and the tables from none', () => {
  expect(insideAgentJob.filter(({ from, to }) => rankOf(to) > rankOf(from))).toEqual([])
  const places = sources.filter((path) => roomOf(path) === 'agent-job').map(placeOf)
  expect([...ROOMS, ...TABLES].filter((place) => !places.includes(place))).toEqual([])
  expect(places.filter((place) => !place.endsWith('.ts') && !ROOMS.includes(place))).toEqual([])
})

test('only the entries of agent-job import its words', () => {
  const into = insideAgentJob.filter(({ from, to }) => placeOf(to) === 'result' && placeOf(from) !== 'result')
  expect([...new Set(into.map(({ from }) => from))].toSorted()).toEqual(ENTRIES)
})

test.each([
  [/^@actions\/core$/, ['runner']],
  [/^(?:@octokit\/.*|@actions\/github.*|octokit)$/, ['github']],
  [/^(?:undici|@actions\/http-client)$/, ['network']],
  [/^node:(?:http|https|net|tls)$/, []],
  [/^node:child_process$/, []],
])('packages like %s are imported only by the folders %j', (pattern, rooms) => {
  const wrong = packages
    .filter(({ specifier }) => pattern.test(specifier))
    .filter(({ from }) => !rooms.includes(roomOf(from)))
  expect(wrong).toEqual([])
})

test.each([
  ['touch the environment', /\bprocess\.env\b/, READ_ENVIRONMENT],
  // Both end before `@actions/core` is loaded.
  [
    'end the process, or print past the log',
    /\bprocess\.(?:exit\(|std)|\bconsole\./,
    ['src/agent-job/end-if-nothing-to-do.ts', 'src/runner/node-version.ts'],
  ],
  ['use the built-in fetch', /\bglobalThis\.fetch\b/, []],
])('only known files %s', (_name, pattern, known) => {
  const uncommented = (path: string) =>
    read(path)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
  expect(sources.filter((path) => pattern.test(uncommented(path)))).toEqual(known.toSorted())
})
