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
