import { expect, test } from 'vitest'
import { connect, connectIn, NEXT } from './fake-answers.ts'

const DOCS = { owner: 'acme', repo: 'docs', number: 4 }

test('an open pull request is parsed with all its facts', async () => {
  const answered = {
    state: 'open',
    title: 'Explain retries',
    html_url: 'u',
    draft: true,
    merged: false,
    merge_commit_sha: 'try',
    user: { id: 7, login: 'docs[bot]', type: 'Bot' },
    labels: [{ name: 'docs' }],
    head: { sha: '0a1b2c3d' },
    base: { ref: 'main', sha: 'f0e1d2c3' },
    created_at: '2026-01-02T03:04:05Z',
    merged_at: null,
    closed_at: null,
    additions: 3,
    deletions: 2,
    changed_files: 1,
    commits: 4,
  }
  expect(await connect({ data: answered }).github.fetchPullRequest(DOCS)).toEqual({
    state: 'open',
    title: 'Explain retries',
    url: 'u',
    isDraft: true,
    isMerged: false,
    author: { id: 7, login: 'docs[bot]', type: 'Bot' },
    labels: ['docs'],
    headSha: '0a1b2c3d',
    base: 'main',
    baseSha: 'f0e1d2c3',
    createdAt: '2026-01-02T03:04:05Z',
    additions: 3,
    deletions: 2,
    commitCount: 4,
  })
})

test.each([
  [{ merged: true, user: null, merge_commit_sha: 'abc' }, true, 'abc'],
  [{ merged_at: '2026-01-02T03:04:05Z' }, true, undefined],
  [{ merged_at: null, title: 7, head: { sha: 'main' }, merge_commit_sha: 'try' }, false, undefined],
])('a closed pull request %j is merged: %s, as %s', async (data, isMerged, mergeCommit) => {
  const { github } = connect({ data: { state: 'closed', ...data } })
  const { headSha, ...facts } = await github.fetchPullRequest(DOCS)
  expect(facts).toMatchObject({ state: 'closed', isMerged, mergeCommit })
  expect(headSha).toBeUndefined()
})

test('only pull requests of this repository belong to a commit', async () => {
  const base = { ref: 'main', repo: { full_name: 'Acme/App' } }
  const merged = { state: 'closed', merged_at: '2026-01-02T03:04:05Z', merge_commit_sha: 'abc', base }
  const { github, asked } = connect({
    data: [
      { number: 4, title: 'T', html_url: 'u', user: { login: 'a' }, ...merged },
      { number: 5, user: null, ...merged, merged_at: null },
      { number: 6, ...merged, base: { ref: 'main', repo: { full_name: 'other/app' } } },
      { number: 7, ...merged, base: { ref: 'main', repo: null }, merge_commit_sha: null },
      { number: 8, state: 'open' },
    ],
  })
  const found = await github.fetchPullRequestsOfCommit('abc')
  expect(found.map(({ number }) => number)).toEqual([4, 5, 7, 8])
  expect(found[0]).toMatchObject({ title: 'T', url: 'u', author: { login: 'a' }, base: 'main', mergeCommit: 'abc' })
  expect(found.map(({ mergeCommit }) => mergeCommit)).toEqual(['abc', undefined, undefined, undefined])
  expect(asked[0]?.route).toBe('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls')
  expect(asked).toMatchObject([{ parameters: { commit_sha: 'abc' }, permissions: ['pull-requests: read'] }])
})

test('closed pull requests are listed by their last change, up to a maximum', async () => {
  const { github, asked } = connectIn(undefined, ({ parameters: { page } }) => ({
    data: [{ number: page, state: 'closed', labels: [{ name: 'no-docs' }, { name: 'bug' }] }],
    link: NEXT,
  }))
  const found = await github.fetchClosedPullRequests('main', 500)
  expect(found.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(found[0]?.labels).toEqual(['no-docs', 'bug'])
  const parameters = { state: 'closed', base: 'main', sort: 'updated', direction: 'desc', per_page: 100 }
  expect(asked[4]?.parameters).toMatchObject({ ...parameters, page: 5 })
})

test.each([false, true])(
  'the paths of a commit are read in one request, unless the list is cut: %s',
  async (truncated) => {
    const { github, asked } = connect({ data: { tree: [{ path: 'docs.json', type: 'blob' }], truncated } })
    expect(await github.fetchTree(DOCS, 'f0e1d2c3')).toEqual(truncated ? [] : ['docs.json'])
    expect(asked).toMatchObject([
      {
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { owner: 'acme', repo: 'docs', tree_sha: 'f0e1d2c3', recursive: '1' },
        permissions: ['contents: read'],
      },
    ])
  },
)
