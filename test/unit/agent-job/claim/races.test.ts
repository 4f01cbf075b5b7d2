import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Attempt, createSimulation, type Fault, type Left, type Simulation } from './simulated-thread.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 58)
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_000)

/** Two to four runs begin at once, each with something of its own, and `check` looks at what came of it. */
async function race(
  anyRun: fc.Arbitrary<Attempt>,
  check: (simulation: Simulation, runs: Attempt[], left: Left[]) => unknown,
): Promise<void> {
  const anyRuns = fc.array(anyRun, { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), anyRuns, async (scheduler, facts) => {
      const runs = facts.map((own, index) => ({ ...own, runId: String(index + 1), wait: false }))
      // One request passes after the other, in an order that the scheduler decides.
      const simulation = createSimulation({ pass: () => scheduler.schedule(Promise.resolve()) })
      const left = await scheduler.waitFor(Promise.all(runs.map((run) => simulation.run(run))))
      await scheduler.waitFor(Promise.resolve(check(simulation, runs, left)))
    }),
    { seed: SEED, numRuns: RUNS },
  )
}

test('exactly one of any number of runs sends, for each project', async () => {
  const anyProject = fc.record({ project: fc.constantFrom('one', 'one', 'two') })
  await race(anyProject, ({ prompts, comments }, runs, left) => {
    const projects = [...new Set(runs.map(({ project }) => project))]
    expect(prompts.map(({ project }) => project).toSorted()).toEqual(projects.toSorted())
    expect(comments).toHaveLength(projects.length)
    const losers = runs.slice(projects.length).map(() => 'duplicate')
    const winners = projects.map(() => 'submitted')
    expect(left.map(({ outcome }) => outcome).toSorted()).toEqual([...losers, ...winners])
  })
})

test('of runs that lose answers, or crash, and are run again, at most one sends', async () => {
  const anyFault = fc.record<Fault>({
    kind: fc.constantFrom('lost', 'crash', 'cut', 'cancel'),
    at: fc.nat(8),
    length: fc.constant(1),
  })
  await race(fc.record({ fault: fc.option(anyFault, { nil: undefined }) }), async (simulation, runs) => {
    for (const { runId = '' } of runs) await simulation.run({ runId, attempt: 2 })
    expect(simulation.prompts.length).toBeLessThanOrEqual(1)
    expect(simulation.comments).toHaveLength(1)
    // Nobody is left who might send: every claim has ended, or may have sent.
    for (const claim of simulation.claims()) expect([claim?.outcome, claim?.state]).not.toEqual([undefined, 'claimed'])
  })
})
