import { personJson } from './commits.ts'
import type { Commit } from './git.ts'
import { connect, type PageArguments } from './graphql.ts'
import { isBot } from './people.ts'
import { headOf, type PullThread } from './pulls.ts'
import type { Hub } from './repository.ts'

/** https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests */
type Test = (pull: PullThread) => boolean

/** GitHub shows no more of what a search finds. */
const MAXIMUM = 1_000

/** The field `search` of GraphQL, for pull requests. The newest come first. */
export function createSearch(hub: Hub, pulls: readonly PullThread[], describe: (pull: PullThread) => object) {
  return ({ query, ...page }: PageArguments & { query: string }) => {
    const found = pulls.filter(parseSearch(query)).toReversed()
    const nodes = found.slice(0, MAXIMUM).map((thread) => {
      const { repository, pull } = thread
      const commits = repository.git.between(pull.baseSha, headOf(thread))
      return {
        ...describe(thread),
        repository: { nameWithOwner: repository.name },
        commits: (own: PageArguments) => connect(commits, own, (commit) => ({ commit: commitNode(hub, commit) })),
      }
    })
    return { ...connect(nodes, page), issueCount: found.length }
  }
}

function commitNode(hub: Hub, { parents, author, message }: Commit) {
  const trailers = [...message.matchAll(/^Co-authored-by:.*<([^>]*)>$/gimu)].map(([, email = '']) => email)
  const authors = [personJson(author).email, ...trailers].map((email) => {
    const login = email.replace(/^(\d+\+)?([^@]+)@users\.noreply\..*$/u, '$2')
    // A bot isn't a `User`.
    return { email, user: login in hub.people && !isBot(hub, login) ? { login } : null }
  })
  return {
    parents: (own: PageArguments) => connect(parents, own, (oid) => ({ oid })),
    authors: (own: PageArguments) => connect(authors, own),
  }
}

/** All terms count. What this world doesn't know, such as `OR`, fails the test. */
function parseSearch(query: string): Test {
  const tests = query.match(/[^\s()"]+(?:"[^"]*")?/gu)?.map(parseQualifier) ?? []
  return (pull) => tests.every((test) => test(pull))
}

function parseQualifier(token: string): Test {
  const [, name = '', value = ''] = /^([a-z]+):"?([^"]*)"?$/u.exec(token) ?? []
  const known: Record<string, Test> = {
    repo: ({ repository }) => repository.name.toLowerCase() === value.toLowerCase(),
    author: ({ author }) => author.toLowerCase() === value.replace(/^app\/(.*)$/u, '$1[bot]').toLowerCase(),
    merged: ({ pull }) => isIn(value, pull.mergedAt),
    closed: ({ closedAt }) => isIn(value, closedAt),
    created: ({ createdAt }) => isIn(value, createdAt),
    'is:pr': () => true,
    'is:open': ({ closedAt }) => closedAt === undefined,
    'is:merged': ({ pull }) => pull.mergedAt !== undefined,
    'is:unmerged': ({ pull }) => pull.mergedAt === undefined,
  }
  const test = known[token] ?? known[name]
  if (test === undefined) throw new Error(`This world doesn't know ${token} in a search`)
  return test
}

/** Both ends are inclusive, to the second. */
function isIn(range: string, time = ''): boolean {
  const [fromMs = Number.NaN, toMs = Number.NaN] = range.split('..').map((end) => Date.parse(end))
  if (Number.isNaN(fromMs + toMs)) throw new Error(`${range} isn't a range of times`)
  const ms = Math.floor(Date.parse(time) / 1000) * 1000
  return ms >= fromMs && ms <= toMs
}
