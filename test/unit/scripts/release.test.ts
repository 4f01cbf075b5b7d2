import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readChangelogEntries } from '../../../scripts/release/changelog.ts'
import { findReleaseProblems, type ReleaseCandidate } from '../../../scripts/release/find-release-problems.ts'
import { readReleaseCandidate } from '../../../scripts/release/read-release-candidate.ts'
import { writeReleaseNotes } from '../../../scripts/release/release-notes.ts'
import { createSbom } from '../../../scripts/release/sbom.ts'

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-11-20

* One.

### Fixed

* Two.

## [1.1.0]
`

const ready: ReleaseCandidate = {
  tag: 'v1.2.0',
  packageVersion: '1.2.0',
  changelog,
  tags: ['v1', 'v1.1.0', 'v1.2.0', 'v0.9.0', 'v2.0.0', 'nightly'],
  isOnDefaultBranch: true,
  containsMajorTag: true,
  filesWithPlaceholder: [],
  pagesWithOtherVersion: [],
}

test('the entries of a version end at the next version', () => {
  expect(readChangelogEntries(changelog, '1.2.0')).toBe('* One.\n\n### Fixed\n\n* Two.')
  for (const version of ['Unreleased', '1.1.0', '1.2', '2.0.0'])
    expect(readChangelogEntries(changelog, version)).toBe('')
})

test('the notes of a release have its entries, and the place of its sources', () => {
  const notes = writeReleaseNotes(changelog, '1.2.0').split('\n\n')
  expect(notes.slice(0, -1).join('\n\n')).toBe(readChangelogEntries(changelog, '1.2.0'))
  expect(notes.at(-1)).toMatch(/^The sources and tests of this release are in the repository, at its tag; [^\n]*\.$/)
  const script = join(import.meta.dirname, '../../../scripts/release.ts')
  const printed = execFileSync(process.execPath, [script, 'notes', 'v1.0.0'], { encoding: 'utf8' })
  expect(printed.trim().split('\n\n').at(-1)).toBe(notes.at(-1))
})

test('the list of packages has each bundled package, with its versions', () => {
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/ms': { version: '2.1.3', license: 'MIT', integrity },
    'node_modules/old/node_modules/ms': { version: '1.0.0', license: 'MIT', integrity },
    'node_modules/tool/node_modules/ms': { version: '0.1.0', integrity, dev: true },
    'node_modules/@a/b': { version: '3.0.0-rc.1', license: 'ISC', integrity },
    'node_modules/never-bundled': { version: '1.0.0', integrity },
  }
  const lock = { name: 'action', packages }
  const licenses = '@a/b\nISC\nCopyright\n\nms\nMIT\nCopyright\n'
  expect(createSbom(licenses, lock, '1.2.3')).toMatchObject({
    components: [
      { purl: 'pkg:npm/ms@2.1.3', licenses: [{ license: { id: 'MIT' } }], hashes: [{ content: '01'.repeat(64) }] },
      { purl: 'pkg:npm/ms@1.0.0' },
      { purl: 'pkg:npm/%40a/b@3.0.0-rc.1', licenses: [{ license: { id: 'ISC' } }] },
    ],
  })
  const withoutHash = { name: 'action', packages: { 'node_modules/ms': { version: '9.0.0' } } }
  expect(() => createSbom(licenses, withoutHash, '1.2.3')).toThrow('has no hash for ms 9.0.0')
})

test('a candidate has the files of its release, whatever the account will be', () => {
  const candidate = { ...ready, tag: 'v1.2.0-rc.1', filesWithPlaceholder: ['README.md'], tags: ['v1.1.0'] }
  expect(findReleaseProblems(candidate)).toEqual([])
  expect(findReleaseProblems({ ...candidate, packageVersion: '1.1.0' })).toHaveLength(1)
  expect(findReleaseProblems({ ...candidate, tags: ['v1.2.0', 'v1.2.0-rc.1'] })).toHaveLength(1)
})

test.each<[string, Partial<ReleaseCandidate>, RegExp]>([
  ['another form of tag', { tag: 'v1.2' }, /^The tag v1\.2 doesn't have the form v1\.2\.3\.$/],
  ['a commit of another branch', { isOnDefaultBranch: false }, /not a commit of the default branch/],
  ['a lower version than one of the same major', { tags: ['v1.10.0'] }, /^v1\.10\.0 is released already/],
  ['a lower patch', { tags: ['v1.2.1'] }, /^v1\.2\.1 is released already/],
  ['an older commit than the major tag', { containsMajorTag: false }, /older than the commit of v1,/],
  ['another version in package.json', { packageVersion: '1.1.0' }, /package\.json has version 1\.1\.0/],
  ['no entry', { changelog: '## [1.1.0]\n* One.' }, /CHANGELOG\.md has no entry for 1\.2\.0/],
  ['an empty entry', { changelog: '## [1.2.0]\n\n## [1.1.0]\n* One.' }, /no entry for 1\.2\.0/],
  ['entries not moved', { changelog: '## [Unreleased]\n* Two.\n## [1.2.0]\n* One.' }, /below 'Unreleased'/],
  ['an old version in a page', { pagesWithOtherVersion: ['README.md'] }, /^README\.md show .* to v1\.2\.0\.$/],
  ['no account', { filesWithPlaceholder: ['README.md', 'docs/a.md'] }, /in README\.md, docs\/a\.md/],
])('a commit is not released: %s', (_name, change, problem) => {
  expect(findReleaseProblems({ ...ready, ...change })).toEqual([expect.stringMatching(problem)])
})

test('the facts of a commit are read from its clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false']
  const git = (command: string) =>
    execFileSync('git', [...identity, ...command.split(' ')], { cwd: folder, stdio: 'pipe' })
  const files = {
    'package.json': '{ "version": "1.2.0" }',
    'CHANGELOG.md': changelog,
    'README.md': 'uses: OWNER/docs-agent-action@v1.2.0',
    'docs/old.md': 'uses: acme/docs-agent-action/page-views@v1.1.0',
    '.github/workflows/call.yml': 'uses: OWNER/docs-agent-action@v1',
    'test/kept.ts': "'OWNER/docs-agent-action@v1'",
  }
  git('init --quiet --initial-branch=main')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  git('add .')
  git('commit --quiet --message=First')
  git('tag v1')
  git('commit --quiet --allow-empty --message=Second')
  git('tag v1.2.0')
  git('update-ref refs/remotes/origin/main HEAD')

  expect(readReleaseCandidate('v1.2.0', folder, 'main')).toEqual({
    ...ready,
    tags: ['v1', 'v1.2.0'],
    filesWithPlaceholder: ['.github/workflows/call.yml', 'README.md'],
    pagesWithOtherVersion: ['docs/old.md'],
  })
  expect(() => readReleaseCandidate('v1.2.0', folder, 'trunk')).toThrow("git can't compare HEAD with")

  git('tag --force v1')
  git('switch --quiet --create beside HEAD~1')
  expect(readReleaseCandidate('v1.2.0', folder, 'main').containsMajorTag).toBe(false)
  git('commit --quiet --allow-empty --message=Beside')
  expect(readReleaseCandidate('v1.2.0', folder, 'main')).toMatchObject({ isOnDefaultBranch: false })
  expect(readReleaseCandidate('v2.0.0', folder, 'main')).toMatchObject({ containsMajorTag: true })
})
