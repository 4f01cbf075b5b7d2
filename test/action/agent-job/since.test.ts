import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import type { JobScenario } from '../../world/docs-service/scenarios.ts'
import { createQuickWorld, type Step, type World } from '../../world/index.ts'
import { byHand, bySchedule } from '../../world/workflow/deliveries.ts'
import { answer, listOurs, readMarker, readPrompts, readTexts } from './story.ts'

/** A workflow that documents each week what was merged, and reports in an issue. */
async function createWeeks(world: World) {
  const { github } = world
  const { number } = await github.createIssue({ title: 'Documentation of the week' })
  let runId = 100
  return {
    issue: number,
    run({ inputs, ...step }: Step = {}) {
      runId += 1
      const given = { prompt: 'Document it.', since: 'last-run', 'issue-number': number, ...inputs }
      return world.run({ trigger: bySchedule, runId, ...step, inputs: given })
    },
    async merge(name: string, { labels = [] as string[] } = {}) {
      const files = { [`src/${name}.ts`]: `${name}\n` }
      const pull = await github.createPullRequest({ title: `Add ${name}`, labels, files })
      await github.merge(pull.number, 'squash')
    },
    /** The newest report. */
    read: async () => (await readTexts(world, number)).at(-1) ?? '',
  }
}

/** What each prompt that the service accepted tells: names of pull requests and commits. */
function listTold({ docsService }: World): string[][] {
  const sent = docsService.requestsTo({ method: 'POST' }).filter(({ status = 200 }) => status < 300)
  const pattern = /^ {2}- \S+ "(?:Add |Change src\/)(\w+)/gmu
  return sent.map(({ body }) => [...String(Object(body).prompt).matchAll(pattern)].map(([, name = '']) => name))
}

test('each run begins where the last one ended; the first one has seven days, and the comment says so', async () => {
  await using world = await createQuickWorld()
  const { github, docsService } = world
  const { run, merge, issue } = await createWeeks(world)
  const begin = github.tipOf()
  await merge('retries')
  const first = github.tipOf()
  const notes: unknown[] = []
  docsService.onRequest = async ({ method }) => {
    const { state, from, to } = readMarker((await listOurs(world, issue)).at(-1)?.body)
    if (method === 'POST') notes.push([state, from, to])
  }

  await run()
  await merge('queues')
  await run({ trigger: byHand({}) })

  expect(listTold(world)).toEqual([['retries'], ['queues']])
  expect(notes).toEqual([
    ['sending', begin, first],
    ['sending', first, github.tipOf()],
  ])
  const [week1, week2, ...more] = await readTexts(world, issue)
  expect(more).toEqual([])
  expect(week1).toContain('No earlier run was found, so the range is the last `7d`.')
  expect(week1).toMatch(/\n- \[#\u2060?2 Add retries\]\(.*\) by writer\n/u)
  const [noted] = await listOurs(world, issue)
  expect(week2).toContain(`Starts where the previous report ended: \`${noted?.html_url}\``)
})

describe('a number of days', () => {
  test('begins at the newest commit before, and needs no issue', async () => {
    await using world = await createQuickWorld()
    const { merge } = await createWeeks(world)
    await merge('retries')
    world.pass(5)
    await merge('queues')
    world.pass(5)
    const { summary } = await world.run({ trigger: bySchedule, inputs: { prompt: 'Document it.', since: '7d' } })
    expect(listTold(world)).toEqual([['queues']])
    expect(summary).toContain('The range is the last `7d`.')
  })

  test('includes what was written before, and merged since', async () => {
    await using world = await createQuickWorld()
    const { run, merge } = await createWeeks(world)
    await merge('retries')
    world.pass(1)
    const { number } = await world.github.createPullRequest({ title: 'Add queues' })
    world.pass(8)
    await world.github.merge(number, 'merge')
    world.pass(1)
    await run({ inputs: { since: '7d' } })
    expect(listTold(world)).toEqual([['queues']])
  })
})

const create = { operation: 'create-job' } as const
const isGone: FaultRule = { operation: 'get-job', respond: answer(404) }
const done = ['Starts where the previous report ended', ['queues']] as const
const open = ["Couldn't confirm that the previous job completed", ['queues', 'limits', 'retries']] as const

interface LastRuns extends JobScenario {
  fault?: FaultRule
  /** What becomes of their jobs, or of the service, before the next run. */
  later?: (world: World) => unknown
}

test.each<[string, LastRuns, readonly [string, readonly string[]]]>([
  ['completed', {}, done],
  ['were archived', { endsAs: 'archived' }, done],
  ['have completed meanwhile', { endsAs: 'never', later: ({ docsService }) => docsService.jobs[1]?.finish() }, done],
  ['failed', { endsAs: 'failed' }, open],
  ['are still active', { endsAs: 'never' }, open],
  ['are gone', { later: ({ docsService }) => docsService.faults.add(isGone) }, [open[0], ['queues', 'limits']]],
  ['were refused', { fault: { ...create, respond: answer(402) } }, open],
  ["aren't known", { fault: { ...create, when: 'after handling', respond: { kind: 'cut' } } }, open],
])('no change is lost, where the jobs of the last runs %s', async (_, { fault, later, ...scenario }, expected) => {
  await using world = await createQuickWorld()
  const { run, merge, read } = await createWeeks(world)
  const inputs = { wait: scenario.endsAs !== 'never', 'follow-up': false }
  for (const name of ['retries', 'limits']) {
    world.docsService.nextJob(scenario)
    if (fault) world.docsService.faults.add(fault)
    await merge(name)
    await run({ inputs })
    world.pass(7)
  }
  await later?.(world)
  await merge('queues')
  await run({ inputs })
  const [reason, told] = expected
  expect(listTold(world).at(-1)).toEqual(told)
  expect(await read()).toContain(reason)
})

test('the note is found behind a hundred comments of people', async () => {
  await using world = await createQuickWorld()
  const { run, merge, issue } = await createWeeks(world)
  await merge('retries')
  await run()
  for (let count = 1; count <= 120; count += 1) await world.github.comment(issue, `Thank you, ${count} times.`)
  await merge('queues')
  await run()
  expect(listTold(world)).toEqual([['retries'], ['queues']])
})

test.each<[string, step: Step]>([
  ['other paths', { inputs: { paths: 'src/**' } }],
  ['another project', { inputs: { 'project-id': 'other-project' } }],
])('%s: a note of its own', async (_name, step) => {
  await using world = await createQuickWorld({ docsService: { projects: ['other-project'] } })
  const { run, merge, read } = await createWeeks(world)
  await merge('retries')
  await run()
  await run(step)
  expect(listTold(world)).toEqual([['retries'], ['retries']])
  expect(await read()).toContain('No earlier run was found')
})

test('a re-run keeps its own range, in its own comment, and the next run goes on behind it', async () => {
  await using world = await createQuickWorld()
  const { run, merge, issue } = await createWeeks(world)
  await merge('retries')
  await run()
  world.pass(7)
  await merge('queues')
  const second = { runId: 500, sha: world.github.tipOf() }
  world.docsService.nextMessage({ endsAs: 'failed' })
  await run(second)
  world.pass(1)
  await merge('limits')
  await run({ ...second, runAttempt: 2 })
  expect(await readTexts(world, issue)).toHaveLength(2)
  await run()
  expect(listTold(world)).toEqual([['retries'], ['queues'], ['queues'], ['limits']])
  expect(await readTexts(world, issue)).toHaveLength(3)
})

test('a re-run that only reports keeps the note, so that a month later nothing is lost', async () => {
  await using world = await createQuickWorld()
  const { run, merge, issue } = await createWeeks(world)
  world.docsService.nextJob({ endsAs: 'never' })
  await merge('retries')
  const first = { runId: 7, sha: world.github.tipOf() }
  await run({ ...first, inputs: { wait: false } })
  await world.docsService.jobs[0]?.finish('no-pull-request')
  const again = await run({ ...first, runAttempt: 2 })
  expect(again.outputs['outcome']).toBe('no-pull-request')
  expect(readMarker((await listOurs(world, issue))[0]?.body)).toMatchObject({ attempt: 2, to: first.sha })
  await merge('queues')
  world.pass(30)
  await merge('limits')
  await run()
  expect(listTold(world)).toEqual([['retries'], ['limits', 'queues']])
})

test('where the branch lost the commit, the last seven days are told, and the comment says so', async () => {
  await using world = await createQuickWorld()
  const { run, merge, read } = await createWeeks(world)
  const begin = world.github.tipOf()
  world.pass(10)
  await merge('retries')
  await run()
  await world.github.push([{ files: { 'src/rewritten.ts': 'x\n' } }], { onto: begin })
  await run()
  expect(listTold(world)).toEqual([['retries'], ['rewritten']])
  expect(await read()).toContain(
    'The branch no longer contains the commit where the last run ended, so the range is the last `7d`.',
  )
})

test('a quiet week, and one of which nothing counts, posts nothing, and is part of the next one', async () => {
  await using world = await createQuickWorld()
  const { run, merge, issue } = await createWeeks(world)
  await merge('retries')
  await run()
  for (const said of ['Nothing has changed', 'Left out: 1 by `no-docs`']) {
    world.pass(7)
    if (said.includes('no-docs')) await merge('hidden', { labels: ['no-docs'] })
    const { outputs, log } = await run()
    expect([outputs['outcome'], log.shown]).toEqual(['skipped', expect.stringContaining(said)])
  }
  world.pass(7)
  await merge('queues')
  await run()
  expect(listTold(world)).toEqual([['retries'], ['queues']])
  expect(await readTexts(world, issue)).toHaveLength(2)
})

test('on other events, since has no part', async () => {
  await using world = await createQuickWorld()
  const issue = await world.github.createIssue()
  await world.run({ trigger: issue, inputs: { prompt: 'Document it.', since: 'last-run' } })
  expect(readPrompts(world)).toEqual([expect.stringContaining(`- Issue: #${issue.number}\n`)])
})
