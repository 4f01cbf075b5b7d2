import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, Changes } from '../../../../src/agent-job/changes/changes.ts'
import { Quotes } from '../../../../src/agent-job/changes/quote.ts'
import { choosePatches, type Detail, renderChanges } from '../../../../src/agent-job/changes/render-changes.ts'
import type { ChangedFile } from '../../../../src/github/changes.ts'
import { readUntrustedText, untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changed-files.ts'

const NOTHING: Changes = {
  told: [],
  more: { pullRequests: 0, commits: 0 },
  leftOut: [],
  unlistedCommits: 0,
  undecided: 0,
}

const list = (files: readonly ChangedFile[], isWhole = true) => ({ files: { files, isWhole } })

function pull(number: number, facts: Partial<Change> = {}): Change {
  const url = untrustedText(`https://github.test/pull/${number}`)
  const title = untrustedText(`Title ${number}`)
  return { kind: 'pull request', number, title, url, author: 'ada', labels: [], ...facts } as Change
}

function commit(sha: string, subject: string, facts: Partial<Change> = {}): Change {
  return { kind: 'commit', sha, subject: untrustedText(subject), ...facts } as Change
}

/** The changes of a range. */
function renderRange(told: Change[], detail: Detail, more: Partial<Changes> = {}) {
  const range = { base: 'v1', head: 'v 2' }
  return renderChanges({ ...NOTHING, range, told, ...more }, detail, new Quotes())
}

/** The changes of the one pull request that the event is about. */
function render(files: ChangedFile[], detail: Detail = 'diff') {
  return renderChanges({ ...NOTHING, told: [pull(1, list(files))] }, detail, new Quotes())
}

test('each change of a range is told with its title, author and URL, and its files and patches below it', () => {
  const told = [
    pull(9, list([changedFile('src/b.ts', '@@ -1 +1 @@\n-a\n+b'), changedFile('a.png')])),
    pull(8, { ...list([], true), title: untrustedText('A\u200B\n"title"'), author: undefined }),
    commit('c'.repeat(40), 'Fix it', list([changedFile('c.ts', '+c')])),
  ]
  const { lines, description, withoutPatches } = renderRange(told, 'diff')
  expect(lines.join('\n')).toBe(`- Changes: the commits after v1, up to "v 2"
- In the documentation pull request's description, link to each pull request in this list that it documents.
- Merged pull requests (2), the latest first:
  - #9 "Title 9" by ada: https://github.test/pull/9
    - modified a.png +1 \u22122
    - modified src/b.ts +1 \u22122

\`\`\`diff
@@ -1 +1 @@
-a
+b
\`\`\`

  - #8 "A \\"title\\"": https://github.test/pull/8
- Commits without a pull request (1), the latest first:
  - ccccccc "Fix it"
    - modified c.ts +1 \u22122

\`\`\`diff
+c
\`\`\`
`)
  expect(description).toBe('2 patches (19 characters) and 1 file name')
  const names = lines.filter((line) => /^ *- /.test(line))
  expect(withoutPatches?.lines).toEqual(names)
  expect(renderRange(told, 'full')).toEqual({ lines: names, description: '' })
  expect(renderRange(told, 'reference').lines).toEqual(names.filter((line) => !line.includes('modified')))
})

test('the one pull request of an event is named elsewhere, so only its files are told', () => {
  const { lines, withoutPatches } = render([
    changedFile('src/b.ts', '+b'),
    changedFile('src/a.png', undefined, { status: 'added', additions: 0, deletions: 0 }),
  ])
  expect(lines.join('\n')).toBe(`- Changed files: 1 patch (2 characters) and 1 file name
- added src/a.png +0 \u22120
- modified src/b.ts +1 \u22122

\`\`\`diff
+b
\`\`\`
`)
  expect(withoutPatches?.lines).toEqual([
    '- Changed files: 2 file names',
    '- added src/a.png +0 \u22120',
    '- modified src/b.ts +1 \u22122',
  ])
  expect(render([changedFile('a.png')]).withoutPatches).toBeUndefined()
  expect(render([changedFile('a.png')], 'full').lines).toEqual(['- modified a.png +1 \u22122'])
  expect(render([changedFile('a.png')], 'reference').lines).toEqual([])
})

test('what is not told is a number', () => {
  const rest = { more: { pullRequests: 1_250, commits: 1 }, unlistedCommits: 3, undecided: 2 }
  const cut = pull(8, list([changedFile('a.ts')], false))
  expect(renderRange([pull(9), cut], 'full', rest).lines.slice(2)).toEqual([
    '- Merged pull requests (1,252), the latest first:',
    '  - #9 "Title 9" by ada: https://github.test/pull/9',
    '  - #8 "Title 8" by ada: https://github.test/pull/8',
    '    - modified a.ts +1 \u22122',
    '- Not listed: 1,250 more pull requests and 1 more commit.',
    '- Not read: 3 older commits.',
    '- Not compared with `paths`: 2.',
    '- More files changed than GitHub lists.',
    "- The files of 1 change weren't read.",
  ])
  expect(renderRange([commit('c1', 'x'.repeat(201))], 'reference').lines).toEqual([
    '- Changes: the commits after v1, up to "v 2"',
    '- Commits without a pull request (1), the latest first:',
    `  - c1 "${'x'.repeat(199)}…"`,
  ])
})

test('patches and names are in the order of their paths', () => {
  const files = [changedFile('c.ts', '+x'), changedFile('a.ts', '+x'), changedFile('d.png'), changedFile('b.png')]
  const paths = render(files).lines.flatMap((line) => /^- modified (\S+)/.exec(line)?.[1] ?? [])
  expect(paths).toEqual(['a.ts', 'b.png', 'c.ts', 'd.png'])
})

const named = (count: number, name = 'a') =>
  Array.from({ length: count }, (_, index) => changedFile(`${name}${1_000 + index}.png`))

test('at most 300 files are named without a patch, and the others are counted', () => {
  const patched = [changedFile('a0.ts', '+x'), changedFile('b.ts', '+x')]
  const { lines, withoutPatches } = render([...named(301), ...patched])
  expect(lines.filter((line) => line.startsWith('- modified'))).toHaveLength(302)
  expect(lines.slice(-5)).toEqual(['```diff', '+x', '```', '', '- and 1 more file'])
  expect(withoutPatches?.lines.at(-1)).toBe('- and 3 more files')
  expect(withoutPatches?.lines).not.toContain('- modified b.ts +1 \u22122')
  expect(render(named(300)).lines.at(-1)).toBe('- modified a1299.png +1 \u22122')
})

test('a large change leaves room for the names of others', () => {
  const told = [pull(3, list(named(3_000))), pull(2, list(named(150, 'b'))), pull(1, list(named(2, 'c')))]
  const { lines } = renderRange(told, 'full')
  const count = (name: string) => lines.filter((line) => line.includes(` ${name}1`)).length
  expect([count('a'), count('b'), count('c')]).toEqual([149, 149, 2])
  expect(lines.filter((line) => line.includes('more file'))).toEqual([
    '    - and 2,851 more files',
    '    - and 1 more file',
  ])
})

const renamed = { status: 'renamed', previousPath: untrustedText('a \u200Bb.ts') }

test.each([
  ['was renamed', renamed, 'renamed b.ts +1 \u22122, before: "a b.ts"'],
  ['has an odd status', { status: 'x\n- y' }, 'changed b.ts +1 \u22122'],
])('the line of a file that %s', (_, facts, line) => {
  expect(render([changedFile('b.ts', undefined, facts)]).lines).toContain(`- ${line}`)
})

const big = changedFile('a.ts', 'x'.repeat(57_120))

test.each([
  ['', []],
  ['1 patch (1 character)', [changedFile('a.ts', 'x')]],
  ['1 patch (57,120 characters) and 2 file names', [big, changedFile('a.png'), changedFile('b.png')]],
])('people read which changes are in the prompt: %j', (description, files) => {
  expect(render(files).description).toBe(description)
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
