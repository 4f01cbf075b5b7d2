import { readCount, readFields, readList, readName, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Account, parseActor } from './account.ts'
import type { RepositoryPlace } from './pull-request-url.ts'
import { parseForeignText, type Requests } from './requests.ts'

/** A pull request as a list shows it. Times are in ISO 8601. */
export interface PullRequestEntry {
  /** Of the node, as `fetchChangedPaths` takes it. */
  id: string
  number: number
  title: UntrustedText
  url: UntrustedText
  state: PullRequestState
  isDraft: boolean
  author: Account
  createdAt: string
  updatedAt: string
  /** Undefined unless it is merged. */
  mergedAt: string | undefined
  /** Undefined while it is open. */
  closedAt: string | undefined
  /** A commit of the branch that it is for. */
  baseSha: string | undefined
}

/** What a pull request changes. */
export interface ChangedPaths {
  /** Of the pull request; undefined if GitHub doesn't find it. */
  number: number | undefined
  /** The first hundred. */
  files: { path: UntrustedText; status: string }[]
  isWhole: boolean
}

export interface PullRequestPage {
  /** The last changed first; none that an earlier page has shown. */
  pullRequests: PullRequestEntry[]
  /** Of the whole list. */
  totalCount: number
}

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const
export type PullRequestState = (typeof STATES)[keyof typeof STATES]

const PULL_REQUESTS_QUERY = `query PullRequests(
  $owner: String!, $name: String!, $states: [PullRequestState!], $cursor: String
) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 100, after: $cursor, states: $states, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        id number title url state isDraft createdAt updatedAt mergedAt closedAt baseRefOid
        author { login __typename }
      }
    }
  }
}`

/** GitHub may give up on a query that asks for more. */
const PULL_REQUESTS_PER_REQUEST = 50

const FILES_QUERY = `query FilesOfPullRequests($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on PullRequest {
      number
      files(first: 100) { totalCount nodes { path changeType } }
    }
  }
}`

/** By `changeType`, as REST calls them; any other type is a status in lower case, too. */
const STATUSES: Readonly<Record<string, string>> = { DELETED: 'removed' }

export function createPullRequestList({ query, permissionsIn }: Requests) {
  return {
    /**
     * Pages of a repository's pull requests in these states, the last changed first, a hundred per request. The caller
     * stops reading when it has enough.
     * @throws GitHubError with status 404 if the token can't see the repository
     */
    async *fetchPullRequestPages(
      place: RepositoryPlace,
      states: readonly PullRequestState[],
    ): AsyncGenerator<PullRequestPage, void> {
      const { owner, repo: name } = place
      const known = new Set<number>()
      let cursor: string | undefined
      do {
        const page = await query({
          operation: 'list the pull requests',
          permissions: permissionsIn(place),
          place,
          text: PULL_REQUESTS_QUERY,
          variables: { owner, name, states: states.map((state) => state.toUpperCase()), cursor },
          parse: parsePage,
        })
        // A pull request that changes in between is shown again.
        const pullRequests = page.pullRequests.filter(({ number }) => !known.has(number))
        for (const { number } of pullRequests) known.add(number)
        yield { pullRequests, totalCount: page.totalCount }
        cursor = page.cursor === cursor ? undefined : page.cursor
      } while (cursor !== undefined)
    },

    /** The files that pull requests change, fifty pull requests per request, without those that GitHub doesn't find. */
    async *fetchChangedPaths(
      place: RepositoryPlace,
      pullRequests: readonly PullRequestEntry[],
    ): AsyncGenerator<ChangedPaths[], void> {
      for (let start = 0; start < pullRequests.length; start += PULL_REQUESTS_PER_REQUEST) {
        const ids = pullRequests.slice(start, start + PULL_REQUESTS_PER_REQUEST).map(({ id }) => id)
        const found = await query({
          operation: 'list the files of pull requests',
          // Whoever lists the pull requests has the permission to read them.
          permissions: ['contents: read'],
          place,
          text: FILES_QUERY,
          variables: { ids },
          parse: (data) => readList(readFields(data)['nodes'], parseChanges),
        })
        yield found.filter(({ number }) => number !== undefined)
      }
    },
  }
}

function parsePage(data: unknown) {
  const { totalCount, pageInfo, nodes } = readFields(readFields(readFields(data)['repository'])['pullRequests'])
  const { hasNextPage, endCursor } = readFields(pageInfo)
  const pullRequests = readList(nodes, parseEntry)
  const count = readCount(totalCount)
  if (pullRequests === undefined || count === undefined || typeof hasNextPage !== 'boolean') return undefined
  return { pullRequests, totalCount: count, cursor: hasNextPage ? readText(endCursor) : undefined }
}

function parseEntry(value: unknown): PullRequestEntry | undefined {
  const fields = readFields(value)
  const number = readNumber(fields['number'])
  const title = parseForeignText(fields['title'])
  const url = parseForeignText(fields['url'])
  const state = Object.entries(STATES).find(([name]) => name === fields['state'])?.[1]
  const createdAt = readText(fields['createdAt'])
  const updatedAt = readText(fields['updatedAt'])
  const id = readText(fields['id'])
  if (number === undefined || title === undefined || url === undefined || state === undefined) return undefined
  if (createdAt === undefined || updatedAt === undefined || id === undefined) return undefined
  return {
    id,
    number,
    title,
    url,
    state,
    isDraft: fields['isDraft'] === true,
    author: parseActor(fields['author']),
    createdAt,
    updatedAt,
    mergedAt: readText(fields['mergedAt']),
    closedAt: readText(fields['closedAt']),
    baseSha: readName(fields['baseRefOid'], /^[\da-f]{7,64}$/u),
  }
}

function parseChanges(value: unknown): ChangedPaths | undefined {
  const { number, files } = readFields(value)
  // GitHub has no list of files that are too many to compare.
  const { nodes = null, totalCount } = readFields(files)
  const paths = readList(nodes ?? [], parseChange)
  if (paths === undefined) return undefined
  return { number: readNumber(number), files: paths, isWhole: paths.length === readCount(totalCount) }
}

function parseChange(value: unknown) {
  const { path, changeType } = readFields(value)
  const [name, type] = [parseForeignText(path), readName(changeType, /^[A-Z_]{1,40}$/u)]
  if (name === undefined || type === undefined) return undefined
  return { path: name, status: STATUSES[type] ?? type.toLowerCase() }
}
