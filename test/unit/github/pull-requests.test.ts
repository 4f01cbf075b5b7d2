import { expect, test } from 'vitest'
import { connect } from './fake-answers.ts'

test('an open pull request is read with its title and its latest commit', async () => {
  const open = { state: 'open', title: 'Explain retries' }
  const { github } = connect({ data: { ...open, merged: false, head: { sha: '0a1b2c3d' } } })
  const facts = { ...open, isMerged: false, headSha: '0a1b2c3d' }
  expect(await github.readPullRequest('acme', 'docs', 4)).toStrictEqual(facts)
})

test.each([
  [{ merged: true, user: null }, true],
  [{ merged_at: '2026-01-02T03:04:05Z' }, true],
  [{ merged_at: null, title: 7, head: { sha: 'main' } }, false],
])('a closed pull request %j is merged: %s', async (data, isMerged) => {
  const { github } = connect({ data: { state: 'closed', ...data } })
  expect(await github.readPullRequest('acme', 'docs', 4)).toStrictEqual({ state: 'closed', isMerged })
})

test('a pull request of another repository is asked for there, and no line of `permissions:` helps', async () => {
  const { github, asked } = connect({ data: { state: 'open' } })
  await github.readPullRequest('acme', 'docs', 4)
  await github.readPullRequest('Acme', 'App', 4)
  expect(asked).toMatchObject([
    {
      operation: 'read pull request #4 of acme/docs',
      parameters: { owner: 'acme', repo: 'docs', pull_number: 4 },
      permissions: ['metadata: read'],
    },
    { permissions: ['pull-requests: read'] },
  ])
})

test('a pull request of any repository is closed, and commented on once', async () => {
  const { github, asked } = connect({ data: {} })
  await github.closePullRequest('acme', 'docs', 4)
  await github.commentOnPullRequest('acme', 'docs', 4, 'Closed as well.')
  const [close, comment] = asked
  expect(close).toEqual({
    operation: 'close pull request #4 of acme/docs',
    route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { owner: 'acme', repo: 'docs', pull_number: 4, state: 'closed' },
    permissions: ['pull-requests: write'],
    isRepeatable: true,
  })
  expect(comment).toEqual({
    operation: 'comment on pull request #4 of acme/docs',
    route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { owner: 'acme', repo: 'docs', issue_number: 4, body: 'Closed as well.' },
    permissions: ['pull-requests: write'],
    isRepeatable: false,
  })
})

test('the pull requests of a commit are read, those of this repository', async () => {
  const base = { ref: 'main', repo: { full_name: 'Acme/App' } }
  const merged = { merged_at: '2026-01-02T03:04:05Z', merge_commit_sha: 'abc', base }
  const { github, asked } = connect({
    data: [
      { number: 4, title: 'T', html_url: 'u', user: { login: 'a' }, ...merged },
      { number: 5, user: null, ...merged, merged_at: null },
      { number: 6, ...merged, base: { ref: 'main', repo: { full_name: 'other/app' } } },
      { number: 7, ...merged, base: { ref: 'main', repo: null }, merge_commit_sha: null },
      { number: 8 },
    ],
  })
  expect(await github.listPullRequestsOfCommit('abc')).toStrictEqual([
    { number: 4, title: 'T', url: 'u', author: 'a', mergedInto: 'main', mergeCommit: 'abc' },
    { number: 5 },
    { number: 7, mergedInto: 'main' },
    { number: 8 },
  ])
  expect(asked[0]?.route).toBe('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls')
  expect(asked).toMatchObject([{ parameters: { commit_sha: 'abc' }, permissions: ['pull-requests: read'] }])
})
