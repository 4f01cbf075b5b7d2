import { describe, expect, test } from 'vitest'
import type { ListedFile } from '../../../world/github/world.ts'
import { startWorld } from './world-for-tests.ts'

describe('the files of a pull request', () => {
  test('added, changed, removed, renamed and binary files of a pull request are told apart', async () => {
    const { github, send } = await startWorld()
    const before = (await github.call('writer', 'GET', '/repos/acme/docs/contents/index.mdx')) as {
      content: string
    }
    const index = Buffer.from(before.content, 'base64').toString()
    const pull = await github.createPullRequest({
      on: 'acme/docs',
      files: {
        'guides/retries.mdx': '# Retries\n',
        'configuration.mdx': null,
        'index.mdx': null,
        'start.mdx': index,
        'logo.png': Uint8Array.of(0x89, 0x50, 0, 1),
        'quickstart.mdx': '# Changed\n',
      },
    })
    const { status, body } = await send('GET', `/repos/acme/docs/pulls/${pull.number}/files`)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { filename: 'configuration.mdx', status: 'removed', patch: expect.stringContaining('-title') },
      {
        filename: 'guides/retries.mdx',
        status: 'added',
        additions: 1,
        deletions: 0,
        patch: expect.stringContaining('+# Retries'),
      },
      { filename: 'logo.png', status: 'added', additions: 0, deletions: 0 },
      { filename: 'quickstart.mdx', status: 'modified', patch: expect.stringContaining('+# Changed') },
      { filename: 'start.mdx', previous_filename: 'index.mdx', status: 'renamed', changes: 0 },
    ])
    expect(body[2]).not.toHaveProperty('patch')
    expect((await send('GET', `/repos/acme/docs/pulls/${pull.number}`)).body).toMatchObject({
      changed_files: 5,
      state: 'open',
      merged: false,
    })
  })

  test('a list of files that a test gives comes in pages, 3,000 files at most', async () => {
    const { github, send } = await startWorld()
    const { number } = await github.createPullRequest()
    const files = Array.from({ length: 3_010 }, (_, index): ListedFile => ({ filename: `src/${index}.ts` }))
    github.listFiles(number, files)
    const path = `/repos/acme/app/pulls/${number}/files`
    const first = await send('GET', `${path}?per_page=100`)
    expect(first.headers.get('link')).toContain('page=30>; rel="last"')
    expect(first.body).toHaveLength(100)
    expect((await send('GET', `${path}?per_page=100&page=30`)).body.at(-1)).toMatchObject({
      filename: 'src/2999.ts',
      status: 'modified',
    })
    expect((await send('GET', `${path}?per_page=100&page=31`)).body).toEqual([])
  })

  test('a huge pull request has patches and counts only in small pages', async () => {
    const { github, send } = await startWorld()
    const { number } = await github.createPullRequest()
    const file = { additions: 9, deletions: 1, patch: '@@ -1 +1 @@' }
    github.listFiles(
      number,
      Array.from({ length: 30 }, (_, index) => ({ ...file, filename: `${index}.ts` })),
      { isHuge: true },
    )
    const path = `/repos/acme/app/pulls/${number}/files`
    const [bare] = (await send('GET', `${path}?per_page=100`)).body
    expect(bare).toMatchObject({ additions: 0, deletions: 0, changes: 0 })
    expect(bare).not.toHaveProperty('patch')
    expect((await send('GET', `${path}?per_page=10&page=3`)).body[9]).toMatchObject({ ...file, changes: 10 })
  })
})

test('a push has its commits, in the webhook and in a comparison', async () => {
  const { github, send } = await startWorld()
  const { payload } = await github.push([
    { files: { 'src/a.ts': 'export {}\n' }, message: 'Add a\n\nBecause.' },
    { files: { 'src/b.ts': 'export {}\n' }, asLogin: 'docs-agent[bot]' },
  ])
  expect(payload).toMatchObject({
    ref: 'refs/heads/main',
    forced: false,
    commits: [
      { message: 'Add a\n\nBecause.', author: { username: 'writer' } },
      { message: 'Change src/b.ts', author: { username: 'docs-agent[bot]' }, id: payload['after'] },
    ],
    head_commit: { id: payload['after'] },
    pusher: { name: 'writer' },
    repository: { full_name: 'acme/app' },
  })
  const { before, after } = payload
  const compared = await send('GET', `/repos/acme/app/compare/${before}...${after}?per_page=1&page=1`)
  expect(compared.body).toMatchObject({
    total_commits: 2,
    commits: [{ commit: { message: 'Add a\n\nBecause.' }, author: { login: 'writer' } }],
    files: [{ filename: 'src/a.ts', status: 'added' }, { filename: 'src/b.ts' }],
  })
  const second = await send('GET', `/repos/acme/app/compare/${before}...${after}?per_page=1&page=2`)
  expect([second.body.commits[0].author.login, second.body.files]).toEqual(['docs-agent[bot]', []])
  const gone = await send('GET', `/repos/acme/app/compare/${'1'.repeat(40)}...${after}`)
  expect(gone).toMatchObject({ status: 404, body: { message: 'Not Found' } })
})

test('a comparison lists 300 files at most', async () => {
  const { github, send } = await startWorld()
  const files = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f/${index}`, `${index}\n`]))
  const { payload } = await github.push([{ files }])
  const { body } = await send('GET', `/repos/acme/app/compare/${payload['before']}...${payload['after']}`)
  expect(body.files).toHaveLength(300)
})

test('releases come newest first, drafts for those who may write', async () => {
  const { github, send } = await startWorld()
  await github.release({ tag: 'v1.0.0', publishedAt: '2026-01-02T03:04:05Z' })
  await github.push([{ files: { 'a.txt': 'a\n' } }])
  await github.release({ tag: 'v1.1.0-beta', isPrerelease: true })
  await github.release({ tag: 'v2', isDraft: true })
  const tagsOf = async (token?: string) =>
    (await send('GET', '/repos/acme/app/releases', { ...(token && { token }) })).body
  const seen = await tagsOf()
  expect(seen).toMatchObject([
    { tag_name: 'v1.1.0-beta', prerelease: true, draft: false },
    { tag_name: 'v1.0.0', prerelease: false, published_at: '2026-01-02T03:04:05Z' },
  ])
  const drafts = await tagsOf(github.actionsTokenWith({ contents: 'write' }))
  expect(drafts[0]).toMatchObject({ tag_name: 'v2', draft: true, published_at: null })
  const compared = await send('GET', '/repos/acme/app/compare/v1.0.0...v1.1.0-beta')
  expect(compared.body).toMatchObject({ files: [{ filename: 'a.txt' }] })
})

test('a commit knows the pull request that brought it', async () => {
  const { github, send } = await startWorld()
  const pull = await github.createPullRequest({ asLogin: 'docs-agent[bot]' })
  const closed = await github.closePullRequest(pull.number, 'merged')
  expect(closed.payload).toMatchObject({
    action: 'closed',
    pull_request: { merged: true, number: pull.number },
  })
  const path = `/repos/acme/app/pulls/${pull.number}`
  const { body } = await send('GET', path)
  expect(body).toMatchObject({ state: 'closed', merged: true, user: { login: 'docs-agent[bot]' } })
  for (const sha of [body.merge_commit_sha, body.head.sha]) {
    const found = await send('GET', `/repos/acme/app/commits/${sha}/pulls`)
    expect(found.body).toMatchObject([{ number: pull.number, user: { login: 'docs-agent[bot]' } }])
  }
  const { payload } = await github.push([{ files: { 'a.txt': 'a\n' } }])
  expect((await send('GET', `/repos/acme/app/commits/${payload['after']}/pulls`)).body).toEqual([])
  expect((await send('GET', `/repos/acme/app/commits/${'1'.repeat(40)}/pulls`)).status).toBe(404)
})

test('a pull request may be closed without being merged, in the other repository too', async () => {
  const { github, send } = await startWorld()
  const pull = await github.createPullRequest({ on: 'acme/docs' })
  await github.closePullRequest(pull.number, 'closed', 'acme/docs')
  expect((await send('GET', `/repos/acme/docs/pulls/${pull.number}`)).body).toMatchObject({
    state: 'closed',
    merged: false,
    merged_at: null,
  })
})
