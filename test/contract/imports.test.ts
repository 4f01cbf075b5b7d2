import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { findFiles, read } from './project-files.ts'

/** What each room may import from; itself, too. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  text: [],
  runner: ['text'],
  service: ['runner', 'text'],
  github: ['runner', 'text'],
  'agent-job': ['service', 'github', 'runner', 'text'],
  'page-views': ['service', 'runner', 'text'],
  outcomes: ['github', 'runner', 'text'],
}

/** Packages that only one room imports. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@actions/core': 'runner',
  '@actions/http-client': 'runner',
  undici: 'runner',
  '@actions/github': 'github',
}

/** Loaded before any package, on every comment of a repository. */
const FRONT_DOOR = ['index', 'trigger', 'event', 'command', 'mail-tail'].map((name) => `src/agent-job/${name}.ts`)

const IMPORT = /^\s*(?:import|export)\s+[^'";]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'/gmu
const roomOf = (path: string) => path.split('/')[1] ?? ''
const imports = findFiles('src/**/*.ts').flatMap((from) =>
  [...read(from).matchAll(IMPORT)].map(([, name, bare]) => ({ from, to: name ?? bare ?? '' })),
)
const local = imports
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to }) => ({ from, to: normalize(join(dirname(from), to)) }))

test('every room is in the plan, and imports only from those that the plan allows', () => {
  expect([...new Set(findFiles('src/*/*.ts').map(roomOf))].toSorted()).toEqual(Object.keys(ROOMS).toSorted())
  const wrong = local
    .filter(({ from, to }) => from !== 'src/main.ts' && roomOf(from) !== roomOf(to))
    .filter(({ from, to }) => ROOMS[roomOf(from)]?.includes(roomOf(to)) !== true)
  expect(wrong).toEqual([])
  expect(local.length).toBeGreaterThan(100)
})

test('docs/architecture.md draws the same arrows', () => {
  const pattern = /^ {2}([\w-]+) --> ([\w& -]+)$/gmu
  const drawn = [...read('docs/architecture.md').matchAll(pattern)].flatMap(([, from, to = '']) =>
    to.split(' & ').map((room) => `${from} ${room}`),
  )
  const allowed = Object.entries(ROOMS).flatMap(([from, rooms]) => rooms.map((to) => `${from} ${to}`))
  expect(drawn.toSorted()).toEqual(allowed.toSorted())
})

test('only one room imports each package that reaches the world outside', () => {
  const wrong = imports.filter(({ from, to }) => PACKAGES[to] !== undefined && PACKAGES[to] !== roomOf(from))
  expect(wrong).toEqual([])
})

test('the front door imports no package, and nothing that does', () => {
  const allowed = [
    ...FRONT_DOOR,
    'src/runner/start.ts',
    'src/runner/action-error.ts',
    'src/text/plain-text.ts',
    'node:fs',
  ]
  const seen = imports
    .filter(({ from }) => FRONT_DOOR.includes(from))
    .map(({ from, to }) => (to.startsWith('.') ? normalize(join(dirname(from), to)) : to))
  expect(seen.filter((to) => !allowed.includes(to))).toEqual([])
})
