import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createThread, type Next, type Run, summarize } from './thread-for-tests.ts'

const anyRuns = fc.uniqueArray(
  fc.record({
    runId: fc.constantFrom('1', '2', '3', '4'),
    attempt: fc.constant(1),
    account: fc.constantFrom(1, 2),
  }),
  { minLength: 2, maxLength: 4, selector: ({ runId }) => runId },
)

/** The runs, each with something of its own. */
function each<Fact>(fact: fc.Arbitrary<Fact>): fc.Arbitrary<(Run & Fact)[]> {
  return anyRuns.chain((runs) => fc.tuple(...runs.map((run) => fact.map((own) => ({ ...run, ...own })))))
}

/** All answer at once, however their requests interleave, and `check` looks at what came of it. */
async function race<Fact>(
  runs: fc.Arbitrary<(Run & Fact)[]>,
  check: (thread: ReturnType<typeof createThread>, runs: (Run & Fact)[]) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), runs, async (scheduler, all) => {
      const thread = createThread(scheduler)
      await scheduler.waitFor(Promise.all(all.map((run) => thread.answer(run, 'create a job'))))
      check(thread, all)
    }),
    { numRuns: 300 },
  )
}

test.each([
  ['the one project', ['one']],
  ['each project', ['one', 'two']],
])('exactly one of any number of runs wins for %s', async (_name, projects) => {
  await race(each(fc.record({ project: fc.constantFrom(...projects) })), (thread, runs) => {
    const wins = [...new Set(runs.map(({ project }) => project))].map(() => 'won')
    expect([thread.jobs.length, thread.comments.length]).toEqual([wins.length, wins.length])
    const losers = runs.slice(wins.length).map(() => 'claimed-by-other-run')
    expect(thread.results.map(summarize).toSorted()).toEqual([...losers, ...wins])
  })
})

test('answers that get lost make no second winner, and leave one comment', async () => {
  await race(each(fc.record({ losesAnswerOf: fc.nat(6) })), ({ jobs, comments }) => {
    expect(jobs.length).toBeLessThanOrEqual(1)
    expect(comments).toHaveLength(1)
  })
})

// A claim of another account that was never edited can't be told from a copy, and doesn't count in later attempts.
test('runs of one account that crash anywhere, again and again, create at most one job in all', async () => {
  const attempt = fc.record({
    crashesAt: fc.option(fc.nat(14), { nil: undefined }),
    next: fc.constantFrom<Next>('create a job', 'create a job', 'be refused'),
  })
  const attempts = each(fc.record({ first: attempt, second: attempt, account: fc.constant(1) }))
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), attempts, async (scheduler, runs) => {
      const thread = createThread(scheduler)
      const listKnownJobs = () => thread.claims().flatMap((claim) => claim?.job?.jobId ?? [])
      for (const { first, ...run } of runs) void thread.answer({ ...run, ...first }, first.next)
      await scheduler.waitIdle()
      const known = listKnownJobs()
      for (const { second, ...run } of runs) {
        void thread.answer({ ...run, ...second, attempt: 2 }, second.next)
        await scheduler.waitIdle()
      }
      for (const run of runs) await scheduler.waitFor(thread.answer({ ...run, attempt: 3 }, 'create a job'))
      expect(thread.jobs.length).toBeLessThanOrEqual(1)
      expect(thread.comments).toHaveLength(1)
      // What was written down once is never forgotten.
      expect(listKnownJobs()).toEqual(expect.arrayContaining(known))
    }),
    { numRuns: 300 },
  )
})

test('of the legs of a matrix that are run again after a refusal, one wins', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(3), async (scheduler, legs) => {
      const thread = createThread(scheduler, { isTimed: true })
      await scheduler.waitFor(thread.answer({ runId: '1', attempt: 1, account: 1 }, 'be refused'))
      const again = { runId: '1', attempt: 2, account: 1 }
      await scheduler.waitFor(Promise.all(Array.from({ length: legs + 1 }, () => thread.answer(again, 'create a job'))))
      expect([thread.jobs.length, thread.comments.length]).toEqual([1, 1])
    }),
    { numRuns: 200 },
  )
})
