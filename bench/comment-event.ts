/** The delivery of a new comment on an issue or pull request, with the fields that the action reads. */
export function commentEvent(body: string, options: { isPullRequest?: boolean } = {}) {
  const user = { login: 'writer', id: 7, type: 'User' }
  return {
    name: 'issue_comment',
    payload: {
      action: 'created',
      issue: {
        number: 12,
        title: 'The options are nowhere described',
        body: 'I looked everywhere.',
        html_url: 'https://github.com/acme/app/issues/12',
        ...(options.isPullRequest && {
          pull_request: { url: 'https://api.github.com/repos/acme/app/pulls/12' },
        }),
      },
      comment: { id: 900, body, user, created_at: '2026-08-01T12:00:00Z' },
      repository: { id: 1, full_name: 'acme/app' },
      sender: user,
    },
  }
}
