import { expect, test } from 'vitest'
import type { Change } from '../../../../src/agent-job/changes/changes.ts'
import { readChanges } from '../../../../src/agent-job/changes/read-changes.ts'
import type { Conversation } from '../../../../src/agent-job/conversation.ts'
import type { Trigger } from '../../../../src/agent-job/event.ts'
import { type Marker, nameRangeKey } from '../../../../src/agent-job/marker.ts'
import { NO_MEMORY } from '../../../../src/agent-job/memory.ts'
import { ActionError } from '../../../../src/runner/action-error.ts'
import { parseJob } from '../../../../src/service/job.ts'
import { DAY_MS } from '../../../../src/text/dates.ts'
import { ABOUT, type ContextChanges, createContext, TRIGGERS } from '../context-for-tests.ts'

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string]
const COMMON = { sender: TRIGGERS.comment.sender, defaultBranch: 'main' }
const PUSH: Trigger = { ...COMMON, eventName: 'push', kind: 'push', branch: 'next', before: A, after: B }

type Branch = [sha: string, ...parents: string[]][]

interface World extends ContextChanges {
  /** The commits of each comparison that GitHub knows; `p1` came with pull request 1, any other without one. */
  compared?: Record<string, string[]>
  status?: string
  total?: number
  /** The commits of the branch since the wanted time, newest first, each with its parents. */
  branch?: Branch
  /** What the service says of each job. */
  jobs?: Record<string, string>
  comments?: Partial<Marker>[]
  conversation?: Partial<Conversation['subject']>
  memory?: Partial<Marker>
}

/** Reads what changed. `asked`: what GitHub was asked to compare, and since when to list commits. */
async function read({ compared = {}, branch = [], jobs = {}, comments = [], ...world }: World) {
  const asked: string[] = []
  const ours = comments.map((marker, index) => ({
    ...{ id: index, url: `https://x/${index}`, body: '', createdAt: '' },
    marker: { ...{ request: 'r', attempt: 1, project: 'acme', step: '', state: 'job' as const }, ...marker },
  }))
  const pull = { title: 'T', url: 'https://x/1', mergedAt: '1', baseRepository: { nameWithOwner: 'acme/app' } }
  const github = {
    rest: {
      repos: {
        async compareCommitsWithBasehead({ basehead }: { basehead: string }) {
          asked.push(basehead)
          const found = compared[basehead]
          if (found === undefined) throw new ActionError('GitHub returned 404.', { status: 404 })
          const commits = found.map((sha) => ({
            sha,
            node_id: sha,
            commit: { message: sha },
            author: null,
            parents: [],
          }))
          return { data: { status: world.status ?? 'ahead', total_commits: world.total ?? commits.length, commits } }
        },
        listCommits: 'listCommits',
      },
      git: { listMatchingRefs: async () => ({ data: [{ ref: 'refs/tags/v1.0' }, { ref: 'refs/tags/v1.1' }] }) },
    },
    async paginate(_route: string, { since }: { since: string }) {
      asked.push(`since ${since}`)
      return branch.map(([sha, ...parents]) => ({ sha, parents: parents.map((parent) => ({ sha: parent })) }))
    },
    graphql: async (_query: string, { ids }: { ids: string[] }) => ({
      nodes: ids.map((id) => {
        const nodes = id.startsWith('p')
          ? [
              {
                ...pull,
                number: Number(id[1]),
                baseRefName: id.slice(2) || 'main',
                author: null,
                labels: { nodes: [] },
              },
            ]
          : []
        return { id, associatedPullRequests: { nodes, pageInfo: { hasNextPage: false } } }
      }),
    }),
  }
  const getJob = async (id: string) => {
    if (jobs[id] === undefined) throw new ActionError('The service returned 404.', { status: 404 })
    return parseJob({ id, status: jobs[id] }) ?? expect.unreachable()
  }
  const context = createContext({ github, service: { getJob }, ...world })
  context.clock.now = () => Date.parse('2026-11-16T12:00:00Z')
  const conversation = { viewer: 'bot', subject: { ...ABOUT, ...world.conversation }, ours }
  const earlierAttempt = world.memory && {
    ...{ id: 9, url: '', body: '', createdAt: '' },
    marker: world.memory as Marker,
  }
  const changes = await readChanges(context, conversation, { ...NO_MEMORY, earlierAttempt })
  const told = changes?.told.map((change: Change) => (change.kind === 'commit' ? change.sha : `#${change.number}`))
  return { ...changes, told, asked }
}

test('a push tells what it contains; one pull request alone is that pull request', async () => {
  const range = { from: A, to: B, reason: '' }
  expect(await read({ trigger: PUSH, compared: { [`${A}...${B}`]: ['x', 'p1', 'p2'] } })).toMatchObject({
    ...{ range, told: ['#2', '#1', 'x'], asked: [`${A}...${B}`] },
  })
  const one = { trigger: PUSH, compared: { [`${A}...${B}`]: ['p1', 'p1main'] } }
  expect(await read(one)).toMatchObject({ range: undefined, told: ['#1'] })
  expect(await read({ ...one, total: 9 })).toMatchObject({ range, told: ['#1'], notes: ['Not read: 7 older commits.'] })
  expect(await read({ trigger: PUSH, compared: { [`${A}...${B}`]: ['x'] } })).toMatchObject({ range, told: ['x'] })
})

test('a push that cannot be compared is skipped, with a notice', async () => {
  await expect(read({ trigger: PUSH })).rejects.toMatchObject({
    ...{ outcome: 'skipped', isNotice: true, message: expect.stringContaining(`couldn't compare ${A} with ${B}`) },
  })
})

test('a tag tells what came since the previous one, and without context or a previous one nothing', async () => {
  const trigger = { ...TRIGGERS.tag, tag: 'v1.1' }
  const compared = { 'v1.0...v1.1': ['p1'] }
  const range = { from: 'v1.0', to: 'v1.1', reason: '' }
  expect(await read({ trigger, compared })).toMatchObject({ range, told: ['#1'] })
  expect(await read({ trigger, compared, inputs: { context: 'none' } })).toEqual({ told: undefined, asked: [] })
  expect(await read({ trigger: { ...trigger, tag: 'v1.0' } })).toEqual({ told: undefined, asked: [] })
  expect(await read({ trigger: TRIGGERS.dispatch })).toEqual({ told: undefined, asked: [] })
  expect(await read({ trigger, compared, github: undefined })).toEqual({ told: undefined, asked: [] })
})

test("a command's pull request always counts, as it is now; that of another event by the rules", async () => {
  const rules = {
    inputs: { ignoreAuthors: ['bob'], paths: ['x'] },
    conversation: { title: 'Now', labels: ['no-docs'] },
  }
  const { range, told } = await read(rules)
  expect([range, told]).toEqual([undefined, ['#5']])
  await expect(read({ ...rules, trigger: TRIGGERS.pullRequest })).rejects.toThrow('Left out: 1 by `ignore-authors`')
  const issue = { ...TRIGGERS.comment, about: { ...ABOUT, kind: 'issue' as const } }
  expect((await read({ trigger: issue })).told).toBeUndefined()
})

const DAYS = { since: { ms: 30 * DAY_MS, text: '30d' } }
const LAST_RUN = { since: 'last-run' as const }
const KEY = nameRangeKey(createContext())
const NOTE = { key: KEY, from: B, to: C, job: 'j' }
const since = (inputs: ContextChanges['inputs'], world: World = {}) =>
  read({ trigger: TRIGGERS.dispatch, run: { sha: A }, inputs: inputs ?? {}, ...world })

test('days are counted from the newest commit of the branch before them, by first parents', async () => {
  const branch: Branch = [
    [A, B, 'side'],
    ['side', 'older'],
    [B, C],
  ]
  const found = await since(DAYS, { branch, compared: { [`${C}...${A}`]: ['p1'] } })
  expect(found).toMatchObject({ range: { from: C, to: A, reason: 'The range is the last `30d`.' }, told: ['#1'] })
  expect(found.asked).toEqual(['since 2026-10-17T12:00:00.000Z', `${C}...${A}`])
  const young = await since(DAYS, { branch: [[A, B], [B]], compared: { [`${B}...${A}`]: ['p1'] } })
  expect(young.range).toMatchObject({ from: B })
  await expect(since(DAYS)).rejects.toThrow(`couldn't find the commits ${A} and ${A}`)
})

test.each<[string, World, from: string, reason: RegExp]>([
  ['completed', { jobs: { j: 'completed' } }, C, /^Starts where the previous report ended: https:\/\/x\/0$/u],
  ['archived', { jobs: { j: 'archived' } }, C, /^Starts where/u],
  [
    'failed',
    { jobs: { j: 'failed' } },
    B,
    /^Couldn't confirm that the previous job completed, so .*: https:\/\/x\/0$/u,
  ],
  ['gone', {}, B, /^Couldn't confirm/u],
  ['never known', { comments: [{ ...NOTE, job: undefined }] }, B, /^Couldn't confirm/u],
  [
    'completed, of the newest note',
    { jobs: { k: 'completed' }, comments: [{ ...NOTE, job: 'k' }, NOTE] },
    C,
    /^Starts/u,
  ],
])('since the last run, whose job is %s', async (_name, world, from, reason) => {
  const found = await since(LAST_RUN, { comments: [NOTE], compared: { [`${from}...${A}`]: ['p1'] }, ...world })
  expect(found).toMatchObject({
    range: { from, to: A, reason: expect.stringMatching(reason) },
    asked: [`${from}...${A}`],
  })
})

test.each<[string, World, reason: RegExp]>([
  ['no note', {}, /^No earlier run was found, so the range is the last `7d`\.$/u],
  ['a note of another branch', { comments: [{ ...NOTE, key: '0'.repeat(16) }] }, /^No earlier run/u],
  ['a note of another project', { comments: [{ ...NOTE, project: 'other' }] }, /^No earlier run/u],
  ['a note without an end', { comments: [{ ...NOTE, to: undefined }] }, /^No earlier run/u],
  ['a note without a beginning', { comments: [{ ...NOTE, from: undefined }] }, /^No earlier run/u],
  ['a note of a lost commit', { comments: [NOTE] }, /^The branch no longer contains the commit/u],
])('without the last run, seven days are told: %s', async (_name, world, reason) => {
  const found = await since(LAST_RUN, { branch: [[A, 'd']], compared: { [`d...${A}`]: ['p1'] }, ...world })
  expect(found.range).toMatchObject({ from: 'd', reason: expect.stringMatching(reason) })
  expect(found.asked).toContain('since 2026-11-09T12:00:00.000Z')
})

test('a commit that the branch left behind is lost, too', async () => {
  const compared = { [`${C}...${A}`]: ['p1'], [`d...${A}`]: ['p2'] }
  const world = { comments: [NOTE], jobs: { j: 'completed' }, branch: [[A, 'd']] as Branch, compared }
  expect((await since(LAST_RUN, { ...world, status: 'diverged' })).asked).toContain(`d...${A}`)
})

test('a re-run keeps its range, where GitHub still has it', async () => {
  const memory = { from: C, to: B }
  const compared = { [`${C}...${B}`]: ['p1'], [`d...${A}`]: ['p2'] }
  const again = await since(DAYS, { memory, compared })
  expect(again).toMatchObject({ range: { from: C, to: B, reason: 'This is the range of the first attempt.' } })
  const lost = { memory: { from: C, to: C }, branch: [[A, 'd']] as Branch, compared }
  expect((await since(DAYS, lost)).range).toMatchObject({ from: 'd', to: A })
  expect((await since(DAYS, { ...lost, memory: { from: C } })).asked).toHaveLength(2)
})

test('a pull request that was merged into the branch of the run comes first', async () => {
  const compared = { [`${A}...${B}`]: ['p1next', 'p2main'] }
  expect((await read({ trigger: PUSH, compared })).told).toEqual(['#2', '#1'])
})
