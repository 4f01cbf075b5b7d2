import { expect, test } from 'vitest'
import type { Brought } from '../../../../src/agent-job/changes/read-range.ts'
import { createContext, findReasonToSkip } from '../../../../src/agent-job/request/context.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import type { Trigger } from '../../../../src/agent-job/trigger/trigger.ts'
import { parsePathPatterns } from '../../../../src/runner/globs.ts'
import { changedCommit, changedPull } from '../changes/changes-for-tests.ts'
import { createReads, failing, type Known } from '../changes/github-for-tests.ts'

interface Circumstances extends Known {
  issueNumber?: number
  choice?: 'reference' | 'diff'
  command?: string
  jobId?: string
  paths?: string
  isWithoutToken?: boolean
  brought?: Brought
  note?: string
}

/** The context of an event, and what it makes known. */
function create(trigger: Trigger, circumstances: Circumstances = {}) {
  const { issueNumber, choice = 'diff', command = '/docs', jobId = '', paths = '', ...more } = circumstances
  const { isWithoutToken = false, brought, note, ...known } = more
  const { requests, ...github } = createReads(known)
  const said: string[] = []
  const log = {
    notice: (title: string) => void said.push(`notice: ${title}`),
    warning: (title: string) => void said.push(`warning: ${title}`),
  }
  const patterns = { paths: parsePathPatterns(paths), ignoreAuthors: ['mintlify[bot]'] }
  const inputs = { issueNumber, context: choice, command, jobId, ...patterns }
  const source = { gaps: brought ? ['Before.'] : [], ...(brought && { brought }), ...(note && { note }) }
  const context = createContext(trigger, inputs, source, isWithoutToken ? undefined : github, log)
  return { context, inputs, requests, said }
}

/** Reads everything, twice. */
async function readAll(trigger: Trigger, circumstances: Circumstances = {}) {
  const { context, requests, said } = create(trigger, circumstances)
  const read = async () => ({
    thread: (await context.fetchThread())?.number,
    description: await context.fetchDescription(),
    told: (await context.fetchFiles())?.told.map((each) => [each.kind, each.files !== undefined]),
  })
  const parts = await read()
  expect(await read()).toEqual(parts)
  return { ...parts, gaps: context.gaps, requests, said }
}

const user = { login: 'mintlify[bot]' }
const parse = (name: string, payload: object) => parseTrigger({ name, payload })
const nothing = parse('workflow_dispatch', {})
const issue = parse('issues', { issue: { number: 4 } })
const pull = parse('pull_request', { pull_request: { number: 3 } })
const byAgent = parse('pull_request', { pull_request: { number: 3, user } })
const command = parse('issue_comment', { issue: { number: 4, user }, comment: { id: 1, body: '/docs' } })
const comment = { id: 1, body: '/docs', path: 'a.ts' }
const onLine = parse('pull_request_review_comment', { pull_request: { number: 3, user }, comment })
const push = parse('push', { commits: [{}] })
const pushOfPull = parse('push', { commits: [{}], pull_request: { number: 3 } })
const release = parse('release', { release: { id: 1 } })

const brought: Brought = {
  range: { base: 'b', head: 'a' },
  pullRequests: [],
  commits: [changedCommit('c1')],
  unlistedCommits: 0,
}

test('a pull request is read once', async () => {
  const known = { thread: 3, description: 'D', told: [['pull request', true]], said: [], gaps: [] }
  expect(await readAll(pull)).toEqual({ ...known, requests: ['description of #3', 'files of #3'] })
})

const ofOther = ['thread #9', 'description of #9', 'files of #9']
const ofPull = ['description of #3', 'files of #3']

test.each<[string, Trigger, Circumstances, thread: number, requests: string[], description?: string]>([
  ['no event of its own', nothing, {}, 9, ofOther, 'D'],
  ['an issue', issue, {}, 9, ofOther, 'D'],
  ['the issue that it names', issue, { issueNumber: 4 }, 4, ['description of #4'], 'D'],
  ['a pull request', pull, {}, 3, ofPull, 'D'],
  ['a command on an issue', command, {}, 4, ['description of #4'], 'D'],
  ['a push', push, { brought }, 9, ['thread #9', 'files of c1']],
  ['a push that is a pull request', pushOfPull, {}, 3, ofPull, 'D'],
  ['a release', release, { brought }, 9, ['thread #9', 'notes of 1', 'files of c1'], 'N'],
])(
  'with issue-number, %s is about its own, or that',
  async (_, trigger, circumstances, thread, requests, description) => {
    const gaps = circumstances.brought ? ['Before.'] : []
    const all = await readAll(trigger, { issueNumber: 9, ...circumstances })
    expect(all).toMatchObject({ thread, requests, description, gaps })
  },
)

test("a thread of issue-number that can't be read is known by its number, and what can't be read counts", async () => {
  expect(await readAll(push, { brought, issueNumber: 9, failure: failing(403) })).toMatchObject({
    thread: 9,
    told: [['commit', false]],
    gaps: [
      'Before.',
      "Couldn't read the title and URL of the conversation. Hint.",
      "Couldn't list the changed files. Hint.",
    ],
  })
})

test('a context knows the place of a review comment, and whether it is about a range', () => {
  expect(create(onLine).context).toMatchObject({ place: { path: 'a.ts' }, hasRange: false })
  expect(create(push, { brought }).context.hasRange).toBe(true)
})

test.each<[string, Trigger, Circumstances, said: string[]]>([
  ['is for an issue', issue, {}, ['notice: No changes to show']],
  ['is for an issue, and none are asked for', issue, { choice: 'reference' }, []],
  ['has no conversation', nothing, {}, ['notice: No changes to show']],
  ['is a push with nothing to compare with, which was reported', push, {}, []],
  ['is a release with nothing to compare with', release, {}, []],
])('the log of an event without changes that %s', async (_name, trigger, circumstances, expected) => {
  const { told, said, gaps } = await readAll(trigger, circumstances)
  expect({ told, said, gaps }).toEqual({ told: undefined, said: expected, gaps: [] })
})

test.each<[string, Circumstances, string]>([
  ['GitHub refuses', { failure: failing(403) }, 'Hint.'],
  ['GitHub refuses what decides', { failure: failing(403), paths: 'src/**' }, 'Hint.'],
  ['there is no token', { isWithoutToken: true }, 'Set `github-token`.'],
])("each part that can't be read is one warning, where %s", async (_, circumstances, advice) => {
  expect(await readAll(pull, circumstances)).toMatchObject({
    thread: 3,
    description: undefined,
    said: ["warning: Couldn't read the description", "warning: Couldn't list the changed files"],
    gaps: [`Couldn't read the description. ${advice}`, `Couldn't list the changed files. ${advice}`],
  })
})

test("whatever isn't an answer of GitHub is an error", async () => {
  const failure = new TypeError('x')
  await expect(readAll(pull, { failure })).rejects.toBe(failure)
})

const inDocs = { paths: 'docs/**' }
const noFile = 'None of the changed files matches `paths`.'
const leftOut = { ...brought, commits: [], pullRequests: [changedPull(1, { author: user.login })] }

test.each<[string, Trigger, Circumstances, reason: string | undefined, requests: string[]]>([
  ['nothing can be left out', pull, {}, undefined, []],
  ['a file counts', pull, { paths: 'src/**' }, undefined, ['files of #3']],
  ['no file counts', pull, inDocs, noFile, ['files of #3']],
  ['nothing of a range counts', push, { brought: leftOut }, 'Nothing counts: left out 1 by `ignore-authors`.', []],
  ['the files are unknown without a token', pull, { ...inDocs, isWithoutToken: true }, undefined, []],
  ['a push has nothing to compare', push, { note: 'Why.' }, 'Why.', []],
  ['a release has nothing to compare', release, { note: 'Why.' }, undefined, []],
  ['a command asks', onLine, inDocs, undefined, []],
  ['a job is there already', byAgent, { ...inDocs, jobId: 'job-1' }, undefined, []],
])('whether an event is skipped, when %s', async (_, trigger, circumstances, reason, expected) => {
  const { context, inputs, requests } = create(trigger, circumstances)
  expect((await findReasonToSkip(trigger, inputs, context))?.problem).toEqual(reason)
  expect(requests).toEqual(expected)
})

test('of a command, the thread always counts', async () => {
  const { told } = await readAll(onLine, inDocs)
  expect(told).toEqual([['pull request', true]])
})
