// @module-tag requests-vary
import { describe, expect, test } from 'vitest'
import { expectPromises } from '../faults/promises.ts'
import { interruptAt, listSteps, SCENES, type SceneName, type Step } from './crash.ts'

// A request that is lost is never answered, and time limits of seven seconds or more are a hundred times as long here
// (`step-process.ts`): a run that ends at all ends within seven seconds.
// While Node takes a process down, nothing listens: SIGTERM comes with SIGINT, and not at a moment of its own.
const SIGTERM_AT_ONCE = { interrupt: 0, terminate: 900_000 }

/** The first request of each kind, of the scene that makes it first. */
async function listKinds(): Promise<(readonly [name: string, scene: SceneName, step: Step])[]> {
  const kinds = new Map<string, readonly [string, SceneName, Step]>()
  for (const scene of ['command', 'follow-up', 'series'] as const)
    for (const step of await listSteps(SCENES[scene]))
      if (!kinds.has(nameKind(step))) kinds.set(nameKind(step), [nameKind(step), scene, step])
  return [...kinds.values()]
}

/** The second edit notes the job, and the last says how it ended: each has another state to keep. */
function nameKind({ name, nth }: Step): string {
  const kind = name.replaceAll(/\/\d+/gu, '/{number}').replace(/\?.*/u, '')
  return name.startsWith('PATCH') || name.endsWith('/reactions') ? `${kind}, number ${nth}` : kind
}

const kinds = await listKinds()

test('these are all kinds of requests that a run makes before its job has ended, and after', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(12)
})

describe.concurrent.each(['lost', 'unanswered'] as const)(
  'SIGINT, and then SIGTERM, at a request that is %s',
  (moment) => {
    test.each(kinds)('%s (%s)', async (_name, sceneName, at) => {
      await using scene = await SCENES[sceneName]()
      const interruption = { at, moment, post: true, cancelLimitsMs: SIGTERM_AT_ONCE }
      const canceled = await interruptAt(scene, interruption, async (run) => run.cancel())
      const { exitCode, signal, outputs, summary, annotations, log } = canceled
      // It ended by itself: a signal that isn't handled, or a rejection that nobody handles, would show here.
      expect([exitCode === 0 || exitCode === 1, signal]).toEqual([true, null])
      expect(log.raw.toString()).not.toMatch(/\n\s+at |Node\.js v|UnhandledPromise/u)
      expect(outputs['outcome']).toMatch(/^(?:cancelled|unknown|pull-request)$/u)
      expect(Object.keys(outputs)).toContain('jobId')
      expect(summary).toMatch(/^## /u)
      // One error: why the step is red.
      const errors = annotations.filter(({ level }) => level === 'error')
      expect(errors).toHaveLength(outputs['outcome'] === 'pull-request' ? 0 : 1)
      // An answer that comes a moment after the signal is still waited for: it holds the only word of the ID.
      if (moment === 'unanswered' && scene.countPrompts() > 0) expect(outputs['jobId']).toBe(scene.job()?.id)

      const known = await expectPromises(scene, canceled, new Set(), false)
      const again = await scene.run({ runAttempt: 2 })
      await expectPromises(scene, again, known, true)
      const expected = outputs['outcome'] === 'unknown' ? 'unknown' : 'pull-request'
      expect(again.outputs['outcome']).toBe(expected)
    })
  },
)
