// Generated from conversation.graphql by `npm run graphql`.

export const conversation = `
# The newest comments of an issue's or a pull request's conversation, and the account that the token is of.
query Conversation($owner: String!, $name: String!, $number: Int!, $before: String) {
  viewer {
    login
  }
  repository(owner: $owner, name: $name) {
    issueOrPullRequest(number: $number) {
      __typename
      ... on Comment {
        body
      }
      ... on Labelable {
        labels(first: 100) {
          nodes {
            name
          }
        }
      }
      ... on Issue {
        title
        url
        comments(last: 100, before: $before) {
          ...Comments
        }
      }
      ... on PullRequest {
        title
        url
        comments(last: 100, before: $before) {
          ...Comments
        }
      }
    }
  }
}

fragment Comments on IssueCommentConnection {
  nodes {
    url
    body
    createdAt
    author {
      __typename
      login
    }
  }
  pageInfo {
    hasPreviousPage
    startCursor
  }
}
`

export type ConversationQuery = {
  viewer: { login: string }
  repository: {
    issueOrPullRequest:
      | ({
          body: string
          title: string
          url: string
          labels: { nodes: Array<{ name: string } | null> | null } | null
          comments: {
            nodes: Array<{
              url: string
              body: string
              createdAt: string
              author:
                | ({ login: string } & {
                    __typename: 'Bot' | 'EnterpriseUserAccount' | 'Mannequin' | 'Organization' | 'User'
                  })
                | null
            } | null> | null
            pageInfo: { hasPreviousPage: boolean; startCursor: string | null }
          }
        } & { __typename: 'Issue' | 'PullRequest' })
      | null
  } | null
}
