import { expect, vi } from 'vitest'
import type { RequestRecord } from '../../world/docs-service/request-log.ts'
import type { RecordedRequest } from '../../world/github/server.ts'
import { createWorld, type Step, type World } from '../../world/index.ts'
import type { ActionRun, RunResult } from '../../world/runner/action-run.ts'
import { BOT, COMMAND, countPrompts, listOurs, nameWrite, PROMPT, readMarker } from './story.ts'

/** `command`: the first one of an issue; `second command` continues its job; `pull request` is a second push to one. */
export type SceneName = 'command' | 'second command' | 're-run after a failure' | 'pull request'

/** A run that is about to start, and what was there before. */
export async function createScene(kind: SceneName) {
  const world = await createWorld({ isPatient: true })
  const { github, docsService } = world
  const pull = kind === 'pull request' ? await github.createPullRequest() : undefined
  const { number } = pull ?? (await github.createIssue())
  let step: Step = {
    trigger: pull ?? (await github.comment(number, COMMAND)),
    runId: 10,
    ...(pull && { inputs: PROMPT }),
  }
  if (kind === 're-run after a failure') docsService.nextJob({ endsAs: 'failed' })
  if (kind !== 'command') await world.run({ ...step, inProcess: true })
  if (kind === 'second command') step = { trigger: await github.comment(number, COMMAND), runId: 11 }
  if (kind === 'pull request') {
    const trigger = await github.updatePullRequest(number, [{ files: { 'src/retries.ts': 'changed\n' } }])
    step = { ...step, trigger, runId: 11 }
  }
  const before = { ours: await listOurs(world, number), prompts: countPrompts(world) }
  const isAnother = ({ id }: { id: number }) => kind !== 'second command' || before.ours.every((old) => old.id !== id)
  const attempts = kind === 're-run after a failure' ? 1 : 0
  const start = ({ runAttempt = 1, ...more }: Step = {}) =>
    world.start({ ...step, ...more, runAttempt: attempts + runAttempt })
  return {
    world,
    start,
    run: (runAttempt: number) => start({ runAttempt, inProcess: true }).result,
    /** Of this request. */
    ours: async () => (await listOurs(world, number)).filter(isAnother),
    all: () => listOurs(world, number),
    countNew: () => countPrompts(world) - before.prompts,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

export type Scene = Awaited<ReturnType<typeof createScene>>

type Request = RecordedRequest | RequestRecord
type Watch = (name: string, request: Request) => unknown

/** Calls `onRequest` with each request of the action, as two words or as its path. */
function watch({ github, docsService }: World, onRequest?: Watch): void {
  const act = async (request: Request) => {
    if (!('login' in request) || request.login === BOT) await onRequest?.(nameRequest(request), request)
  }
  Object.assign(github, { onRequest: act })
  Object.assign(docsService, { onRequest: act })
}

function nameRequest(request: Request): string {
  const name = nameWrite(request)
  return name.startsWith('/') ? `${request.method} ${name.replace(/[\da-f]{8}-[\da-f-]{27}/u, '{job}')}` : name
}

/**
 * Starts the run of a scene, and stops it at one of its requests.
 * @param place such as `post comment` or `post comment, number 2`
 * @param isLost whether the request never arrives; otherwise it is carried out
 */
export async function stopAt(
  scene: Scene,
  place: string,
  isLost: boolean,
  stop: (run: ActionRun) => unknown,
): Promise<RunResult> {
  const [name, number = 1] = place.split(', number ')
  const run = scene.start({ cancelLimitsMs: { interrupt: 0, terminate: 900_000 } })
  let count = 0
  let target: Request | undefined
  watch(scene.world, async (seen, request) => {
    if (seen !== name || ++count !== Number(number)) return
    target = request
    await stop(run)
    if (isLost) await new Promise(() => undefined)
  })
  const result = await run.result
  expect(target, 'the request was made').toBeDefined()
  const isOver = () => target === undefined || (target.status ?? Object(target).ended) !== undefined
  // The request of a run that is gone may still be at work.
  if (!isLost) await vi.waitFor(() => expect(isOver()).toBe(true), { interval: 5, timeout: 900_000 })
  watch(scene.world)
  return result
}

/** What is true after any re-run. */
export async function runAgain(scene: Scene): Promise<void> {
  const { docsService } = scene.world
  const known = await listJobs(scene)
  const isUnknown = (await scene.ours()).some(({ body }) => readMarker(body)['state'] === 'sending')

  const { outputs } = await scene.run(2)

  expect(scene.countNew(), 'prompts').toBeLessThanOrEqual(1)
  expect(outputs['outcome']).toBe(isUnknown ? 'unknown' : 'pull-request')
  const failed = docsService.jobs.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const lost = known.filter((id) => !failed.includes(String(id)))
  expect(await listJobs(scene), 'a job that our comment had').toEqual(expect.arrayContaining(lost))
  const [comment, ...others] = await scene.ours()
  expect([comment?.html_url, others]).toEqual([outputs['commentUrl'], []])
  expect(comment?.body).not.toContain('⏳')
  if (scene.countNew() > 0) expect(comment?.body).not.toMatch(/nothing was sent/iu)
}

async function listJobs({ all }: Scene): Promise<unknown[]> {
  const markers = (await all()).map(({ body }) => readMarker(body))
  return markers.flatMap(({ job, previous }) => [job, previous].filter((id) => id !== undefined))
}
