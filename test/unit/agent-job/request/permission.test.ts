import { expect, test } from 'vitest'
import { checkPermission } from '../../../../src/agent-job/request/permission.ts'
import { type Account, isUnlistedBot } from '../../../../src/github/account.ts'
import type { RepositoryPermission } from '../../../../src/github/github.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { failing } from '../changes/github-for-tests.ts'

const writer: Account = { login: 'writer', id: 7, type: 'User' }
const bot: Account = { login: 'renovate[bot]', id: 8, type: 'Bot' }

/** Decides on a comment, where GitHub answers `permission`; and the requests that this costs. */
async function check({
  author = writer as Account,
  sender = author as Account,
  minimum = 'read' as 'read' | 'write' | 'admin',
  allowedBots = [] as string[],
  permission = 'admin' as RepositoryPermission | Error,
  isVisible = true,
}) {
  const requests: string[] = []
  const github = {
    async fetchPermission(login: string) {
      requests.push(login)
      if (permission instanceof Error) throw permission
      return permission
    },
    async fetchRepository() {
      requests.push('repository')
      if (!isVisible) throw failing(404)
    },
  }
  const comment = { kind: 'issue comment', id: 1, body: untrustedText('/docs x'), author, sender } as const
  return { ...(await checkPermission(comment, minimum, allowedBots, github)), requests }
}

const RANKS = ['none', 'read', 'write', 'admin'] as const

test.each(RANKS)('a commenter with the permission %s is allowed where that is enough', async (permission) => {
  for (const minimum of ['read', 'write', 'admin'] as const)
    expect(await check({ permission, minimum })).toEqual({
      isAllowed: RANKS.indexOf(permission) >= RANKS.indexOf(minimum),
      reason: `"writer" has the \`${permission}\` permission, and \`minimum-permission\` is \`${minimum}\`.`,
      requests: ['writer'],
    })
})

const isSame = { isAllowed: true, requests: ['writer'] }
const isOther = { isAllowed: false, requests: [], advice: 'Post the command as a new comment.' }

test.each<[string, Partial<Account>, Partial<Account>, object, reason: string]>([
  ['the author, whose id is left out', { id: undefined }, {}, isSame, 'admin'],
  ['the author, with the id left out here', {}, { id: undefined }, isSame, 'admin'],
  ['somebody else', {}, { login: 'maintainer', id: 1 }, isOther, 'by "writer", but "maintainer" caused'],
  ['the same name with another id', {}, { id: 8 }, isOther, '"writer" (account 7), but "writer" (account 8) caused'],
  ['the same id with another name', {}, { login: 'Writer' }, isOther, 'by "writer", but "Writer" caused'],
  ['nobody', {}, { login: undefined }, isOther, 'by "writer", but "" caused'],
  ['nobody, for nobody', { login: undefined, id: undefined }, { login: undefined }, isOther, 'by "", but "" caused'],
])('an event caused by %s: whether the commenter is checked', async (_, author, sender, verdict, reason) => {
  const found = await check({ author: { ...writer, ...author }, sender: { ...writer, ...sender } })
  expect(found).toEqual({ ...verdict, reason: expect.stringContaining(reason) })
})

test('an unknown login has no permission, and a failure allows nobody', async () => {
  const unknown = { isAllowed: false, reason: 'GitHub doesn\'t know "writer" in this repository.' }
  expect(await check({ permission: failing(404) })).toEqual({ ...unknown, requests: ['writer', 'repository'] })
  for (const status of [401, 403, 429, 500, undefined])
    await expect(check({ permission: failing(status) })).rejects.toMatchObject({ status })
})

test("a token that can't see the repository says nothing about the commenter", async () => {
  const missing = check({ permission: failing(404), isVisible: false })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

test.each<[string, Account, string[], isA?: string]>([
  ['a listed bot, compared without case', bot, ['x', 'Renovate[BOT]']],
  ["a bot whose whole name isn't listed", bot, ['renovate', 'bot', 'renovate[bot', 'renovate[bot]x', '*', ''], 'Bot'],
  ['an organization', { ...writer, type: 'Organization' }, [], 'Organization'],
  ['an account without a type', { ...writer, type: undefined }, [], 'unknown'],
  ['a listed account without a type', { ...writer, type: undefined }, ['WRITER']],
])('no request is needed for %s', async (_, author, allowedBots, isA) => {
  const { reason, advice, ...found } = await check({ author, allowedBots, minimum: 'admin' })
  expect(found).toEqual({ isAllowed: isA === undefined, requests: [] })
  expect(reason).toContain(
    isA ? `(type "${isA}"), and isn't listed in \`allowed-bots\`` : 'is listed in `allowed-bots`',
  )
  expect(advice).toBe(isA && 'To allow this account, add it there.')
  expect(isUnlistedBot(author, allowedBots)).toBe(isA !== undefined)
})

test('the list of bots never allows a person', async () => {
  const { isAllowed } = await check({ minimum: 'write', allowedBots: ['writer'], permission: 'read' })
  expect([isAllowed, isUnlistedBot(writer, [])]).toEqual([false, false])
})
