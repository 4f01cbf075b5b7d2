import { expect, test } from 'vitest'
import { createContext } from '../../../../src/agent-job/request/context.ts'
import type { Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

type About = Pick<Trigger, 'thread' | 'comment' | 'release' | 'push'>

const refused = new GitHubError('x', { status: 403, answer: 'it answered 403', hint: 'Hint.' })

function create(
  about: About,
  { issueNumber = undefined as number | undefined, fails = false, hasToken = true } = {},
) {
  const requests: string[] = []
  const told: string[] = []
  const answer = <Answer>(request: string, value: Answer) => {
    requests.push(request)
    return fails ? Promise.reject(refused) : Promise.resolve(value)
  }
  const github = {
    readThread: (n: number) =>
      answer(`thread ${n}`, { kind: 'pull request' as const, title: untrustedText('T') }),
    readDescription: (n: number) => answer(`description ${n}`, untrustedText('D')),
    listChangedFiles: (n: number) => answer(`files ${n}`, { files: [], isWhole: true }),
    compareCommits: () =>
      answer('compare', {
        changed: { files: [], isWhole: true },
        isAhead: true,
        commits: [],
        commitCount: 0,
      }),
    listReleases: () => answer('releases', []),
  }
  const log = {
    notice: (title: string) => void told.push(`notice: ${title}`),
    warning: (title: string) => void told.push(`warning: ${title}`),
  }
  const context = createContext(
    about,
    { issueNumber, context: 'diff', command: '/docs' },
    hasToken ? github : undefined,
    log,
  )
  return { context, requests, told }
}

async function readAll(made: ReturnType<typeof create>) {
  const { context, requests, told } = made
  const thread = await context.readThread()
  const description = await context.readDescription()
  const changes = await context.readChanges()
  await Promise.all([context.readThread(), context.readDescription(), context.readChanges()])
  return {
    thread: thread?.number,
    description,
    hasChanges: changes !== undefined,
    requests,
    told,
    gaps: context.gaps,
  }
}

const pull = { kind: 'pull request', number: 3 } as const
const account = { login: 'writer', id: 1, type: 'User' }
const comment = {
  kind: 'issue comment',
  id: 1,
  body: untrustedText('/docs'),
  author: account,
  sender: account,
} as const
const push = { branch: undefined, before: 'b', after: 'a', commits: [] }
const release = { id: 1, isPrerelease: false }

test('a pull request is read once', async () => {
  expect(await readAll(create({ thread: pull }))).toEqual({
    thread: 3,
    description: 'D',
    hasChanges: true,
    requests: ['description 3', 'files 3'],
    told: [],
    gaps: [],
  })
})

test('the pull request of issue-number counts where the event has nothing of its own', async () => {
  const all = await readAll(create({}, { issueNumber: 9 }))
  expect(all).toMatchObject({
    thread: 9,
    description: 'D',
    requests: ['thread 9', 'description 9', 'files 9'],
  })
})

test.each([
  ['an issue', { thread: { kind: 'issue', number: 4 } as const }, 9],
  ['a pull request', { thread: pull }, 3],
  ['a command on an issue', { thread: { kind: 'issue', number: 4 } as const, comment }, 4],
])(
  'of %s with issue-number, thread and description are those that the event is about',
  async (_, about, number) => {
    expect(await readAll(create(about, { issueNumber: 9 }))).toMatchObject({ thread: number })
    expect((await readAll(create(about, { issueNumber: 9 }))).requests).toContain(`description ${number}`)
  },
)

test('a push is not about issue-number, other than by its title', async () => {
  const all = await readAll(create({ push }, { issueNumber: 9 }))
  expect(all).toMatchObject({ thread: 9, description: undefined, requests: ['thread 9', 'compare'] })
})

test('a push that is a pull request is about that, whose description and files it has', async () => {
  const all = await readAll(create({ push: { ...push, pullRequest: pull }, thread: pull }))
  expect(all).toMatchObject({ thread: 3, description: 'D', requests: ['description 3', 'files 3'] })
})

test('what GitHub leaves out of a comparison is a gap', async () => {
  const made = await readAll(create({ push: { ...push, before: undefined } }))
  expect(made.gaps).toEqual(['What changed is not known: the push made a branch or tag.'])
  expect(made.told).toEqual(['warning: What changed is not known: the push made a branch or tag'])
})

test("a thread of issue-number that can't be read is known by its number", async () => {
  expect(await readAll(create({ push }, { issueNumber: 9, fails: true }))).toMatchObject({
    thread: 9,
    gaps: ['Title and URL of the thread could not be read.', 'What changed could not be read.'],
  })
})

test('the place of a review comment is that of the event', () => {
  const place = { path: untrustedText('a.ts') }
  expect(create({ thread: pull, comment: { ...comment, place } }).context.place).toBe(place)
})

test('a release has no description but its notes', async () => {
  expect(await readAll(create({ release }))).toMatchObject({
    description: undefined,
    requests: ['releases'],
    told: ['notice: There is nothing to compare with'],
  })
})

test('an event without changes is a notice in the log', async () => {
  const issue = { kind: 'issue', number: 4 } as const
  expect(await readAll(create({ thread: issue }))).toMatchObject({
    description: 'D',
    hasChanges: false,
    told: ['notice: There are no changes to show'],
    gaps: [],
  })
})

test.each([
  ['GitHub refuses', { fails: true }],
  ['there is no token', { hasToken: false }],
])("each part that can't be read is one warning, where %s", async (_, options) => {
  expect(await readAll(create({ thread: pull }, options))).toMatchObject({
    thread: 3,
    description: undefined,
    hasChanges: false,
    told: ['warning: The description could not be read', 'warning: What changed could not be read'],
    gaps: ['The description could not be read.', 'What changed could not be read.'],
  })
})

test('whatever is no answer of GitHub is an error', async () => {
  const { context } = create({ thread: pull })
  const broken = createContext(
    { thread: pull },
    { issueNumber: undefined, context: 'full', command: '/docs' },
    { readDescription: () => Promise.reject(new TypeError('x')) } as never,
    { notice() {}, warning() {} },
  )
  await expect(broken.readDescription()).rejects.toThrow(TypeError)
  expect(await context.readDescription()).toBe('D')
})
