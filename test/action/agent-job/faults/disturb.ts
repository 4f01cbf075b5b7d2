import { expect } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { passTimeLimits } from '../../../world/github/time-limits.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import type { AnyScene, SceneName, Step } from '../at-most-one/crash.ts'
import { interruptAt, listSteps, SCENES } from '../at-most-one/crash.ts'
import { expectPromises, readKnown } from './promises.ts'

/** What happens to one request to GitHub. A signal comes when it arrives; the request is still carried out. */
const FAULTS = ['cut', 'stalled', 'HTML', 'limit', 'SIGINT', 'SIGKILL'] as const

/** In days. */
const HOUR = 1 / 24

/** One request, known by its name, in one scene, and what happens to it. */
export interface Disturbance {
  scene: SceneName
  step: Step
  fault: (typeof FAULTS)[number]
  /** Another request of the same attempt, to which the same happens. */
  other?: Step | undefined
  /** Whether attempts 2 and 3 are disturbed, instead of 1 and 2. */
  isLate?: boolean
}

/** Every request to GitHub of the runs that nothing disturbs, with every fault. */
export async function listDisturbances(): Promise<Disturbance[]> {
  const all: Disturbance[] = []
  for (const scene of Object.keys(SCENES) as SceneName[]) {
    const steps = (await listSteps(SCENES[scene])).filter(({ name }) => !name.includes(' /v2/'))
    all.push(...steps.flatMap((step) => FAULTS.map((fault) => ({ scene, step, fault }))))
    const answers = FAULTS.filter((fault) => !fault.startsWith('SIG'))
    all.push(...steps.flatMap((step) => answers.map((fault) => ({ scene, step, fault, isLate: true }))))
    // Each request with each that follows it.
    const pairs = steps.flatMap((step, index) => steps.slice(index + 1).map((other) => ({ step, other })))
    all.push(...pairs.map((pair, index) => ({ scene, ...pair, fault: answers[index % answers.length] ?? 'cut' })))
  }
  return all
}

/**
 * Disturbs two attempts, the same request in each, if they make it, and leaves the next one alone.
 * @returns how the attempts ended, and how many prompts they sent
 */
export async function disturb(disturbance: Disturbance): Promise<string> {
  await using scene = await SCENES[disturbance.scene]()
  const { isLate = false } = disturbance
  const outcomes: string[] = []
  let known = await readKnown(scene)
  for (const runAttempt of isLate ? [1, 2, 3, 4] : [1, 2, 3]) {
    const isLast = runAttempt === (isLate ? 4 : 3)
    const isLeftAlone = isLast || (isLate && runAttempt === 1)
    const result = isLeftAlone ? await scene.run({ runAttempt }) : await runDisturbed(scene, disturbance, runAttempt)
    // The next attempt can't know that GitHub has asked this one to wait.
    if (disturbance.fault === 'limit') scene.world.pass(HOUR)
    outcomes.push(result.outputs['outcome'] || 'killed')
    known = await expectPromises(scene, result, known, isLast)
  }
  const [first, ...others] = outcomes
  const ends = others.every((each) => each === first) ? `${first} ×${outcomes.length}` : outcomes.join(', ')
  return `${ends} · ${scene.countPrompts()}`
}

async function runDisturbed(
  scene: AnyScene,
  { step, other, fault }: Disturbance,
  runAttempt: number,
): Promise<RunResult> {
  if (fault === 'SIGINT' || fault === 'SIGKILL') {
    const interruption = { at: step, moment: 'unanswered', post: true, runAttempt } as const
    return await interruptAt(scene, interruption, async (run) => {
      if (fault === 'SIGINT') return run.cancel()
      run.kill()
      await run.exited
    })
  }
  const removals = [step, ...(other ? [other] : [])].map((each) => spoil(scene, each, fault))
  using _limits = passTimeLimits(scene.world.github)
  const result = await scene.run({ runAttempt })
  for (const remove of removals) remove()
  expect(result.post?.conclusion).toBe('success')
  return result
}

/** @returns the function that takes the fault away */
function spoil(scene: AnyScene, { name, nth }: Step, fault: 'limit' | keyof typeof RESPONSES): () => void {
  const { faults, limiter } = scene.world.github
  const [method = '', path = ''] = name.split(' ')
  const pattern = new RegExp(`^(/repos/acme/app)?${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  const rule = { token: scene.token, method, path: pattern, skip: nth - 1 }
  return fault === 'limit'
    ? limiter.hit({ ...rule, seconds: 60 })
    : faults.add({ ...rule, times: 1, respond: RESPONSES[fault] })
}

const RESPONSES = {
  cut: { cut: 'middle' },
  stalled: { hang: 'middle' },
  HTML: knownFaults.pageWithSuccess,
} as const
