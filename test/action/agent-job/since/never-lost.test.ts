import { describe, expect, test } from 'vitest'
import type { FaultResponse } from '../../../world/docs-service/faults.ts'
import { knownFaults } from '../../../world/github/faults.ts'
import type { Step } from '../../../world/index.ts'
import { createWeeks, readMarker } from './weeks.ts'

// Which claims decide, and what became of their jobs: `unit/agent-job/claim/{claim-thread,last-place}.test.ts`, and `fuzz/since` for
// disturbed years. What counts: `unit/agent-job/changes/what-counts.test.ts`. Four weeks in a row: `four-weeks.test.ts`. Here is what else follows.

type Weeks = Awaited<ReturnType<typeof createWeeks>>

/** A week whose merge was told on its last day, and one more merge. */
async function createSecondWeek(): Promise<Weeks> {
  const weeks = await createWeeks('2026-11-02T12:00:00Z')
  await weeks.merge('Retry later')
  weeks.name('week-1')
  weeks.pass(6)
  await weeks.run()
  await weeks.merge('Limit the rate')
  weeks.name('week-2')
  weeks.pass(7)
  return weeks
}

test('two steps of one run with two prompts each get the whole range, from the first week on', async () => {
  await using weeks = await createWeeks('2026-11-02T12:00:00Z')
  await weeks.merge('Limit the rate')
  const inStep = (step: string, prompt: string): Step => {
    return { environment: { GITHUB_ACTION: step }, runId: 77, inputs: { prompt, context: 'diff' } }
  }

  await weeks.run(inStep('api', 'Document the API.'))
  await weeks.run(inStep('guides', 'Update the guides.'))

  expect(weeks.listPrompts()).toEqual(['#2', '#2'])
  expect(weeks.world.docsService.requestsTo({ method: 'POST' }).at(-1)?.body).toMatchObject({
    prompt: expect.stringMatching(/^Update the guides[\s\S]*\+Limit the rate/),
  })
})

test('a replaced key and an edited prompt change nothing', async () => {
  await using weeks = await createSecondWeek()
  const { world, run, listPrompts } = weeks
  world.docsService.keys.push({ key: 'mint_another_0123456789', scopes: ['read', 'write'] })
  await run({ inputs: { 'api-key': 'mint_another_0123456789', prompt: 'Document this week.' } })
  expect(listPrompts()).toEqual(['#2', '#3'])
})

test('a week of which nothing counts is noted, and is not read again', async () => {
  await using weeks = await createSecondWeek()
  const { world, issue, merge, run, tell, name } = weeks
  await run()
  await merge('Skip it', 'squash', { labels: ['no-docs'] })
  name('week-3')
  expect(tell(await run())).toEqual(['skipped', 'Nothing counts: left out 1 by `no-docs`.'])
  const [, latest] = await world.github.commentsOf(issue)
  expect(readMarker(latest?.body)).toMatchObject({ range: { nothingUntil: world.github.tipOf() } })
  await merge('Add a queue')
  await run()
  expect((await weeks.readThread()).at(-1)).toContain('[1 pull request, Nov 15 (week-3…')
})

test('a re-run, days later, of a run of so many days tells the same range', async () => {
  await using weeks = await createWeeks('2026-11-02T12:00:00Z')
  await weeks.merge('Retry later')
  const again = { runId: 101, sha: weeks.world.github.tipOf(), inputs: { since: '1d' } }
  weeks.world.docsService.faults.add({ method: 'POST', respond: { kind: 'answer', status: 403 } })
  await weeks.run(again)
  weeks.pass(3)
  await weeks.run({ ...again, runAttempt: 2 })
  expect(weeks.listPrompts()).toEqual(['#2', '#2'])
})

describe('nothing is sent, and nothing is recorded,', () => {
  const failJobs =
    (respond: FaultResponse) =>
    async ({ world, run }: Weeks) => {
      await run({ inputs: { wait: 'false' } })
      world.docsService.faults.add({ operation: 'get-job', times: Infinity, respond })
    }

  test.each<[string, (weeks: Weeks) => unknown, outcome: string, says: RegExp]>([
    [
      'where the token may not read the commits',
      ({ world }) => world.github.faults.add({ path: /\/compare\//, respond: knownFaults.notAccessible }),
      'error',
      /contents: read/,
    ],
    [
      "where the previous job can't be read",
      failJobs({ kind: 'answer', status: 500 }),
      'unavailable',
      /Couldn't get agent job/,
    ],
    ['where reading the previous job is refused', failJobs({ kind: 'answer', status: 400 }), 'error', /get agent job/],
    ['where a web page says 404', failJobs({ kind: 'answer', status: 404, body: '<p>No' }), 'unavailable', /web page/],
  ])('%s, and the run says why', async (_name, break_, outcome, says) => {
    await using weeks = await createSecondWeek()
    await break_(weeks)
    const before = await weeks.world.github.commentsOf(weeks.issue)

    const result = await weeks.run()

    expect([result.outputs['outcome'], result.conclusion]).toEqual([outcome, 'failure'])
    expect(result.summary).toMatch(says)
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
    const range = '[1 pull request, Nov 8 (week-1…week-2)]\n- [#3 Limit the rate] by writer'
    expect((await weeks.readThread()).slice(1)).toEqual([
      range,
      `${range}\nThe next run with \`since: last-run\` begins at \`week-2\`.`,
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
  const named = '[1 pull request, Nov 8 (week-1…week-2)]\n- [#3 Limit the rate] by writer'
  expect([...new Set(during)]).toEqual([named, '[Changes (week-1…week-2)]'])
  expect((await readThread()).at(-1)).toBe(`[Changes (week-1…week-2)]\n${next}`)
})
