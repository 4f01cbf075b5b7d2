import { expect, vi } from 'vitest'
import type { RequestRecord } from '../../../world/docs-service/request-log.ts'
import type { RecordedRequest } from '../../../world/github/server.ts'
import type { WebhookEvent } from '../../../world/github/world.ts'
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
}

/**
 * What the comment in question meets: nothing; the open pull request of an earlier command; or the run of a leg of a matrix
 * that has asked another project already.
 */
export type SceneKind = 'first command' | 'second command' | 'second project'

/** A world with a comment that asks for a job, which the service finishes at the second look. */
export async function createScene(kind: SceneKind = 'first command') {
  const world = await createWorld({
    docsService: {
      projects: ['other-project'],
      keys: [{ key: 'mint_another', scopes: ['read', 'write'] }],
      scenario: { activeReads: 1 },
    },
  })
  const { github, docsService } = world
  const issue = await github.createIssue()
  if (kind === 'second command')
    await runBefore(world, await github.comment(issue.number, '/docs explain the option', 'writer'))
  const asked = await github.comment(issue.number, '/docs explain the retries option', 'writer')
  if (kind === 'second project') await runBefore(world, asked, { 'project-id': 'other-project' })
  const allComments = async () =>
    (await github.commentsOf(issue.number)).filter(({ body }) => body.includes('docs-agent-job:v1:'))
  const before = await allComments()
  const promptsBefore = docsService.requestsTo({ method: 'POST' }).length
  return {
    world,
    issue,
    asked,
    /** What was there when the scene began. */
    before,
    /** Runs the action on the comment. What is killed or cancelled is a process; the rest runs in this one. */
    run: (step: RunStep = {}) => world.run({ trigger: asked, inProcess: true, ...step }),
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
async function runBefore(
  world: World,
  trigger: WebhookEvent,
  inputs: Record<string, string> = {},
): Promise<void> {
  world.docsService.nextJob({ terminalOnCreate: true })
  const { outputs } = await world.run({ trigger, inputs, inProcess: true })
  expect(outputs['outcome']).toBe('pull-request')
}

export type Scene = Awaited<ReturnType<typeof createScene>>

/** The requests that a run makes when nothing goes wrong. */
export async function listSteps(kind?: SceneKind): Promise<Step[]> {
  await using scene = await createScene(kind)
  const steps: Step[] = []
  watchRequests(scene.world, (name) => {
    steps.push({ number: steps.length + 1, name })
  })
  await scene.world.run({ trigger: scene.asked, inProcess: true })
  return steps
}

export interface Interruption {
  /** Of the request, from 1. */
  number: number
  moment: Moment
  /** Whether the runner gets to the post step. */
  post: boolean
  runAttempt?: number
}

/** Runs the action on the scene's comment, and does `act` (kills it, by default) at one moment of one request. */
export async function interruptAt(
  scene: Scene,
  { number, moment, ...step }: Interruption,
  act: (run: ActionRun) => Promise<unknown> = kill,
): Promise<RunResult> {
  const run = scene.world.start({ trigger: scene.asked, ...step, inProcess: 'post' })
  const requests: WatchedRequest[] = []
  watchRequests(
    scene.world,
    async (_, request) => {
      if (requests.push(request) !== number || moment === 'answered') return
      await act(run)
      // Held for good, so that it has no effect.
      if (moment === 'lost') await new Promise(() => undefined)
    },
    async (_, request) => {
      if (moment === 'answered' && requests.indexOf(request) === number - 1) await act(run)
    },
  )
  const result = await run.result
  if (moment === 'unanswered') await waitUntilOver(requests[number - 1])
  watchRequests(scene.world, undefined)
  return result
}

async function kill(run: ActionRun): Promise<void> {
  run.kill()
  await run.exited
}

/** The request of a run that is gone may still be at work. */
async function waitUntilOver(request: WatchedRequest | undefined): Promise<void> {
  await vi.waitFor(() => expect(request?.status ?? request?.ended).toBeDefined(), {
    interval: 5,
    timeout: 10_000,
  })
}

type WatchedRequest = Pick<RequestRecord, 'status' | 'ended'>

type Watch = (name: string, request: WatchedRequest) => void | Promise<void>

/** Watches what the action asks of GitHub and of the service; what others ask is no business of it. */
function watchRequests(world: World, onRequest: Watch | undefined, onAnswer?: Watch): void {
  const ofAction = (watch: Watch | undefined) =>
    watch &&
    ((request: RecordedRequest) =>
      request.login === 'github-actions[bot]' ? watch(nameOf(request), request) : undefined)
  const ofService = (watch: Watch | undefined) =>
    watch && ((request: RequestRecord) => watch(nameOf(request), request))
  world.github.onRequest = ofAction(onRequest)
  world.github.onAnswer = ofAction(onAnswer)
  world.docsService.onRequest = ofService(onRequest)
  world.docsService.onAnswer = ofService(onAnswer)
}

function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/^\/repos\/acme\/app/, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '{id}')}`
}
