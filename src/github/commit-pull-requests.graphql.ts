// Generated from commit-pull-requests.graphql by `npm run graphql`.

export const commitPullRequests = `
# The pull requests that GitHub relates commits to.
query CommitPullRequests($ids: [ID!]!, $after: String) {
  nodes(ids: $ids) {
    ... on Commit {
      id
      associatedPullRequests(first: 10, after: $after) {
        nodes {
          number
          title
          url
          mergedAt
          baseRefName
          baseRepository {
            nameWithOwner
          }
          author {
            __typename
            login
          }
          labels(first: 100) {
            nodes {
              name
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
}
`

export type CommitPullRequestsQuery = {
  nodes: Array<{
    id: string
    associatedPullRequests: {
      nodes: Array<{
        number: number
        title: string
        url: string
        mergedAt: string | null
        baseRefName: string
        baseRepository: { nameWithOwner: string } | null
        author:
          | ({ login: string } & {
              __typename: 'Bot' | 'EnterpriseUserAccount' | 'Mannequin' | 'Organization' | 'User'
            })
          | null
        labels: { nodes: Array<{ name: string } | null> | null } | null
      } | null> | null
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    } | null
  } | null>
}
