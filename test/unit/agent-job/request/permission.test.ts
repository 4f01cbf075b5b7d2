import { expect, test } from 'vitest'
import { checkPermission } from '../../../../src/agent-job/request/permission.ts'
import type { Account } from '../../../../src/github/account.ts'
import { isUnlistedBot } from '../../../../src/github/account.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { RepositoryPermission } from '../../../../src/github/github.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

const writer: Account = { login: 'writer', id: 7, type: 'User' }
const bot: Account = { login: 'renovate[bot]', id: 8, type: 'Bot' }

/** Decides on a comment, where GitHub answers `permission`; and whom it was asked about. */
async function check({
  author = writer as Account,
  sender = author as Account,
  minimum = 'read' as 'read' | 'write' | 'admin',
  allowedBots = [] as string[],
  permission = 'admin' as RepositoryPermission | Error,
  isVisible = true,
}) {
  const asked: string[] = []
  const github = {
    async fetchPermission(login: string) {
      asked.push(login)
      if (permission instanceof Error) throw permission
      return permission
    },
    async fetchRepository() {
      if (!isVisible) throw failing(404)
    },
  }
  const comment = { kind: 'issue comment', id: 1, body: untrustedText('/docs x'), author, sender } as const
  return { ...(await checkPermission(comment, minimum, allowedBots, github)), asked }
}

const RANKS = ['none', 'read', 'write', 'admin'] as const

test.each(RANKS)('a commenter with the permission %s is allowed where that is enough', async (permission) => {
  for (const minimum of ['read', 'write', 'admin'] as const) {
    const { isAllowed, reason, asked } = await check({ permission, minimum })
    expect([minimum, isAllowed]).toEqual([minimum, RANKS.indexOf(permission) >= RANKS.indexOf(minimum)])
    expect(reason).toMatch(new RegExp(`"writer".* \`${permission}\` permission, and .* \`${minimum}\`\\.$`))
    expect(asked).toEqual(['writer'])
  }
})

test.each<[string, Partial<Account>, Partial<Account>, boolean]>([
  ['the author, whose id is left out', { id: undefined }, {}, true],
  ['the author, with the id left out here', {}, { id: undefined }, true],
  ['somebody else', {}, { login: 'maintainer', id: 1 }, false],
  ['the same name with another id', {}, { id: 8 }, false],
  ['the same id with another name', {}, { login: 'Writer' }, false],
  ['nobody', {}, { login: undefined }, false],
  ['nobody, for nobody', { login: undefined }, { login: undefined }, false],
])('an event caused by %s: whether the commenter is checked', async (_, author, sender, isSame) => {
  const given = { author: { ...writer, ...author }, sender: { ...writer, ...sender } }
  const { isAllowed, asked } = await check(given)
  expect([isAllowed, asked]).toEqual(isSame ? [true, ['writer']] : [false, []])
})

test('two accounts with one name are told apart in the reason', async () => {
  const { reason } = await check({ sender: { ...writer, id: 8 } })
  expect(reason).toContain('by "writer" (account 7), but "writer" (account 8) caused the event')
  expect((await check({ sender: bot })).reason).toContain('by "writer", but')
})

const failing = (status?: number) => new GitHubError('read', { status, answer: 'no', hint: '' })

test('an unknown login has no permission, and a failure allows nobody', async () => {
  const unknown = await check({ permission: failing(404) })
  expect([unknown.isAllowed, unknown.reason]).toEqual([false, 'GitHub doesn\'t know "writer" in this repository.'])
  for (const status of [401, 403, 429, 500, undefined])
    await expect(check({ permission: failing(status) })).rejects.toBeInstanceOf(GitHubError)
})

test("a token that can't see the repository says nothing about the commenter", async () => {
  const missing = check({ permission: failing(404), isVisible: false })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

const listed = (name: string) => ({ author: bot, allowedBots: ['x', name] })

test('a listed bot is allowed without a request, compared without case', async () => {
  const verdict = await check({ ...listed('Renovate[BOT]'), minimum: 'admin' })
  expect([verdict.isAllowed, verdict.asked]).toEqual([true, []])
})

test("a bot whose whole name isn't listed is denied without a request", async () => {
  for (const name of ['renovate', 'bot', 'renovate[bot', 'renovate[bot]x', '*', 'renovate*', ''])
    expect(await check(listed(name)), name).toMatchObject({ isAllowed: false, asked: [] })
})

test("an account whose type isn't `User` is a bot", async () => {
  for (const type of ['Bot', 'Organization', 'Mannequin', '']) {
    const author = { ...writer, type }
    expect((await check({ author })).isAllowed, type).toBe(false)
    expect([isUnlistedBot(author, []), isUnlistedBot(author, ['WRITER'])]).toEqual([true, false])
  }
})

test('the list of bots never allows a person', async () => {
  const { isAllowed } = await check({ minimum: 'write', allowedBots: ['writer'], permission: 'read' })
  expect([isAllowed, isUnlistedBot(writer, [])]).toEqual([false, false])
})
