import { expect, test } from 'vitest'
import { hasPatterns, isGenerated, selectFiles } from '../../../../src/agent-job/changes/select-files.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes-for-tests.ts'

const sources = ['src/a.ts', 'src/deep/b.tsx', 'src/a.test.ts']
const others = ['README.md', '.github/workflows/ci.yml']

// What a pattern matches: `unit/runner/globs.test.ts`.
test.each([
  ['', [...sources, ...others]],
  ['/src/**', sources],
  ['./src/*.ts', ['src/a.ts', 'src/a.test.ts']],
  ['*.md,**/*.tsx', ['src/deep/b.tsx', 'README.md']],
  ['src/**,!**/*.test.ts', ['src/a.ts', 'src/deep/b.tsx']],
  ['!src/**', others],
  ['! src/** , *.md', ['README.md']],
])('of all files, %j counts %j', (patterns, counting) => {
  const files = [...sources, ...others].map((path) => changedFile(path))
  expect(selectFiles(files, parsePathPatterns(patterns)).map(({ path }) => path)).toEqual(counting)
})

test.each([
  ['src/**', 1],
  ['lib/**', 1],
  ['docs/**', 0],
  ['!docs/**', 1],
  // What is excluded stays excluded, wherever it came from or went to.
  ['lib/**,!src/**', 0],
  ['src/**,!lib/**', 0],
])('of a file renamed from src/a.ts to lib/a.ts, the patterns %j count %d', (patterns, count) => {
  const renamed = changedFile('lib/a.ts', undefined, { previousPath: untrustedText('src/a.ts') })
  expect(selectFiles([renamed], parsePathPatterns(patterns))).toHaveLength(count)
})

test('patterns are set when there is one of any kind', () => {
  expect(['', 'a', '!a'].map((text) => hasPatterns(parsePathPatterns(text)))).toEqual([false, true, true])
})

test.each<[string, boolean, string]>([
  ['locks a version', true, 'a/Cargo.lock package-lock.json a/go.sum npm-shrinkwrap.json'],
  ['is in a folder of a tool', true, 'dist/index.js build/a vendor/x/y.go a/node_modules/.bin/x src/generated/a.ts'],
  ['is named as made', true, 'b.min.css a.js.map a/__snapshots__/b.snap b.generated.ts b.pb.go b_pb2.py'],
  ['has part of such a name', false, 'lock.ts a.mapper.ts src/locks/a.ts distribution/a.ts src/build.ts script/build'],
  ['describes an API', false, 'dist/openapi.json a/build/b.openapi.yml vendor/swagger.json openapi.lock'],
])('a file that %s counts as written by a tool: %s', (_, isTool, paths) => {
  for (const path of paths.split(' ')) expect([path, isGenerated(untrustedText(path))]).toEqual([path, isTool])
})
