import type { RepositoryName, WebhookEvent } from '../github/world.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import {
  type ExpressionContext,
  evaluateCondition,
  evaluateText,
  evaluateTexts,
  evaluateValue,
} from '../runner/expression.ts'
import { findOwnPath, isStartedBy, type Job, readWorkflow, toPermissions, type WorkflowStep } from './workflow-file.ts'

/** What starts a workflow, and what its repository keeps for it. */
export interface WorkflowStart {
  trigger: WebhookEvent
  secrets: Record<string, string>
  vars: Record<string, string>
  /** What scripts of the workflow would have written by then. */
  workspaceFiles?: Record<string, string>
  /** The outputs of scripts, by the id of the step. */
  scriptOutputs?: Record<string, Record<string, string>>
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
  with: Record<string, string>
  /** Of a script, which is not run. */
  run?: string
  environment: Record<string, string>
  result?: RunResult
}

/**
 * Runs a workflow as written, with the actions of this repository as they are here; nothing is added but the address of the
 * world's service and what the world gives every step. Gives the jobs that ran: none when the event does not start it.
 */
export async function runWorkflow(world: World, text: string, start: WorkflowStart): Promise<JobRun[]> {
  const workflow = await readWorkflow(text)
  const { event, payload } = start.trigger
  if (!isStartedBy(workflow, event, payload['action'])) return []
  lastRunId += 1
  // In its repository, each workflow is a file.
  const [, name = 'docs'] = /^name: (.+)$/m.exec(text) ?? []
  const file = `acme/app/.github/workflows/${name.replaceAll(' ', '-')}.yml@refs/heads/main`
  const surroundings = { world, start, runId: lastRunId, file }
  const github = { event_name: event, event: payload, repository: 'acme/app' }
  const given = { github, inputs: payload['inputs'] ?? {}, vars: start.vars, secrets: start.secrets }
  const runs: JobRun[] = []
  for (const job of workflow.jobs) {
    const needed = job.needs.map((id) => [id, summarize(runs.filter((run) => run.id === id))] as const)
    const status = needed.every(([, { result }]) => result === 'success') ? 'success' : 'failure'
    const context = { ...given, needs: Object.fromEntries(needed) }
    if (!evaluateCondition(job.condition, status, context)) continue
    for (const matrix of listLegs(job, context)) runs.push(await runJob(job, surroundings, { ...context, matrix }))
  }
  return runs
}

/** Runs have ids that grow, as on GitHub. */
let lastRunId = 1_658_821_493

interface Surroundings {
  world: World
  start: WorkflowStart
  runId: number
  /** `GITHUB_WORKFLOW_REF`. */
  file: string
}

/** What later jobs read of a job, or of all that its matrix made of it. */
function summarize(runs: JobRun[]): { result: string; outputs: Record<string, string> } {
  const [first] = runs
  if (first === undefined) return { result: 'skipped', outputs: {} }
  const isDone = runs.every(({ conclusion }) => conclusion === 'success')
  return { result: isDone ? 'success' : 'failure', outputs: first.outputs }
}

/** The values of a matrix with one dimension. */
function listLegs({ matrix }: Job, context: ExpressionContext): Record<string, unknown>[] {
  if (matrix === undefined) return [{}]
  const dimensions = Object.entries(evaluateValue(matrix, context) as Record<string, unknown[]>)
  const [[name, values] = ['', []], ...others] = dimensions
  if (others.length > 0) throw new Error('This world runs a matrix with one dimension only.')
  return values.map((value) => ({ [name]: value }))
}

async function runJob(job: Job, surroundings: Surroundings, given: ExpressionContext): Promise<JobRun> {
  const { world } = surroundings
  const token = world.github.actionsTokenWith(job.permissions)
  const github = { ...(given['github'] as object), token }
  const secrets = { ...(given['secrets'] as object), GITHUB_TOKEN: token }
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const context = { ...given, github, secrets, steps }
  const run: JobRun = { id: job.id, conclusion: 'success', outputs: {}, steps: [] }
  for (const step of job.steps) {
    if (!evaluateCondition(step.condition, run.conclusion, context)) continue
    const stepRun = await runStep(step, surroundings, context, token)
    run.steps.push(stepRun)
    const outputs = stepRun.result?.outputs ?? surroundings.start.scriptOutputs?.[step.id]
    steps[step.id] = { outputs: outputs ?? standIn(world, stepRun) }
    if (stepRun.result !== undefined && stepRun.result.conclusion !== 'success') run.conclusion = 'failure'
  }
  return { ...run, outputs: evaluateTexts(job.outputs, context) }
}

async function runStep(
  { uses, run, ...step }: WorkflowStep,
  { world, start, runId, file }: Surroundings,
  context: ExpressionContext,
  token: string,
): Promise<StepRun> {
  const { trigger, secrets, workspaceFiles } = start
  const inputs = evaluateTexts(step.with, context)
  const environment = evaluateTexts(step.env, context)
  const stepRun: StepRun = {
    ...(uses !== undefined && { uses }),
    ...(run !== undefined && { run: evaluateText(run, context) }),
    with: inputs,
    environment,
  }
  const path = uses === undefined ? undefined : findOwnPath(uses)
  if (path === undefined) return stepRun
  const result = await world.run({
    action: path || 'agent-job',
    trigger,
    runId,
    token,
    environment: { GITHUB_WORKFLOW_REF: file, ...environment },
    secrets: Object.values(secrets),
    ...(workspaceFiles && { workspaceFiles }),
    inputs: { ...inputs, 'base-url': world.docsService.url },
  })
  return { ...stepRun, result }
}

/** The outputs of an action by others that recipes need, with a token that really works here. */
function standIn({ github }: World, { uses = '', with: inputs }: StepRun): Record<string, string> {
  if (!uses.startsWith('actions/create-github-app-token@')) return {}
  const { owner = 'acme', repositories = 'app' } = inputs
  const names = repositories.split(/[\s,]+/).filter((name) => name !== '')
  const prefix = 'permission-'
  const granted = Object.entries(inputs).filter(([name]) => name.startsWith(prefix))
  const levels = Object.fromEntries(granted.map(([name, level]) => [name.slice(prefix.length), level]))
  return {
    token: github.appToken(
      toPermissions(levels),
      names.map((name) => `${owner}/${name}` as RepositoryName),
    ),
  }
}
