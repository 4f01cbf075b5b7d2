import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { createWeeks, readMarker } from './weeks.ts'

const START = '2026-11-02T12:00:00Z'
type Weeks = Awaited<ReturnType<typeof createWeeks>>

/** A week whose merge was told on its last day, and one more merge. */
async function createSecondWeek() {
  const weeks = await createWeeks(START)
  await weeks.merge('Retry later')
  weeks.name('week-1')
  weeks.pass(6)
  await weeks.run()
  await weeks.merge('Limit the rate')
  weeks.name('week-2')
  weeks.pass(7)
  return weeks
}

const SECOND = `[1 pull request, Nov 8 (week-1…week-2)]
- [#3 Limit the rate]
The next run with \`since: last-run\` begins at \`week-2\`.`

test('the next run begins at the end of a run whose job is gone, or whose prompt may have been received', async () => {
  await using weeks = await createSecondWeek()
  const { world, run } = weeks
  await run({ inputs: { wait: 'false' } })
  const respond = { kind: 'answer', status: 404, body: { error: 'Not found' } } as const
  world.docsService.faults.add({ operation: 'get-job', times: 2, respond })
  await weeks.merge('Add a queue')
  weeks.name('week-3')
  world.docsService.faults.add({ method: 'POST', when: 'after handling', respond: { kind: 'cut' } })
  expect((await run()).summary).toContain('run the workflow once with `since: ')
  expect((await weeks.readThread()).at(-1)).toContain('(week-2…week-3)')
  await weeks.merge('Cache the answers')
  weeks.name('week-4')

  await run()

  expect((await weeks.readThread()).at(-1)).toContain('(week-3…week-4)')
})

describe('nothing is sent, and nothing is recorded,', () => {
  test('where nothing changed', async () => {
    await using weeks = await createSecondWeek()
    const { world, issue, run, tell } = weeks
    await run()
    const before = await world.github.commentsOf(issue)
    const prompts = weeks.listPrompts().length
    const requests = world.github.requestsBy().length

    expect(tell(await run())).toEqual(['skipped', 'Nothing has changed on main since week-2.'])

    expect(await world.github.commentsOf(issue)).toEqual(before)
    expect(weeks.listPrompts()).toHaveLength(prompts)
    const asked = world.github.requestsBy().slice(requests)
    expect(asked.map(({ method, path }) => `${method} ${path.replace(/\/compare\/.*/, '/compare')}`)).toEqual([
      `GET /repos/acme/app/issues/${issue}/comments`,
      'GET /repos/acme/app/compare',
    ])
  })

  test.each<[string, (weeks: Weeks) => unknown, outcome: string, says: RegExp]>([
    [
      'where the token may not read the commits',
      ({ world }) => world.github.faults.add({ path: /\/compare\//, respond: knownFaults.notAccessible }),
      'error',
      /contents: read/,
    ],
    [
      "where the previous job can't be read",
      async ({ world, run }) => {
        await run({ inputs: { wait: 'false' } })
        world.docsService.faults.add({
          operation: 'get-job',
          times: Infinity,
          respond: { kind: 'answer', status: 500 },
        })
      },
      'unavailable',
      /Could not get agent job/,
    ],
  ])('%s, and the run says why', async (_name, break_, outcome, says) => {
    await using weeks = await createSecondWeek()
    await break_(weeks)
    const before = await weeks.world.github.commentsOf(weeks.issue)
    const prompts = weeks.listPrompts()

    const result = await weeks.run()

    expect([result.outputs['outcome'], result.conclusion]).toEqual([outcome, 'failure'])
    expect(result.summary).toMatch(says)
    expect(weeks.listPrompts()).toEqual(prompts)
    expect(await weeks.world.github.commentsOf(weeks.issue)).toEqual(before)
  })

  test('in a dry run, which shows it all', async () => {
    await using weeks = await createSecondWeek()
    const { outputs, summary } = await weeks.run({ inputs: { 'dry-run': 'true' } })
    const [, shown] = await weeks.world.github.commentsOf(weeks.issue)
    await weeks.run()

    expect(readMarker(shown?.body)).not.toHaveProperty('range')
    expect(outputs['outcome']).toBe('dry-run')
    expect(summary).toContain('  - #3 "Limit the rate" by writer: ')
    expect((await weeks.readThread()).slice(1)).toEqual([
      SECOND.replace(/The next run.*/, 'A dry run records nothing: the next run begins at `week-1`.'),
      SECOND,
    ])
  })
})

test('the thread says what is told while the agent is at work, and also after a re-run', async () => {
  await using weeks = await createSecondWeek()
  const { world, run, readThread } = weeks
  const during: (string | undefined)[] = []
  world.docsService.onRequest = async ({ operation }) => {
    if (operation === 'get-job') during.push((await readThread())[1])
  }
  world.docsService.nextMessage({ activeReads: 20 })

  await run({ runId: 7, inputs: { timeout: '30s', 'poll-interval': '10s' } })
  await run({ runId: 7, runAttempt: 2 })

  const next = 'The next run with `since: last-run` begins at `week-2`.'
  expect(during).toContain('[1 pull request, Nov 8 (week-1…week-2)]\n- [#3 Limit the rate]')
  expect((await readThread()).at(-1)).toBe(`[Changes (week-1…week-2)]\n${next}`)
})
