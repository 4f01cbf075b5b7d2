import { personJson } from './commits.ts'
import type { Commit } from './git.ts'
import { isBot } from './people.ts'
import { headOf, listPulls, type PullThread } from './pulls.ts'
import type { Hub, Repository } from './repository.ts'

/** https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests */
type Test = (pull: PullThread) => boolean

/** GitHub shows no more of what a search finds. */
const MAXIMUM = 1_000

interface SearchParts<Node> {
  hub: Hub
  isSeen(repository: Repository): boolean
  toNode(pull: PullThread): object
  connect(all: readonly object[], page: object): Node
}

/** The field `search` of GraphQL, for pull requests. The newest come first. */
export function createSearch<Node extends object>({ hub, isSeen, toNode, connect }: SearchParts<Node>) {
  return ({ query, type, ...page }: { query: string; type: string }) => {
    if (type !== 'ISSUE') throw new Error(`This world has no search for ${type}`)
    const test = parseSearch(query)
    const found = hub.repositories.filter(isSeen).flatMap(listPulls).filter(test).reverse()
    const nodes = found.slice(0, MAXIMUM).map((pull) => ({
      ...toNode(pull),
      repository: { nameWithOwner: pull.repository.name },
      commits: (own: object) =>
        connect(
          listCommits(pull).map((commit) => ({ commit: commitNode(hub, commit) })),
          own,
        ),
    }))
    return { ...connect(nodes, page), issueCount: found.length }

    function commitNode({ people }: Hub, { parents, author, message }: Commit) {
      const trailers = [...message.matchAll(/^Co-authored-by:.*<([^>]*)>$/gimu)].map(([, email = '']) => email)
      const emails = [personJson(author).email, ...trailers]
      // A bot isn't a `User`.
      const authors = emails.map((email) => {
        const login = email.replace(/^(\d+\+)?([^@]+)@users\.noreply\..*$/u, '$2')
        return { email, user: login in people && !isBot(hub, login) ? { login } : null }
      })
      return {
        parents: (own: object) =>
          connect(
            parents.map((oid) => ({ oid })),
            own,
          ),
        authors: (own: object) => connect(authors, own),
      }
    }
  }
}

function listCommits(pull: PullThread): Commit[] {
  return pull.repository.git.between(pull.pull.baseSha, headOf(pull))
}

/** Terms beside each other all count; `OR` and parentheses as they are. What this world doesn't know fails the test. */
function parseSearch(query: string): Test {
  const tokens = query.match(/[()]|[^\s()"]+"[^"]*"|[^\s()]+/gu) ?? []
  const parseAny = (): Test => {
    const choices = [parseAll()]
    while (tokens[0] === 'OR' && tokens.shift()) choices.push(parseAll())
    return (pull) => choices.some((test) => test(pull))
  }
  const parseAll = (): Test => {
    const tests: Test[] = []
    while (tokens.length > 0 && tokens[0] !== ')' && tokens[0] !== 'OR') tests.push(parseTerm(tokens.shift() ?? ''))
    return (pull) => tests.every((test) => test(pull))
  }
  const parseTerm = (token: string): Test => {
    if (token !== '(') return parseQualifier(token)
    const test = parseAny()
    if (tokens.shift() !== ')') throw new Error(`A parenthesis isn't closed in the search ${query}`)
    return test
  }
  const test = parseAny()
  if (tokens.length > 0) throw new Error(`A parenthesis isn't open in the search ${query}`)
  return test
}

function parseQualifier(token: string): Test {
  const [, name = '', value = ''] = /^([a-z]+):"?([^"]*)"?$/u.exec(token) ?? []
  switch (name) {
    case 'repo':
      return ({ repository }) => repository.name.toLowerCase() === value.toLowerCase()
    case 'is':
      return parseState(value)
    case 'author': {
      const login = value.replace(/^app\/(.*)$/u, '$1[bot]').toLowerCase()
      return ({ author }) => author.toLowerCase() === login
    }
    case 'head':
      return ({ pull }) => pull.head.startsWith(value)
    case 'label':
      return ({ labels = [] }) => labels.includes(value)
    case 'merged':
      return isIn(value, ({ pull }) => pull.mergedAt)
    case 'closed':
      return isIn(value, ({ closedAt }) => closedAt)
    case 'created':
      return isIn(value, ({ createdAt }) => createdAt)
    default:
      throw new Error(`This world doesn't know ${token} in a search`)
  }
}

function parseState(value: string): Test {
  const states: Record<string, Test> = {
    pr: () => true,
    open: ({ closedAt }) => closedAt === undefined,
    closed: ({ closedAt }) => closedAt !== undefined,
    merged: ({ pull }) => pull.mergedAt !== undefined,
    unmerged: ({ pull }) => pull.mergedAt === undefined,
  }
  const test = states[value]
  if (test === undefined) throw new Error(`This world doesn't know is:${value} in a search`)
  return test
}

/** Both ends are inclusive, to the second. */
function isIn(range: string, read: (pull: PullThread) => string | undefined): Test {
  const [from = '', to = ''] = range.split('..')
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(fromMs + toMs)) throw new Error(`${range} isn't a range of times`)
  return (pull) => {
    const ms = Math.floor(Date.parse(read(pull) ?? '') / 1000) * 1000
    return ms >= fromMs && ms <= toMs
  }
}
