import { describe, expect, test } from 'vitest'
import type { Thread } from '../../../world/github/world.ts'
import { startWorld } from './world-for-tests.ts'

describe('how a pull request ends', () => {
  test.each([
    ['merge', 3],
    ['squash', 1],
    ['rebase', 2],
  ] as const)('by %s, its push has its commits, and the first and the last know it', async (how, count) => {
    const { github, send } = await startWorld()
    const pull = await github.createPullRequest({ asLogin: 'docs-agent[bot]' })
    const { payload: updated } = await github.updatePullRequest(pull.number, [
      { files: { 'src/b.ts': 'export {}\n' }, asLogin: 'curator' },
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
