import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FaultRule } from '../../world/docs-service/faults.ts'
import type { JobEnd, JobScenario } from '../../world/docs-service/scenarios.ts'
import { knownFaults } from '../../world/github/faults.ts'
import { createWorldInProcess, type Step, type World } from '../../world/index.ts'
import { createWeeks, readTold } from './weeks.ts'

/** What becomes of a run. GitHub that refuses edits from some moment on leaves the comment as a killed run does. */
const FATES: Record<string, (world: World, scenario: JobScenario) => void> = {
  completed() {},
  failed: (_world, scenario) => Object.assign(scenario, { endsAs: 'failed' }),
  'timed out': (_world, scenario) => Object.assign(scenario, { endsAs: 'never' }),
  refused: ({ docsService }) => refuseJob(docsService, { respond: { kind: 'answer', status: 402 } }),
  unknown: ({ docsService }) => refuseJob(docsService, { when: 'after handling', respond: { kind: 'cut' } }),
  'killed before the comment': ({ github }) => refuseEdits(github, { path: /\/comments/u }),
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

const week = fc.record({
  merges: fc.array(fc.constantFrom('pull request', 'pull request', 'commit', 'no-docs'), { maxLength: 3 }),
  /** Of the run, and of its re-run. */
  fates: fc.array(fc.oneof(fc.constant('completed'), fc.constantFrom(...Object.keys(FATES))), {
    minLength: 1,
    maxLength: 2,
  }),
  /** What becomes of the jobs that nobody waited for. */
  later: fc.constantFrom<JobEnd | undefined>('pull-request', 'failed', 'archived', undefined),
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
    async play(fate: string, step: Step = {}) {
      FATES[fate]?.(world, scenario)
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

test('in forty weeks with failed, killed and repeated runs, no change is lost', {
  tags: ['requests-vary'],
}, async () => {
  const [weeks = []] = fc.sample(fc.array(week, { minLength: 40, maxLength: 40 }), 1)
  expect(new Set(weeks.flatMap(({ fates }) => fates)).size).toBe(Object.keys(FATES).length)
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
    for (const [attempt, fate] of fates.entries()) await play(fate, { ...run, runAttempt: attempt + 1 })
    await finish(later)
  }
  await play('completed', { runId: 2_000 })
  expect(owed.filter((name) => !done.has(name))).toEqual([])
  expect([...done].filter((name) => !owed.includes(name))).toEqual([])
})
