import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulation, FAULTS, type Fault, type JobEnd, type Left, type Simulation } from './simulated-thread.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 58)
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_000)

interface Facts {
  /** Prompts that the service had received before the re-run, but for those of jobs that had failed, and in it. */
  before: number
  sent: number
  /** The newest job before the re-run. */
  jobId: string | undefined
  again: Left
  ends: JobEnd
}

const isFound = ({ sent, jobId, again, ends }: Facts) =>
  sent === 0 && again.outcome === OUTCOMES[ends] && again.jobId === jobId
const isSent = ({ sent, again, ends }: Facts) => sent === 1 && again.outcome === OUTCOMES[ends]
const OUTCOMES: Record<JobEnd, string> = { completed: 'pull-request', failed: 'failed', never: 'timed-out' }

/** Every sentence of `explain.ts`, `progress.ts` and `causes.ts` about what was sent, or a re-run, and when it is kept. */
const PROMISED: Record<string, { says: RegExp; isKept: (facts: Facts) => boolean }> = {
  'nothing was sent': { says: /Nothing was sent|nothing sent yet/u, isKept: ({ before }) => before === 0 },
  're-run, since nothing was sent': {
    says: /Nothing was sent.*(?:try again, re-run|Fix this, then re-run|Re-run the job)|has ended, re-run it\./u,
    isKept: isSent,
  },
  // What an earlier attempt has left couldn't be read, so a re-run goes on from there.
  'this attempt sent nothing': { says: /This attempt sent nothing.*re-run/iu, isKept: () => true },
  're-run to see the end': { says: /select "Re-run jobs"|re-run it to see the result/u, isKept: isFound },
  'a re-run sends nothing': { says: /A re-run doesn't send|and sends nothing/u, isKept: ({ sent }) => sent === 0 },
  'a re-run sends': { says: /A re-run sends the same prompt again/u, isKept: isSent },
  'it may have been received': {
    says: /look for a new job, pull request, or commit before/u,
    isKept: ({ sent }) => sent === 0,
  },
  'start another': { says: /post your `\/docs` command again/u, isKept: () => true },
  'follow the job': { says: /run the action with `job-id: job-\d+`/u, isKept: ({ jobId }) => jobId !== undefined },
}

/** @returns which promises a text makes, all of them kept */
function hold(text: string, facts: Facts): string[] {
  const said = Object.entries(PROMISED).filter(([, { says }]) => says.test(text))
  const broken = said.filter(([, { isKept }]) => !isKept(facts)).map(([name]) => name)
  expect(broken, `${text}\n${JSON.stringify(facts)}`).toEqual([])
  expect(said.length > 0 || !/re-run/iu.test(text), `An advice that isn't in the list: ${text}`).toBe(true)
  return said.map(([name]) => name)
}

const anyFault = fc.record<Fault>({
  kind: fc.constantFrom(...FAULTS),
  at: fc.nat(16),
  length: fc.constantFrom(1, 1, 1, 2, 4, 100),
})
const anyFaults = fc.array(anyFault, { minLength: 1, maxLength: 3 })
const anyEnd = fc.constantFrom<JobEnd>('completed', 'completed', 'failed', 'never')

test('whatever happens at any request, one prompt is sent, and no text is contradicted by the next attempt', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyFaults, anyEnd, async (faults, ends) => {
      const simulation = createSimulation({ ends })
      const { comments, prompts, statesAtPrompt } = simulation
      let [left, failed]: [Left, number] = [{}, 0]
      for (const [index, fault] of faults.entries()) {
        failed = ends === 'failed' ? prompts.length : 0
        left = await simulation.run({ attempt: index + 1, fault })
      }
      // What people read now, and if nobody edits it again.
      const texts = [...comments.map(({ body }) => body), left.summary ?? '']
      const sentBefore = prompts.length
      const jobId = prompts.at(-1)?.jobId
      const again = await simulation.run({ attempt: faults.length + 1 })
      const facts = { before: sentBefore - failed, sent: prompts.length - sentBefore, jobId, again, ends }
      for (const name of texts.flatMap((text) => hold(text, facts))) seen.add(name)
      // After a job that failed, a re-run sends again.
      expect(prompts.length).toBeLessThanOrEqual(ends === 'failed' ? faults.length + 1 : 1)
      // Of a comment that no list shows, nobody knows.
      expect(comments.length).toBeLessThanOrEqual(faults.some(({ kind }) => kind === 'hidden') ? 2 : 1)
      // Our comment said so before each prompt went out.
      expect(statesAtPrompt.every((states) => states.includes('sending'))).toBe(true)
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // No promise goes untested.
  if (RUNS >= 500) expect([...seen].toSorted()).toEqual(Object.keys(PROMISED).toSorted())
})

describe('around the moment in which the prompt goes out', () => {
  /** With a limit, the note that nothing was sent and a pause come next, and both again. */
  const [NOTE, PROMPT, NOTE_OF_WAIT, PAUSE] = [3, 4, 5, 6]
  const at = (kind: Fault['kind'], index: number): Fault => ({ kind, at: index, length: 1 })
  const limit = at('limit', PROMPT)

  test('a run makes these requests, and no more', async () => {
    const simulation = createSimulation()
    await simulation.run()
    // The job is noted while the run waits for its first look.
    const requests = 'react, post, list, edit, service create, pause, edit, service get, react, edit'
    expect(simulation.requests.join(', ')).toBe(requests)
  })

  test.each(FAULTS.filter((kind) => kind !== 'hidden'))('where the note meets %s, nothing goes out', async (kind) => {
    const simulation = createSimulation()
    await simulation.run({ fault: at(kind, NOTE) })
    expect(simulation.prompts).toEqual([])
  })

  test.each<[string, Fault, state: string, RegExp, prompts: number]>([
    [
      'says that nothing was sent',
      at('crash', PAUSE),
      'claimed',
      /(?=.*nothing sent yet).*asked the action to wait/su,
      1,
    ],
    ["can't say so, so a re-run sends nothing", { ...at('outage', NOTE_OF_WAIT), length: 100 }, 'sending', /./u, 0],
  ])('before a wait for a limit, the comment %s', async (_name, next, state, text, prompts) => {
    const simulation = createSimulation()
    await simulation.run({ fault: limit, next })
    expect([simulation.claims()[0]?.state, simulation.prompts.length]).toEqual([state, 0])
    expect(simulation.comments[0]?.body).toMatch(text)
    await simulation.run({ attempt: 2 })
    expect(simulation.prompts).toHaveLength(prompts)
  })
})

test('where our comment was deleted after the prompt, nobody is told that a re-run finds the job', async () => {
  let isDeleted = false
  const simulation: Simulation = createSimulation({
    ends: 'never',
    async pass() {
      if (simulation.prompts.length > 0 && !isDeleted) isDeleted = simulation.comments.splice(0).length > 0
    },
  })
  const { summary } = await simulation.run()
  expect(summary).toContain('run the action with `job-id: job-1`. A re-run sends the prompt again.')
  expect(summary).not.toContain('Re-run jobs')
  await simulation.run({ attempt: 2 })
  expect(simulation.prompts).toHaveLength(2)
})
