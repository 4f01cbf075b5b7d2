// Generated from search.graphql by `npm run graphql`.

export const search = `
# The pull requests that a search finds. The authors of a commit include co-authors.
query Search($search: String!, $first: Int!, $after: String, $withCommits: Boolean!) {
  search(type: ISSUE, query: $search, first: $first, after: $after) {
    issueCount
    pageInfo {
      hasNextPage
      endCursor
    }
    nodes {
      ... on PullRequest {
        number
        title
        url
        isDraft
        createdAt
        mergedAt
        repository {
          nameWithOwner
        }
        commits(first: 100) @include(if: $withCommits) {
          totalCount
          nodes {
            commit {
              parents(first: 2) {
                totalCount
              }
              authors(first: 10) {
                totalCount
                nodes {
                  email
                  user {
                    login
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
`

export type SearchQuery = {
  search: {
    issueCount: number
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    nodes: Array<{
      number: number
      title: string
      url: string
      isDraft: boolean
      createdAt: string
      mergedAt: string | null
      repository: { nameWithOwner: string }
      commits?: {
        totalCount: number
        nodes: Array<{
          commit: {
            parents: { totalCount: number }
            authors: {
              totalCount: number
              nodes: Array<{ email: string | null; user: { login: string } | null } | null> | null
            }
          }
        } | null> | null
      }
    } | null> | null
  }
}
