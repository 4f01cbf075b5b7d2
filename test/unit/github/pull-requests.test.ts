import { expect, test } from 'vitest'
import { connect } from './fake-answers.ts'

const DOCS = { owner: 'acme', repo: 'docs', number: 4 }

test('an open pull request is parsed with its title and the commits at its ends', async () => {
  const head = { sha: '0a1b2c3d' }
  const base = { ref: 'main', sha: 'f0e1d2c3' }
  const { github } = connect({ data: { state: 'open', title: 'Explain retries', merged: false, head, base } })
  expect(await github.fetchPullRequest(DOCS)).toEqual({
    state: 'open',
    isMerged: false,
    title: 'Explain retries',
    headSha: '0a1b2c3d',
    baseSha: 'f0e1d2c3',
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

test.each([
  [false, ['docs.json']],
  [true, []],
])('the paths of a commit are read in one request; where the list is cut (%s): %j', async (truncated, paths) => {
  const { github, asked } = connect({ data: { tree: [{ path: 'docs.json', type: 'blob' }], truncated } })
  expect(await github.fetchTree(DOCS, 'f0e1d2c3')).toEqual(paths)
  const parameters = { owner: 'acme', repo: 'docs', tree_sha: 'f0e1d2c3', recursive: '1' }
  expect(asked).toMatchObject([{ parameters, permissions: ['contents: read'] }])
})
