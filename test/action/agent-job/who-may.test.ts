import { describe, expect, test } from 'vitest'
import { createWorld, createWorldInProcess } from '../../world/index.ts'
import { askOnIssue, readReactions, readReports, readRequests } from './conversation.ts'

// Every permission, account and bot: `unit/agent-job/request/permission.test.ts`; which answers of GitHub name a permission:
// `unit/github/thread.test.ts`. That a re-run asks again: `at-most-one/run-again.test.ts`. Here is what follows.

const explain = '/docs explain retries'

describe.concurrent('who may use the command', () => {
  test('who may not use the command gets a thumb down, and no comment', async () => {
    await using world = await createWorld()
    const { issue, asked } = await askOnIssue(world, '/docs help', 'reader')

    const silent = await world.run({ trigger: asked, inputs: { comment: false } })
    expect([silent.outputs['outcome'], await readReactions(world, asked)]).toEqual(['denied', []])

    // The person who re-runs it lends nobody a permission.
    const result = await world.run({ trigger: asked, actor: 'maintainer', runAttempt: 2 })

    expect(result.outputs).toMatchObject({ outcome: 'denied', commentUrl: '' })
    expect(await readReactions(world, asked)).toEqual(['-1'])
    expect(await readReports(world, issue.number)).toEqual([])
    expect(result.summary).toContain("## 🚫 The commenter can't use the command")
    expect(result.summary).toContain('"reader" has the permission `read`; `minimum-permission` is `write`.')
    expect(world.docsService.requests).toEqual([])
  })

  test('a bot may use the command only when allowed-bots names it', async () => {
    await using world = await createWorldInProcess()
    // Not even its name says that it is one.
    const { asked } = await askOnIssue(world, explain, 'Copilot')

    const unlisted = await world.run({ trigger: asked, inputs: { 'allowed-bots': 'renovate[bot]' } })
    expect(unlisted.outputs['outcome']).toBe('skipped')
    expect(unlisted.log.shown).toContain('"Copilot" isn\'t a person')
    expect(readRequests(world)).toEqual([])

    const inputs = { 'allowed-bots': 'renovate[bot], copilot', wait: false }
    const listed = await world.run({ trigger: asked, inputs })
    expect(listed.outputs['outcome']).toBe('submitted')
    expect(listed.log.shown).toContain('"Copilot" is listed in `allowed-bots`.')
  })
})
