import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TokenPermissions, WebhookEvent } from '../github/world.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import { type ExpressionContext, evaluateCondition } from '../runner/expression.ts'
import { evaluateText, evaluateTexts, evaluateValue } from '../runner/token-values.ts'
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
}

/** A job that ran (one of the matrix, or of a called workflow, counts as one). */
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
  return await runJobs({
    world,
    workflow,
    start,
    context: { github, inputs, vars: start.vars, secrets: start.secrets },
  })
}

interface Surroundings {
  world: World
  workflow: Workflow
  start: WorkflowStart
  context: ExpressionContext
  /** What a calling workflow grants. */
  most?: TokenPermissions
}

async function runJobs(surroundings: Surroundings): Promise<JobRun[]> {
  const runs: JobRun[] = []
  for (const job of surroundings.workflow.jobs) {
    const needed = job.needs.map((id) => ({ id, runs: runs.filter((run) => run.id === id) }))
    const needs = Object.fromEntries(
      needed.map((each) => [
        each.id,
        { result: concludeAll(each.runs), outputs: each.runs[0]?.outputs ?? {} },
      ]),
    )
    const status = needed.every((each) => concludeAll(each.runs) === 'success') ? 'success' : 'failure'
    const context = { ...surroundings.context, needs }
    if (!evaluateCondition(job.condition, status, context)) continue
    for (const matrix of listLegs(job, context))
      runs.push(...(await runJob(job, { ...surroundings, context: { ...context, matrix } })))
  }
  return runs
}

function concludeAll(runs: JobRun[]): JobRun['conclusion'] | 'skipped' {
  if (runs.length === 0) return 'skipped'
  return runs.every(({ conclusion }) => conclusion === 'success') ? 'success' : 'failure'
}

/** The values of a matrix with one dimension. */
function listLegs({ strategy }: Job, context: ExpressionContext): Record<string, unknown>[] {
  if (strategy === undefined) return [{}]
  const { matrix } = evaluateValue(strategy, context) as { matrix: Record<string, unknown[]> }
  const [[name, values] = ['', []], ...others] = Object.entries(matrix)
  if (others.length > 0) throw new Error('This world runs a matrix with one dimension only.')
  return values.map((value) => ({ [name]: value }))
}

async function runJob(job: Job, surroundings: Surroundings): Promise<JobRun[]> {
  const permissions = readPermissions(surroundings.workflow, job, surroundings.most)
  if (job.uses !== undefined) return await callWorkflow(job, job.uses, { ...surroundings, most: permissions })
  const token = surroundings.world.github.actionsTokenWith(permissions)
  const github = { ...(surroundings.context['github'] as object), token }
  const secrets = { ...(surroundings.context['secrets'] as object), GITHUB_TOKEN: token }
  const results: Record<string, { outputs: Record<string, string> }> = {}
  const context = { ...surroundings.context, github, secrets, steps: results }
  const run: JobRun = { id: job.id, conclusion: 'success', outputs: {}, steps: [] }
  for (const step of job.steps) {
    if (!evaluateCondition(step.condition, run.conclusion, context)) continue
    const stepRun = await runStep(step, { ...surroundings, context }, token)
    run.steps.push(stepRun)
    results[step.id] = { outputs: stepRun.result?.outputs ?? {} }
    if (stepRun.result !== undefined && stepRun.result.conclusion !== 'success') run.conclusion = 'failure'
  }
  run.outputs = evaluateTexts(job.outputs, context)
  return [run]
}

async function runStep(step: WorkflowStep, surroundings: Surroundings, token: string): Promise<StepRun> {
  const { world, start, context } = surroundings
  const run: StepRun = {
    ...(step.uses === undefined ? {} : { uses: step.uses }),
    ...(step.run === undefined ? {} : { run: evaluateText(step.run, context) }),
    with: evaluateTexts(step.with, context),
    environment: evaluateTexts(step.env, context),
  }
  const action = ownActions.get(findOwnPath(step.uses ?? 'none'))
  if (action === undefined) return run
  const result = await world.run({
    action,
    trigger: start.trigger,
    token,
    secrets: Object.values(start.secrets),
    environment: run.environment,
    asWritten: true,
    inputs: { ...additions[action], ...run.with, 'base-url': world.docsService.url },
  })
  return { ...run, result }
}

/** Most recipes leave the poll interval at its default, which is seconds. */
const additions = { 'agent-job': { 'poll-interval': '50ms' }, 'page-views': {} }

const ownActions = new Map<string | undefined, 'agent-job' | 'page-views'>([
  ['', 'agent-job'],
  ['page-views', 'page-views'],
])

/** Runs a reusable workflow of this repository, which sees the inputs and secrets that it declares and is given. */
async function callWorkflow(job: Job, uses: string, surroundings: Surroundings): Promise<JobRun[]> {
  const path = findOwnPath(uses)
  if (path === undefined) throw new Error(`This world has no workflow '${uses}'.`)
  const workflow = await readWorkflow(readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'))
  const given =
    job.with === undefined ? {} : (evaluateValue(job.with, surroundings.context) as Record<string, unknown>)
  const inputs = Object.entries(workflow.events['workflow_call']?.inputs ?? {}).map(([name, declared]) => {
    if (declared.required === true && given[name] === undefined) throw new Error(`${uses} needs ${name}.`)
    return [name, given[name] ?? declared.default ?? '']
  })
  const context = {
    ...surroundings.context,
    job: { workflow_repository: 'acme/docs-agent-action', workflow_sha: 'c0ffee'.padEnd(40, '0') },
    inputs: Object.fromEntries(inputs),
    secrets: evaluateTexts(job.secrets, surroundings.context),
  }
  return await runJobs({ ...surroundings, workflow, context })
}
