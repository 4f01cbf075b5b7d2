import { describe, expect, test } from 'vitest'
import { checkPermission, isUnlistedBot } from '../../../../src/agent-job/request/permission.ts'
import type { Account, TriggerComment } from '../../../../src/agent-job/request/trigger.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { RepositoryPermission } from '../../../../src/github/thread.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const writer: Account = { login: 'writer', id: 7, type: 'User' }
const bot: Account = { login: 'renovate[bot]', id: 8, type: 'Bot' }

function commentBy(author: Account, sender: Account = author): TriggerComment {
  return { kind: 'issue comment', id: 1, body: untrustedText('/docs x'), author, sender }
}

/** GitHub that answers this, and notes whom it was asked about. */
function gitHubSaying(answer: RepositoryPermission | Error) {
  const asked: string[] = []
  return {
    asked,
    async readPermission(login: string) {
      asked.push(login)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

function gitHubError(status: number | undefined): GitHubError {
  return new GitHubError('read the permission', { status, answer: 'no', hint: '' })
}

const RANKS = ['none', 'read', 'write', 'admin'] as const

describe('permission and minimum', () => {
  test.each(
    RANKS.flatMap((has) => (['read', 'write', 'admin'] as const).map((needs) => [has, needs] as const)),
  )('a commenter who has %s is let in, or not, where %s is needed', async (has, needs) => {
    const verdict = await checkPermission(commentBy(writer), needs, [], gitHubSaying(has))
    expect(verdict.isAllowed).toBe(RANKS.indexOf(has) >= RANKS.indexOf(needs))
    expect(verdict.reason).toContain('writer')
    expect(verdict.reason).toContain(has)
  })
})

test('the permission is read for the author, at every attempt', async () => {
  const gitHub = gitHubSaying('write')
  await checkPermission(commentBy(writer), 'write', [], gitHub)
  await checkPermission(commentBy(writer), 'write', [], gitHub)
  expect(gitHub.asked).toEqual(['writer', 'writer'])
})

test.each<[string, Account, Account]>([
  ['the author', { ...writer, id: undefined }, writer],
  ['the sender', writer, { ...writer, id: undefined }],
])('an event that leaves out the id of %s is decided by the logins', async (_name, author, sender) => {
  const verdict = await checkPermission(commentBy(author, sender), 'write', [], gitHubSaying('write'))
  expect(verdict.isAllowed).toBe(true)
})

test('two accounts with one name are told apart in the reason', async () => {
  const verdict = await checkPermission(
    commentBy(writer, { ...writer, id: 8 }),
    'write',
    [],
    gitHubSaying('write'),
  )
  expect(verdict.reason).toBe(
    'The comment is by "writer" (account 7), but the event was caused by "writer" (account 8).',
  )
})

test.each<[string, Account, Account]>([
  ['somebody else', writer, { login: 'maintainer', id: 1, type: 'User' }],
  ['the same name with another id', writer, { ...writer, id: 8 }],
  ['the same id with another name', writer, { ...writer, login: 'Writer' }],
  ['nobody', writer, { login: '', id: undefined, type: '' }],
  ['nobody, for nobody', { ...writer, login: '' }, { ...writer, login: '' }],
])(
  'a commenter is refused, and GitHub not asked, when the event was caused by %s',
  async (_name, author, sender) => {
    const gitHub = gitHubSaying('admin')
    const verdict = await checkPermission(commentBy(author, sender), 'read', [], gitHub)
    expect([verdict.isAllowed, gitHub.asked]).toEqual([false, []])
  },
)

test('a login that GitHub does not know has no permission', async () => {
  const verdict = await checkPermission(commentBy(writer), 'read', [], gitHubSaying(gitHubError(404)))
  expect(verdict.isAllowed).toBe(false)
})

test.each([401, 403, 429, 500, 502, undefined])(
  'a failure of GitHub with the status %s lets nobody in',
  async (status) => {
    const failing = checkPermission(commentBy(writer), 'read', [], gitHubSaying(gitHubError(status)))
    await expect(failing).rejects.toBeInstanceOf(GitHubError)
  },
)

test('a listed bot is let in without asking, compared without case', async () => {
  const gitHub = gitHubSaying('none')
  const verdict = await checkPermission(commentBy(bot), 'admin', ['x', 'Renovate[BOT]'], gitHub)
  expect([verdict.isAllowed, gitHub.asked]).toEqual([true, []])
})

test.each(['renovate', 'bot', 'renovate[bot', 'renovate[bot]x', '*', 'renovate*', ''])(
  '%j in the list of bots does not let in renovate[bot]',
  async (name) => {
    const verdict = await checkPermission(commentBy(bot), 'read', [name], gitHubSaying('admin'))
    expect(verdict.isAllowed).toBe(false)
  },
)

test.each(['Bot', 'Organization', 'Mannequin', ''])(
  'an account of type %j is refused unless it is listed',
  async (type) => {
    const author = { ...writer, type }
    expect((await checkPermission(commentBy(author), 'read', [], gitHubSaying('admin'))).isAllowed).toBe(
      false,
    )
    expect(isUnlistedBot(author, [])).toBe(true)
    expect(isUnlistedBot(author, ['WRITER'])).toBe(false)
  },
)

test('a person is never let in by the list of bots', async () => {
  const verdict = await checkPermission(commentBy(writer), 'write', ['writer'], gitHubSaying('read'))
  expect(verdict.isAllowed).toBe(false)
  expect(isUnlistedBot(writer, [])).toBe(false)
})
