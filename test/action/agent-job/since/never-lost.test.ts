import { describe, expect, test } from 'vitest'
import type { Step } from '../../../world/index.ts'
import { createWeeks } from './weeks.ts'

// Which claims decide, case by case: `unit/agent-job/request/since/find-beginning.test.ts`; what counts:
// `unit/agent-job/request/changes/what-counts.test.ts`. Here is what the agent and people get.

type Weeks = Awaited<ReturnType<typeof createWeeks>>

/** A merge that was told, and another one ten days ago that wasn't. */
async function createSecondWeek(): Promise<Weeks> {
  const weeks = await createWeeks('2026-11-02T12:00:00Z')
  await weeks.merge('Retry later')
  weeks.pass(1)
  await weeks.run()
  await weeks.merge('Limit the rate')
  weeks.pass(10)
  return weeks
}

const inStep = (step: string, more: Step = {}): Step => ({ environment: { GITHUB_ACTION: step }, ...more })

test('the next run tells what was merged ten days ago, after a failure and a run over a day', async () => {
  await using weeks = await createSecondWeek()
  const { docsService } = weeks.world
  docsService.nextMessage({ endsAs: 'failed', activeReads: 1 })
  await weeks.run()
  await weeks.run({ inputs: { since: '1d' } })
  await weeks.merge('Add a queue')

  await weeks.run({ inputs: { paths: 'src/**' } })

  expect(weeks.listPrompts().at(-1)).toBe('#4 #3')
})

test('two steps of one run with two prompts each get the whole range', async () => {
  await using weeks = await createSecondWeek()

  await weeks.run(inStep('api', { runId: 77, inputs: { prompt: 'Document the API.', context: 'diff' } }))
  await weeks.run(inStep('guides', { runId: 77, inputs: { prompt: 'Update the guides.', context: 'diff' } }))

  expect(weeks.listPrompts().slice(1)).toEqual(['#3', '#3'])
  expect(weeks.world.docsService.requestsTo({ method: 'POST' }).at(-1)?.body).toMatchObject({
    prompt: expect.stringMatching(/^Update the guides[\s\S]*\+Limit the rate/),
  })
})

test('the same prompt with other `paths` has a place of its own', async () => {
  await using weeks = await createSecondWeek()

  await weeks.run({ inputs: { paths: 'src/**' } })
  await weeks.merge('Add a queue')
  await weeks.run()

  expect(weeks.listPrompts()).toEqual(['#2', '#3', '#4 #3'])
})

test('a job that was left and archived with its pull request has told its range', async () => {
  await using weeks = await createSecondWeek()
  const { world, run, merge } = weeks
  await run({ inputs: { wait: 'false', 'follow-up': 'never' } })
  const body = { id: 'x', status: 'archived', prLink: 'https://github.com/acme/docs/pull/9' }
  world.docsService.faults.add({ operation: 'get-job', times: 2, respond: { kind: 'answer', status: 200, body } })
  await merge('Add a queue')

  await run({ inputs: { 'follow-up': 'never' } })

  expect(weeks.listPrompts().at(-1)).toBe('#4')
})

test('after a replaced key, the run ends with both ways out, and sends nothing', async () => {
  await using weeks = await createSecondWeek()
  const { world, run, listPrompts } = weeks
  world.docsService.keys.push({ key: 'mint_another_0123456789', scopes: ['read', 'write'] })
  const inputs = { 'api-key': 'mint_another_0123456789' }
  const before = await world.github.commentsOf(weeks.issue)

  const refused = await run({ inputs })

  expect(refused.outputs).toMatchObject({ outcome: 'error', cause: 'place-of-other-key' })
  expect(refused.summary).toMatch(/`previous-api-key`.*`since: <n>d`/s)
  expect([listPrompts(), await world.github.commentsOf(weeks.issue)]).toEqual([['#2'], before])
  await run({ inputs: { ...inputs, since: '14d' } })
  await weeks.merge('Add a queue')
  await run({ inputs })
  expect(listPrompts().slice(1)).toEqual(['#3 #2', '#4'])
})

describe('what is left out', () => {
  test('appears nowhere in the prompt, and in the comment as a number', async () => {
    await using weeks = await createSecondWeek()
    const { world, merge, run } = weeks
    await merge('Hide the flag', 'merge', { labels: ['no-docs'] })

    const { summary } = await run({ inputs: { context: 'diff', 'follow-up': 'never' } })

    const prompt = world.docsService.jobs.at(-1)?.prompt ?? ''
    expect(prompt).toContain('+Limit the rate')
    expect(prompt).not.toMatch(/Hide.the.flag/)
    const [, comment] = await world.github.commentsOf(weeks.issue)
    for (const text of [summary, comment?.body]) {
      expect(text).toContain('it begins where the previous run ended. Left out: 1 pull request.')
      expect(text).not.toMatch(/\[.*Hide.the.flag/)
    }
  })

  test('alone makes no job, and keeps the place', async () => {
    await using weeks = await createSecondWeek()
    await weeks.run()
    await weeks.merge('Hide the flag', 'squash', { labels: ['no-docs'] })
    const before = await weeks.world.github.commentsOf(weeks.issue)

    const { outputs } = await weeks.run()

    expect([outputs['outcome'], weeks.listPrompts()]).toEqual(['skipped', ['#2', '#3']])
    expect(await weeks.world.github.commentsOf(weeks.issue)).toEqual(before)
  })
})

test('of more than 300 files, a push says that more changed, and `since` reads them from the pull requests', async () => {
  await using weeks = await createSecondWeek()
  const { world, run } = weeks
  const { github, docsService } = world
  const names = Array.from({ length: 320 }, (_, index) => [`src/a${1_000 + index}.png`, `${index}\n`])
  const files = { ...Object.fromEntries(names), 'src/zz-important.ts': 'important\n' }
  const { number } = await github.createPullRequest({ title: 'Add pictures', files })
  const { push } = await github.merge(number, 'squash')

  await run({ inputs: { context: 'diff', 'follow-up': 'never' } })
  const told = docsService.jobs.at(-1)?.prompt ?? ''
  const inputs = { context: 'diff', 'issue-number': '', since: '' }
  github.faults.add({ path: /\/pulls$/, times: Infinity, respond: { status: 404, body: {} } })
  const pushed = await run({ trigger: push, inputs })

  expect(told).toContain('src/zz-important.ts')
  expect(told).not.toContain('More files changed')
  expect(docsService.jobs.at(-1)?.prompt).toContain('- More files changed than GitHub lists.')
  expect(pushed.summary).toContain('The prompt is incomplete: More files changed than GitHub lists.')
})
