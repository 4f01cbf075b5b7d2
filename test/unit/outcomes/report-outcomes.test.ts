import { expect, test } from 'vitest'
import type { ViewsQuery } from '../../../src/docs-service/client.ts'
import { MaximumRequestsError } from '../../../src/docs-service/errors.ts'
import type { Limits } from '../../../src/docs-service/request.ts'
import { GitHubError } from '../../../src/github/errors.ts'
import type { PullRequestEntry } from '../../../src/github/pull-request-list.ts'
import type { Inputs } from '../../../src/outcomes/inputs.ts'
import { reportOutcomes } from '../../../src/outcomes/report-outcomes.ts'
import { CancelledError } from '../../../src/runner/cancellation.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { read } from '../../contract/project-files.ts'
import { connectIn } from '../github/fake-answers.ts'
import { closedPullRequest, mergedPullRequest, pullRequest } from './pull-request.ts'

const PERIOD = { dateFrom: '2026-11-16', dateTo: '2026-11-23', isMonth: false }
const NOW = '2026-11-23T06:00:00Z'
/** In the period before. */
const EARLIER = '2026-11-10T09:00:00Z'

type Kind = 'ended' | 'open' | 'commits' | 'files'

/** GitHub with these pull requests, all without edits, which fails at requests of one kind. */
function serve(pullRequests: PullRequestEntry[], fails?: Kind, failure: Error = REFUSED) {
  const asked: Kind[] = []
  const { github } = connectIn(undefined, ({ parameters }) => {
    const { states, cursor = 0, ids } = { ...(parameters['variables'] as Variables) }
    const kind = ids ? 'files' : states?.includes('OPEN') ? 'open' : states ? 'ended' : 'commits'
    asked.push(kind)
    if (kind === fails) return failure
    if (ids) return { data: { nodes: ids.map((id) => ({ number: Number(id.slice(3)), files: FILES })) } }
    if (kind === 'commits') return { data: [COMMIT] }
    const all = pullRequests.filter(({ state }) => (state === 'open') === (kind === 'open'))
    const end = Number(cursor) + 100
    const nodes = all.slice(Number(cursor), end).map(toNode)
    const pageInfo = { hasNextPage: end < all.length, endCursor: `${end}` }
    return { data: { repository: { pullRequests: { totalCount: all.length, pageInfo, nodes } } } }
  })
  return { github, asked }
}

interface Variables {
  states?: string[]
  cursor?: string
  ids?: string[]
}

const REFUSED = new GitHubError('read it', { status: 502, answer: 'GitHub returned 502', hint: 'Hm.' })
const BOT = { id: 1, login: 'mintlify[bot]', type: 'Bot' }
const COMMIT = { sha: 'f0e1d2c3', commit: { message: '' }, author: BOT, committer: BOT, parents: [] }
const FILES = { totalCount: 1, nodes: [{ path: 'a.mdx', changeType: 'MODIFIED' }] }

/** As GraphQL shows it. */
function toNode({ title, url, state, author: { login, type }, ...pullRequest }: PullRequestEntry) {
  const author = { login: login?.replace('[bot]', ''), __typename: type }
  return { ...pullRequest, title: String(title), url: String(url), state: state.toUpperCase(), author }
}

const VIEWS = { human: 5, ai: 0, total: 5 }
/** The views of a page in the last seven days, of which a second page of rows can't be read. Waits end after 10 minutes. */
const service = {
  async getPageViews({ dateFrom, offset }: ViewsQuery, { deadline }: Limits) {
    expect([dateFrom, deadline]).toEqual([expect.stringMatching(/^2026-11-16T/), 600_000])
    if (offset > 0) throw new MaximumRequestsError('GET')
    return { views: [{ path: untrustedText('/a'), ...VIEWS }], hasMore: true, totals: VIEWS }
  },
}

function report({ github }: ReturnType<typeof serve>, inputs: Partial<Inputs> = {}) {
  const shared = { place: { owner: 'acme', repo: 'docs' }, author: 'Mintlify[bot]', period: PERIOD, title: '' }
  const secrets = { githubToken: '', apiKey: '', projectId: '', baseUrl: new URL('https://docs.example') }
  return reportOutcomes(
    { ...shared, ...secrets, issueNumber: undefined, trafficDays: undefined, ...inputs },
    {
      github,
      connectService: () => service as never,
      signal: new AbortController().signal,
      clock: { now: () => 0, wallClock: () => Date.parse(NOW) },
    },
  )
}

function by(login: string, number: number, type = 'Bot'): PullRequestEntry {
  return { ...mergedPullRequest(number), author: { id: undefined, login, type } }
}

const ALL = [
  mergedPullRequest(9),
  closedPullRequest(8),
  mergedPullRequest(7, '2026-11-17T09:00:00Z'),
  ...[by('ada', 20, 'User'), by('x[bot]', 21), by('y[bot]', 22), by('y[bot]', 23), by('z[bot]', 24)],
  mergedPullRequest(6, EARLIER),
  closedPullRequest(5, EARLIER),
  pullRequest({ number: 4, createdAt: '2026-11-22T09:00:00Z' }),
  pullRequest({ number: 3 }),
]

test('a report has the pull requests of its author, those of its period, and all that are open', async () => {
  const github = serve(ALL)
  const found = await report(github)
  expect(found).toMatchObject({
    repository: 'acme/docs',
    previousPeriod: { dateFrom: '2026-11-09', dateTo: '2026-11-16' },
    figures: { merged: 2, mergedWithoutEdits: 2, closed: 1, opened: 1 },
    previous: { merged: 1, mergedWithoutEdits: 1, closed: 1, opened: 6 },
    openCount: 2,
    oldestOpenDays: 9,
    byAuthor: 7,
    bots: [
      { login: 'mintlify[bot]', count: 7 },
      { login: 'y[bot]', count: 2 },
      { login: 'x[bot]', count: 1 },
    ],
    views: undefined,
    notes: [],
  })
  const { merged, closed, open, pullRequests, changed } = found
  const lists = [merged, closed, open, pullRequests].map((list) => list.map(({ number }) => number).join())
  expect(lists).toEqual(['9,7', '8', '3,4', '9,8,7,4,3'])
  expect([...changed.keys()]).toEqual([9, 7])
  expect(github.asked).toEqual(['ended', 'open', 'commits', 'commits', 'commits', 'files'])
})

test.each<[Kind, RegExp, object]>([
  [
    'open',
    /^Only 10 pull requests could be read\. Couldn't read it: GitHub returned 502\./,
    { previous: undefined, openCount: undefined, oldestOpenDays: undefined, figures: { merged: 2, opened: 0 } },
  ],
  ['commits', /^Edits aren't known for 3 merged/, { figures: { mergedUnknown: 2 }, previous: { mergedUnknown: 1 } }],
  ['files', /^Not all changed pages could be read\. Couldn't read it/, { changed: new Map() }],
])('a failure of %s is a note, and anything but GitHub ends the report', async (kind, note, expected) => {
  const found = await report(serve(ALL, kind))
  expect(found).toMatchObject({ ...expected, notes: [expect.stringMatching(note)] })
  await expect(report(serve(ALL, kind, new Error('cancelled')))).rejects.toThrow('cancelled')
})

test('where it is canceled, what was read is kept', async () => {
  const canceled = new CancelledError('The run was canceled.')
  await expect(report(serve(ALL, 'ended', canceled))).rejects.toBe(canceled)
  for (const kind of ['commits', 'files'] as const)
    expect(await report(serve(ALL, kind, canceled))).toMatchObject({ notes: [expect.stringMatching(/canceled\.$/)] })
})

test('the views of merged pages are read only for a number of days', async () => {
  const { views, notes } = await report(serve(ALL), { trafficDays: 7 })
  expect(views).toMatchObject({ total: { human: 5 } })
  expect(notes).toEqual([expect.stringContaining('too many pages')])
})

test.each([
  ['nothing is open', [mergedPullRequest(9)], 0, undefined],
  ['one was opened just now', [pullRequest({ createdAt: NOW })], 1, 0],
  ['one was opened a moment after that', [pullRequest({ createdAt: '2026-11-23T06:00:01Z' })], 1, 0],
  ['one was opened a second less than two days ago', [pullRequest({ createdAt: '2026-11-21T06:00:01Z' })], 1, 1],
])('where %s, the open ones are counted, with the age of the oldest in whole days', async (_name, all, count, days) => {
  expect(await report(serve(all))).toMatchObject({ openCount: count, oldestOpenDays: days })
})

test('3,000 pull requests, of which 100 were merged in each period, cost as many requests as the page says', async () => {
  const toTime = (second: number) => new Date(Date.parse(EARLIER) + second * 1_000).toISOString()
  const others = Array.from({ length: 2_700 }, (_, at) => by('ada', 3_000 - at, 'User'))
  const merged = Array.from({ length: 200 }, (_, at) => mergedPullRequest(300 - at, at < 100 ? undefined : EARLIER))
  const open = Array.from({ length: 100 }, (_, at) => pullRequest({ number: 100 - at, updatedAt: toTime(-at) }))
  const all = [...others, ...merged, ...open]
  const whole = serve(all)
  expect(await report(whole)).toMatchObject({ figures: { merged: 100 }, previous: { merged: 100 }, notes: [] })
  const counted = whole.asked.filter((kind) => kind === 'commits').length
  expect([whole.asked.length, counted]).toEqual([232, 200])
  expect(read('outcomes/README.md').replaceAll('\n', ' ')).toContain('these are 232 requests. 200 of them count toward')

  const cut = serve([...all, pullRequest({ number: 3_001, updatedAt: '2026-11-01T09:00:00Z' })])
  expect(await report(cut)).toMatchObject({
    previous: undefined,
    openCount: 100,
    oldestOpenDays: undefined,
    notes: ['The action reads up to 3,000 pull requests.'],
  })
  // Those of a period that isn't known aren't asked for.
  expect(cut.asked.filter((kind) => kind === 'commits')).toHaveLength(100)
})
