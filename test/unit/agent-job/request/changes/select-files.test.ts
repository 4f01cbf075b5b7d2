import { expect, test } from 'vitest'
import { parsePathPatterns } from '../../../../../src/agent-job/request/changes/path-patterns.ts'
import {
  hasPatterns,
  isGenerated,
  selectFiles,
} from '../../../../../src/agent-job/request/changes/select-files.ts'
import { untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const tree = [
  'README.md',
  'src/a.ts',
  'src/deep/b.tsx',
  'src/a.test.ts',
  '.github/workflows/ci.yml',
  'docs/.hidden/c.md',
]

test.each([
  ['', tree],
  ['**', tree],
  ['src/**', ['src/a.ts', 'src/deep/b.tsx', 'src/a.test.ts']],
  ['src/', ['src/a.ts', 'src/deep/b.tsx', 'src/a.test.ts']],
  ['./src/*.ts', ['src/a.ts', 'src/a.test.ts']],
  ['*.md', ['README.md']],
  ['**/*.md', ['README.md', 'docs/.hidden/c.md']],
  ['**/*.{yml,tsx}', ['src/deep/b.tsx', '.github/workflows/ci.yml']],
  ['.github/**', ['.github/workflows/ci.yml']],
  ['src/**,!**/*.test.ts', ['src/a.ts', 'src/deep/b.tsx']],
  ['!src/**', ['README.md', '.github/workflows/ci.yml', 'docs/.hidden/c.md']],
  ['SRC/**', []],
])('of all files, %j counts %j', (patterns, counting) => {
  const files = selectFiles(
    tree.map((path) => changedFile(path)),
    parsePathPatterns(patterns),
  )
  expect(files.map(({ path }) => path)).toEqual(counting)
})

test.each([
  ['app/(shop)/**', 'app/(shop)/a.ts', true],
  ['app/(shop)/**', 'app/shop/a.ts', false],
  ['app/\\(shop\\)/**', 'app/(shop)/a.ts', true],
  ['app/[id]/**', 'app/[id]/a.ts', true],
  ['@(src|lib)/**', 'lib/a.ts', true],
])('the pattern %j counts the path %j: %s', (patterns, path, isCounted) => {
  expect(selectFiles([changedFile(path)], parsePathPatterns(patterns))).toHaveLength(isCounted ? 1 : 0)
})

test.each([
  ['src/**', true],
  ['lib/**', true],
  ['docs/**', false],
  ['!docs/**', true],
  // What is excluded stays excluded, wherever it came from or went to.
  ['!src/**', false],
  ['!lib/**', false],
  ['lib/**,!src/**', false],
  ['src/**,!lib/**', false],
])('of a file renamed from src/a.ts to lib/a.ts, the patterns %j count it: %s', (patterns, isCounted) => {
  const renamed = changedFile('lib/a.ts', undefined, { previousPath: untrustedText('src/a.ts') })
  expect(selectFiles([renamed], parsePathPatterns(patterns))).toHaveLength(isCounted ? 1 : 0)
})

test('patterns are set when there is one of any kind', () => {
  expect(['', 'a', '!a'].map((text) => hasPatterns(parsePathPatterns(text)))).toEqual([false, true, true])
})

test.each([
  ...[
    'yarn.lock',
    'a/Cargo.lock',
    'package-lock.json',
    'a/pnpm-lock.yaml',
    'go.sum',
    'a/go.sum',
    'npm-shrinkwrap.json',
  ],
  ...[
    'dist/index.js',
    'a/dist/b/c.js',
    'build/a',
    'vendor/x/y.go',
    'a/node_modules/.bin/x',
    'a.min.js',
    'a/b.min.css',
  ],
  ...['a.js.map', 'a/__snapshots__/b.snap', 'a/b.generated.ts'],
])('the file %s counts as written by a tool', (path) => {
  expect(isGenerated(untrustedText(path))).toBe(true)
})

test.each([
  ...[
    'src/a.ts',
    'lock.ts',
    'distribution/a.ts',
    'src/build.ts',
    'a.mapper.ts',
    'src/locks/a.ts',
    'script/build',
    '.github/x.yml',
  ],
  ...[
    'openapi.yaml',
    'dist/openapi.json',
    'a/build/shop.openapi.yml',
    'vendor/swagger.json',
    'api/openapi.lock',
  ],
])('the file %s counts as written by people, or describes an API', (path) => {
  expect(isGenerated(untrustedText(path))).toBe(false)
})

test('a name that is too long for any file system is compared by its end', () => {
  const long = `src/${'-'.repeat(4_000)}x.ts`
  expect(select(['src/**/*-*-*.ts'], [long])).toEqual([long])
  // Without the bound, these would take minutes.
  const hostile = Array.from({ length: 5 }, (_, index) => `${'-'.repeat(1_000)}${index}`)
  expect(select(['**/*-*-*.ts'], hostile)).toEqual([])
})

function select(included: string[], paths: string[]): string[] {
  const files = paths.map((path) => changedFile(path))
  return selectFiles(files, { included, excluded: [], hasEmptyPattern: false }).map(({ path }) =>
    String(path),
  )
}
