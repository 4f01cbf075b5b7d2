import { describe, expect, test } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { createWeeks, readMarker } from './weeks.ts'

const START = '2026-11-02T12:00:00Z'
type Weeks = Awaited<ReturnType<typeof createWeeks>>

/** A week whose merge was told on its last day, and one more merge. */
async function createSecondWeek(options: Parameters<typeof createWeeks>[1] & { inputs?: Record<string, string> } = {}) {
  const weeks = await createWeeks(START, options)
  await weeks.merge('Retry later')
  weeks.name('week-1')
  weeks.pass(6)
  await weeks.run({ inputs: options.inputs ?? {} })
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
    ['begins where the previous one ended', () => {}, 'week-1'],
    [
      'begins there after a job that failed when no run waited for it',
      async ({ world, run }) => {
        world.docsService.nextMessage({ endsAs: 'failed', activeReads: 0 })
        await run({ inputs: { wait: 'false' } })
      },
      'week-1',
    ],
    [
      'begins there after a job that is gone',
      async ({ world, run }) => {
        await run({ inputs: { wait: 'false' } })
        world.docsService.faults.add({
          operation: 'get-job',
          times: 2,
          respond: { kind: 'answer', status: 404, body: { error: 'Not found' } },
        })
      },
      'week-1',
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
})

describe('nothing is sent, and nothing is recorded,', () => {
  test.each<[string, inputs: Record<string, string>, (weeks: Weeks) => unknown, reason: string]>([
    ['where nothing changed', {}, ({ run }) => run(), 'Nothing has changed on main since week-2.'],
    ['where no file counts', { paths: 'src/Retry*' }, () => {}, "The changed file doesn't match `paths`."],
    [
      'where ignored authors wrote it all',
      { 'ignore-authors': 'WRITER' },
      () => {},
      'All changes on main are by accounts that ignore-authors lists.',
    ],
  ])('%s', async (_name, inputs, between, reason) => {
    const { paths = '' } = inputs
    await using weeks = await createSecondWeek({ inputs: { paths } })
    await between(weeks)
    const { world, issue, run, tell } = weeks
    const before = await world.github.commentsOf(issue)
    const prompts = weeks.listPrompts().length
    const requests = world.github.requestsBy().length

    expect(tell(await run({ inputs }))).toEqual(['skipped', reason])

    expect(await world.github.commentsOf(issue)).toEqual(before)
    expect(weeks.listPrompts()).toHaveLength(prompts)
    const asked = world.github.requestsBy().slice(requests)
    expect(asked.map(({ method, path }) => `${method} ${path.replace(/\/compare\/.*/, '/compare')}`)).toEqual([
      `GET /repos/acme/app/issues/${issue}/comments`,
      'GET /repos/acme/app/compare',
      ...(inputs['paths'] === undefined ? [] : ['GET /repos/acme/app/pulls']),
    ])
  })

  test.each<[string, (weeks: Weeks) => unknown, outcome: string, says: RegExp]>([
    [
      'where GitHub is down',
      ({ world }) => world.github.faults.add({ path: /\/compare\//, respond: knownFaults.badGateway }),
      'unavailable',
      /502/,
    ],
    [
      'where the token may not read the commits',
      ({ world }) => world.github.faults.add({ path: /\/compare\//, respond: knownFaults.notAccessible }),
      'error',
      /contents: read/,
    ],
    [
      'where the token may not read pull requests',
      ({ world }) => world.github.faults.add({ path: /\/pulls$/, respond: knownFaults.notAccessible }),
      'error',
      /pull-requests: read/,
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
    [
      'where the key may not read the previous job',
      async ({ world, run }) => {
        await run({ inputs: { wait: 'false' } })
        const answer = { kind: 'answer', status: 403, body: { error: 'No' } } as const
        world.docsService.faults.add({ operation: 'get-job', times: Infinity, respond: answer })
      },
      'error',
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

test.each<[context: string, shows: string[], hides: string[]]>([
  ['reference', ['- #3 "Limit the rate" by writer: '], ['Change src/Limit', 'src/Limit-the-rate.ts', '+Limit']],
  ['full', ['- #3 ', '- Commits:', 'Limit the rate (#3)', '- Changed files:', 'src/Limit-the-rate.ts'], ['+Limit']],
  ['diff', ['- #3 ', '- Commits:', '- added src/Limit-the-rate.ts +1 \u22120', '+Limit the rate'], []],
])('with `context: %s` the agent gets what it gets of a push', async (context, shows, hides) => {
  await using weeks = await createSecondWeek()
  weeks.world.github.deleteComment((await weeks.world.github.commentsOf(weeks.issue))[0]?.id ?? 0)
  await weeks.run({ inputs: { context, since: '7d', 'follow-up': 'never', paths: '!src/Retry*' } })

  const prompt = weeks.world.docsService.jobs.at(-1)?.prompt ?? ''
  for (const part of shows) expect(prompt).toContain(part)
  for (const part of [...hides, 'Documentation of merges']) expect(prompt).not.toContain(part)
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
