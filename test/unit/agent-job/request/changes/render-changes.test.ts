import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choosePatches,
  renderChanges,
  renderFileNames,
} from '../../../../../src/agent-job/request/changes/render-changes.ts'
import { Quotes } from '../../../../../src/agent-job/request/quote.ts'
import type { ChangedFile } from '../../../../../src/github/changes.ts'
import { readUntrustedText, untrustedText } from '../../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

function render(files: ChangedFile[], commits: string[] = [], commitCount = commits.length) {
  const changes = { files, isWhole: true, commits: commits.map(untrustedText), commitCount }
  return renderChanges(changes, new Quotes())
}

test('each file has its status, path and counts, and its patch if that is chosen', () => {
  const { lines, withoutPatches } = render([
    changedFile('src/b.ts', '@@ -1 +1 @@\n-a\n+b'),
    changedFile('src/a.png', undefined, { status: 'added', additions: 0, deletions: 0 }),
  ])
  expect(lines.join('\n')).toBe(`- Changed files: 1 patch (17 characters) and 1 file name
- added src/a.png +0 \u22120

- modified src/b.ts +1 \u22122

\`\`\`diff
@@ -1 +1 @@
-a
+b
\`\`\`
`)
  expect(withoutPatches?.lines.join('\n')).toBe(`- Changed files, by name only:
- added src/a.png +0 \u22120
- modified src/b.ts +1 \u22122`)
  expect(withoutPatches?.description).toBe('0 patches (0 characters) and 2 file names')
  expect(render([changedFile('a.png')]).withoutPatches).toBeUndefined()
})

test('patches and names are in the order of their paths', () => {
  const files = [changedFile('c.ts', '+x'), changedFile('b.png'), changedFile('a.ts', '+x')]
  const paths = render(files).lines.flatMap((line) => /^- modified (\S+)/.exec(line)?.[1] ?? [])
  expect(paths).toEqual(['a.ts', 'b.png', 'c.ts'])
})

test('at most 300 files are named without a patch, and the others are counted', () => {
  const named = Array.from({ length: 301 }, (_, index) => changedFile(`a${1_000 + index}.png`))
  const patched = [changedFile('a0.ts', '+x'), changedFile('b.ts', '+x')]
  const { lines, withoutPatches } = render([...named, ...patched])
  expect(lines.filter((line) => line.startsWith('- modified'))).toHaveLength(302)
  expect(lines.slice(-5)).toEqual(['```diff', '+x', '```', '', '- and 1 more file'])
  expect(withoutPatches?.lines).toHaveLength(302)
  expect(withoutPatches?.lines.at(-1)).toBe('- and 3 more files')
  expect(withoutPatches?.lines).not.toContain('- modified b.ts +1 \u22122')
  expect(render(named.slice(1)).lines.at(-1)).toBe('- modified a1300.png +1 \u22122')
})

const renamed = { status: 'renamed', previousPath: untrustedText('a \u200Bb.ts') }

test.each([
  ['was renamed', renamed, 'renamed b.ts +1 \u22122, before: "a b.ts"'],
  ['has an odd status', { status: 'x\n- y' }, 'changed b.ts +1 \u22122'],
])('the line of a file that %s', (_, facts, line) => {
  expect(render([changedFile('b.ts', undefined, facts)]).lines).toContain(`- ${line}`)
})

test.each([
  ['one', ['One'], 1, 'One'],
  ['a long one', ['x'.repeat(200)], 1, 'x'.repeat(200)],
  ['one that is too long', ['x'.repeat(201)], 1, `${'x'.repeat(199)}…`],
  ['the first 100', Array.from({ length: 120 }, () => 'One'), 1_250, `${'One\n'.repeat(100)}and 1,150 more`],
])('commits are listed by their first lines, with the number of the others: %s', (_, commits, count, text) => {
  expect(render([], commits, count).lines).toEqual(['- Commits:', '', '```text', text, '```'])
})

test('without a listed commit, no number of commits is shown', () => {
  expect(render([], [], 3).lines).toEqual([])
})

const big = changedFile('a.ts', 'x'.repeat(57_120))

test.each([
  ['', []],
  ['1 patch (1 character)', [changedFile('a.ts', 'x')]],
  ['1 patch (57,120 characters) and 2 file names', [big, changedFile('a.png'), changedFile('b.png')]],
])('people read which changes are in the prompt: %j', (description, files) => {
  expect(render(files).description).toBe(description)
})

test('a list of names ends with the number of the others', () => {
  const files = Array.from({ length: 3_000 }, (_, index) => changedFile(`${index}\u200B\n.ts`))
  const names = (count: number) => renderFileNames(files.slice(0, count), new Quotes()).split('\n')
  expect(names(2)).toEqual(['0 .ts', '1 .ts'])
  expect(names(300).at(-1)).toBe('299 .ts')
  expect(names(301).slice(-2)).toEqual(['299 .ts', 'and 1 more file'])
  expect(names(3_000).at(-1)).toBe('and 2,700 more files')
})

function choose(sizes: Record<string, number>, limit?: number) {
  const files = Object.entries(sizes).map(([path, size]) => changedFile(path, 'x'.repeat(size)))
  const chosen = choosePatches(files, limit)
  const shown = files.filter((file) => chosen.has(file)).map(({ path }) => readUntrustedText(path))
  return { shown, patchLength: shown.reduce((sum, path) => sum + (sizes[path] ?? 0), 0) }
}

test('patches are chosen whole, the smallest first', () => {
  const sizes = { 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }
  expect(choose(sizes, 100)).toEqual({ shown: ['c.ts', 'b.ts', 'a.ts'], patchLength: 100 })
  expect(choose(sizes, 99).shown).toEqual(['c.ts', 'a.ts'])
})

test('patches of 60,000 characters fit', () => {
  expect([choose({ a: 60_000 }).shown, choose({ a: 60_001 }).shown]).toEqual([['a'], []])
})

test('files that a tool writes and files without a patch are only named', () => {
  const files = ['package-lock.json', 'dist/openapi.json'].map((path) => changedFile(path, 'x'))
  const chosen = choosePatches([...files, changedFile('picture.png')], 1_000)
  expect([...chosen].map(({ path }) => readUntrustedText(path))).toEqual(['dist/openapi.json'])
})

test('no choice is over the limit, and none could take one patch more', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }), fc.nat(300), (sizes, limit) => {
      const all = Object.fromEntries(sizes.map((size, index) => [`${index}.ts`, size]))
      const { shown, patchLength } = choose(all, limit)
      expect(patchLength).toBeLessThanOrEqual(limit)
      const next = sizes.toSorted((a, b) => a - b)[shown.length]
      expect(patchLength + (next ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(limit)
    }),
  )
})
