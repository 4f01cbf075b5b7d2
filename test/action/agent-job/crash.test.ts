// @module-tag requests-vary
import { describe, expect, test, vi } from 'vitest'
import { listDeclaredOutputs } from '../../world/declared-outputs.ts'
import type { RequestRecord } from '../../world/docs-service/request-log.ts'
import type { RecordedRequest } from '../../world/github/server.ts'
import { createWorld, type Step, type World } from '../../world/index.ts'
import type { ActionRun, RunResult } from '../../world/runner/action-run.ts'
import { BOT, COMMAND, countPrompts, listOurs, PROMPT, readMarker } from './story.ts'

/**
 * When a run is stopped, as the request in question sees it. `lost`: it never arrives; `unanswered`: it is carried out, and
 * the response has nobody to go to; `answered`: the response has left.
 */
type Moment = 'lost' | 'unanswered' | 'answered'
type SceneName = 'command' | 'second command' | 're-run' | 're-run after a failure' | 'pull request'

/** A request of the action, known by its name, and which of those with this name it is. */
interface Place {
  name: string
  nth: number
}

/** A run that is about to start, and what was there before. */
async function createScene(kind: SceneName) {
  const world = await createWorld({ isPatient: true })
  const { github, docsService } = world
  const attempts = kind.startsWith('re-run') ? 1 : 0
  const isPull = kind === 'pull request'
  const pull = isPull ? await github.createPullRequest() : undefined
  const { number } = pull ?? (await github.createIssue())
  const command = () => github.comment(number, COMMAND)
  let step: Step = { trigger: pull ?? (await command()), runId: 10, ...(isPull && { inputs: PROMPT }) }
  if (kind === 're-run') docsService.nextJob({ activeReads: 2 })
  if (kind === 're-run after a failure') docsService.nextJob({ endsAs: 'failed' })
  if (kind === 're-run') await world.run({ ...step, inputs: { wait: false }, inProcess: true })
  else if (kind !== 'command') await world.run({ ...step, inProcess: true })
  if (kind === 'second command') step = { trigger: await command(), runId: 11 }
  if (isPull) {
    const trigger = await github.updatePullRequest(number, [{ files: { 'src/retries.ts': 'changed\n' } }])
    step = { ...step, trigger, runId: 11 }
  }
  const before = { ours: await listOurs(world, number), prompts: countPrompts(world) }
  const isAnother = ({ id }: { id: number }) => kind !== 'second command' || before.ours.every((old) => old.id !== id)
  const start = ({ runAttempt = 1, ...more }: Step = {}) =>
    world.start({ ...step, ...more, runAttempt: attempts + runAttempt })
  return {
    world,
    start,
    run: (runAttempt: number) => start({ runAttempt, inProcess: true }).result,
    /** Of this request. */
    ours: async () => (await listOurs(world, number)).filter(isAnother),
    all: () => listOurs(world, number),
    before,
    countNew: () => countPrompts(world) - before.prompts,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

type Scene = Awaited<ReturnType<typeof createScene>>

/** The requests that a run makes when nothing goes wrong. */
async function listPlaces(kind: SceneName): Promise<Place[]> {
  await using scene = await createScene(kind)
  const names: string[] = []
  watch(scene.world, (name) => void names.push(name))
  await scene.run(1)
  return names.map((name, index) => ({ name, nth: names.slice(0, index + 1).filter((each) => each === name).length }))
}

type Watch = (name: string, request: RecordedRequest | RequestRecord) => unknown

function watch({ github, docsService }: World, onRequest?: Watch, onAnswer?: Watch): void {
  const of = (act: Watch | undefined) => async (request: RecordedRequest | RequestRecord) => {
    if (!('login' in request) || request.login === BOT) await act?.(nameOf(request), request)
  }
  Object.assign(github, { onRequest: of(onRequest), onAnswer: of(onAnswer) })
  Object.assign(docsService, { onRequest: of(onRequest), onAnswer: of(onAnswer) })
}

function nameOf({ method, path, body }: RecordedRequest | RequestRecord): string {
  const place = path
    .replace(/\/repos\/acme\/app|\/v2\/agent\/docs-project/u, '')
    .replace(/[\da-f]{8}-[\da-f-]{27}/u, '{job}')
  const reaction = path.endsWith('/reactions') && method === 'POST' ? ` ${Object(body).content}` : ''
  return `${method} ${place.replace(/\/comments\/\d+/u, '/comments/{id}')}${reaction}`
}

/** Starts the run of a scene, and stops it at one moment of one request. */
async function stopAt(
  scene: Scene,
  place: Place,
  moment: Moment,
  stop: (run: ActionRun) => unknown,
): Promise<RunResult> {
  const run = scene.start({ cancelLimitsMs: { interrupt: 0, terminate: 900_000 } })
  let count = 0
  let target: RecordedRequest | RequestRecord | undefined
  watch(
    scene.world,
    async (name, request) => {
      if (name !== place.name || ++count !== place.nth) return
      target = request
      if (moment !== 'answered') await stop(run)
      if (moment === 'lost') await new Promise(() => undefined)
    },
    async (_, request) => {
      if (moment === 'answered' && request === target) await stop(run)
    },
  )
  const result = await run.result
  expect(target, 'the request was made').toBeDefined()
  const isOver = () => target === undefined || (target.status ?? Object(target).ended) !== undefined
  // The request of a run that is gone may still be at work.
  if (moment === 'unanswered') await vi.waitFor(() => expect(isOver()).toBe(true), { interval: 5, timeout: 900_000 })
  watch(scene.world)
  return result
}

const listJobs = async ({ all }: Scene) =>
  (await all()).flatMap(({ body }) => {
    const { job, previous } = readMarker(body)
    return [job, previous].filter((id) => id !== undefined)
  })

/** What is true after any re-run. */
async function runAgain(scene: Scene): Promise<void> {
  const { world } = scene
  const left = await scene.ours()
  const known = await listJobs(scene)
  const failed = world.docsService.jobs.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const isUnknown = left.some(({ body }) => readMarker(body)['state'] === 'sending')

  const { outputs } = await scene.run(2)

  expect(scene.countNew(), 'prompts').toBeLessThanOrEqual(1)
  expect(outputs['outcome']).toBe(isUnknown ? 'unknown' : 'pull-request')
  const lost = known.filter((id) => !failed.includes(String(id)))
  expect(await listJobs(scene), 'a job that our comment had').toEqual(expect.arrayContaining(lost))
  const [comment, ...others] = await scene.ours()
  expect([comment?.html_url, others]).toEqual([outputs['commentUrl'], []])
  expect(comment?.body).not.toContain('⏳')
  if (scene.countNew() > 0) expect(comment?.body).not.toMatch(/nothing was sent/iu)
}

/** In other scenes, what begins with the sending is new. */
const isNew = ({ name }: Place) => /^(PATCH|DELETE|POST \/job|POST .*\/comments$)/u.test(name)

async function listCases(): Promise<[SceneName, string, Place][]> {
  const all: [SceneName, string, Place][] = []
  for (const kind of ['command', 'second command', 're-run', 're-run after a failure', 'pull request'] as const)
    for (const place of await listPlaces(kind))
      if (kind === 'command' || isNew(place)) all.push([kind, `${place.name}, number ${place.nth}`, place])
  return all
}

const cases = await listCases()

test('these are the requests of a command', () => {
  const names = cases.filter(([kind]) => kind === 'command').map(([, , { name }]) => name)
  expect(names.toSorted()).toEqual(
    [
      'POST /issues/comments/{id}/reactions eyes',
      'GET /collaborators/writer/permission',
      'POST /graphql',
      'POST /issues/1/comments',
      'POST /job',
      'PATCH /issues/comments/{id}',
      'GET /job/{job}',
      'GET /job/{job}',
      'GET /repos/acme/docs/pulls/1',
      'GET /repos/acme/docs/pulls/1/files',
      'POST /issues/1/comments',
      'DELETE /issues/comments/{id}',
      'POST /issues/comments/{id}/reactions rocket',
    ].toSorted(),
  )
})

describe.concurrent('killed at any request, then run again, a run sends at most one prompt and loses no job', () => {
  describe.each(['lost', 'unanswered', 'answered'] as const)('%s', (moment) => {
    // What only reads does the same whether it arrives or not.
    const isOne = ({ name }: Place) => moment !== 'unanswered' || !(name.startsWith('GET') || name.endsWith('graphql'))
    test.each(cases.filter(([, , place]) => isOne(place)))('%s: %s', async (kind, _, place) => {
      await using scene = await createScene(kind)
      await stopAt(scene, place, moment, async (run) => {
        run.kill()
        await run.exited
      })
      await runAgain(scene)
    })
  })
})

/** Whether a prompt without a response was received, nobody knows. */
const CANCELED = /^lost POST \/job.*: unknown$|^(?!lost POST \/job).*: (?:cancelled|unknown|pull-request)$/u

describe.concurrent('canceled at any request, a run ends by itself, and what it leaves is true', () => {
  describe.each(['lost', 'unanswered'] as const)('%s', (moment) => {
    test.each(cases)('%s: %s', async (kind, _, place) => {
      await using scene = await createScene(kind)
      const stopped = await stopAt(scene, place, moment, (run) => run.cancel())
      const { exitCode, signal, outputs, summary, log, annotations } = stopped
      // Here time limits of seven seconds or more are a hundred times as long (`step-process.ts`), so that a run that ends at all
      // keeps to shorter ones.
      expect([exitCode === 0 || exitCode === 1, signal]).toEqual([true, null])
      expect(log.raw.toString()).not.toMatch(/\n\s+at |Node\.js v|UnhandledPromise|bug in the action/u)
      expect(Object.keys(outputs).toSorted()).toEqual(listDeclaredOutputs('agent-job').toSorted())
      expect(`${moment} ${place.name}: ${outputs['outcome']}`).toMatch(CANCELED)
      expect(summary).toMatch(/^### /u)
      expect(annotations.filter(({ level }) => level === 'error')).toHaveLength(exitCode ?? 0)
      for (const { body } of await scene.all()) expect(body).not.toContain('⏳')
      // A response that comes a moment after the signal is still waited for: it holds the only word of the ID.
      if (moment === 'unanswered' && scene.countNew() > 0) expect(outputs['jobId']).not.toBe('')
      const texts = [...(await scene.ours()).map(({ body }) => body), summary].join()
      if (scene.countNew() > 0) expect(texts).not.toMatch(/nothing was sent/iu)
      await runAgain(scene)
    })
  })
})
