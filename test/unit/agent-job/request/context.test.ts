import { expect, test } from 'vitest'
import { createContext } from '../../../../src/agent-job/request/context.ts'
import type { Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

type About = Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>

const refused = new GitHubError('x', { status: 403, answer: 'GitHub returned 403', hint: 'Hint.' })

/** Reads everything, twice. */
async function readAll(about: About, options: { issueNumber?: number; failure?: Error; hasToken?: boolean } = {}) {
  const { issueNumber, failure, hasToken = true } = options
  const requests: string[] = []
  const told: string[] = []
  const answer = async <Answer>(request: string, value: Answer) => {
    requests.push(request)
    if (failure !== undefined) throw failure
    return value
  }
  const changed = { files: [], isWhole: true }
  const github = {
    fetchThread: (n: number) => answer(`thread ${n}`, { kind: 'pull request' } as const),
    fetchDescription: (n: number) => answer(`description ${n}`, untrustedText('D')),
    fetchChangedFiles: (n: number) => answer(`files ${n}`, changed),
    fetchComparison: () =>
      answer('compare', { changed, status: 'ahead' as const, commits: [], commitCount: 0, mergeBase: 'b' }),
    fetchReleases: () => answer('releases', []),
    fetchPullRequestCommits: async () => [],
  }
  const log = {
    notice: (title: string) => void told.push(`notice: ${title}`),
    warning: (title: string) => void told.push(`warning: ${title}`),
  }
  const paths = { included: [], excluded: [] }
  const inputs = { issueNumber, context: 'diff', command: '/docs', ignoreAuthors: [] as string[], paths } as const
  const context = createContext(about, inputs, hasToken ? github : undefined, log)
  const read = async () => ({
    thread: (await context.fetchThread())?.number,
    description: await context.fetchDescription(),
    hasChanges: (await context.fetchChanges()) !== undefined,
  })
  const parts = await read()
  expect(await read()).toEqual(parts)
  return { ...parts, place: context.place, gaps: context.gaps, requests, told }
}

const issue = { kind: 'issue', number: 4 } as const
const pull = { kind: 'pull request', number: 3 } as const
const writer = { login: 'writer', id: 1, type: 'User' }
const body = untrustedText('/docs')
const comment = { kind: 'issue comment', id: 1, body, author: writer, sender: writer } as const
const push = { branch: undefined, before: 'b', after: 'a', commits: [] }

test('a pull request is read once', async () => {
  const known = { thread: 3, description: 'D', hasChanges: true, told: [], gaps: [] }
  expect(await readAll({ thread: pull })).toEqual({ ...known, requests: ['description 3', 'files 3'] })
})

test.each<[string, About, number, string[]]>([
  ['no event of its own', {}, 9, ['thread 9', 'description 9', 'files 9']],
  ['an issue', { thread: issue }, 9, ['thread 9', 'description 9', 'files 9']],
  ['a pull request', { thread: pull }, 3, ['description 3', 'files 3']],
  ['a command on an issue', { thread: issue, comment }, 4, ['description 4']],
  ['a push', { push }, 9, ['thread 9', 'compare']],
  ['a push that is a pull request', { push, thread: pull }, 3, ['description 3', 'files 3']],
  ['a release', { release: { id: 1, isPrerelease: false } }, 9, ['thread 9', 'releases']],
])('with issue-number, %s is about its own, or that', async (_, about, thread, requests) => {
  const all = await readAll(about, { issueNumber: 9 })
  expect([all.thread, all.requests]).toEqual([thread, requests])
  expect(all.description).toBe(requests.includes(`description ${thread}`) ? 'D' : undefined)
})

test("a thread of issue-number that can't be read is known by its number", async () => {
  expect(await readAll({ push }, { issueNumber: 9, failure: refused })).toMatchObject({
    thread: 9,
    gaps: ["Couldn't read the title and URL of the thread. Hint.", "Couldn't read what changed. Hint."],
  })
})

test('the place of a review comment is that of the event', async () => {
  const place = { path: untrustedText('a.ts') }
  expect((await readAll({ thread: pull, comment: { ...comment, place } })).place).toBe(place)
})

test('an event without changes is a notice in the log', async () => {
  const notice = { told: ['notice: No changes to show'], gaps: [] }
  expect(await readAll({ thread: issue })).toMatchObject({ description: 'D', hasChanges: false, ...notice })
})

test.each([
  ['GitHub refuses', { failure: refused }, 'Hint.'],
  ['there is no token', { hasToken: false }, 'Set `github-token`.'],
])("each part that can't be read is one warning, where %s", async (_, options, advice) => {
  expect(await readAll({ thread: pull }, options)).toMatchObject({
    thread: 3,
    description: undefined,
    hasChanges: false,
    told: ["warning: Couldn't read the description", "warning: Couldn't read what changed"],
    gaps: [`Couldn't read the description. ${advice}`, `Couldn't read what changed. ${advice}`],
  })
})

test("whatever isn't an answer of GitHub is an error", async () => {
  const failure = new TypeError('x')
  await expect(readAll({ thread: pull }, { failure })).rejects.toBe(failure)
})
