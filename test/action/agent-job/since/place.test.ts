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

const SECOND = `[1 pull request, 8 Nov (week-1…week-2)]
- [#3 Limit the rate]
The next run with \`since: last-run\` begins at \`week-2\`.`

describe('the next run', () => {
  test.each<[string, (weeks: Weeks) => unknown, begins: string]>([
    [
      'begins at the end of a run whose job is gone, and says so once',
      async ({ world, run }) => {
        await run({ inputs: { wait: 'false' } })
        world.docsService.faults.add({
          operation: 'get-job',
          times: 2,
          respond: { kind: 'answer', status: 404, body: { error: 'Not found' } },
        })
      },
      'week-2',
    ],
    [
      'begins at the end of a run whose prompt may have been received',
      async ({ world, run }) => {
        world.docsService.faults.add({ method: 'POST', when: 'after handling', respond: { kind: 'cut' } })
        expect((await run()).summary).toContain('run the workflow once with `since: 9d`')
      },
      'week-2',
    ],
  ])('%s', async (_name, between, begins) => {
    await using weeks = await createSecondWeek()
    await between(weeks)
    await weeks.merge('Add a queue')
    weeks.name('week-3')

    await weeks.run()

    expect((await weeks.readThread()).at(-1)).toContain(`(${begins}…week-3)`)
  })
})

test('the changes of a job that fails while the next run waits for it are included by the run after that', async () => {
  await using weeks = await createSecondWeek()
  const { world, run, merge, name, listPrompts } = weeks
  world.docsService.nextMessage({ endsAs: 'failed', activeReads: 3 })
  await run({ inputs: { wait: 'false' } })
  await merge('Add a queue')
  name('week-3')
  expect((await run()).outputs['outcome']).toBe('pull-request')
  weeks.pass(1)
  await merge('Cache the answers')

  await run()

  expect(listPrompts()).toEqual(['#2', '#3', '#4', '#5 #4 #3'])
  await merge('Color the log')
  await run()
  expect(listPrompts().at(-1)).toBe('#6')
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

test('with `context: diff` the agent gets what it gets of a push', async () => {
  const shows = [
    '- #3 "Limit the rate" by writer: ',
    '- Commits:',
    '- added src/Limit-the-rate.ts +1 \u22120',
    '+Limit',
  ]
  await using weeks = await createSecondWeek()
  weeks.world.github.deleteComment((await weeks.world.github.commentsOf(weeks.issue))[0]?.id ?? 0)
  await weeks.run({ inputs: { context: 'diff', since: '7d', 'follow-up': 'never', paths: '!src/Retry*' } })

  const prompt = weeks.world.docsService.jobs.at(-1)?.prompt ?? ''
  for (const part of shows) expect(prompt).toContain(part)
  expect(prompt).not.toContain('Documentation of merges')
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
  expect(during).toContain('[1 pull request, 8 Nov (week-1…week-2)]\n- [#3 Limit the rate]')
  expect((await readThread()).at(-1)).toBe(`[Changes (week-1…week-2)]\n${next}`)
})
