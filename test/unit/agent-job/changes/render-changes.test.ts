import { expect, test } from 'vitest'
import type { Change, Changes } from '../../../../src/agent-job/changes/changes.ts'
import { Quotes } from '../../../../src/agent-job/changes/quote.ts'
import { choosePatches, type Detail, renderChanges } from '../../../../src/agent-job/changes/render-changes.ts'
import type { ChangedFile } from '../../../../src/github/changes.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile, changedCommit as commit, NOTHING, changedPull as pull } from './changes-for-tests.ts'

const list = (files: readonly ChangedFile[], isWhole = true) => ({ files: { files, isWhole } })

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
    pull(8, { title: untrustedText('A\u200B\n"title"'), author: undefined }),
    commit('c'.repeat(40), { subject: untrustedText('Fix it'), ...list([changedFile('c.ts', '+c')]) }),
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

- The files of 1 change weren't read.`)
  expect(description).toBe('2 patches (19 characters) and 1 file name')
  const names = lines.filter((line) => /^ *- /.test(line))
  expect(withoutPatches?.lines).toEqual(names)
  expect(renderRange(told, 'full')).toEqual({ lines: names, description: '' })
  expect(renderRange(told, 'reference').lines).toEqual(names.filter((line) => !/modified|weren't/.test(line)))
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
  expect(render([changedFile('a.ts', 'x')]).description).toBe('1 patch (1 character)')
  expect(render([])).toEqual({ lines: [], description: '' })
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
  expect(renderRange([commit('c1', { subject: untrustedText('x'.repeat(201)) })], 'reference').lines).toEqual([
    '- Changes: the commits after v1, up to "v 2"',
    '- Commits without a pull request (1), the latest first:',
    `  - c1 "${'x'.repeat(199)}…"`,
  ])
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
  const told = [
    pull(3, list(named(3_000))),
    pull(2, list(named(150, 'b'))),
    pull(1, list([...named(2, 'c'), changedFile('z.ts', '+z')])),
  ]
  const { lines } = renderRange(told, 'diff')
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

test.each<[string, Record<string, number>, number | undefined, chosen: string[]]>([
  ['the smallest first', { 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }, 100, ['c.ts', 'b.ts', 'a.ts']],
  ['whole ones', { 'c.ts': 10, 'b.ts': 60, 'a.ts': 30, 'd.ts': 70 }, 99, ['c.ts', 'a.ts']],
  ['up to 60,000 characters', { 'a.ts': 60_000 }, undefined, ['a.ts']],
  ['not more than 60,000 characters', { 'a.ts': 60_001 }, undefined, []],
  ['none that a tool writes', { 'a.lock': 9, 'dist/openapi.json': 9, 'a.png': 0 }, 99, ['dist/openapi.json']],
])('of patches, %s are shown', (_name, sizes, limit, chosen) => {
  const files = Object.entries(sizes).map(([path, size]) => changedFile(path, 'x'.repeat(size)))
  const shown = choosePatches(files, limit)
  expect(files.filter((file) => shown.has(file)).map(({ path }) => path)).toEqual(chosen)
})
