import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, execute, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { findIdentity } from './access.ts'
import { type ApiAnswer, type ApiRequest, json, nodeId, Refusal } from './api-message.ts'
import { commentsOf } from './comments.ts'
import { isBot, mayRead } from './people.ts'
import { isPull, listPulls, listPullsOf, type PullThread } from './pulls.ts'
import type { Hub, Identity, Repository } from './repository.ts'
import { createSearch } from './search.ts'
import { type Thread, threadJson } from './threads.ts'

/** What GitHub's GraphQL API answers, by its public schema, from the state that the REST routes have. */
export function answerGraphql(hub: Hub, request: ApiRequest): ApiAnswer {
  const identity = findIdentity(hub, request)
  if (identity === undefined) throw new Refusal(401, 'Bad credentials')
  const { query, variables: variableValues } = Object(request.body)
  const { document, problems } = readQuery(String(query))
  if (document === undefined || problems.length > 0) return json(200, { errors: problems.map(formatError) })
  const rootValue = createRoot({ hub, identity })
  // Nothing here takes time, so that it isn't a promise.
  const result = execute({ schema: loadSchema(), document, rootValue, variableValues })
  const { data, errors } = result as Awaited<typeof result>
  return json(200, { data, ...(errors && { errors: errors.map(formatError) }) })
}

/** The query, and what in it isn't as the schema has it. */
export function readQuery(text: string): { document?: DocumentNode; problems: readonly GraphQLError[] } {
  const query = queries.get(text) ?? parseQuery(text)
  queries.set(text, query)
  return query
}

function parseQuery(text: string): ReturnType<typeof readQuery> {
  try {
    const document = parse(text)
    return { document, problems: validate(loadSchema(), document) }
  } catch (error) {
    return { problems: [error as GraphQLError] }
  }
}

const queries = new Map<string, ReturnType<typeof readQuery>>()
/** GitHub's public schema, https://docs.github.com/graphql/overview/public-schema */
const SCHEMA = new URL('schema.graphql', import.meta.resolve('@octokit/graphql-schema'))
let schema: GraphQLSchema | undefined

/** Once per process. Without the descriptions, which are two thirds of the text, it takes half the time. */
function loadSchema(): GraphQLSchema {
  const text = () => readFileSync(SCHEMA, 'utf8').replaceAll(/^\s*"""[\s\S]*?"""\n/gmu, '')
  schema ??= buildSchema(text(), { assumeValid: true, noLocation: true })
  return schema
}

/** As GitHub sends it; without a type where a query, or this world, is wrong. */
function formatError({ message, path, locations, extensions: { type } }: GraphQLError) {
  return { type, path, locations, message }
}

interface Asker {
  hub: Hub
  identity: Identity
}

function createRoot(asker: Asker) {
  const { hub, identity } = asker
  const seen = hub.repositories.filter((each) => isSeen(asker, each))
  return {
    viewer: { login: identity.login },
    nodes: ({ ids }: { ids: readonly string[] }) =>
      ids.map((id) => {
        const sha = Buffer.from(id, 'base64url').toString().replace('Commit', '')
        const found = seen.find(({ git }) => git.find(sha) !== undefined)
        return found ? commitNode(asker, found, sha) : notFound('a node', 'global id', id)
      }),
    search: createSearch(hub, seen.flatMap(listPulls), pullNode),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const found = seen.find((each) => each.name.toLowerCase() === `${owner}/${name}`.toLowerCase())
      if (found === undefined) return notFound('a Repository', 'name', `${owner}/${name}`)
      return {
        nameWithOwner: found.name,
        issueOrPullRequest: ({ number }: { number: number }) => {
          const thread = found.threads[number - 1]
          if (thread === undefined) return notFound('an issue or pull request', 'number', String(number))
          // Conversations need one of two permissions.
          requireOne(asker, found, 'issues', 'pull_requests')
          return conversationNode(thread)
        },
        pullRequests: (page: PageArguments) => {
          requireOne(asker, found, 'pull_requests')
          return connect(listPulls(found), page, pullNode)
        },
      }
    },
  }
}

function commitNode(asker: Asker, repository: Repository, sha: string) {
  return {
    __typename: 'Commit',
    id: nodeId('Commit', sha),
    associatedPullRequests: (page: PageArguments) => {
      requireOne(asker, repository, 'pull_requests')
      return connect(listPullsOf(repository, sha), page, pullNode)
    },
  }
}

/** https://docs.github.com/graphql/reference/objects#pullrequest */
function pullNode(thread: PullThread) {
  const { pull, repository } = thread
  const { number, title, html_url: url, created_at: createdAt, labels } = threadJson(thread)
  return {
    __typename: 'PullRequest',
    number,
    title,
    url,
    createdAt,
    mergedAt: pull.mergedAt ?? null,
    isDraft: false,
    author: actorNode(repository.hub, thread.author),
    baseRefName: pull.base,
    baseRepository: { nameWithOwner: repository.name },
    // GitHub has no connection where there are no labels.
    labels: (page: PageArguments) => (labels.length === 0 ? null : connect(labels, page)),
  }
}

/** https://docs.github.com/graphql/reference/interfaces#comment */
function conversationNode(thread: Thread) {
  const { hub } = thread.repository
  const { number, title, body, html_url: url, labels } = threadJson(thread)
  return {
    ...(isPull(thread) ? pullNode(thread) : { __typename: 'Issue', number, title, url }),
    body,
    labels: (page: PageArguments) => (labels.length === 0 ? null : connect(labels, page)),
    comments: (page: PageArguments) => {
      const nodes = commentsOf(thread).map((comment) => ({
        databaseId: comment.id,
        url: comment.html_url,
        body: comment.body,
        createdAt: comment.created_at,
        author: actorNode(hub, comment.user.login),
      }))
      return connectLast(nodes, page)
    },
  }
}

/** The login of a bot has no `[bot]` here; that of `viewer` has. */
function actorNode(hub: Hub, login: string) {
  const name = login === 'Copilot' ? 'copilot-swe-agent' : login.replace(/\[bot\]$/, '')
  return { __typename: isBot(hub, login) ? 'Bot' : 'User', login: name }
}

export interface PageArguments {
  first?: number
  after?: string | null
  last?: number
  before?: string | null
}

/** https://docs.github.com/graphql/guides/using-pagination-in-the-graphql-api */
export function connect<Item>(
  all: readonly Item[],
  { first = 0, after }: PageArguments,
  describe: (item: Item) => unknown = (item) => item,
) {
  if (first < 1 || first > 100) throw fail('You must provide a `first` value of 1 to 100.', 'ARGUMENT_LIMIT')
  const start = readCursor(after) ?? 0
  const end = Math.min(all.length, start + first)
  const pageInfo = { hasNextPage: end < all.length, endCursor: end === start ? null : formatCursor(end) }
  return { nodes: all.slice(start, end).map(describe), totalCount: all.length, pageInfo }
}

/** The newest ones first, each page in order. */
function connectLast<Node>(all: readonly Node[], { last = 0, before }: PageArguments) {
  if (last < 1 || last > 100) throw fail('You must provide a `last` value of 1 to 100.', 'ARGUMENT_LIMIT')
  const end = readCursor(before) ?? all.length
  const start = Math.max(0, end - last)
  const pageInfo = { hasPreviousPage: start > 0, startCursor: end === start ? null : formatCursor(start) }
  return { nodes: all.slice(start, end), pageInfo }
}

function formatCursor(position: number): string {
  return Buffer.from(`cursor:${position}`).toString('base64')
}

function readCursor(cursor: string | null | undefined): number | undefined {
  return cursor ? Number(Buffer.from(cursor, 'base64').toString().replace('cursor:', '')) : undefined
}

function isSeen({ hub, identity }: Asker, { name, isPrivate }: Repository): boolean {
  if (!isPrivate) return true
  return identity.permissions === undefined
    ? mayRead(hub, identity.login)
    : identity.repositories?.includes(name) === true
}

/** As REST: what is public may always be read. */
function requireOne(asker: Asker, { isPrivate }: Repository, ...scopes: ('issues' | 'pull_requests')[]): void {
  const { permissions } = asker.identity
  const isGranted = scopes.some((scope) => ['read', 'write'].includes(permissions?.[scope] ?? ''))
  if (isPrivate && permissions !== undefined && !isGranted)
    throw fail('Resource not accessible by integration', 'FORBIDDEN')
}

function notFound(what: string, by: string, value: string): GraphQLError {
  return fail(`Could not resolve to ${what} with the ${by} of '${value}'.`, 'NOT_FOUND')
}

function fail(message: string, type: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } })
}
