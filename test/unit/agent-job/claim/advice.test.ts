import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulation, FAULTS, type Fault, type Left } from './simulated-thread.ts'

type Simulation = ReturnType<typeof createSimulation>

const anyFault = fc.record<Fault>({
  kind: fc.constantFrom(...FAULTS),
  at: fc.nat(16),
  length: fc.constantFrom(1, 1, 1, 2, 4, 100),
})

/** What a text says about the past, and about a re-run: a sentence, and whether it holds. */
interface Promised {
  says: RegExp
  /** @param sent prompts that the re-run sent */
  isKept: (facts: { before: number; sent: number; jobId: string | undefined; again: Left }) => boolean
}

const isFound = ({ sent, jobId, again }: Parameters<Promised['isKept']>[0]) =>
  sent === 0 && again.outcome === 'pull-request' && again.jobId === jobId

/** Every sentence about a re-run in `explain.ts` and `progress.ts`. */
const PROMISED: Record<string, Promised> = {
  'nothing was sent': { says: /(?:Nothing was|Nothing has been) sent/u, isKept: ({ before }) => before === 0 },
  're-run to send': {
    says: /Nothing (?:was|has been) sent.*(?:try again, re-run|Fix this, then re-run|Re-run|has ended, re-run it\.)/u,
    isKept: ({ sent, again }) => sent === 1 && again.outcome === 'pull-request',
  },
  're-run to wait': { says: /select "Re-run jobs"|re-run it to see the result/u, isKept: isFound },
  "a re-run doesn't send": { says: /A re-run doesn't send|A re-run looks for it again, and sends nothing/u, isKept: ({ sent }) => sent === 0 },
  'a re-run sends': { says: /A re-run sends/u, isKept: ({ sent }) => sent === 1 },
  'another attempt may have sent': { says: /This attempt sent nothing.*re-run/iu, isKept: () => true },
  'post again': { says: /post your `\/docs` command again/u, isKept: () => true },
  'may have received': { says: /may have received the prompt: look for a new job/u, isKept: ({ sent }) => sent === 0 },
}

/** Any mention of a re-run has to be one of the sentences above. */
const ANY_RERUN = /re-run/iu

/** Runs attempts with these faults, and then one without, which each text that stands then is held to. */
async function hold(simulation: Simulation, faults: readonly Fault[], seen: Record<string, number>): Promise<void> {
  let left: Left = {}
  for (const [index, fault] of faults.entries()) left = await simulation.run({ attempt: index + 1, fault })
  const { comments, prompts } = simulation
  const texts = [...comments.map(({ body }) => body), ...(left.summary === undefined ? [] : [left.summary])]
  const before = prompts.length
  const jobId = prompts.at(-1)?.jobId
  const again = await simulation.run({ attempt: faults.length + 1 })
  const facts = { before, sent: prompts.length - before, jobId, again }
  for (const text of texts) {
    const said = Object.entries(PROMISED).filter(([, { says }]) => says.test(text))
    const broken = said.filter(([, { isKept }]) => !isKept(facts)).map(([name]) => name)
    expect(broken, `${text}\n${JSON.stringify(facts)}`).toEqual([])
    expect(said.length > 0 || !ANY_RERUN.test(text), text).toBe(true)
    for (const [name] of said) seen[name] = (seen[name] ?? 0) + 1
  }
}

describe('runs that anything may happen to, at any request', () => {
  const anyFaults = fc.array(anyFault, { minLength: 1, maxLength: 3 })

  test('send at most one prompt, and no text gives advice that the next attempt contradicts', async () => {
    const seen: Record<string, number> = {}
    await fc.assert(
      fc.asyncProperty(anyFaults, async (faults) => {
        const simulation = createSimulation()
        await hold(simulation, faults, seen)
        expect(simulation.prompts.length).toBeLessThanOrEqual(1)
        // Of one that no list shows, nobody knows.
        const most = faults.some(({ kind }) => kind === 'hidden') ? 2 : 1
        expect(simulation.comments.length).toBeLessThanOrEqual(most)
        // The comment said so before the prompt went out.
        for (const states of simulation.statesAtPrompt) expect(states).toContain('sending')
      }),
      { seed: 58, numRuns: 2_000 },
    )
    console.log(seen)
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(PROMISED).filter((name) => name !== 'a re-run sends').toSorted())
  })
})
