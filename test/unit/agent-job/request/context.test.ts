import { expect, test } from 'vitest'
import { createContext } from '../../../../src/agent-job/request/context.ts'
import type { ReportedTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

type About = Pick<ReportedTrigger, 'thread' | 'comment' | 'release' | 'push' | 'read'>

const refused = new GitHubError('x', { status: 403, answer: 'GitHub returned 403', hint: 'Hint.' })

/** Reads everything, twice. */
async function readAll(about: About, options: { issueNumber?: number; failure?: Error; hasToken?: boolean } = {}) {
  const { issueNumber, failure, hasToken = true } = options
  const requests: string[] = []
  const said: string[] = []
  const answer = async <Answer>(request: string, value: Answer) => {
    requests.push(request)
    if (failure !== undefined) throw failure
    return value
  }
  const github = {
    fetchThread: (n: number) => answer(`thread ${n}`, { kind: 'pull request' } as const),
    fetchDescription: (n: number) => answer(`description ${n}`, untrustedText('D')),
    fetchReleaseNotes: (n: number) => answer(`notes ${n}`, untrustedText('N')),
    fetchChangedFiles: (n: number) => answer(`files ${n}`, { files: [], isWhole: true }),
    fetchCommitFiles: (sha: string) => answer(`files ${sha}`, { files: [], isWhole: true }),
  }
  const log = {
    notice: (title: string) => void said.push(`notice: ${title}`),
    warning: (title: string) => void said.push(`warning: ${title}`),
  }
  const paths = { included: [], excluded: [] }
  const inputs = { issueNumber, context: 'diff', command: '/docs', ignoreAuthors: [] as string[], paths } as const
  const context = createContext(about, inputs, about.read ?? { gaps: [] }, hasToken ? github : undefined, log)
  const read = async () => ({
    thread: (await context.fetchThread())?.number,
    description: await context.fetchDescription(),
    told: (await context.fetchFiles())?.told.map((each) => [each.kind, each.files !== undefined]),
  })
  const parts = await read()
  expect(await read()).toEqual(parts)
  return { ...parts, place: context.place, gaps: context.gaps, requests, said }
}

const issue = { kind: 'issue', number: 4 } as const
const pull = { kind: 'pull request', number: 3 } as const
const writer = { login: 'writer', id: 1, type: 'User' }
const body = untrustedText('/docs')
const comment = { kind: 'issue comment', id: 1, body, author: writer, sender: writer } as const
const push = { branch: undefined, before: 'b', after: 'a', authors: [] }
const found = [{ kind: 'commit' as const, sha: 'c1', subject: untrustedText('S') }]
const brought = {
  range: { base: 'b', head: 'a' },
  pullRequests: [],
  commits: found,
  commitCount: 1,
  unlistedCommits: 0,
}
const read = { brought, gaps: ['Before.'] }

test('a pull request is read once', async () => {
  const known = { thread: 3, description: 'D', told: [['pull request', true]], said: [], gaps: [] }
  expect(await readAll({ thread: pull })).toEqual({ ...known, requests: ['description 3', 'files 3'] })
})

test.each<[string, About, number, string[], text?: string]>([
  ['no event of its own', {}, 9, ['thread 9', 'description 9', 'files 9'], 'D'],
  ['an issue', { thread: issue }, 9, ['thread 9', 'description 9', 'files 9'], 'D'],
  ['a pull request', { thread: pull }, 3, ['description 3', 'files 3'], 'D'],
  ['a command on an issue', { thread: issue, comment }, 4, ['description 4'], 'D'],
  ['a push', { push, read }, 9, ['thread 9', 'files c1']],
  ['a push that is a pull request', { push, thread: pull }, 3, ['description 3', 'files 3'], 'D'],
  ['a release', { release: { id: 1, isPrerelease: false }, read }, 9, ['thread 9', 'notes 1', 'files c1'], 'N'],
])('with issue-number, %s is about its own, or that', async (_, about, thread, requests, text) => {
  const all = await readAll(about, { issueNumber: 9 })
  expect([all.thread, all.requests, all.description]).toEqual([thread, requests, text])
  expect(all.gaps).toEqual(about.read?.gaps ?? [])
})

test("a thread of issue-number that can't be read is known by its number, and what can't be read counts", async () => {
  expect(await readAll({ push, read }, { issueNumber: 9, failure: refused })).toMatchObject({
    thread: 9,
    told: [['commit', false]],
    gaps: [
      'Before.',
      "Couldn't read the title and URL of the conversation. Hint.",
      "Couldn't list the changed files. Hint.",
    ],
  })
})

test('the place of a review comment is that of the event', async () => {
  const place = { path: untrustedText('a.ts') }
  expect((await readAll({ thread: pull, comment: { ...comment, place } })).place).toBe(place)
})

test('an event without changes is a notice in the log', async () => {
  const notice = { said: ['notice: No changes to show'], gaps: [] }
  expect(await readAll({ thread: issue })).toMatchObject({ description: 'D', told: undefined, ...notice })
})

test.each([
  ['GitHub refuses', { failure: refused }, 'Hint.'],
  ['there is no token', { hasToken: false }, 'Set `github-token`.'],
])("each part that can't be read is one warning, where %s", async (_, options, advice) => {
  expect(await readAll({ thread: pull }, options)).toMatchObject({
    thread: 3,
    description: undefined,
    said: ["warning: Couldn't read the description", "warning: Couldn't list the changed files"],
    gaps: [`Couldn't read the description. ${advice}`, `Couldn't list the changed files. ${advice}`],
  })
})

test("whatever isn't an answer of GitHub is an error", async () => {
  const failure = new TypeError('x')
  await expect(readAll({ thread: pull }, { failure })).rejects.toBe(failure)
})
