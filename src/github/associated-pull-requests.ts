import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Account, parseActor } from './account.ts'
import { PAGE_SIZE, parseForeignText, type Requests } from './requests.ts'

/** A pull request that GitHub relates a commit to. */
export interface AssociatedPullRequest {
  number: number
  title: UntrustedText
  url: UntrustedText
  /** ISO 8601; undefined if it isn't merged. */
  mergedAt: string | undefined
  /** `owner/name` of the branch that it is for; undefined if the repository was deleted. */
  repository: string | undefined
  author: Account
  /** Names. */
  labels: UntrustedText[]
}

/** A pull request has at most a hundred labels. */
const COMMITS_QUERY = `query PullRequestsOfCommits($ids: [ID!]!) {
  nodes(ids: $ids) {
    ... on Commit {
      oid
      associatedPullRequests(first: 5) {
        nodes {
          number title url mergedAt
          baseRepository { nameWithOwner }
          author { login __typename }
          labels(first: 100) { nodes { name } }
        }
      }
    }
  }
}`

export function createAssociatedPullRequests({ query, permissionsIn }: Requests) {
  return {
    /**
     * The pull requests of commits, by SHA: those that brought a commit, of any repository; for a commit that isn't on
     * the default branch, also open ones. A commit that GitHub doesn't find isn't in the result.
     * @param nodeIds as REST's `node_id`
     */
    async fetchAssociatedPullRequests(nodeIds: readonly string[]): Promise<Map<string, AssociatedPullRequest[]>> {
      const found = new Map<string, AssociatedPullRequest[]>()
      for (let start = 0; start < nodeIds.length; start += PAGE_SIZE) {
        const ids = nodeIds.slice(start, start + PAGE_SIZE)
        const commits = await query({
          operation: 'read which pull requests brought the commits',
          permissions: permissionsIn(),
          text: COMMITS_QUERY,
          variables: { ids },
          // One node for each ID: a missing node would look like a commit without a pull request.
          parse: (data) => {
            const nodes = readList(readFields(data)['nodes'], parseCommitNode)
            return nodes?.length === ids.length ? nodes : undefined
          },
        })
        for (const commit of commits) if (commit !== NOT_FOUND) found.set(commit.sha, commit.pullRequests)
      }
      return found
    },
  }
}

const NOT_FOUND = 'not found'

function parseCommitNode(value: unknown) {
  if (value === null) return NOT_FOUND
  const { oid, associatedPullRequests } = readFields(value)
  const sha = readText(oid)
  const pullRequests = readList(readFields(associatedPullRequests)['nodes'], parseAssociated)
  return sha === undefined || pullRequests === undefined ? undefined : { sha, pullRequests }
}

function parseAssociated(value: unknown): AssociatedPullRequest | undefined {
  const fields = readFields(value)
  const number = readNumber(fields['number'])
  const title = parseForeignText(fields['title'])
  const url = parseForeignText(fields['url'])
  // GitHub sends null for a pull request without labels.
  const labels = readList(readFields(fields['labels'])['nodes'] ?? [], (label) =>
    parseForeignText(readFields(label)['name']),
  )
  if (number === undefined || title === undefined || url === undefined || labels === undefined) return undefined
  return {
    number,
    title,
    url,
    mergedAt: readText(fields['mergedAt']),
    repository: readText(readFields(fields['baseRepository'])['nameWithOwner']),
    author: parseActor(fields['author']),
    labels,
  }
}
