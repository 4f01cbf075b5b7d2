import { expect, test } from 'vitest'
import type { ChangedPullRequest } from '../../../../src/agent-job/changes/changes.ts'
import type { Brought } from '../../../../src/agent-job/changes/read-range.ts'
import {
  addFiles,
  explainNothing,
  formatLeftOut,
  isWorthARun,
  listCuts,
  listUntold,
  selectCounting,
} from '../../../../src/agent-job/changes/what-counts.ts'
import type { ChangedFile } from '../../../../src/github/changes.ts'
import type { GitHubError } from '../../../../src/github/errors.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile, changedCommit as commit, changedPull as pull, timeOf } from './changes-for-tests.ts'
import { createReads, failing, type Known } from './github-for-tests.ts'

const RANGE = { base: 'c0c0c0c0', head: 'c9c9c9c9' }

interface Circumstances extends Known {
  paths?: string
  showsFiles?: boolean
}

/** Decides what counts, and then reads the files of what is told. */
async function select(brought: Partial<Brought>, circumstances: Circumstances = {}) {
  const { paths = '', showsFiles = false, ...known } = circumstances
  const { requests, ...github } = createReads(known)
  const unread: string[] = []
  const whole = { range: RANGE, pullRequests: [], commits: [], unlistedCommits: 0, ...brought }
  const rules = { paths: parsePathPatterns(paths), ignoreAuthors: ['bot[bot]'] }
  const note = ({ message }: GitHubError) => void unread.push(message)
  const counting = await selectCounting(whole, rules, github, note)
  const changes = showsFiles ? await addFiles(counting, rules.paths, github, note) : counting
  const told = changes.told.map((each) => {
    const name = each.kind === 'commit' ? each.sha : `#${each.number}`
    return [name, ...(each.files?.files ?? []).map(({ path }) => path)].join(' ')
  })
  const asked = requests.map((request) => request.replace('files of ', ''))
  return { changes, told, asked, unread, leftOut: formatLeftOut(changes) }
}

const label = (name: string) => ({ labels: [untrustedText('bug'), untrustedText(name)] })
const pulls = (...pullRequests: ChangedPullRequest[]) => ({ pullRequests })
const some = { pullRequests: [pull(2), pull(1)], commits: [commit('c1')] }
/** The pull request of an event is no range. */
const alone = (facts = {}) => ({ range: undefined as never, pullRequests: [pull(1, facts)] })
const byBot = { author: 'Bot[bot]' }
const everyReason = { ...some, pullRequests: [pull(2, { ...byBot, ...label('no-docs') }), pull(1, label('no-docs'))] }
const byEach = '1 by `ignore-authors`, 1 by `no-docs`, 1 by `paths`'
/** With the files that GitHub lists for the whole range. */
const listed = (...files: ChangedFile[]) => ({ ...some, changed: { files, isWhole: true } })
const partlyListed = { ...pulls(pull(1)), changed: { files: [changedFile('b.md')], isWhole: false } }
const inSources = { paths: 'src/**' }
const inDocs = { paths: 'docs/**' }
const mixed = { ...inSources, files: { '#2': ['src/a.ts', 'b.md'], '#1': ['b.md'], c1: [] } }

test.each<[string, Partial<Brought>, Circumstances, told: string[], leftOut: string, asked: string[]]>([
  ['everything', listed(), {}, ['#2', '#1', 'c1'], '', []],
  ['nothing by an ignored author', pulls(pull(2, byBot), pull(1)), {}, ['#1'], '1 by `ignore-authors`', []],
  ['no commit by an ignored author', { commits: [commit('c1', byBot)] }, {}, [], '1 by `ignore-authors`', []],
  ['no pull request with the label', pulls(pull(1, label('No-Docs'))), {}, [], '1 by `no-docs`', []],
  ['one with a similar label', pulls(pull(1, label('no-docs-yet'))), {}, ['#1'], '', []],
  ['one that is no range, whatever its label', alone(label('no-docs')), {}, ['#1'], '', []],
  ['only files that match, and what has any', some, mixed, ['#2 src/a.ts'], '2 by `paths`', ['#2', '#1', 'c1']],
  ['nothing if no file of the range matches', listed(changedFile('b.md')), inSources, [], '3 by `paths`', []],
  ['by its own files, if GitHub cuts those of the range', partlyListed, inSources, ['#1 src/a.ts'], '', ['#1']],
  ['nothing, for the first of several reasons', everyReason, inDocs, [], byEach, ['c1']],
])('of a range counts %s', async (_name, brought, circumstances, told, leftOut, asked) => {
  const found = await select(brought, circumstances)
  expect([found.told, found.leftOut, found.asked]).toEqual([told, leftOut, asked])
})

const own = (count: number) => pulls(pull(1, { ownCommits: Array.from({ length: count }, (_, index) => `c${index}`) }))
const each = { files: { c0: ['a.ts'], c1: ['b.ts'] } }
const CUT = ['More files changed than GitHub lists.']

test.each<[string, Partial<Brought>, Circumstances, told: string[], asked: string[], cuts: string[]]>([
  ['are those of what is told', some, {}, ['#2 src/a.ts', '#1 src/a.ts', 'c1 src/a.ts'], ['#2', '#1', 'c1'], []],
  ['are read once, also if `paths` decides', pulls(pull(1)), inSources, ['#1 src/a.ts'], ['#1'], []],
  ["are a pull request's own, if it brought others' commits", own(2), each, ['#1 a.ts b.ts'], ['c0', 'c1'], []],
  ['may be cut for one commit', own(2), { ...each, cut: ['c1'] }, ['#1 a.ts b.ts'], ['c0', 'c1'], CUT],
  ["of the one pull request of an event aren't counted", alone(), { failure: failing(403) }, ['#1'], ['#1'], []],
])('the files %s', async (_name, brought, circumstances, told, asked, cuts) => {
  const found = await select(brought, { ...circumstances, showsFiles: true })
  expect([found.told, found.asked, listCuts(found.changes)]).toEqual([told, asked, cuts])
})

test('of the own commits of a pull request, the files of thirty are read', async () => {
  const { asked, changes } = await select(own(31), { showsFiles: true })
  expect([asked.length, listCuts(changes)]).toEqual([30, CUT])
})

const MORE = 'Not listed: 70 more pull requests.'
const many = (pullCount: number, commitCount: number) => ({
  pullRequests: Array.from({ length: pullCount }, (_, index) => pull(index + 1)),
  commits: Array.from({ length: commitCount }, (_, index) => commit(`c${index + 1}`)),
})

test.each<[string, Partial<Brought>, Circumstances, told: number, asked: number, sentences: string[]]>([
  ['50 pull requests', many(50, 0), {}, 50, 0, []],
  ['pull requests before commits', many(49, 3), {}, 50, 0, ['Not listed: 2 more commits.']],
  ['61', many(60, 1), { showsFiles: true }, 50, 50, ['Not listed: 10 more pull requests and 1 more commit.']],
  ['unlisted commits', { ...many(1, 0), unlistedCommits: 1_204 }, {}, 1, 0, ['Not read: 1,204 older commits.']],
  ['uncounted commits', { ...many(1, 0), unlistedCommits: Infinity }, {}, 1, 0, ['Not read: older commits.']],
  ['120 of which 100 are read', many(120, 0), inSources, 50, 100, [MORE, 'Not compared with `paths`: 20.']],
])('how much is told, and how much is only counted: %s', async (_name, brought, circumstances, ...expected) => {
  const { told, asked, changes } = await select(brought, circumstances)
  expect([told.length, asked.length, listUntold(changes)]).toEqual(expected)
})

test("what can't be read counts, is reported once, and nothing more is read", async () => {
  const { told, asked, unread, changes } = await select(many(3, 1), { ...inSources, files: { '#2': failing(403) } })
  expect([told, asked, changes.undecided]).toEqual([['#1 src/a.ts', '#2', '#3', 'c1'], ['#1', '#2'], 3])
  expect(unread).toEqual([expect.stringContaining('403')])
  const bug = new TypeError('x')
  await expect(select(many(1, 0), { showsFiles: true, failure: bug })).rejects.toBe(bug)
})

test('a range keeps its commits and times', async () => {
  const facts = { range: RANGE, times: [timeOf('8'), timeOf('9')] as [string, string] }
  expect((await select(facts)).changes).toMatchObject(facts)
})

const UNREAD = expect.stringContaining("couldn't be read")

test.each<[string, Partial<Brought>, Circumstances, reason: string | undefined]>([
  ['nothing was brought', {}, {}, 'Nothing has changed since c0c0c0c.'],
  ['nothing came since a release', { range: { base: 'v1', head: 'v2' } }, {}, 'Nothing has changed.'],
  ['nothing counts', pulls(pull(1, label('no-docs'))), {}, 'Nothing counts: left out 1 by `no-docs`.'],
  ['no file counts', alone(), inDocs, 'None of the changed files matches `paths`.'],
  ["only what can't be read is left", many(2, 0), { ...inSources, files: { '#1': failing(403) } }, UNREAD],
  ['only a cut list is left', many(1, 0), { ...inDocs, cut: ['#1'] }, UNREAD],
  ['only older commits are left', { unlistedCommits: 3 }, {}, UNREAD],
  ['more counts than is told', many(120, 0), inSources, undefined],
  ['something counts', many(2, 0), { ...inSources, files: { '#2': failing(403) } }, undefined],
  ['something counts, and GitHub cuts the list', many(1, 0), { ...inSources, cut: ['#1'] }, undefined],
])('whether something is worth a run, where %s', async (_name, brought, circumstances, reason) => {
  const { changes } = await select(brought, circumstances)
  expect(isWorthARun(changes) ? undefined : explainNothing(changes)).toEqual(reason)
})
