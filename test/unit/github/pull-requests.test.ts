import { expect, test } from 'vitest'
import { connect } from './fake-answers.ts'

const OPEN = { state: 'open', merged: false, title: 'Explain retries' }
const CLOSED = { state: 'closed', isMerged: false }

test.each([
  [
    { ...OPEN, head: { sha: '0a1b2c3d' } },
    { state: 'open', isMerged: false, title: 'Explain retries', headSha: '0a1b2c3d' },
  ],
  [
    { state: 'closed', merged: true, user: null },
    { ...CLOSED, isMerged: true },
  ],
  [
    { state: 'closed', merged_at: '2026-01-02T03:04:05Z' },
    { ...CLOSED, isMerged: true },
  ],
  [{ state: 'closed', merged_at: null, title: 7, head: { sha: 'main' } }, CLOSED],
])('a pull request %j is read as %j', async (data, facts) => {
  expect(await connect({ data }).github.readPullRequest('acme', 'docs', 4)).toStrictEqual(facts)
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
  const place = { owner: 'acme', repo: 'docs' }
  const permissions = ['pull-requests: write']
  expect(asked).toEqual([
    {
      operation: 'close pull request #4 of acme/docs',
      route: 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
      parameters: { ...place, pull_number: 4, state: 'closed' },
      permissions,
      isRepeatable: true,
    },
    {
      operation: 'comment on pull request #4 of acme/docs',
      route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { ...place, issue_number: 4, body: 'Closed as well.' },
      permissions,
      isRepeatable: false,
    },
  ])
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
  expect(asked).toMatchObject([
    {
      route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
      parameters: { commit_sha: 'abc' },
      permissions: ['pull-requests: read'],
    },
  ])
})
