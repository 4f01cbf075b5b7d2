import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import type { JobEnd, JobScenario } from '../../world/docs-service/scenarios.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createQuickWorld, createWorld, createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { readPrompts, readReplies } from './what-people-see.ts'

const schedule = { event: 'schedule', payload: { schedule: '0 9 * * 1' } }

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
      return world.run({ trigger: schedule, runId, ...step, inputs: given })
    },
    async merge(name: string, { labels = [] as string[], folder = 'src' } = {}) {
      const pull = await github.createPullRequest({
        title: `Add ${name}`,
        labels,
        files: { [`${folder}/${name}.ts`]: `${name}\n` },
      })
      await github.merge(pull.number, 'squash')
    },
    /** The newest report. */
    read: async () => (await readReplies(world, number)).at(-1) ?? '',
  }
}

/** What a prompt tells: names of pull requests and commits. */
function readTold(prompt: string): string[] {
  return [...prompt.matchAll(/^ {2}- \S+ "(?:Add |Change src\/)(\w+)/gmu)].map(([, name = '']) => name)
}

/** The same of each prompt that the service accepted, of new jobs and of messages. */
function listTold({ docsService }: World): string[][] {
  const sent = docsService.requestsTo({ method: 'POST' }).filter(({ status = 200 }) => status < 300)
  return sent.map(({ body }) => readTold(String(Object(body).prompt)))
}

function readMarker(body = ''): Record<string, unknown> {
  return JSON.parse(/^<!-- docs-agent (.*) -->/u.exec(body)?.[1] ?? '{}')
}

test('each run begins where the last one ended; the first one has seven days, and the comment says so', async () => {
  await using world = await createWorld()
  const { github, docsService } = world
  const { run, merge, issue } = await createWeeks(world)
  const begin = github.tipOf()
  await merge('retries')
  const first = github.tipOf()
  const notes: unknown[] = []
  docsService.onRequest = async ({ method }) => {
    const { state, from, to } = readMarker((await github.commentsOf(issue)).at(-1)?.body)
    if (method === 'POST') notes.push([state, from, to])
  }

  await run()
  await merge('queues')
  await run({ trigger: { event: 'workflow_dispatch', payload: {} } })

  expect(listTold(world)).toEqual([['retries'], ['queues']])
  expect(notes).toEqual([
    ['sending', begin, first],
    ['sending', first, github.tipOf()],
  ])
  const comments = await github.commentsOf(issue)
  const [week1, week2, ...more] = await readReplies(world, issue)
  expect(more).toEqual([])
  expect(week1).toContain('No earlier run is known, so the last 7d are included.')
  expect(week1).toMatch(/\n- \[#\u2060?2 Add retries\]\(.*\) by writer\n/u)
  expect(week2).toContain(`Begins where the previous report ended: \`${comments[0]?.html_url}\``)
})

describe('a number of days', () => {
  test('begins at the newest commit before, and needs no issue', async () => {
    await using world = await createQuickWorld()
    const { merge, issue } = await createWeeks(world)
    await merge('retries')
    world.pass(5)
    await merge('queues')
    world.pass(5)
    const { summary } = await world.run({ trigger: schedule, inputs: { prompt: 'Document it.', since: '7d' } })
    expect(listTold(world)).toEqual([['queues']])
    expect(summary).toContain('The last 7d are included.')
    expect(await readReplies(world, issue)).toEqual([])
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

  test('a re-run days later, after a refusal, tells the same range', async () => {
    await using world = await createQuickWorld()
    const { run, merge } = await createWeeks(world)
    await merge('retries')
    world.pass(1)
    const sha = world.github.tipOf()
    const again = { runId: 7, sha, inputs: { since: '2d' } }
    world.docsService.faults.add({ operation: 'create-job', respond: { kind: 'answer', status: 403 } })
    await run(again)
    world.pass(5)
    await merge('queues')
    await run({ ...again, runAttempt: 2 })
    expect(listTold(world)).toEqual([['retries']])
  })
})

describe('where the next run begins', () => {
  const create = { operation: 'create-job' } as const
  const look = { operation: 'get-job' } as const
  const done = ['Begins where the previous report ended', ['queues']] as const
  const open = ["The previous job isn't known to have completed", ['queues', 'retries']] as const
  test.each<
    [
      string,
      scenario: JobScenario,
      now: FaultRule | undefined,
      later: FaultRule | undefined,
      readonly [string, readonly string[]],
    ]
  >([
    ['completed', {}, undefined, undefined, done],
    ['completed without a link', { endsAs: 'no-pull-request' }, undefined, undefined, done],
    ['was archived', { endsAs: 'archived' }, undefined, undefined, done],
    ['failed', { endsAs: 'failed' }, undefined, undefined, open],
    ['is still active', { endsAs: 'never' }, undefined, undefined, open],
    ['is gone', {}, undefined, { ...look, respond: { kind: 'answer', status: 404, body: { error: 'No' } } }, open],
    ["can't be read", {}, undefined, { ...look, times: 5, respond: { kind: 'answer', status: 500 } }, open],
    ['was refused', {}, { ...create, respond: { kind: 'answer', status: 402 } }, undefined, open],
    ["isn't known", {}, { ...create, when: 'after handling', respond: { kind: 'cut' } }, undefined, open],
  ])('if the last job %s', async (_name, scenario, now, later, [reason, told]) => {
    await using world = await createQuickWorld()
    const { run, merge, read } = await createWeeks(world)
    world.docsService.nextJob(scenario)
    if (now) world.docsService.faults.add(now)
    await merge('retries')
    await run({ inputs: { wait: scenario.endsAs !== 'never' } })
    if (later) world.docsService.faults.add(later)
    world.pass(7)
    await merge('queues')
    await run()
    expect(listTold(world).at(-1)).toEqual(told)
    expect(await read()).toContain(reason)
  })

  test('an hour later, once the job has completed after all', { tags: ['requests-vary'] }, async () => {
    await using world = await createQuickWorld()
    const { run, merge } = await createWeeks(world)
    world.docsService.nextJob({ endsAs: 'never', terminalOnCreate: false })
    world.docsService.nextMessage({ endsAs: 'pull-request' })
    await merge('retries')
    const { outputs } = await run({ inputs: { timeout: '1s' } })
    expect(outputs['outcome']).toBe('timed-out')
    await world.docsService.jobs[0]?.finish('pull-request')
    await merge('queues')
    await run()
    expect(listTold(world)).toEqual([['retries'], ['queues']])
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
    expect(await read()).toContain('No earlier run is known')
  })
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
  expect(await readReplies(world, issue)).toHaveLength(2)
  await run()
  expect(listTold(world)).toEqual([['retries'], ['queues'], ['queues'], ['limits']])
  expect(await readReplies(world, issue)).toHaveLength(3)
})

test('a re-run that only reports keeps the note, so that a month later nothing is lost', {
  tags: ['requests-vary'],
}, async () => {
  await using world = await createWorldInProcess()
  const { run, merge, issue } = await createWeeks(world)
  world.docsService.nextJob({ endsAs: 'never' })
  await merge('retries')
  const first = { runId: 7, sha: world.github.tipOf() }
  await run({ ...first, inputs: { timeout: '200ms' } })
  await world.docsService.jobs[0]?.finish('no-pull-request')
  const again = await run({ ...first, runAttempt: 2 })
  expect(again.outputs['outcome']).toBe('no-pull-request')
  expect(readMarker((await world.github.commentsOf(issue))[0]?.body)).toMatchObject({ attempt: 2, to: first.sha })
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
    'The branch no longer has the commit where the last run ended, so the last 7d are included.',
  )
})

test('a quiet week, and one of which nothing counts, posts nothing, and is part of the next one', async () => {
  await using world = await createQuickWorld()
  const { run, merge, issue } = await createWeeks(world)
  await merge('retries')
  await run()
  const ends: unknown[] = []
  for (const labels of [[], ['no-docs']]) {
    world.pass(7)
    if (labels.length > 0) await merge('hidden', { labels })
    const { outputs, log } = await run()
    ends.push([outputs['outcome'], /Nothing has changed|left out 1 by `no-docs`/u.exec(log.shown)?.[0]])
  }
  world.pass(7)
  await merge('queues')
  await run()
  expect(ends).toEqual([
    ['skipped', 'Nothing has changed'],
    ['skipped', 'left out 1 by `no-docs`'],
  ])
  expect(listTold(world)).toEqual([['retries'], ['queues']])
  expect(await readReplies(world, issue)).toHaveLength(2)
})

test.each<[string, Step, said: RegExp]>([
  ['last-run without an issue', { inputs: { 'issue-number': '' } }, /needs an issue.*Set `issue-number`/u],
  ['last-run without a comment', { inputs: { comment: false } }, /needs an issue/u],
  ['a run of a tag', { ref: 'refs/tags/v1.0.0', sha: 'a'.repeat(40) }, /`since` needs a branch/u],
  ['no days', { inputs: { since: '0d' } }, /`since` is `0d`.*from `1d` to `90d`/u],
  ['other words', { inputs: { since: 'yesterday' } }, /`since` is `yesterday`/u],
  ['no token', { inputs: { 'github-token': '', since: '7d' } }, /`github-token` is empty/u],
])('%s is an error, before anything is asked', async (_name, step, said) => {
  await using world = await createQuickWorld()
  const { run } = await createWeeks(world)
  const { outputs } = await run(step)
  expect(outputs['outcome']).toBe('error')
  expect(outputs['error']).toMatch(said)
  expect([...world.github.requests, ...world.docsService.requests]).toEqual([])
})

test('on other events, since has no part', async () => {
  await using world = await createQuickWorld()
  const issue = await world.github.createIssue()
  await world.run({ trigger: issue, inputs: { prompt: 'Document it.', since: 'last-run' } })
  expect(readPrompts(world)).toEqual([expect.stringContaining(`- Issue: #${issue.number}\n`)])
})

/** What becomes of a run. GitHub that refuses edits from some moment on leaves the comment as a killed run does. */
const FATES: Record<string, (world: World, scenario: JobScenario) => void> = {
  completed() {},
  failed: (_world, scenario) => Object.assign(scenario, { endsAs: 'failed' }),
  archived: (_world, scenario) => Object.assign(scenario, { endsAs: 'archived' }),
  'timed out': (_world, scenario) => Object.assign(scenario, { endsAs: 'never' }),
  refused: ({ docsService }) => refuseJob(docsService, { respond: { kind: 'answer', status: 402 } }),
  unknown: ({ docsService }) => refuseJob(docsService, { when: 'after handling', respond: { kind: 'cut' } }),
  'killed before the comment': ({ github }) => refuseEdits(github, { path: /\/comments/u }),
  'killed before the prompt'({ github, docsService }) {
    refuseEdits(github, { method: 'PATCH' })
    refuseJob(docsService, { respond: { kind: 'cut' } })
  },
  'killed while sending': ({ github }) => refuseEdits(github, { method: 'PATCH' }),
  'killed while waiting'({ github }, scenario) {
    refuseEdits(github, { method: 'PATCH', skip: 1 })
    Object.assign(scenario, { endsAs: 'never' })
  },
}

function refuseJob({ faults }: World['docsService'], fault: Omit<FaultRule, 'operation'>): void {
  faults.add({ operation: 'create-job', ...fault })
}

function refuseEdits({ faults }: World['github'], which: object): void {
  faults.add({ ...which, respond: knownFaults.notAccessible })
}

const fate = fc.oneof(fc.constant('completed'), fc.constantFrom(...Object.keys(FATES)))
const week = fc.record({
  merges: fc.array(fc.constantFrom('pull request', 'pull request', 'commit', 'no-docs'), { maxLength: 3 }),
  fates: fc.array(fate, { minLength: 1, maxLength: 2 }),
  /** What becomes of the jobs that nobody waited for. */
  later: fc.constantFrom('pull-request', 'failed', 'archived', undefined),
})

/** Weeks of one world, and what its readers got. */
async function createYear(world: World, scenario: JobScenario) {
  const { github, docsService } = world
  const { run, merge } = await createWeeks(world)
  const owed: string[] = []
  const done = new Set<string>()
  const noteDone = () => {
    const ended = docsService.jobs.filter(({ status }) => status === 'completed' || status === 'archived')
    for (const { prompt } of ended) for (const name of readTold(prompt)) done.add(name)
  }
  return {
    owed,
    done,
    async land(name: string, kind: string) {
      world.pass(1)
      if (kind === 'commit') await github.push([{ files: { [`src/${name}.ts`]: 'x\n' } }])
      else await merge(name, kind === 'no-docs' ? { labels: ['no-docs'] } : {})
      if (kind !== 'no-docs') owed.push(name)
    },
    async play(name: string, step: Step = {}) {
      FATES[name]?.(world, scenario)
      await run({ ...step, inputs: { timeout: '200ms', 'follow-up': false } })
      docsService.faults.clear()
      github.faults.clear()
      Object.assign(scenario, { endsAs: 'pull-request' })
      noteDone()
    },
    async finish(later: JobEnd | undefined) {
      for (const job of docsService.jobs) if (job.status === 'active' && later) await job.finish(later)
      noteDone()
    },
  }
}

test('in a year of weeks with failed, killed and repeated runs, no change is lost', {
  tags: ['requests-vary'],
}, async () => {
  const seen = new Set<string>()
  const property = fc.asyncProperty(fc.array(week, { minLength: 52, maxLength: 52 }), async (weeks) => {
    const scenario: JobScenario = { activeReads: 0 }
    await using world = await createWorldInProcess({ docsService: { scenario }, isPatient: true })
    const { owed, done, land, play, finish } = await createYear(world, scenario)
    // Until a run has noted something, there are seven days.
    await land('begin', 'pull request')
    await play('completed')
    for (const [index, { merges, fates, later }] of weeks.entries()) {
      for (const [day, kind] of merges.entries()) await land(`w${index}d${day}`, kind)
      world.pass(7 - merges.length)
      const run = { runId: 1_000 + index, sha: world.github.tipOf() }
      for (const [attempt, name] of fates.entries()) {
        seen.add(name)
        await play(name, { ...run, runAttempt: attempt + 1 })
      }
      await finish(later)
    }
    await play('completed', { runId: 2_000 })
    expect(owed.filter((name) => !done.has(name))).toEqual([])
    expect([...done].filter((name) => !owed.includes(name))).toEqual([])
  })
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
  expect([...seen].sort()).toEqual(Object.keys(FATES).sort())
})
