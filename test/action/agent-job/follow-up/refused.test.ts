import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { readWarnings } from '../conversation.ts'
import { countPrompts, createThread } from './thread.ts'

describe('a message', () => {
  test.each([404, 409])(
    'a message that the service refuses with %d is followed by one new job',
    async (status) => {
      await using thread = await createThread()
      const respond = { kind: 'answer', status, body: { error: 'Not now.' } } as const
      thread.world.docsService.faults.add({ operation: 'send-message', times: 9, respond })
      const second = await thread.command()
      expect(second.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
      expect(second.outputs['prLink']).not.toBe(thread.first.outputs['prLink'])
      expect(countPrompts(thread.world)).toEqual({ created: 2, messages: 1 })
      expect(await thread.lastReport()).toContain('takes no further prompt')
    },
  )

  test('a message whose answer is lost is not sent again, nor is a job created', async () => {
    await using thread = await createThread()
    const { world } = thread
    const respond = { kind: 'cut' } as const
    world.docsService.faults.add({ operation: 'send-message', when: 'after handling', respond })
    const trigger = await thread.ask()
    const lost = await world.run({ trigger })
    expect(lost.outputs).toMatchObject({ outcome: 'unknown', jobId: '', followUp: '' })
    const again = await world.run({ trigger, runAttempt: 2 })
    expect(again.outputs).toMatchObject({ outcome: 'unknown', jobId: '' })
    expect(countPrompts(world)).toEqual({ created: 1, messages: 1 })
  })
})

describe("the state of the pull request can't be read", () => {
  const refuse = {
    login: 'github-actions[bot]',
    method: 'GET',
    path: /^\/repos\/acme\/docs\/pulls\/\d+$/,
    respond: knownFaults.notAccessible,
  }

  test('without the state of the pull request, a new job is created, which the comment says', async () => {
    await using thread = await createThread()
    thread.world.github.faults.add(refuse)
    const second = await thread.command()
    expect(second.outputs).toMatchObject({ outcome: 'pull-request', followUp: 'false' })
    expect(second.outputs['prLink']).not.toBe(thread.first.outputs['prLink'])
    expect(readWarnings(second).join()).toContain("can't be read")
    expect(await thread.lastReport()).toContain("can't be read whether")
  })

  test("with follow-up: always, a pull request that can't be read is continued", async () => {
    await using thread = await createThread()
    thread.world.github.faults.add(refuse)
    const { outputs } = await thread.command({ inputs: { 'follow-up': 'always' } })
    expect(outputs).toMatchObject({ followUp: 'true', prLink: thread.first.outputs['prLink'] })
  })
})

describe("the thread can't be listed", () => {
  const refuse = { method: 'GET', path: /\/issues\/1\/comments$/, respond: knownFaults.notAccessible }

  test("a re-run sends nothing if the thread can't be listed", async () => {
    await using thread = await createThread()
    thread.world.github.faults.add(refuse)
    const { outputs } = await thread.command({ runAttempt: 2 })
    expect(outputs['outcome']).toBe('error')
    expect(countPrompts(thread.world)).toEqual({ created: 1, messages: 0 })
  })
})
