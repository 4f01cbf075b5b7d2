import { expect, test } from 'vitest'
import { connect } from './fake-answers.ts'

const DOCS = { owner: 'acme', repo: 'docs', number: 4 }

test('an open pull request is parsed with all its facts', async () => {
  const answered = {
    state: 'open',
    title: 'Explain retries',
    html_url: 'u',
    draft: true,
    merged: false,
    user: { id: 7, login: 'docs[bot]', type: 'Bot' },
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
    headSha: '0a1b2c3d',
    baseSha: 'f0e1d2c3',
    createdAt: '2026-01-02T03:04:05Z',
    additions: 3,
    deletions: 2,
    commitCount: 4,
  })
})

test.each([
  [{ merged: true, user: null }, true],
  [{ merged_at: '2026-01-02T03:04:05Z' }, true],
  [{ merged_at: null, title: 7, head: { sha: 'main' } }, false],
])('a closed pull request %j is merged: %s', async (data, isMerged) => {
  const { headSha, ...facts } = await connect({ data: { state: 'closed', ...data } }).github.fetchPullRequest(DOCS)
  expect(facts).toMatchObject({ state: 'closed', isMerged })
  expect(headSha).toBeUndefined()
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
