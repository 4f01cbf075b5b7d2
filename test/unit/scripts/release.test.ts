import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findReleaseProblems } from '../../../scripts/release.ts'

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-20\n\n* One.\n\n### Fixed\n\n* Two.\n\n## [1.1.0]\n\n* Old.\n'
const READY = {
  'package.json': '{ "version": "1.2.0" }',
  'CHANGELOG.md': CHANGELOG,
  'README.md': 'uses: acme/docs-agent-action@v1.2.0',
}

/** A clone with a commit of these files, and what `commands` of git do after it. */
function clone(files: object, ...commands: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const identity = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false']
  const git = (command: string) =>
    execFileSync('git', [...identity, ...command.split(' ')], { cwd: folder, stdio: 'pipe' })
  git('init --quiet --initial-branch=main')
  for (const [path, text] of Object.entries({ ...READY, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const command of ['add .', 'commit --quiet --message=First', ...commands]) git(command)
  return folder
}

const AT_ORIGIN = 'update-ref refs/remotes/origin/main HEAD'
const NEXT = 'commit --quiet --allow-empty --message=Next'

test.each<[string, object, string[], problem?: RegExp | undefined, tag?: string]>([
  ['the newest', {}, ['tag v1', 'tag v1.1.0', 'tag v1.10.0-beta', 'tag v2.0.0', AT_ORIGIN]],
  ['the tagged', {}, ['tag v1.2.0', AT_ORIGIN]],
  ['a candidate', { 'README.md': 'OWNER/docs-agent-action@v1.2.0' }, [AT_ORIGIN], undefined, 'v1.2.0-rc.1'],
  ['on another branch', {}, [AT_ORIGIN, NEXT], /isn't part of origin\/main/],
  ['after a higher version', {}, ['tag v1.10.0', AT_ORIGIN], /^v1\.10\.0 is released already/],
  ['before the major tag', {}, [AT_ORIGIN, NEXT, 'tag v1', 'checkout --quiet HEAD~1'], /older than v1,/],
  ['another version', { 'package.json': '{ "version": "1.1.0" }' }, [AT_ORIGIN], /^package\.json has version 1\.1\.0/],
  ['no entries', { 'CHANGELOG.md': '## [1.2.0]\n\n## [1.1.0]\n* One.' }, [AT_ORIGIN], /has no entries for 1\.2\.0/],
  ['unreleased entries', { 'CHANGELOG.md': `## [Unreleased]\n* New.\n${CHANGELOG}` }, [AT_ORIGIN], /'Unreleased'/],
  ['an old page', { 'docs/a.md': 'acme/docs-agent-action/outcomes@v1.1.0' }, [AT_ORIGIN], /docs\/a\.md$/],
  ['no account', { '.github/a.yml': 'OWNER/docs-agent-action' }, [AT_ORIGIN], /^OWNER .*\n\.github\/a\.yml$/],
])('a commit can be released unless there is a problem: %s', (_name, files, commands, problem, tag = 'v1.2.0') => {
  const expected = problem === undefined ? [] : [expect.stringMatching(problem)]
  expect(findReleaseProblems(tag, clone(files, ...commands), 'main')).toEqual(expected)
})

test('the notes of a release are its part of the changelog', () => {
  const folder = clone({})
  const { jobs } = parse(readFileSync(resolve(import.meta.dirname, '../../../.github/workflows/release.yml'), 'utf8'))
  const { run } = jobs.publish.steps.find(({ name }: { name?: string }) => name === 'Read the part of the changelog')
  execFileSync('bash', ['-e', '-c', run], {
    cwd: folder,
    env: { PATH: process.env['PATH'], GITHUB_REF_NAME: 'v1.2.0' },
  })
  const [sources, ...entries] = readFileSync(join(folder, 'notes.md'), 'utf8').trim().split('\n').toReversed()
  expect(entries.toReversed().join('\n').trim()).toBe('* One.\n\n### Fixed\n\n* Two.')
  expect(sources).toMatch(/^The sources and tests of this release are in the repository/)
})
