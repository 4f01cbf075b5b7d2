import { expect, vi } from 'vitest'
import type { RequestRecord } from '../../../world/docs-service/request-log.ts'
import type { RecordedRequest } from '../../../world/github/server.ts'
import { createWorld, type Step as RunStep, type World } from '../../../world/index.ts'
import type { ActionRun, RunResult } from '../../../world/runner/action-run.ts'

/**
 * When a run is killed, as the request in question sees it:
 * `lost`: it is sent, and never arrives; `unanswered`: it arrives and is carried out, and the answer has nobody to go
 * to; `answered`: the answer has left.
 */
export type Moment = 'lost' | 'unanswered' | 'answered'

/** Those that make a difference: what only reads does the same whether it arrives or not. */
export function momentsOf({ name }: Step): readonly Moment[] {
  return name.startsWith('GET ') ? ['lost', 'answered'] : ['lost', 'unanswered', 'answered']
}

/** A request of the action, to either side, numbered from 1 in the order of arrival. */
export interface Step {
  number: number
  name: string
  /** Which of the requests with this name, from 1. */
  nth: number
}

/**
 * What the comment in question meets: nothing; the open pull request of an earlier command; or an attempt of its run
 * that knows the job, and didn't wait for it.
 */
export type CommandKind = 'first command' | 'second command' | 're-run'
/** A pull request that was updated, or merged, which is a push. Only a merged one is new here. */
type PullRequestKind = 'update' | 'merge'

/** A world with a comment that requests a job. */
export async function createScene(kind: CommandKind = 'first command') {
  const world = await createSceneWorld()
  const { github } = world
  const issue = await github.createIssue()
  if (kind === 'second command')
    await runBefore(world, {
      trigger: await github.comment(issue.number, '/docs explain the option', 'writer'),
    })
  const asked = await github.comment(issue.number, '/docs explain the retries option', 'writer')
  if (kind === 're-run') await world.run({ trigger: asked, inputs: { wait: 'false' }, inProcess: true })
  return { asked, ...(await setScene(world, issue, { trigger: asked }, kind === 're-run' ? 1 : 0)) }
}

/** A world with a pull request that asks for a job. */
async function createPullRequestScene(kind: PullRequestKind) {
  const world = await createSceneWorld()
  const { github } = world
  const step = { inputs: { prompt: 'Document it.' } }
  const issue = await github.createPullRequest({ files: { 'src/retry.ts': 'one\n' } })
  const { number } = issue
  if (kind === 'merge') return await setScene(world, issue, { ...step, trigger: (await github.merge(number)).push })
  await runBefore(world, { ...step, trigger: issue, runId: 1 })
  const trigger = await github.updatePullRequest(number, [{ files: { 'src/retry.ts': 'two\n' } }])
  return await setScene(world, issue, { ...step, trigger })
}

function createSceneWorld(): Promise<World> {
  return createWorld({
    isPatient: true,
    docsService: {
      projects: ['other-project'],
      keys: [{ key: 'mint_another', scopes: ['read', 'write'] }],
    },
  })
}

/**
 * @param step what every run of the scene has
 * @param attempts of its run, before the scene begins
 */
async function setScene(world: World, issue: { number: number }, step: RunStep, attempts = 0) {
  const { github, docsService } = world
  const allComments = async () =>
    (await github.commentsOf(issue.number)).filter(({ body }) => body.includes('docs-agent:job marker'))
  const before = await allComments()
  const promptsBefore = docsService.requestsTo({ method: 'POST' }).length
  const start = ({ runAttempt = 1, ...more }: RunStep = {}) =>
    world.start({ ...step, ...more, runAttempt: attempts + runAttempt })
  return {
    world,
    issue,
    start,
    allComments,
    /** The action's; the agent has another. */
    token: step.token ?? github.actionsToken,
    /** What was there when the scene began. */
    before,
    /** Runs the action on the event. What is killed or cancelled is a process; the rest runs in this one. */
    run: (more: RunStep = {}) => start({ inProcess: true, ...more }).result,
    /** Those that came since. */
    ourComments: async () => (await allComments()).filter(({ id }) => before.every((old) => old.id !== id)),
    /** How many prompts were sent since. */
    countPrompts: () => docsService.requestsTo({ method: 'POST' }).length - promptsBefore,
    /** The job that the prompt goes to, once it is there. */
    job: () => docsService.jobs.find(({ projectId }) => projectId === docsService.projectId),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** An earlier run, which went well. */
async function runBefore(world: World, step: RunStep): Promise<void> {
  world.docsService.nextJob({ terminalOnCreate: true })
  const { outputs } = await world.run({ ...step, inProcess: true })
  expect(outputs['outcome']).toBe('pull-request')
}

export type Scene = Awaited<ReturnType<typeof createScene>>
export type AnyScene = Omit<Scene, 'asked'>
export type SceneName = keyof typeof SCENES

export const SCENES = {
  command: () => createScene(),
  're-run': () => createScene('re-run'),
  'follow-up': () => createScene('second command'),
  series: () => createPullRequestScene('update'),
  push: () => createPullRequestScene('merge'),
} satisfies Record<string, () => Promise<AnyScene>>

/** The requests that a run makes when nothing goes wrong. */
export async function listSteps(create: () => Promise<AnyScene> = createScene): Promise<Step[]> {
  await using scene = await create()
  const names: string[] = []
  watchRequests(scene.world, (name) => void names.push(name))
  await scene.run()
  const countUntil = (index: number) => names.slice(0, index + 1).filter((name) => name === names[index]).length
  return names.map((name, index) => ({ number: index + 1, name, nth: countUntil(index) }))
}

export interface Interruption extends RunStep {
  /** The request. */
  at: Omit<Step, 'number'>
  moment: Moment
  /** Whether the runner gets to the post step. */
  post: boolean
}

/** Runs the action on the scene's event, and does `act` (kills it, by default) at one moment of one request. */
export async function interruptAt(
  scene: AnyScene,
  { at, moment, ...step }: Interruption,
  act: (run: ActionRun) => Promise<unknown> = kill,
): Promise<RunResult> {
  const run = scene.start({ ...step, inProcess: 'post' })
  let count = 0
  let target: WatchedRequest | undefined
  watchRequests(
    scene.world,
    async (name, request) => {
      if (name !== at.name) return
      count += 1
      if (count !== at.nth) return
      target = request
      if (moment === 'answered') return
      await act(run)
      // Held for good, so that it has no effect.
      if (moment === 'lost') await new Promise(() => undefined)
    },
    async (_, request) => {
      if (moment === 'answered' && request === target) await act(run)
    },
  )
  const result = await run.result
  if (moment === 'unanswered' && target !== undefined) await waitUntilOver(target)
  watchRequests(scene.world, undefined)
  return result
}

async function kill(run: ActionRun): Promise<void> {
  run.kill()
  await run.exited
}

/** The request of a run that is gone may still be at work. */
async function waitUntilOver(request: WatchedRequest): Promise<void> {
  await vi.waitFor(() => expect(request.status ?? request.ended).toBeDefined(), {
    interval: 5,
    timeout: 900_000,
  })
}

/** Whose requests are the action's: not those of the agent. */
const OURS = ['github-actions[bot]', 'acme-docs[bot]']

type WatchedRequest = Pick<RequestRecord, 'status' | 'ended'>

type Watch = (name: string, request: WatchedRequest) => void | Promise<void>

/** Watches what the action asks of GitHub and of the service; requests by others don't count. */
function watchRequests(world: World, onRequest: Watch | undefined, onAnswer?: Watch): void {
  const ofAction = (watch: Watch | undefined) =>
    watch &&
    ((request: RecordedRequest) => (OURS.includes(request.login ?? '') ? watch(nameOf(request), request) : undefined))
  const ofService = (watch: Watch | undefined) => watch && ((request: RequestRecord) => watch(nameOf(request), request))
  world.github.onRequest = ofAction(onRequest)
  world.github.onAnswer = ofAction(onAnswer)
  world.docsService.onRequest = ofService(onRequest)
  world.docsService.onAnswer = ofService(onAnswer)
}

function nameOf({ method, path }: { method: string; path: string }): string {
  const place = path.replace(/^\/repos\/acme\/app/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')
  return `${method} ${place.replace(/\/comments\/\d+/, '/comments/{id}').replace(/[0-9a-f]{40}/g, '{sha}')}`
}
