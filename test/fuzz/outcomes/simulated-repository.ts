import { GitHubError } from '../../../src/github/errors.ts'
import { createGitHub } from '../../../src/github/github.ts'
import { type GitHubRequest, parseAnswer } from '../../../src/github/requests.ts'

const DAY_MS = 86_400_000
export const NOW_MS = Date.parse('2026-11-24T07:30:00Z')
export const AGENT = 'mintlify[bot]'

/** What happens to the commits of a pull request, and what that means: whether it has edits, or isn't known. */
const COMMITS = {
  none: 'written',
  'co-author is a bot': 'written',
  'committed on the web': 'written',
  'base merged by a person': 'written',
  'second bot': 'written',
  'revert by the agent': 'written',
  'commit by a person': 'edited',
  'rebased by a person': 'edited',
  'co-author is a person': 'edited',
  'second co-author is a person': 'edited',
  'author without an account': 'edited',
  'merge of the agent’s own, and a suggestion': 'edited',
  'exactly 100 commits': 'written',
  'over 100 commits': 'unknown',
  'response without commits': 'unknown',
} as const
type CommitsKind = keyof typeof COMMITS

export interface SimulatedPull {
  number: number
  title: string
  /** Login in REST; undefined for a deleted account. */
  author: string | undefined
  createdMs: number
  /** Set while it isn't open. */
  closedMs: number | undefined
  isMerged: boolean
  updatedMs: number
  isDraft: boolean
  isFork: boolean
  commits: CommitsKind
}

export interface SimulatedRepository {
  pulls: SimulatedPull[]
  /** How many REST requests are answered before GitHub's limit. */
  restLimit: number
}

const AUTHORS = ['ada', 'dependabot[bot]', 'renovate[bot]', 'Copilot', 'mintlify', 'mintlify-fork[bot]', undefined]

/** A repository from a seed: any number of pull requests, by all kinds of authors, with all kinds of ends. */
export function simulateRepository(seed: number, daysOfHistory: number): SimulatedRepository {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const isLarge = random() < 0.06
  const count = isLarge ? 3_001 + Math.floor(random() * 700) : Math.floor(random() ** 2 * 400)
  const share = random()
  const openShare = random() ** 2
  // Some happen in the very moment in which a day begins.
  const moment = (fromMs: number) => {
    const timeMs = Math.floor((fromMs + random() * (NOW_MS - fromMs)) / 1000) * 1000
    return random() < 0.1 ? Math.max(fromMs, timeMs - (timeMs % DAY_MS)) : timeMs
  }
  const used = new Set<number>()
  const pulls = Array.from({ length: count }, (_, index): SimulatedPull => {
    const createdMs = moment(NOW_MS - daysOfHistory * DAY_MS)
    // One that was closed and reopened is open.
    const isOpen = random() < openShare
    const closedMs = isOpen ? undefined : moment(Math.max(createdMs, NOW_MS - daysOfHistory * DAY_MS * random()))
    let updatedMs = random() < 0.3 ? moment(closedMs ?? createdMs) : (closedMs ?? createdMs)
    // Which ones are cut must not depend on the order of those that changed at once.
    while (used.has(updatedMs)) updatedMs += 1000
    used.add(updatedMs)
    return {
      number: index + 1,
      title: `Page ${index} ${'on retries '.repeat(random() < 0.3 ? 20 : 1)}`,
      author: random() < share ? AGENT : pick(AUTHORS),
      createdMs,
      closedMs,
      isMerged: !isOpen && random() < 0.7,
      updatedMs,
      isDraft: random() < 0.2,
      isFork: random() < 0.2,
      commits: random() < 0.4 ? 'none' : pick(Object.keys(COMMITS) as CommitsKind[]),
    }
  })
  return { pulls, restLimit: random() < 0.2 ? Math.floor(random() * 20) : Number.POSITIVE_INFINITY }
}

/** What the commits of a pull request are; undefined if GitHub doesn't show it. */
export function isWithoutEdits({ commits }: SimulatedPull): boolean | undefined {
  return COMMITS[commits] === 'unknown' ? undefined : COMMITS[commits] === 'written'
}

/** GitHub with this repository. Its JSON is as GitHub sends it. */
export function serveRepository({ pulls, restLimit }: SimulatedRepository) {
  const requests = { list: 0, files: 0, commits: [] as number[], refused: 0 }
  const answer: GitHubRequest = async (query) => {
    const reply = (data: unknown, link = '') => parseAnswer(query, { status: 200, data, link })
    const { parameters } = query
    const text = String(parameters['query'] ?? '')
    if (text.startsWith('query PullRequests(')) {
      requests.list += 1
      return reply(listPulls(pulls, parameters['variables'] as ListVariables))
    }
    if (text.startsWith('query FilesOfPullRequests(')) {
      requests.files += 1
      const { ids } = parameters['variables'] as { ids: string[] }
      return reply({ nodes: ids.map((id) => ({ number: Number(id), files: { totalCount: 1, nodes: [FILE] } })) })
    }
    if (requests.commits.length >= restLimit) {
      requests.refused += 1
      throw new GitHubError('list the commits', { status: 403, isRateLimited: true, answer: 'limit', hint: '' })
    }
    const [number, page] = [Number(parameters['pull_number']), Number(parameters['page'])]
    if (page === 1) requests.commits.push(number)
    const all = pulls.filter((each) => each.number === number).flatMap(({ commits }) => listCommits(commits))
    return reply(
      all.slice(100 * (page - 1), 100 * page),
      all.length > 100 * page ? '<x>; rel="next"' : '<x>; rel="first"',
    )
  }
  return { github: createGitHub(answer, 'acme/app'), requests }
}

const FILE = { path: 'guides/retries.mdx', changeType: 'MODIFIED' }

interface ListVariables {
  states: string[]
  cursor?: string
}

function listPulls(pulls: readonly SimulatedPull[], { states, cursor }: ListVariables) {
  const all = pulls
    .filter((pull) => states.includes(stateOf(pull)))
    .toSorted((a, b) => b.updatedMs - a.updatedMs || b.number - a.number)
  const start = Number(cursor ?? 0)
  const nodes = all.slice(start, start + 100).map(toNode)
  const end = start + nodes.length
  const pageInfo = { hasNextPage: end < all.length, endCursor: String(end) }
  return { repository: { pullRequests: { totalCount: all.length, pageInfo, nodes } } }
}

function stateOf({ closedMs, isMerged }: SimulatedPull): string {
  return closedMs === undefined ? 'OPEN' : isMerged ? 'MERGED' : 'CLOSED'
}

function toNode(pull: SimulatedPull) {
  const { number, title, author, createdMs, closedMs, isMerged, updatedMs, isDraft, isFork } = pull
  const toTime = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')
  const isBot = author === 'Copilot' || author?.endsWith('[bot]')
  const login = author === 'Copilot' ? 'copilot-swe-agent' : author?.replace('[bot]', '')
  return {
    id: String(number),
    number,
    title,
    url: `https://github.com/acme/docs/pull/${number}`,
    state: stateOf(pull),
    isDraft,
    isCrossRepository: isFork,
    createdAt: toTime(createdMs),
    updatedAt: toTime(updatedMs),
    mergedAt: closedMs !== undefined && isMerged ? toTime(closedMs) : null,
    closedAt: closedMs === undefined ? null : toTime(closedMs),
    baseRefOid: 'f0e1d2c3',
    author: login === undefined ? null : { login, __typename: isBot ? 'Bot' : 'User' },
  }
}

const account = (login: string, type = 'User') => ({ id: login.length, login, type })
const BOT = account(AGENT, 'Bot')
const ADA = account('ada')
const ADA_ADDRESS = 'Ada <1+ada@users.noreply.github.com>'
const BOT_ADDRESS = 'Mintlify <1+mintlify[bot]@users.noreply.github.com>'

function commit(
  {
    author = BOT,
    committer = author,
    parents = 1,
    coAuthors = [] as string[],
  }: {
    author?: object | null
    committer?: object | null
    parents?: number
    coAuthors?: string[]
  } = {},
  message = 'Explain retries',
) {
  const trailers = coAuthors.map((each) => `Co-authored-by: ${each}`).join('\n')
  const id = (Math.abs(hash(`${message}${trailers}${parents}`)) + 0x1000_0000).toString(16)
  return {
    sha: `${id}${commitCount++}`,
    commit: { message: `${message}\n\nWhy\n\n${trailers}`, author: {}, committer: {} },
    author,
    committer,
    parents: Array.from({ length: parents }, (_, index) => ({ sha: `${index}` })),
  }
}
let commitCount = 0

function hash(text: string): number {
  return [...text].reduce((sum, each) => (sum * 31 + (each.codePointAt(0) ?? 0)) | 0, 7)
}

function listCommits(kind: CommitsKind): object[] {
  const first = commit()
  switch (kind) {
    case 'co-author is a bot':
      return [commit({ coAuthors: [BOT_ADDRESS] })]
    case 'committed on the web':
      return [first, commit({ committer: account('web-flow') })]
    case 'base merged by a person':
      return [first, commit({ author: ADA, parents: 2, coAuthors: [ADA_ADDRESS] })]
    case 'second bot':
      return [first, commit({ author: account('prettier[bot]', 'Bot'), committer: null })]
    case 'revert by the agent':
      return [first, commit({}, 'Revert "Explain retries"')]
    case 'commit by a person':
      return [first, commit({ author: ADA, committer: account('web-flow') })]
    case 'rebased by a person':
      return [commit({ committer: ADA })]
    case 'co-author is a person':
      return [commit({ coAuthors: [ADA_ADDRESS] })]
    case 'second co-author is a person':
      return [first, commit({ coAuthors: [BOT_ADDRESS, 'Bob <bob@example.com>'] })]
    case 'author without an account':
      return [first, commit({ author: null })]
    case 'merge of the agent’s own, and a suggestion':
      return [commit({ parents: 2 }), commit({ coAuthors: ['ada <ada@acme.example>'], committer: account('web-flow') })]
    case 'response without commits':
      return []
    case 'exactly 100 commits':
      return Array.from({ length: 100 }, () => commit())
    case 'over 100 commits':
      return Array.from({ length: 101 }, () => commit())
    default:
      return [first]
  }
}

/** Mulberry32: numbers from 0 to 1, the same ones for a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
