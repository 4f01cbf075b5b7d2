import { resolve } from 'node:path'
import { matchesGlob } from 'node:path/posix'
import { startService } from '../../scripts/acceptance/service.ts'
import { findRepository, timeOf } from './github/repository.ts'
import { startGitHub } from './github/start-github.ts'
import type { WorkflowRun, WorkflowRuns } from './github/workflow-runs.ts'
import type { WebhookEvent } from './github/world.ts'
import type { ActionRun } from './runner/action-run.ts'
import { type ExpressionContext, evaluateCondition, evaluateText, evaluateTexts } from './runner/expression.ts'
import { startAction } from './runner/run-action.ts'
import { isStartedBy, readWorkflow, type Workflow } from './workflow/workflow-file.ts'

interface StartedRun extends WorkflowRun {
  workflow: Workflow
  trigger: WebhookEvent
  step?: ActionRun
}

/**
 * A GitHub on loopback with Actions: what a person does by its REST API starts the workflows in `acme/app`. Of their only
 * job, the step with the action runs, and the service of the acceptance test is there already.
 * @param options.dist another build of the action
 */
export async function startSandboxWorld({ dist = process.env['ACTION_DIST'] }: { dist?: string | undefined } = {}) {
  const github = await startGitHub()
  const { hub, apiUrl, serverUrl } = github
  // What takes GitHub minutes takes seconds here: its limits per minute would be hit.
  github.limiter.take = async () => undefined
  const { git } = findRepository(hub, 'acme/app')
  const token = github.actionsTokenWith({ contents: 'write', issues: 'write', pull_requests: 'write' })
  const service = await startService({ apiUrl, serverUrl, repository: 'acme/app', token })
  const all: StartedRun[] = []
  const pending: Promise<void>[] = []
  const actions: WorkflowRuns = {
    all,
    rerun: (run) => void pending.push(attempt(run as StartedRun)),
    cancel: (run) => (run as StartedRun).step?.cancel(),
  }
  hub.actions = actions
  hub.onDelivery = (trigger) => void pending.push(startRuns(trigger))

  async function startRuns(trigger: WebhookEvent): Promise<void> {
    const { sha = '', files = new Map<string, string>() } = git.find('main') ?? {}
    const isWanted = (path: string) => [undefined, path].includes(trigger.payload['workflow'] as string | undefined)
    const found = [...files].filter(([path]) => matchesGlob(path, '.github/workflows/*') && isWanted(path))
    for (const [path, text] of found) {
      const workflow = await readWorkflow(text)
      if (!isStarted(workflow, trigger)) continue
      const title = workflow.runName ? evaluateText(workflow.runName, contextOf({ trigger, sha })) : path
      const about = { id: hub.nextId(), file: path.replace(/.*\//u, ''), title, event: trigger.event, sha }
      const run: StartedRun = { ...about, createdAt: timeOf(hub), attempts: [], workflow, trigger }
      all.push(run)
      pending.push(attempt(run))
    }
  }

  async function attempt(run: StartedRun): Promise<void> {
    const state: WorkflowRun['attempts'][number] = {}
    run.attempts.push(state)
    const context = contextOf(run)
    const [job] = run.workflow.jobs
    const isWanted = job && evaluateCondition(job.condition, 'success', context)
    const { with: inputs } = (isWanted && job.steps.find(({ uses }) => uses === './')) || {}
    if (job === undefined || inputs === undefined) {
      state.conclusion = 'skipped'
      return
    }
    const { repository, sender } = run.trigger.payload as Record<'repository' | 'sender', { id: number; login: string }>
    run.step = startAction({
      ...{ apiUrl, serverUrl, runId: run.id, runAttempt: run.attempts.length, sha: run.sha, job: job.id },
      actionYml: resolve(import.meta.dirname, '../../action.yml'),
      ...(dist !== undefined && { distOverride: dist }),
      token: github.actionsTokenWith(job.permissions),
      repository: 'acme/app',
      repositoryId: repository.id,
      actor: sender.login,
      event: { name: run.trigger.event, payload: run.trigger.payload },
      inputs: evaluateTexts(inputs, context),
      // On a busy machine, no test fails for it.
      cancelLimitsMs: { interrupt: 900_000, terminate: 900_000 },
    })
    state.conclusion = (await run.step.result).conclusion
  }

  function contextOf({ trigger: { event, payload }, sha }: Pick<StartedRun, 'trigger' | 'sha'>): ExpressionContext {
    const github = { event_name: event, event: payload, repository: 'acme/app', sha: payload['after'] ?? sha, token }
    const steps = { service: { outputs: { url: service.url } } }
    return { github, inputs: payload['inputs'] ?? {}, steps }
  }

  return {
    github,
    service,
    apiUrl,
    tokenFor: github.tokenFor,
    /** Stands for the commit of the action. */
    actionCommit: findRepository(hub, 'acme/docs').git.tipOf('main'),
    async [Symbol.asyncDispose]() {
      for (const { step } of all) await step?.[Symbol.asyncDispose]()
      await Promise.all(pending)
      await Promise.all([service.close(), github.close()])
    },
  }
}

/** By the event, its action, the branch and the paths of a push. */
function isStarted(workflow: Workflow, trigger: WebhookEvent): boolean {
  const { event, payload } = trigger
  if (!isStartedBy(workflow, trigger)) return false
  if (event !== 'push') return true
  const commits = payload['commits'] as Record<'added' | 'modified' | 'removed', string[]>[]
  const changed = commits.flatMap(({ added, modified, removed }) => [...added, ...modified, ...removed])
  const { paths = ['**'] } = workflow.events[event] ?? {}
  return payload['ref'] === 'refs/heads/main' && changed.some((path) => paths.some((glob) => matchesGlob(path, glob)))
}
