import { describe, expect, test } from 'vitest'
import type { Thread } from '../../../world/github/world.ts'
import { startWorld } from './world-for-tests.ts'

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

describe('how a pull request ends', () => {
  test.each([
    ['merge', 3],
    ['squash', 1],
    ['rebase', 2],
  ] as const)('by %s, its push has its commits, and the first and the last know it', async (how, count) => {
    const { github, send } = await startWorld()
    const pull = await github.createPullRequest({ asLogin: 'docs-agent[bot]' })
    const { payload: updated } = await github.updatePullRequest(pull.number, [
      { files: { 'src/b.ts': 'export {}\n' }, asLogin: 'curator', isUnlinked: true },
    ])
    const { payload: other } = await github.push([{ files: { 'a.txt': 'a\n' } }])
    const { push, closed } = await github.merge(pull.number, how)
    const { before, after, commits } = push.payload as {
      before: string
      after: string
      commits: { id: string }[]
    }
    expect([before, commits.length, commits.at(-1)?.id]).toEqual([other['after'], count, after])
    expect(closed[0]?.payload).toMatchObject({
      action: 'closed',
      pull_request: { merged: true, merge_commit_sha: after, head: { sha: updated['after'] } },
    })
    for (const sha of [commits[0]?.id, after, updated['after']]) {
      const found = await send('GET', `/repos/acme/app/commits/${sha}/pulls`)
      expect(found.body).toMatchObject([
        {
          number: pull.number,
          merge_commit_sha: after,
          merged_at: expect.any(String),
          base: { ref: 'main' },
        },
      ])
    }
    const compared = await send('GET', `/repos/acme/app/compare/${before}...${after}`)
    expect(compared.body).toMatchObject({
      status: 'ahead',
      files: [{ filename: 'src/b.ts' }, { filename: 'src/retries.ts' }],
      total_commits: count,
    })
    expect((await send('GET', `/repos/acme/app/commits/${before}/pulls`)).body).toEqual([])
  })

  test('a merge queue pushes several at once', async () => {
    const { github, send } = await startWorld()
    const first = await github.createPullRequest()
    const second = await github.createPullRequest({ files: { 'src/b.ts': 'export {}\n' } })
    const { push } = await github.merge([first.number, second.number], 'squash')
    const [one, two] = (push.payload as { commits: { id: string }[] }).commits.map(({ id }) => id)
    const numbersOf = async (sha: unknown) =>
      (await send('GET', `/repos/acme/app/commits/${sha}/pulls`)).body.map((pull: Thread) => pull.number)
    expect([await numbersOf(one), await numbersOf(two)]).toEqual([[first.number], [second.number]])
  })

  test('without a merge, through the API, it keeps the head that it had', async () => {
    const { github, send } = await startWorld()
    const { number } = await github.createPullRequest({ on: 'acme/docs' })
    const { payload } = await github.updatePullRequest(number, [{ files: { 'a.md': 'a\n' } }], 'acme/docs')
    const path = `/repos/acme/docs/pulls/${number}`
    const close = (token: string) => send('PATCH', path, { body: { state: 'closed' }, token })
    const refused = await close(github.actionsToken)
    expect(refused.headers.get('x-accepted-github-permissions')).toBe('pull_requests=write')
    const closed = await close(github.appToken({ pull_requests: 'write' }))
    expect([refused.status, closed.status]).toEqual([403, 200])
    await github.push([{ files: { 'b.md': 'b\n' } }], { branch: 'change-1', on: 'acme/docs' })
    expect((await send('GET', path)).body).toMatchObject({
      ...{ state: 'closed', merged: false, merged_at: null, head: { sha: payload['after'] } },
    })
  })
})

test('an author that GitHub can not link to an account is null, and has no username', async () => {
  const { github, send } = await startWorld()
  const { payload } = await github.push([{ files: { 'a.txt': 'a\n' }, isUnlinked: true }])
  expect(payload['head_commit']).not.toHaveProperty('author.username')
  const compared = await send('GET', `/repos/acme/app/compare/${payload['before']}...${payload['after']}`)
  expect(compared.body).toMatchObject({ commits: [{ author: null, commit: { author: { name: 'writer' } } }] })
})
