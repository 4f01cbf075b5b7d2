import type { RepositoryName, TokenPermissions, WebhookEvent } from '../github/world.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import {
  type ExpressionContext,
  evaluateCondition,
  evaluateText,
  evaluateTexts,
  evaluateValue,
} from '../runner/expression.ts'
import {
  findOwnPath,
  isStartedBy,
  type Job,
  readPermissions,
  readWorkflow,
  type Workflow,
  type WorkflowStep,
} from './workflow-file.ts'

/** What starts a workflow, and what its repository keeps for it. */
export interface WorkflowStart {
  trigger: WebhookEvent
  secrets: Record<string, string>
  vars: Record<string, string>
  /** What scripts of the workflow would have written by then. */
  workspaceFiles?: Record<string, string>
}

/** A job that ran (one of the matrix counts as one). */
export interface JobRun {
  id: string
  conclusion: 'success' | 'failure'
  outputs: Record<string, string>
  steps: StepRun[]
}

/** A step that ran, or would have: only this repository's actions are really run. */
export interface StepRun {
  uses?: string
  /** Of an action that is not run: its inputs. */
  with: Record<string, string>
  /** Of a script, which is not run. */
  run?: string
  environment: Record<string, string>
  result?: RunResult
}

/**
 * Runs a workflow as its file says, with the actions of this repository as they are here; nothing is
 * added but the address of the world's service, and a short poll interval. Gives the jobs that ran: none when the event does not start it.
 */
export async function runWorkflow(world: World, text: string, start: WorkflowStart): Promise<JobRun[]> {
  const workflow = await readWorkflow(text)
  const { event, payload } = start.trigger
  if (!isStartedBy(workflow, event, payload['action'])) return []
  const github = { event_name: event, event: payload, repository: 'acme/app' }
  const inputs = payload['inputs'] ?? {}
  const context = { github, inputs, vars: start.vars, secrets: start.secrets }
  lastRunId += 1
  return await runJobs({ world, workflow, start, runId: lastRunId, context })
}

/** Runs have ids that grow, as on GitHub. */
let lastRunId = 1_658_821_493

interface Surroundings {
  world: World
  workflow: Workflow
  start: WorkflowStart
  runId: number
  context: ExpressionContext
}

async function runJobs(surroundings: Surroundings): Promise<JobRun[]> {
  const runs: JobRun[] = []
  for (const job of surroundings.workflow.jobs) {
    const needed = job.needs.map((id) => [id, summarize(runs.filter((run) => run.id === id))] as const)
    const status = needed.every(([, { result }]) => result === 'success') ? 'success' : 'failure'
    const needs = Object.fromEntries(needed)
    const context = { ...surroundings.context, needs }
    if (!evaluateCondition(job.condition, status, context)) continue
    for (const matrix of listLegs(job, context))
      runs.push(await runJob(job, { ...surroundings, context: { ...context, matrix } }))
  }
  return runs
}

/** What later jobs read of a job, or of all that its matrix made of it. */
function summarize(runs: JobRun[]): { result: string; outputs: Record<string, string> } {
  const [first] = runs
  if (first === undefined) return { result: 'skipped', outputs: {} }
  const isDone = runs.every(({ conclusion }) => conclusion === 'success')
  return { result: isDone ? 'success' : 'failure', outputs: first.outputs }
}

/** The values of a matrix with one dimension. */
function listLegs({ strategy }: Job, context: ExpressionContext): Record<string, unknown>[] {
  if (strategy === undefined) return [{}]
  const { matrix } = evaluateValue(strategy, context) as { matrix: Record<string, unknown[]> }
  const [[name, values] = ['', []], ...others] = Object.entries(matrix)
  if (others.length > 0) throw new Error('This world runs a matrix with one dimension only.')
  return values.map((value) => ({ [name]: value }))
}

async function runJob(job: Job, surroundings: Surroundings): Promise<JobRun> {
  const { world, workflow } = surroundings
  const token = world.github.actionsTokenWith(readPermissions(workflow, job))
  const github = { ...(surroundings.context['github'] as object), token }
  const secrets = { ...(surroundings.context['secrets'] as object), GITHUB_TOKEN: token }
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const context = { ...surroundings.context, github, secrets, steps }
  const run: JobRun = { id: job.id, conclusion: 'success', outputs: {}, steps: [] }
  for (const step of job.steps) {
    if (!evaluateCondition(step.condition, run.conclusion, context)) continue
    const stepRun = await runStep(step, { ...surroundings, context }, token)
    run.steps.push(stepRun)
    steps[step.id] = { outputs: stepRun.result?.outputs ?? standIn(world, stepRun) }
    if (stepRun.result !== undefined && stepRun.result.conclusion !== 'success') run.conclusion = 'failure'
  }
  return { ...run, outputs: evaluateTexts(job.outputs, context) }
}

async function runStep(step: WorkflowStep, surroundings: Surroundings, token: string): Promise<StepRun> {
  const { world, start, runId, context } = surroundings
  const run: StepRun = {
    ...(step.uses === undefined ? {} : { uses: step.uses }),
    ...(step.run === undefined ? {} : { run: evaluateText(step.run, context) }),
    with: evaluateTexts(step.with, context),
    environment: evaluateTexts(step.env, context),
  }
  const action = ownActions.get(findOwnPath(step.uses ?? 'none') ?? 'none')
  if (action === undefined) return run
  const result = await world.run({
    action,
    trigger: start.trigger,
    runId,
    token,
    secrets: Object.values(start.secrets),
    ...(start.workspaceFiles && { workspaceFiles: start.workspaceFiles }),
    environment: run.environment,
    asWritten: true,
    inputs: { ...additions[action], ...run.with, 'base-url': world.docsService.url },
  })
  return { ...run, result }
}

/** Most recipes leave the poll interval at its default, which is seconds. */
const additions = { 'agent-job': { 'poll-interval': '50ms' }, 'page-views': {} }

const ownActions = new Map([
  ['', 'agent-job' as const],
  ['page-views', 'page-views' as const],
])

/** The outputs of an action by others that recipes need, with a token that really works here. */
function standIn({ github }: World, { uses = '', with: inputs }: StepRun): Record<string, string> {
  if (!uses.startsWith('actions/create-github-app-token@')) return {}
  const { owner = 'acme', repositories = 'app' } = inputs
  const names = repositories.split(/[\s,]+/).filter((name) => name !== '')
  const granted = Object.entries(inputs).flatMap(([name, level]) => {
    const [, scope] = /^permission-(.*)$/.exec(name) ?? []
    return scope === undefined ? [] : [[scope.replaceAll('-', '_'), level]]
  })
  const permissions: TokenPermissions = Object.fromEntries(granted)
  const token = github.appToken(
    permissions,
    names.map((name) => `${owner}/${name}` as RepositoryName),
  )
  return { token }
}
