import { expect, test } from 'vitest'
import { findLoop } from '../../../../src/agent-job/request/loops.ts'
import type { Push, Trigger } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'

const push: Push = { before: undefined, after: 'a', headSha: 'abc', authors: ['writer'] }

async function find(
  subject: Pick<Trigger, 'thread' | 'release' | 'push'>,
  {
    ignored = ['mintlify[bot]'],
    pulls = [] as { number: number; author: string | undefined }[] | Error,
  } = {},
) {
  const asked: string[] = []
  const warnings: string[] = []
  const github = {
    async listPullRequestsOfCommit(sha: string) {
      asked.push(sha)
      if (pulls instanceof Error) throw pulls
      return pulls
    },
  }
  const log = { warning: (title: string, text: string) => void warnings.push(`${title}: ${text}`) }
  return { reason: await findLoop(subject, ignored, github, log), asked, warnings }
}

test.each<[string, Pick<Trigger, 'thread' | 'release' | 'push'>]>([
  ['the pull request', { thread: { kind: 'pull request', number: 3, author: 'Mintlify[bot]' } }],
  ['the issue', { thread: { kind: 'issue', number: 3, author: 'mintlify[bot]' } }],
  ['the release', { release: { id: 1, isPrerelease: false, author: 'mintlify[bot]' } }],
  ['all commits of the push', { push: { ...push, authors: ['mintlify[bot]', 'MINTLIFY[bot]'] } }],
])('%s by an ignored author is a loop, without a request', async (what, subject) => {
  const { reason, asked } = await find(subject)
  expect(reason).toMatch(new RegExp(`^"mintlify\\[bot\\]" wrote ${what}, and`, 'i'))
  expect(asked).toEqual([])
})

test('a push whose head commit belongs to a pull request by an ignored author is a loop', async () => {
  const { reason, asked } = await find(
    { push },
    {
      pulls: [
        { number: 8, author: 'x' },
        { number: 9, author: 'mintlify[bot]' },
      ],
    },
  )
  expect(reason).toContain('#9')
  expect(asked).toEqual(['abc'])
})

test.each<[string, Pick<Trigger, 'thread' | 'release' | 'push'>]>([
  ['a pull request by a person', { thread: { kind: 'pull request', number: 3, author: 'writer' } }],
  ['an issue by nobody', { thread: { kind: 'issue', number: 3 } }],
  ['a push by several', { push: { ...push, authors: ['mintlify[bot]', 'writer'] } }],
  ['a push by somebody unknown', { push: { ...push, authors: ['mintlify[bot]', undefined] } }],
  ['a push without commits', { push: { ...push, authors: [] } }],
  ['a deleted branch', { push: { ...push, headSha: undefined } }],
  ['nothing of these', {}],
])('%s is not a loop', async (_, subject) => {
  const { reason, warnings } = await find(subject, { pulls: [{ number: 8, author: undefined }] })
  expect([reason, warnings]).toEqual([undefined, []])
})

test('with nobody to ignore, GitHub is not asked for pull requests', async () => {
  const { reason, asked } = await find({ push }, { ignored: [] })
  expect([reason, asked]).toEqual([undefined, []])
})

test("a pull request that can't be read is a warning, and the run goes on", async () => {
  const pulls = new GitHubError('list', {
    status: 403,
    answer: 'it answered 403',
    hint: 'Grant `pull-requests: read`.',
  })
  const { reason, warnings } = await find({ push }, { pulls })
  expect(reason).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('pull-requests: read')])
})
