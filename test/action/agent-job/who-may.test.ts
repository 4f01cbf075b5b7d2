import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../world/github/faults.ts'
import type { Comment, WebhookEvent } from '../../world/github/world.ts'
import { createWorld, createWorldInProcess, type World } from '../../world/index.ts'
import { askOnIssue, readErrors, readReactions, readReports, readRequests } from './conversation.ts'

type Asked = WebhookEvent & { comment: Comment }

const permissionPath = /\/collaborators\/[^/]+\/permission$/

/** The same delivery, with other fields in its comment or at its top. */
function alter(asked: Asked, fields: Record<string, unknown>, commentFields: Record<string, unknown> = {}) {
  const comment = { ...(asked.payload['comment'] as object), ...commentFields }
  return { event: asked.event, payload: { ...asked.payload, ...fields, comment } }
}

/** Those of `logins` for whose command a job is created. */
async function findAllowed(world: World, logins: string[], minimumPermission: string): Promise<string[]> {
  const allowed = await Promise.all(
    logins.map(async (login) => {
      const { asked } = await askOnIssue(world, '/docs explain retries', login)
      const inputs = { 'minimum-permission': minimumPermission, wait: false }
      const { outputs } = await world.run({ trigger: asked, inputs, post: false })
      expect(outputs['outcome']).toBe(outputs['jobId'] === '' ? 'denied' : 'submitted')
      return outputs['jobId'] === '' ? [] : [login]
    }),
  )
  return allowed.flat()
}

describe.concurrent('what a commenter must have on the repository', () => {
  test.for([
    ['read', ['reader', 'triager', 'pretender'], ['stranger']],
    ['write', ['writer', 'curator'], ['reader', 'triager', 'pretender']],
    ['admin', ['maintainer'], ['writer', 'curator', 'pretender']],
  ] as const)(
    'with minimum-permission %s, %j may and %j may not, whatever their role is called',
    async ([minimumPermission, allowed, denied]) => {
      // A custom role may be called anything, also what it is not.
      const people = { pretender: { permission: 'read', roleName: 'admin' } } as const
      await using world = await createWorldInProcess({ github: { people } })

      expect(await findAllowed(world, [...denied, ...allowed], minimumPermission)).toEqual(allowed)
      expect(world.docsService.jobs).toHaveLength(allowed.length)
    },
  )

  test('the default of minimum-permission is write', async () => {
    await using world = await createWorld()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('denied')
    expect(result.summary).toContain('minimum-permission is write')
  })

  test('somebody whom GitHub does not know here may not, not even with minimum-permission read', async () => {
    await using world = await createWorldInProcess({
      github: { people: { ghost: { permission: 'unknown' } } },
    })
    const { asked } = await askOnIssue(world, '/docs explain retries', 'ghost')

    const result = await world.run({ trigger: asked, inputs: { 'minimum-permission': 'read' } })

    expect(result.outputs['outcome']).toBe('denied')
    expect(world.docsService.requests).toEqual([])
  })
})

describe.concurrent('what decides nothing', () => {
  test("a maintainer who re-runs a reader's comment lends nobody a permission", async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const result = await world.run({ trigger: asked, actor: 'maintainer', runAttempt: 2 })

    expect(result.outputs['outcome']).toBe('denied')
    expect(world.docsService.requests).toEqual([])
  })

  test.for([
    ['reader', 'maintainer'],
    ['maintainer', 'reader'],
  ])('a comment by a %s in an event caused by a %s is nobody’s command', async ([author = '', sender]) => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', author)

    const trigger = alter(asked, { sender: { login: sender, id: 999, type: 'User' } })
    const result = await world.run({ trigger })

    expect(result.outputs['outcome']).toBe('denied')
    expect(result.summary).toContain(`The comment is by "${author}", but the event was caused by "${sender}"`)
    expect(world.docsService.requests).toEqual([])
  })
})

describe.concurrent('bots', () => {
  test.for(['dependabot[bot]', 'Copilot', 'docs-agent[bot]'])(
    'the bot %s may not use the command, and GitHub is not even asked',
    async (login) => {
      await using world = await createWorldInProcess()
      const { asked } = await askOnIssue(world, '/docs explain retries', login)

      const result = await world.run({ trigger: asked, inputs: { 'allowed-bots': 'renovate[bot]' } })

      expect(result.outputs['outcome']).toBe('skipped')
      expect(result.log.shown).toContain(`"${login}" is not a person`)
      expect(readRequests(world)).toEqual([])
    },
  )

  test.for([
    ['dependabot[bot]', 'renovate[bot], dependabot[bot]'],
    ['dependabot[bot]', 'DependaBot[BOT]'],
    ['Copilot', 'copilot'],
  ])('the bot %s may use the command when allowed-bots is "%s"', async ([login = '', allowedBots = '']) => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', login)

    const result = await world.run({
      trigger: asked,
      inputs: { 'allowed-bots': allowedBots, wait: false },
    })

    expect(result.outputs['outcome']).toBe('submitted')
    expect(result.log.shown).toContain(`"${login}" is listed in allowed-bots.`)
  })
})

describe.concurrent('GitHub in trouble lets nobody in', () => {
  const forbidden = {
    status: 403,
    body: { message: 'Must have push access to view collaborator permission.' },
  }
  const tooOften = knownFaults.secondaryRateLimit({ retryAfterSeconds: 120 })
  const nonsense = { status: 200, body: { permission: 'owner', role_name: 'admin' } }
  test.for([
    ['limits the rate for longer than a run waits', tooOften, /it answered 403 .*rate limit/],
    ['answers 403', forbidden, /it answered 403/],
    ['names a permission that there is not', nonsense, /not have the form that GitHub documents/],
    ['answers nothing at all', { status: 200, body: '' }, /not have the form that GitHub documents/],
    ['sends us elsewhere', { status: 302, headers: { location: '/elsewhere' } }, /it answered 302/],
  ] as const)(
    'when GitHub %s, nobody is let in, and the service is not asked',
    async ([, respond, message]) => {
      await using world = await createWorldInProcess()
      world.github.faults.add({ path: permissionPath, respond })
      const { issue, asked } = await askOnIssue(world)

      const result = await world.run({ trigger: asked })

      expect(result.outputs['outcome']).toBe(respond === tooOften ? 'unavailable' : 'error')
      expect(result.conclusion).toBe('failure')
      expect(readErrors(result)).toEqual([expect.stringMatching(message)])
      expect(readErrors(result)[0]).toContain('read the permission of writer on acme/app')
      expect(world.docsService.requests).toEqual([])
      expect(await readReports(world, issue.number)).toEqual([])
    },
  )

  test('without a token, no permission is read and no job created', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { 'github-token': '' } })

    expect(readErrors(result)).toEqual([
      expect.stringContaining('github-token: it is empty; allowed: a token'),
    ])
    expect(readRequests(world)).toEqual([])
  })

  test('while GitHub does not answer, no request goes to the service', async () => {
    await using world = await createWorldInProcess()
    const asksGitHub = new Promise((resolve) => {
      world.github.onRequest = resolve
    })
    world.github.faults.add({ path: permissionPath, respond: { hang: true } })
    const { asked } = await askOnIssue(world)

    const run = world.start({ trigger: asked })
    await asksGitHub
    run.cancel()

    expect((await run.result).outputs['outcome']).toBe('cancelled')
    expect(world.docsService.requests).toEqual([])
  })

  test('a permission is read again when GitHub fails for a few seconds', async () => {
    await using world = await createWorldInProcess()
    world.github.faults.add({ path: permissionPath, times: 3, respond: knownFaults.badGateway })
    const { asked } = await askOnIssue(world)

    const result = await world.run({ trigger: asked, inputs: { wait: false } })

    expect(result.outputs['outcome']).toBe('submitted')
  })
})

describe.concurrent('what somebody sees who may not', () => {
  test('a denied user gets a thumb down, an explanation in the summary, and no comment', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const result = await world.run({ trigger: asked })

    expect(await readReactions(world, asked)).toEqual(['-1'])
    expect(await readReports(world, issue.number)).toEqual([])
    expect(result.summary).toContain('## 🚫 The commenter may not use the command')
    expect(result.summary).toContain('"reader" has the permission read; minimum-permission is write.')
    expect(result.outputs['commentUrl']).toBe('')
  })

  test('a denied user gets the thumb down at the line of the pull request where the command is', async () => {
    await using world = await createWorldInProcess()
    const pull = await world.github.createPullRequest()
    const asked = await world.github.reviewComment(pull.number, '/docs say why', 'reader')

    await world.run({ trigger: asked })

    expect(await readReactions(world, asked, 'review')).toEqual(['-1'])
    expect(await readReports(world, pull.number)).toEqual([])
  })

  test('with comment: false, a denied user gets no thumb', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')

    const result = await world.run({ trigger: asked, inputs: { comment: false } })

    expect(result.outputs['outcome']).toBe('denied')
    expect(await readReactions(world, asked)).toEqual([])
  })

  test('a denied user gets no help', async () => {
    await using world = await createWorldInProcess()
    const { issue, asked } = await askOnIssue(world, '/docs help', 'reader')

    const result = await world.run({ trigger: asked })

    expect(result.outputs['outcome']).toBe('denied')
    expect(await readReports(world, issue.number)).toEqual([])
  })

  test('a permission that was taken away counts when the run is repeated', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world)
    await world.run({ trigger: asked, inputs: { wait: false } })
    const before = world.docsService.requests.length

    world.github.setPerson('writer', { permission: 'read' })
    const again = await world.run({ trigger: asked, runAttempt: 2 })

    expect(again.outputs['outcome']).toBe('denied')
    expect(world.docsService.requests).toHaveLength(before)
  })

  test('a permission that was given counts when the run is repeated', async () => {
    await using world = await createWorldInProcess()
    const { asked } = await askOnIssue(world, '/docs explain retries', 'reader')
    await world.run({ trigger: asked })

    world.github.setPerson('reader', { permission: 'write' })
    const again = await world.run({ trigger: asked, runAttempt: 2 })

    expect(again.outputs['outcome']).toBe('pull-request')
  })
})
