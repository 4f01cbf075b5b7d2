import { expect, test } from 'vitest'
import type { Account } from '../../../src/agent-job/event.ts'
import { findDenial } from '../../../src/agent-job/permission.ts'
import {
  fetchPullRequest,
  listFiles,
  locatePullRequest,
  parsePullRequestNumber,
} from '../../../src/agent-job/pull-request.ts'
import { ActionError } from '../../../src/runner/action-error.ts'
import { COMMENT, type ContextChanges, createContext, TRIGGERS } from './context-for-tests.ts'

const ANN: Account = { login: 'ann', id: 7, type: 'User' }

/** Asks who may; `asked` are the accounts whose permission was read. */
async function ask(
  permission: string | Error,
  author: Account,
  sender: Account,
  inputs: ContextChanges['inputs'] = {},
) {
  const asked: string[] = []
  const getCollaboratorPermissionLevel = async ({ username }: { username: string }) => {
    asked.push(username)
    if (permission instanceof Error) throw permission
    return { data: { permission } }
  }
  const context = createContext({ github: { rest: { repos: { getCollaboratorPermissionLevel } } }, inputs })
  return { denial: await findDenial(context, { ...TRIGGERS.comment, comment: { ...COMMENT, author }, sender }), asked }
}

const LEVELS = ['none', 'read', 'write', 'admin']

test.each<['read' | 'write' | 'admin', allowed: string[]]>([
  ['read', ['read', 'write', 'admin']],
  ['write', ['write', 'admin']],
  ['admin', ['admin']],
])('with the minimum `%s`, exactly %j may', async (minimumPermission, allowed) => {
  for (const permission of LEVELS) {
    const { denial, asked } = await ask(permission, ANN, ANN, { minimumPermission })
    expect(denial === undefined, permission).toBe(allowed.includes(permission))
    expect(denial ?? `\`${permission}\``).toContain(`\`${permission}\``)
    expect(asked).toEqual(['ann'])
  }
})

test.each(['something new', 'toString', ''])('a level that is not known, such as %j, lets nobody in', async (level) => {
  await expect(ask(level, ANN, ANN)).rejects.toThrow("Couldn't check the permission of `ann`")
})

test.each<[string, Account, allowedBots: string[], isAllowed: boolean]>([
  ['a bot', { login: 'robot[bot]', id: 8, type: 'Bot' }, [], false],
  ['a bot that is listed', { login: 'robot[bot]', id: 8, type: 'Bot' }, ['Robot[BOT]'], true],
  ['a bot like one that is listed', { login: 'robot2[bot]', id: 8, type: 'Bot' }, ['robot[bot]'], false],
  ['an organization', { login: 'acme', id: 9, type: 'Organization' }, [], false],
  ['a deleted account', { login: '', id: 0, type: '' }, [], false],
])('%s is let in only by name, and without a request', async (_name, account, allowedBots, isAllowed) => {
  const { denial, asked } = await ask('admin', account, account, { allowedBots })
  expect([denial === undefined, asked]).toEqual([isAllowed, []])
})

test.each<[string, Account]>([
  ['another account', { ...ANN, login: 'eve', id: 666 }],
  ['an account with the same login', { ...ANN, id: 666 }],
  ['a renamed account', { ...ANN, login: 'eve' }],
])('author and sender have to be one: %s is refused', async (_name, sender) => {
  const { denial, asked } = await ask('admin', ANN, sender)
  expect(denial).toContain('caused the event')
  expect(asked).toEqual([])
})

test('an answer that cannot be read lets nobody in', async () => {
  await expect(ask(new ActionError('GitHub returned 403.'), ANN, ANN)).rejects.toThrow(
    "Couldn't check the permission of `ann`. GitHub returned 403.",
  )
})

const GITHUB = new URL('https://github.com/')
const GHES = new URL('https://ghes.example/base')

test.each<[string, URL, number | undefined]>([
  ['https://github.com/acme/docs/pull/3', GITHUB, 3],
  ['https://github.com/acme/docs/pull/3/', GITHUB, 3],
  ['https://github.com/acme/docs/pull/3#x', GITHUB, 3],
  ['https://ghes.example/base/acme/docs/pull/3', GHES, 3],
  ['https://github.com/acme/docs/pull/3/files', GITHUB, undefined],
  ['https://github.com/acme/docs/issues/3', GITHUB, undefined],
  ['https://github.com.evil.example/acme/docs/pull/3', GITHUB, undefined],
  ['http://github.com/acme/docs/pull/3', GITHUB, undefined],
  ['https://github.com/a/b/c/pull/3', GITHUB, undefined],
  ['https://github.com/acme/docs/pull/12345678901', GITHUB, undefined],
  ['https://github.com/acme/docs/pull/3', GHES, undefined],
  ['https://ghes.example/copy/acme/docs/pull/3', GHES, undefined],
])('%s on %s is pull request %s', (url, server, number) => {
  const place = number === undefined ? undefined : { owner: 'acme', repo: 'docs', pull_number: number }
  expect(locatePullRequest(new URL(url), server)).toEqual(place)
})

test.each([
  ['https://gitlab.example/a/b/-/merge_requests/12', 12],
  ['https://bitbucket.example/a/b/pull-requests/4', 4],
  ['https://git.example/a/b/pulls/9/', 9],
  ['https://github.com/a/b/pull/3', 3],
  ['https://github.com/a/b/commit/3', undefined],
])('the number in %s is %s', (url, number) => {
  expect(parsePullRequestNumber(new URL(url))).toBe(number)
})

test('what is elsewhere is not asked for; what cannot be read is an error that names it', async () => {
  const fail = () => Promise.reject(new ActionError('No.'))
  const context = createContext({ github: { rest: { pulls: { get: fail, listFiles: fail } } } })
  const elsewhere = new URL('https://gitlab.example/a/b/-/merge_requests/1')
  expect([await fetchPullRequest(context, elsewhere), await listFiles(context, elsewhere)]).toEqual([undefined, []])
  const here = new URL('https://github.com/acme/docs/pull/3')
  await expect(fetchPullRequest(context, here)).rejects.toThrow(`Couldn't read the pull request ${here.href}. No.`)
  await expect(listFiles(context, here)).rejects.toThrow(`Couldn't list the files of ${here.href}. No.`)
})
