// Generated from counts.graphql by `npm run graphql`.

export const counts = `
# How many pull requests each search finds. In a repository that the token can't see, a search finds none.
query Counts(
  $owner: String!
  $name: String!
  $merged: String!
  $open: String!
  $previousMerged: String!
  $closed: String!
  $opened: String!
) {
  repository(owner: $owner, name: $name) {
    nameWithOwner
    # A search without the permission to read pull requests finds none; this is refused.
    pullRequests(first: 1) {
      totalCount
    }
  }
  merged: search(type: ISSUE, query: $merged, first: 1) {
    ...Count
  }
  open: search(type: ISSUE, query: $open, first: 1) {
    ...Count
  }
  previousMerged: search(type: ISSUE, query: $previousMerged, first: 1) {
    ...Count
  }
  closed: search(type: ISSUE, query: $closed, first: 1) {
    ...Count
  }
  opened: search(type: ISSUE, query: $opened, first: 1) {
    ...Count
  }
}

fragment Count on SearchResultItemConnection {
  issueCount
  nodes {
    ... on PullRequest {
      url
      repository {
        nameWithOwner
      }
    }
  }
}
`

export type CountsQuery = {
  repository: { nameWithOwner: string; pullRequests: { totalCount: number } } | null
  merged: { issueCount: number; nodes: Array<{ url: string; repository: { nameWithOwner: string } } | null> | null }
  open: { issueCount: number; nodes: Array<{ url: string; repository: { nameWithOwner: string } } | null> | null }
  previousMerged: {
    issueCount: number
    nodes: Array<{ url: string; repository: { nameWithOwner: string } } | null> | null
  }
  closed: { issueCount: number; nodes: Array<{ url: string; repository: { nameWithOwner: string } } | null> | null }
  opened: { issueCount: number; nodes: Array<{ url: string; repository: { nameWithOwner: string } } | null> | null }
}
