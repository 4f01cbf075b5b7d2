import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DIGEST_FILE, digestSources } from '../../scripts/source-digest.ts'
import { type DocsServiceWorld, type DocsServiceWorldOptions, startDocsService } from './docs-service/server.ts'
import { findViolations } from './github/description.ts'
import { startGitHub } from './github/start-github.ts'
import type { GitHubOptions, GitHubWorld, WebhookEvent } from './github/world.ts'
import { requestTally } from './request-tally.ts'
import type { ActionOptions, ActionRun, RunResult } from './runner/action-run.ts'
import { startAction } from './runner/run-action.ts'
import { type Clock, WorldClock } from './world-clock.ts'

export interface WorldOptions {
  github?: GitHubOptions
  docsService?: Partial<DocsServiceWorldOptions>
  /** `run` runs steps in this process, from the sources. Default: each in its own, from `dist`, as `start` always does. */
  inProcess?: boolean
  /** Steps may wait for longer than a minute, because a server asks for it. */
  isPatient?: boolean
}

/** A step of a workflow in this world. What is left out is as a user of the action would have it. */
export interface Step extends Omit<ActionOptions, 'actionYml' | 'event' | 'clock'> {
  /** The root action, or one of the others by its folder. Default `agent-job`. */
  action?: string
  /** What started the workflow: a delivery of `github`, or the raw text of an event file. Default: a manual run. */
  trigger?: WebhookEvent | { event: string; text: string }
}

export interface World extends AsyncDisposable {
  /** Steps in this process don't wait: time moves on instead. All that the world notes down has this time. */
  readonly clock: Clock
  readonly github: GitHubWorld
  readonly docsService: DocsServiceWorld
  /** Lets days pass on GitHub, at the service, and for steps in this process, between steps. */
  pass(days: number): void
  /** Runs a step to its end. Its folders stay until the world ends. */
  run(step?: Step): Promise<RunResult>
  start(step?: Step): ActionRun
}

/**
 * Starts GitHub and the docs service, whose agent writes to `acme/docs` on that GitHub. At its end, the world fails the test
 * whose action has asked GitHub for what its own description doesn't have, or hasn't waited as it should.
 */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clock = new WorldClock()
  const now = clock.wallClock
  const github = await startGitHub({ now, ...options.github })
  const docsService = await startDocsService({ github, now, ...options.docsService })
  clock.isBusy = () => github.inFlight + docsService.inFlight > 0
  const runs: ActionRun[] = []
  let isStopped = false

  function start(step: Step = {}): ActionRun {
    if (step.inProcess !== true) refuseStaleDist()
    const run = startAction({ ...completeStep(step, github, docsService), clock })
    runs.push(run)
    const stop = (how: 'cancel' | 'kill') => (): void => {
      isStopped = true
      run[how]()
    }
    return { ...run, cancel: stop('cancel'), kill: stop('kill') }
  }

  return {
    clock,
    github,
    docsService,
    pass: (days) => clock.pass(days),
    start,
    run: (step) => start({ inProcess: options.inProcess === true, ...step }).result,
    async [Symbol.asyncDispose]() {
      await Promise.all(runs.map((run) => run[Symbol.asyncDispose]()))
      await Promise.all([docsService.close(), github.close()])
      const violations = new Set(github.requests.flatMap(findViolations))
      if (violations.size > 0) throw new Error(`Not as GitHub's description has it:\n${[...violations].join('\n')}`)
      // A wait in the wrong unit, or one that a time limit does not end, is far longer than those of scenarios.
      if (options.isPatient !== true && clock.skippedMs > 60_000)
        throw new Error(`The steps of this world waited ${Math.round(clock.skippedMs / 1000)} s, which were skipped.`)
      if (github.limiter.early.length > 0) throw new Error('A request was sent to GitHub while it had asked to wait.')
      requestTally.getStore()?.add(github.requests, docsService.requests, isStopped)
    },
  }
}

/**
 * As `createWorld`, with steps that run in this process from the sources: for the many cases of a class of which one has a
 * process of its own. Steps wait for each other, and can't be cancelled or killed.
 */
export function createWorldInProcess(options: WorldOptions = {}): Promise<World> {
  return createWorld({ inProcess: true, ...options })
}

/** As `createWorldInProcess`, with jobs that are over when they begin. */
export function createQuickWorld({ docsService, ...options }: WorldOptions = {}): Promise<World> {
  return createWorldInProcess({ ...options, docsService: { scenario: { terminalOnCreate: true }, ...docsService } })
}

const root = resolve(import.meta.dirname, '../..')

/** For a build that is not committed yet: `ACTION_DIST=/tmp/dist npx vitest ...` */
const distOverride = process.env['ACTION_DIST']

let isDistFresh: boolean | undefined

/** Says it here, and at once: a run of an old build fails in ways that tell nobody why. */
function refuseStaleDist(): void {
  const digest = join(root, 'dist', DIGEST_FILE)
  const isFresh = () => existsSync(digest) && readFileSync(digest, 'utf8').trim() === digestSources(root)
  isDistFresh ??= distOverride !== undefined || isFresh()
  if (!isDistFresh) throw new Error('dist is stale: run `npm run build`.')
}

/** What the runner would know, and the inputs that nobody can do without; the step's own win. */
function completeStep(step: Step, github: GitHubWorld, { apiKey, projectId, url }: DocsServiceWorld): ActionOptions {
  const { action = 'agent-job', trigger, inputs, ...rest } = step
  const isAgentJob = action === 'agent-job'
  return {
    actionYml: join(root, isAgentJob ? 'action.yml' : `${action}/action.yml`),
    apiUrl: github.apiUrl,
    serverUrl: github.serverUrl,
    token: github.actionsToken,
    repository: 'acme/app',
    // On a busy machine, no test fails for it. What hangs is found by the time limit of its test.
    cancelLimitsMs: { interrupt: 900_000, terminate: 900_000 },
    ...(trigger && parseTrigger(trigger)),
    sha: github.tipOf(rest.ref),
    ...(distOverride && { distOverride }),
    ...rest,
    inputs: {
      // Outcomes are read from GitHub alone.
      ...(action !== 'outcomes' && { 'api-key': apiKey, 'project-id': projectId, 'base-url': url }),
      ...(isAgentJob && { 'poll-interval': '50ms' }),
      ...inputs,
    },
  }
}

function parseTrigger({ event: name, ...content }: NonNullable<Step['trigger']>): Partial<ActionOptions> {
  if ('text' in content) return { event: { name, text: content.text } }
  const { payload } = content
  const { repository, sender } = payload as {
    repository?: { full_name: string; id: number }
    sender?: { login: string }
  }
  return {
    event: { name, payload },
    ...(repository && { repository: String(repository.full_name), repositoryId: Number(repository.id) }),
    ...(sender && { actor: String(sender.login) }),
  }
}
