import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld, type End, type Participant } from './claim-world.ts'

const participants = fc.uniqueArray(
  fc.record({
    runId: fc.constantFrom('1', '2', '3', '4'),
    attempt: fc.constant(1),
    account: fc.constantFrom(1, 2),
  }),
  { minLength: 2, maxLength: 4, selector: ({ runId }) => runId },
)

/** The participants, each with something of its own. */
function each<Fact>(fact: fc.Arbitrary<Fact>): fc.Arbitrary<(Participant & Fact)[]> {
  return participants.chain((runs) => fc.tuple(...runs.map((run) => fact.map((own) => ({ ...run, ...own })))))
}

/** All take part at once, however their requests interleave, and `check` looks at what came of it. */
async function race<Fact>(
  runs: fc.Arbitrary<(Participant & Fact)[]>,
  check: (world: ReturnType<typeof createWorld>, runs: (Participant & Fact)[]) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), runs, async (scheduler, all) => {
      const world = createWorld(scheduler)
      await scheduler.waitFor(Promise.all(all.map((run) => world.takePart(run))))
      check(world, all)
    }),
    { numRuns: 300 },
  )
}

test.each([
  ['the one project', ['one']],
  ['each project', ['one', 'two']],
])('exactly one of any number of runs wins for %s', async (_name, projects) => {
  await race(each(fc.record({ project: fc.constantFrom(...projects) })), (world, runs) => {
    const wins = [...new Set(runs.map(({ project }) => project))].map(() => 'won')
    expect([world.created.length, world.comments.length]).toEqual([wins.length, wins.length])
    const losers = runs.slice(wins.length).map(() => 'ended: claimed-by-other-run')
    expect(world.told().toSorted()).toEqual([...losers, ...wins])
  })
})

test('answers that get lost make no second winner, and leave one comment', async () => {
  await race(each(fc.record({ losesAnswerOf: fc.nat(6) })), ({ created, comments }) => {
    expect(created.length).toBeLessThanOrEqual(1)
    expect(comments).toHaveLength(1)
  })
})

test('runs that crash anywhere, again and again, create at most one job in all', async () => {
  const attempt = fc.record({
    crashesAt: fc.option(fc.nat(14), { nil: undefined }),
    end: fc.constantFrom<End>('job', 'job', 'refused'),
  })
  const attempts = each(fc.record({ first: attempt, second: attempt }))
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), attempts, async (scheduler, runs) => {
      const world = createWorld(scheduler)
      const listKnownJobs = () => world.claims().flatMap((claim) => claim?.job?.jobId ?? [])
      for (const { first, ...run } of runs) void world.takePart({ ...run, ...first }, first.end)
      await scheduler.waitIdle()
      const known = listKnownJobs()
      for (const { second, ...run } of runs) {
        void world.takePart({ ...run, ...second, attempt: 2 }, second.end)
        await scheduler.waitIdle()
      }
      for (const run of runs) await scheduler.waitFor(world.takePart({ ...run, attempt: 3 }))
      expect(world.created.length).toBeLessThanOrEqual(1)
      expect(world.comments).toHaveLength(1)
      // What was written down once is never forgotten.
      expect(listKnownJobs()).toEqual(expect.arrayContaining(known))
    }),
    { numRuns: 300 },
  )
})

test('of the legs of a matrix that are run again after a refusal, one wins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(3), async (scheduler, legs) => {
      const world = createWorld(scheduler, { isTimed: true })
      await scheduler.waitFor(world.takePart({ runId: '1', attempt: 1, account: 1 }, 'refused'))
      const again = { runId: '1', attempt: 2, account: 1 }
      await scheduler.waitFor(Promise.all(Array.from({ length: legs + 1 }, () => world.takePart(again))))
      expect([world.created.length, world.comments.length]).toEqual([1, 1])
    }),
    { numRuns: 200 },
  )
})
