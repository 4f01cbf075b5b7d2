import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Attempt, createSimulation, type Fault, type Left } from './simulated-thread.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 58)
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2_000)

type Simulation = ReturnType<typeof createSimulation>

/** Two to four runs, each with something of its own. */
const anyRuns = <Fact extends Attempt>(fact: fc.Arbitrary<Fact>) =>
  fc
    .array(fact, { minLength: 2, maxLength: 4 })
    .map((facts) => facts.map((own, index) => ({ ...own, runId: String(index + 1), wait: false })))

/** All begin at once, however their requests interleave, and `check` looks at what came of it. */
async function race(
  runs: fc.Arbitrary<Attempt[]>,
  check: (simulation: Simulation, runs: Attempt[], left: Left[]) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.integer(), runs, async (seed, all) => {
      const line = createLine(seed)
      const simulation = createSimulation({ line })
      const left = await line.drive(Promise.all(all.map((run) => simulation.run(run))))
      await line.drive(Promise.resolve(check(simulation, all, left)))
    }),
    { seed: SEED, numRuns: RUNS },
  )
}

/** Lets one request after the other pass, in an order that `seed` decides. */
function createLine(seed: number) {
  const waiting: (() => void)[] = []
  let state = seed
  const choose = (): number => {
    // https://en.wikipedia.org/wiki/Linear_congruential_generator
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return Math.floor(((state >>> 8) / 2 ** 24) * waiting.length)
  }
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    async drive<Value>(work: Promise<Value>): Promise<Value> {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      over.catch(() => undefined)
      while (!isOver) {
        await nextTurn()
        waiting.splice(choose(), 1)[0]?.()
      }
      return await over
    },
  }
}

const anyFault = (kinds: Fault['kind'][]) =>
  fc.record({
    fault: fc.option(fc.record<Fault>({ kind: fc.constantFrom(...kinds), at: fc.nat(8), length: fc.constant(1) }), {
      nil: undefined,
    }),
  })

test('exactly one of any number of runs sends, for each project', async () => {
  const anyProject = fc.record({ project: fc.constantFrom('one', 'one', 'two') })
  await race(anyRuns<Attempt>(anyProject), ({ prompts, comments }, runs, left) => {
    const projects = [...new Set(runs.map(({ project }) => String(project)))]
    expect(prompts.map(({ project }) => project).toSorted()).toEqual(projects.toSorted())
    expect(comments).toHaveLength(projects.length)
    const losers = runs.slice(projects.length).map(() => 'duplicate')
    const winners = projects.map(() => 'submitted')
    expect(left.map(({ outcome }) => outcome).toSorted()).toEqual([...losers, ...winners])
  })
})

test('of runs that lose answers, or crash, and are run again, at most one sends', async () => {
  await race(anyRuns<Attempt>(anyFault(['lost', 'crash', 'cut', 'cancel'])), async (simulation, runs) => {
    for (const { runId = '' } of runs) await simulation.run({ runId, attempt: 2 })
    expect(simulation.prompts.length).toBeLessThanOrEqual(1)
    expect(simulation.comments).toHaveLength(1)
    // Nobody is left who might send: every claim has ended, or may have sent.
    for (const claim of simulation.claims()) expect([claim?.outcome, claim?.state]).not.toEqual([undefined, 'claimed'])
  })
})
