import { readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, execute, GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { findIdentity } from './access.ts'
import { type ApiAnswer, type ApiRequest, isObject, json, nodeId, Refusal } from './api-message.ts'
import { commentsOf } from './comments.ts'
import type { Commit } from './git.ts'
import { isBot, mayRead, userJson } from './people.ts'
import { filesOf, headOf, listPulls, listPullsOf, type PullThread } from './pulls.ts'
import type { Hub, Identity, Repository } from './repository.ts'
import { createSearch } from './search.ts'
import { type Thread, threadJson } from './threads.ts'
import type { ListedFile } from './world.ts'

/** What GitHub's GraphQL API answers, by its public schema, from the state that the REST routes have. */
export function answerGraphql(hub: Hub, request: ApiRequest): ApiAnswer {
  const identity = findIdentity(hub, request)
  if (identity === undefined) throw new Refusal(401, 'Bad credentials')
  const { query = '', variables = {} } = isObject(request.body) ? request.body : {}
  const { document, problems } = readQuery(String(query))
  if (document === undefined || problems.length > 0) return json(200, { errors: problems.map(formatError) })
  const rootValue = createRoot({ hub, identity })
  const variableValues = variables as Record<string, unknown>
  const { data, errors } = execute({ schema: loadSchema(), document, rootValue, variableValues }) as Awaited<
    ReturnType<typeof execute>
  >
  return json(200, { data, ...(errors && { errors: errors.map(formatError) }) })
}

/** The query, and what in it isn't as the schema has it. */
export function readQuery(text: string): { document?: DocumentNode; problems: readonly GraphQLError[] } {
  const known = queries.get(text)
  if (known !== undefined) return known
  const query = parseQuery(text)
  queries.set(text, query)
  return query
}

function parseQuery(text: string): ReturnType<typeof readQuery> {
  try {
    const document = parse(text)
    return { document, problems: validate(loadSchema(), document) }
  } catch (error) {
    if (error instanceof GraphQLError) return { problems: [error] }
    throw error
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
function formatError({ message, path, locations, extensions }: GraphQLError) {
  return { ...(extensions['type'] !== undefined && { type: extensions['type'] }), path, locations, message }
}

interface Asker {
  hub: Hub
  identity: Identity
}

function createRoot(asker: Asker) {
  const { hub, identity } = asker
  return {
    viewer: () => ({ login: identity.login, databaseId: userJson(hub, identity.login).id }),
    nodes: ({ ids }: { ids: readonly string[] }) => ids.map((id) => findNode(asker, id)),
    search: createSearch({ hub, isSeen: (each) => isSeen(asker, each), toNode: pullNode, connect }),
    repository: ({ owner, name }: { owner: string; name: string }) => {
      const found = hub.repositories.find((each) => each.name.toLowerCase() === `${owner}/${name}`.toLowerCase())
      if (found === undefined || !isSeen(asker, found))
        return notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
      return repositoryNode(asker, found)
    },
  }
}

function findNode(asker: Asker, id: string) {
  for (const repository of asker.hub.repositories) {
    const thread = listPulls(repository).find((each) => threadJson(each).node_id === id)
    if (thread !== undefined && isSeen(asker, repository)) return pullNode(thread)
  }
  const sha = Buffer.from(id, 'base64url').toString().replace('Commit', '')
  for (const repository of asker.hub.repositories) {
    const commit = repository.git.find(sha)
    if (commit !== undefined && isSeen(asker, repository)) return commitNode(asker, repository, commit)
  }
  return notFound(`Could not resolve to a node with the global id of '${id}'.`)
}

function commitNode(asker: Asker, repository: Repository, { sha }: Commit) {
  return {
    __typename: 'Commit',
    id: nodeId('Commit', sha),
    oid: sha,
    associatedPullRequests: (page: PageArguments) => {
      requirePulls(asker, repository)
      const own = listPullsOf(repository, sha).map((thread) => pullNode(thread))
      const others = (asker.hub.upstream.get(sha) ?? []).map((each) => upstreamNode(asker.hub, each))
      return connect([...others, ...own], page)
    },
  }
}

function repositoryNode(asker: Asker, repository: Repository) {
  return {
    nameWithOwner: repository.name,
    issueOrPullRequest: ({ number }: { number: number }) => {
      const thread = repository.threads[number - 1]
      if (thread === undefined)
        return notFound(`Could not resolve to an issue or pull request with the number of ${number}.`)
      requireConversation(asker, repository)
      return conversationNode(thread)
    },
    pullRequests: ({ states, orderBy, ...page }: PageArguments & { states?: string[]; orderBy?: Order }) => {
      requirePulls(asker, repository)
      const wanted = listPulls(repository)
        .map((thread) => pullNode(thread))
        .filter(({ state }) => states === undefined || states === null || states.includes(state))
      const time = (node: (typeof wanted)[number]) =>
        Date.parse(orderBy?.field === 'UPDATED_AT' ? node.updatedAt : node.createdAt)
      const sign = orderBy?.direction === 'DESC' ? -1 : 1
      return connect(
        wanted.sort((a, b) => sign * (time(a) - time(b) || a.number - b.number)),
        page,
      )
    },
  }
}

interface Order {
  field: string
  direction: 'ASC' | 'DESC'
}

/** https://docs.github.com/graphql/reference/objects#pullrequest */
function pullNode(thread: PullThread) {
  const { repository, pull, author } = thread
  const { node_id: id, number, title, html_url: url, state, ...shown } = threadJson(thread)
  const { created_at, updated_at, closed_at, labels } = shown
  return {
    __typename: 'PullRequest',
    id,
    number,
    title,
    url,
    state: pull.mergedAt === undefined ? state.toUpperCase() : 'MERGED',
    createdAt: created_at,
    updatedAt: updated_at,
    mergedAt: pull.mergedAt ?? null,
    closedAt: closed_at,
    isDraft: pull.isDraft === true,
    author: actorNode(repository.hub, author),
    files: (page: PageArguments) => connect(filesOf(thread).map(changeNode), page),
    baseRefName: pull.base,
    baseRefOid: pull.baseSha,
    headRefName: pull.head,
    headRefOid: () => headOf(thread),
    baseRepository: { nameWithOwner: repository.name },
    headRepository: { nameWithOwner: pull.fork ?? repository.name },
    // GitHub has no connection where there are no labels.
    labels: (page: PageArguments) => (labels.length === 0 ? null : connect(labels, page)),
  }
}

/** https://docs.github.com/graphql/reference/interfaces#comment */
function conversationNode(thread: Thread) {
  const { hub } = thread.repository
  const isPull = thread.pull !== undefined
  const { number, title, body, html_url: url, state, labels } = threadJson(thread)
  return {
    ...(isPull
      ? pullNode(thread as PullThread)
      : { __typename: 'Issue', number, title, url, state: state.toUpperCase() }),
    body,
    author: actorNode(hub, thread.author),
    labels: (page: PageArguments) => (labels.length === 0 ? null : connect(labels, page)),
    comments: (page: PageArguments) =>
      connectLast(
        commentsOf(thread).map((comment) => commentNode(hub, comment)),
        page,
      ),
  }
}

/** https://docs.github.com/graphql/reference/objects#issuecomment */
function commentNode(hub: Hub, { id, body, html_url: url, created_at, user }: ReturnType<typeof commentsOf>[number]) {
  const { login } = user as { login: string }
  return { __typename: 'IssueComment', databaseId: id, url, body, createdAt: created_at, author: actorNode(hub, login) }
}

/** https://docs.github.com/graphql/reference/objects#pullrequestchangedfile */
function changeNode({ filename, status = 'modified' }: ListedFile) {
  return { path: filename, changeType: status === 'removed' ? 'DELETED' : status.toUpperCase() }
}

/** Of the repository that this one is a fork of. */
function upstreamNode(hub: Hub, { number, title, mergedAt }: UpstreamPull) {
  const name = 'upstream/app'
  return {
    __typename: 'PullRequest',
    number,
    title,
    url: `${hub.serverUrl}/${name}/pull/${number}`,
    state: 'MERGED',
    mergedAt,
    author: actorNode(hub, 'stranger'),
    baseRefName: 'main',
    baseRepository: { nameWithOwner: name },
    labels: null,
  }
}

export interface UpstreamPull {
  number: number
  title: string
  /** ISO 8601. */
  mergedAt: string
}

/** The login of a bot has no `[bot]` here; that of `viewer` has. */
function actorNode(hub: Hub, login: string) {
  const name = login === 'Copilot' ? 'copilot-swe-agent' : login.replace(/\[bot\]$/, '')
  return { __typename: isBot(hub, login) ? 'Bot' : 'User', login: name }
}

interface PageArguments {
  first?: number | null
  after?: string | null
  last?: number | null
  before?: string | null
}

/** https://docs.github.com/graphql/guides/using-pagination-in-the-graphql-api */
function connect<Node>(all: readonly Node[], { first, after }: PageArguments) {
  if (first === undefined || first === null || first < 1 || first > 100)
    return fail('You must provide a `first` value of 1 to 100.', 'ARGUMENT_LIMIT')
  const start = after ? Number(Buffer.from(after, 'base64').toString().replace('cursor:', '')) : 0
  const nodes = all.slice(start, start + first)
  const end = start + nodes.length
  const endCursor = nodes.length === 0 ? null : Buffer.from(`cursor:${end}`).toString('base64')
  return { nodes, totalCount: all.length, pageInfo: { hasNextPage: end < all.length, endCursor } }
}

/** The newest ones first, each page in order. */
function connectLast<Node>(all: readonly Node[], { last, before }: PageArguments) {
  if (last === undefined || last === null || last < 1 || last > 100)
    throw fail('You must provide a `last` value of 1 to 100.', 'ARGUMENT_LIMIT')
  const end = before ? Number(Buffer.from(before, 'base64').toString().replace('cursor:', '')) : all.length
  const start = Math.max(0, end - last)
  const startCursor = end === start ? null : Buffer.from(`cursor:${start}`).toString('base64')
  return { nodes: all.slice(start, end), pageInfo: { hasPreviousPage: start > 0, startCursor } }
}

function isSeen({ hub, identity }: Asker, { name, isPrivate }: Repository): boolean {
  if (!isPrivate) return true
  if (identity.permissions === undefined) return mayRead(hub, identity.login)
  return identity.repositories?.includes(name) === true
}

/** As REST: what is public may always be read. */
function requirePulls({ identity: { permissions } }: Asker, { isPrivate }: Repository): void {
  const isGranted = ['read', 'write'].includes(permissions?.pull_requests ?? '')
  if (isPrivate && permissions !== undefined && !isGranted)
    throw fail('Resource not accessible by integration', 'FORBIDDEN')
}

/** Conversations of a private repository need one of two permissions. */
function requireConversation({ identity: { permissions } }: Asker, { isPrivate }: Repository): void {
  const granted = [permissions?.issues, permissions?.pull_requests].some(
    (level) => level === 'read' || level === 'write',
  )
  if (isPrivate && permissions !== undefined && !granted)
    throw fail('Resource not accessible by integration', 'FORBIDDEN')
}

function notFound(message: string): GraphQLError {
  return fail(message, 'NOT_FOUND')
}

function fail(message: string, type: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } })
}
