import { expect } from 'vitest'
import { knownFaults } from '../../../world/github/faults.ts'
import { passTimeLimits } from '../../../world/github/time-limits.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'
import {
  type AnyScene,
  createPullRequestScene,
  createScene,
  interruptAt,
  listSteps,
  type Step,
} from '../at-most-one/crash.ts'
import { expectPromises, readKnown } from './promises.ts'

export const SCENES = {
  command: () => createScene(),
  're-run': () => createScene('re-run'),
  'follow-up': () => createScene('second command'),
  series: () => createPullRequestScene('update'),
  push: () => createPullRequestScene('merge'),
} satisfies Record<string, () => Promise<AnyScene>>

export type SceneName = keyof typeof SCENES

/** What happens to one request to GitHub. A signal comes when it arrives; the request is still carried out. */
export const FAULTS = ['cut', 'stalled', 'HTML', 'SIGINT', 'SIGKILL'] as const

/** One request, known by its name, in one scene, and what happens to it. */
export interface Disturbance {
  scene: SceneName
  step: Step
  fault: (typeof FAULTS)[number]
}

/** Every request to GitHub of the runs that nothing disturbs, with every fault. */
export async function listDisturbances(): Promise<Disturbance[]> {
  const all: Disturbance[] = []
  for (const scene of Object.keys(SCENES) as SceneName[]) {
    const steps = (await listSteps(SCENES[scene])).filter(({ name }) => !name.includes(' /v2/'))
    all.push(...steps.flatMap((step) => FAULTS.map((fault) => ({ scene, step, fault }))))
  }
  return all
}

/**
 * Disturbs attempt 1, disturbs the same request in attempt 2, if it makes it, and leaves attempt 3 alone.
 * @returns how the attempts ended, and how many prompts they sent
 */
export async function disturb({ scene: name, step, fault }: Disturbance): Promise<string> {
  await using scene = await SCENES[name]()
  const outcomes: string[] = []
  let known = await readKnown(scene)
  for (const runAttempt of [1, 2, 3]) {
    const result =
      runAttempt === 3 ? await scene.run({ runAttempt }) : await runDisturbed(scene, step, fault, runAttempt)
    outcomes.push(result.outputs['outcome'] || 'killed')
    known = await expectPromises(scene, result, known, runAttempt === 3)
  }
  const [first, ...others] = outcomes
  const ends = others.every((each) => each === first) ? `${first} ×3` : outcomes.join(', ')
  return `${ends} · ${scene.countPrompts()}`
}

async function runDisturbed(
  scene: AnyScene,
  step: Step,
  fault: Disturbance['fault'],
  runAttempt: number,
): Promise<RunResult> {
  if (fault === 'SIGINT' || fault === 'SIGKILL') {
    const interruption = { number: step, moment: 'unanswered', post: true, runAttempt } as const
    return await interruptAt(scene, interruption, async (run) => {
      if (fault === 'SIGINT') return run.cancel()
      run.kill()
      await run.exited
    })
  }
  const [method = '', path = ''] = step.name.split(' ')
  const pattern = path.replace(/\{\w+\}/g, '[^/]+')
  const remove = scene.world.github.faults.add({
    token: scene.token,
    method,
    path: new RegExp(`^(/repos/acme/app)?${pattern}$`),
    skip: step.nth - 1,
    times: 1,
    respond: RESPONSES[fault],
  })
  using _limits = passTimeLimits(scene.world.github)
  const result = await scene.run({ runAttempt })
  remove()
  expect(result.post?.conclusion).toBe('success')
  return result
}

const RESPONSES = {
  cut: { cut: 'middle' },
  stalled: { hang: 'middle' },
  HTML: knownFaults.pageWithSuccess,
} as const
