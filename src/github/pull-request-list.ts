import { readCount, readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Account, parseActor } from './account.ts'
import type { RepositoryPlace } from './pull-request-url.ts'
import { parseForeignText, type Requests } from './requests.ts'

/** A pull request as a list shows it. Times are in ISO 8601. */
export interface PullRequestEntry {
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
}

/** A page of the list. */
export interface PullRequestPage {
  /** The last changed first; none that an earlier page has shown. */
  pullRequests: PullRequestEntry[]
  /** Of the whole list. */
  totalCount: number
}

const STATES = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const
export type PullRequestState = (typeof STATES)[keyof typeof STATES]

const PULL_REQUESTS_QUERY = `query PullRequests($owner: String!, $name: String!, $states: [PullRequestState!], $cursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(first: 100, after: $cursor, states: $states, orderBy: { field: UPDATED_AT, direction: DESC }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes {
        number title url state isDraft createdAt updatedAt mergedAt closedAt
        author { login __typename }
      }
    }
  }
}`

export function createPullRequestList({ query, permissionsIn }: Requests) {
  return {
    /**
     * Pages of a repository's pull requests in these states, the last changed first, a hundred per request. The caller
     * stops reading when it has enough.
     * @throws GitHubError with status 404 if the token can't see the repository
     */
    async *fetchPullRequestPages(
      place: RepositoryPlace,
      states: readonly PullRequestState[] = Object.values(STATES),
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
  const isWhole = createdAt !== undefined && updatedAt !== undefined
  if (number === undefined || title === undefined || url === undefined || state === undefined || !isWhole)
    return undefined
  return {
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
  }
}
