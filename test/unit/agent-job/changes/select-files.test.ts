import { expect, test } from 'vitest'
import { hasPatterns, isGenerated, selectFiles } from '../../../../src/agent-job/changes/select-files.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

/** The paths that count. */
function select(patterns: string, paths: readonly string[]): string[] {
  const files = paths.map((path) => changedFile(path))
  return selectFiles(files, parsePathPatterns(patterns)).map(({ path }) => String(path))
}

const sources = ['src/a.ts', 'src/deep/b.tsx', 'src/a.test.ts']
const others = ['README.md', '.github/workflows/ci.yml', 'docs/.hidden/c.md']

test.each([
  ['', [...sources, ...others]],
  ['src/**', sources],
  ['/src/**', sources],
  ['./src/*.ts', ['src/a.ts', 'src/a.test.ts']],
  ['*.md', ['README.md']],
  ['**/*.{md,tsx}', ['src/deep/b.tsx', 'README.md', 'docs/.hidden/c.md']],
  ['src/**,!**/*.test.ts', ['src/a.ts', 'src/deep/b.tsx']],
  ['!src/**', others],
  ['! src/** , *.md', ['README.md']],
])('of all files, %j counts %j', (patterns, counting) => {
  expect(select(patterns, [...sources, ...others])).toEqual(counting)
})

test.each([
  ['src/**', true],
  ['lib/**', true],
  ['docs/**', false],
  ['!docs/**', true],
  // What is excluded stays excluded, wherever it came from or went to.
  ['!src/**', false],
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
  ['locks a version', true, ['a/Cargo.lock', 'package-lock.json', 'a/go.sum', 'npm-shrinkwrap.json']],
  [
    'is in a folder of a tool',
    true,
    ['dist/index.js', 'build/a', 'vendor/x/y.go', 'a/node_modules/.bin/x', 'src/generated/a.ts'],
  ],
  [
    'is named as made',
    true,
    ['a/b.min.css', 'a.js.map', 'a/__snapshots__/b.snap', 'a/b.generated.ts', 'a/b.pb.go', 'b_pb2.py'],
  ],
  ['has part of such a name', false, ['lock.ts', 'a.mapper.ts', 'src/locks/a.ts', 'distribution/a.ts']],
  ['has the name of such a folder', false, ['src/build.ts', 'script/build']],
  ['describes an API', false, ['dist/openapi.json', 'a/build/b.openapi.yml', 'vendor/swagger.json', 'openapi.lock']],
])('a file that %s counts as written by a tool: %s', (_, isTool, paths) => {
  for (const path of paths) expect([path, isGenerated(untrustedText(path))]).toEqual([path, isTool])
})
