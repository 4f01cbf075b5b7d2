import { expect, test } from 'vitest'
import { markRefusal } from '../../../src/agent-job/refused-inputs.ts'
import type { Trigger } from '../../../src/agent-job/request/trigger.ts'
import { InputError } from '../../../src/runner/inputs.ts'

const USER = { login: 'writer', id: 1, type: 'User' }
const BOT = { login: 'helper[bot]', id: 2, type: 'Bot' }

type Permission = 'admin' | 'write' | 'read' | 'none'

/** What the thread gets when the input `refused` can't be used. `undefined`: GitHub answers an error. */
async function mark(
  refused: string,
  permission: Permission | undefined,
  { author = USER, comment = true, allowedBots = [] as string[] } = {},
): Promise<string[]> {
  const reactions: string[] = []
  const trigger = { comment: { id: 1, author, sender: author } } as unknown as Trigger
  const error = new InputError([{ input: refused, message: 'no' }])
  const github = {
    async fetchPermission() {
      if (permission === undefined) throw new Error('GitHub is down.')
      return permission
    },
    async react(_comment: unknown, content: string) {
      reactions.push(content)
      return { result: 'first' as const, account: undefined }
    },
  }
  await markRefusal(trigger, { comment, minimumPermission: 'write', allowedBots }, error, github)
  return reactions
}

const LISTED = { author: BOT, allowedBots: [BOT.login] }

test.each<[string, string, Permission | undefined, Parameters<typeof mark>[2], string[]]>([
  ['an input', 'timeout', 'write', {}, ['confused']],
  ['a secret', 'api-key', 'admin', {}, ['confused']],
  ['an input, for somebody who may not', 'timeout', 'read', {}, []],
  ['minimum-permission, for a writer', 'minimum-permission', 'write', {}, []],
  ['minimum-permission, for an admin', 'minimum-permission', 'admin', {}, ['confused']],
  ['an input, for a listed bot', 'timeout', 'none', LISTED, ['confused']],
  ['allowed-bots, for a listed bot', 'allowed-bots', 'none', LISTED, []],
  ['an input, with `comment: false`', 'timeout', 'write', { comment: false }, []],
  ['`comment` itself', 'comment', 'write', { comment: false }, ['confused']],
  ['an input, where GitHub is down', 'timeout', undefined, {}, []],
])('what cannot be used is marked for somebody who may use the command: %s', async (_, ...given) => {
  const [refused, permission, options, reactions] = given
  expect(await mark(refused, permission, options)).toEqual(reactions)
})

test('without a comment or a token nothing is marked', async () => {
  const error = new InputError([])
  const inputs = { comment: true, minimumPermission: 'write', allowedBots: [] } as const
  await expect(markRefusal({} as Trigger, inputs, error, undefined)).resolves.toBeUndefined()
})
