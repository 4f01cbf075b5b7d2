import { expect, test } from 'vitest'
import { createSubject } from '../../../../src/agent-job/request/subject.ts'
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
    compareCommits: () => answer('compare', { files: [], isWhole: true, commits: [], commitCount: 0 }),
    listReleases: () => answer('releases', []),
  }
  const log = {
    notice: (title: string) => void told.push(`notice: ${title}`),
    warning: (title: string) => void told.push(`warning: ${title}`),
  }
  const subject = createSubject(
    about,
    { issueNumber, context: 'diff', command: '/docs' },
    hasToken ? github : undefined,
    log,
  )
  return { subject, requests, told }
}

async function readAll(made: ReturnType<typeof create>) {
  const { subject, requests, told } = made
  const thread = await subject.readThread()
  const description = await subject.readDescription()
  const changes = await subject.readChanges()
  await Promise.all([subject.readThread(), subject.readDescription(), subject.readChanges()])
  return { thread: thread?.number, description, hasChanges: changes !== undefined, requests, told }
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
const push = { before: 'b', after: 'a', headSha: 'a', authors: [] }
const release = { id: 1, isPrerelease: false }

test('a pull request is read once', async () => {
  expect(await readAll(create({ thread: pull }))).toEqual({
    thread: 3,
    description: 'D',
    hasChanges: true,
    requests: ['description 3', 'files 3'],
    told: [],
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
    told: ['notice: What changed is not known'],
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
    told: ['warning: The prompt is sent without the description', 'warning: What changed is not known'],
  })
})

test('whatever is no answer of GitHub is an error', async () => {
  const { subject } = create({ thread: pull })
  const broken = createSubject(
    { thread: pull },
    { issueNumber: undefined, context: 'full', command: '/docs' },
    { readDescription: () => Promise.reject(new TypeError('x')) } as never,
    { notice() {}, warning() {} },
  )
  await expect(broken.readDescription()).rejects.toThrow(TypeError)
  expect(await subject.readDescription()).toBe('D')
})
