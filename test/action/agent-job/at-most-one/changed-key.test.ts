import { expect, test } from 'vitest'
import { bySchedule } from '../../../world/workflow/deliveries.ts'
import { countPrompts, createThread } from '../follow-up/thread.ts'
import { createWeeks, readMarker } from '../since/weeks.ts'
import { createScene, interruptAt } from './crash.ts'

const NEW = { 'api-key': 'mint_another' }
const PREVIOUS = { ...NEW, 'previous-api-key': 'mint_test_0123456789abcdef' }
const KEYS = { docsService: { keys: [{ key: 'mint_another', scopes: ['read' as const, 'write' as const] }] } }
const EARLIER = 'An earlier pull request of this conversation may exist: another'

test('a re-run with another key ends the comment of a run that was killed, which still names its job and keeps its marker', async () => {
  await using scene = await createScene()
  const watching = { name: 'GET /v2/agent/docs-project/job/{id}', nth: 1 }
  await interruptAt(scene, { at: watching, moment: 'answered', post: false })
  const [working] = await scene.ourComments()
  expect(working?.body).toContain('### ⏳ ')

  const again = await scene.run({ runAttempt: 2, inputs: NEW })
  expect(again.outputs).toMatchObject({ outcome: 'unknown', commentUrl: working?.html_url })
  const [comment] = await scene.ourComments()
  expect(comment?.body).toMatch(/^### ❓ The API key changed after this run started\n/)
  expect(comment?.body).toContain(scene.job()?.id)
  expect(readMarker(comment?.body)).toEqual(readMarker(working?.body))
  await scene.run({ runAttempt: 3, inputs: NEW })
  expect(await scene.ourComments()).toEqual([comment])

  // The comment is signed with the new key then.
  for (const [runAttempt, inputs] of [[4, PREVIOUS] as const, [5, NEW] as const]) {
    const { outputs } = await scene.run({ runAttempt, inputs })
    expect(outputs).toMatchObject({ outcome: 'pull-request', jobId: scene.job()?.id })
  }
  expect(scene.countPrompts()).toBe(1)
})

test.each([false, true])(
  'a command in a thread whose key was replaced, with `previous-api-key`: %s',
  async (isGiven) => {
    await using thread = await createThread(KEYS)
    const { world, first } = thread
    const before = world.docsService.requests.length

    const { outputs } = await world.run({ trigger: await thread.ask(), inputs: isGiven ? PREVIOUS : NEW })

    expect(outputs).toMatchObject({ outcome: 'pull-request', followUp: `${isGiven}` })
    expect(outputs['prLink'] === first.outputs['prLink']).toBe(isGiven)
    expect(countPrompts(world)).toEqual(isGiven ? { created: 1, messages: 1 } : { created: 2, messages: 0 })
    const report = await thread.lastReport()
    for (const words of [EARLIER, 'set `previous-api-key`']) expect(report.includes(words)).toBe(!isGiven)
    // It is sent to nobody.
    const sent = JSON.stringify([world.github.requests, world.docsService.requests.slice(before)])
    expect(sent).not.toContain(PREVIOUS['previous-api-key'])
  },
)

test('a copy of a comment before its first edit stops no weekly series, with or without the original', async () => {
  await using weeks = await createWeeks('2026-11-02T09:00:00Z')
  const { world, issue } = weeks
  await weeks.merge('first')
  let isCopied = false
  world.docsService.onRequest = async ({ method }) => {
    if (method !== 'POST' || isCopied) return
    isCopied = true
    const [ours] = await world.github.commentsOf(issue)
    await world.github.comment(issue, ours?.body ?? '', 'reader')
    await world.github.deleteComment(ours?.id ?? 0, 'maintainer')
  }
  await weeks.run({ trigger: bySchedule })
  await weeks.merge('second')
  const next = await weeks.run({ trigger: bySchedule })
  expect(next.outputs['outcome']).toBe('pull-request')
  expect(weeks.listPrompts()).toHaveLength(2)
})
