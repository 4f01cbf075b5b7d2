import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TokenPermissions, WebhookEvent } from '../github/world.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import {
  type ExpressionContext,
  evaluateCondition,
  evaluateTemplate,
  type JobStatus,
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
}

/** A job that ran (one of the matrix, or of a called workflow, counts as one). */
export interface JobRun {
  id: string
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
 * added but the address of the world's service. Gives the jobs that ran: none when the event does not start it.
 */
export async function runWorkflow(world: World, text: string, start: WorkflowStart): Promise<JobRun[]> {
  const workflow = readWorkflow(text)
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
  for (const [id, job] of Object.entries(surroundings.workflow.jobs)) {
    const needs = Object.fromEntries(
      [job.needs ?? []]
        .flat()
        .map((name) => [name, { outputs: runs.find((run) => run.id === name)?.outputs }]),
    )
    for (const matrix of listLegs(job)) {
      const context = { ...surroundings.context, needs, matrix }
      if (holds(job.if, 'success', context))
        runs.push(...(await runJob(id, job, { ...surroundings, context })))
    }
  }
  return runs
}

function listLegs({ strategy }: Job): Record<string, unknown>[] {
  const [name, values] = Object.entries(strategy?.matrix ?? {})[0] ?? []
  return name === undefined || values === undefined ? [{}] : values.map((value) => ({ [name]: value }))
}

async function runJob(id: string, job: Job, surroundings: Surroundings): Promise<JobRun[]> {
  const permissions = readPermissions(surroundings.workflow, job, surroundings.most)
  if (job.uses !== undefined) return await callWorkflow(job, job.uses, { ...surroundings, most: permissions })
  const token = surroundings.world.github.actionsTokenWith(permissions)
  const github = { ...(surroundings.context['github'] as object), token }
  const results: Record<string, { outputs: Record<string, string> }> = {}
  const context = { ...surroundings.context, github, steps: results }
  const run: JobRun = { id, outputs: {}, steps: [] }
  let status: JobStatus = 'success'
  for (const step of job.steps ?? []) {
    if (!holds(step.if, status, context)) continue
    const stepRun = await runStep(step, { ...surroundings, context }, token)
    run.steps.push(stepRun)
    if (step.id !== undefined) results[step.id] = { outputs: stepRun.result?.outputs ?? {} }
    if (stepRun.result !== undefined && stepRun.result.conclusion !== 'success') status = 'failure'
  }
  run.outputs = evaluateAll(job.outputs, context)
  return [run]
}

async function runStep(step: WorkflowStep, surroundings: Surroundings, token: string): Promise<StepRun> {
  const { world, start, context } = surroundings
  const run: StepRun = {
    ...(step.uses === undefined ? {} : { uses: step.uses }),
    ...(step.run === undefined ? {} : { run: evaluateTemplate(step.run, context) }),
    with: evaluateAll(step.with, context),
    environment: evaluateAll(step.env, context),
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
    inputs: { ...run.with, 'base-url': world.docsService.url },
  })
  return { ...run, result }
}

const ownActions = new Map<string | undefined, 'agent-job' | 'page-views'>([
  ['', 'agent-job'],
  ['page-views', 'page-views'],
])

/** Runs a reusable workflow of this repository, which sees the inputs and secrets that it declares and is given. */
async function callWorkflow(job: Job, uses: string, surroundings: Surroundings): Promise<JobRun[]> {
  const path = findOwnPath(uses)
  if (path === undefined) throw new Error(`This world has no workflow '${uses}'.`)
  const workflow = readWorkflow(readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8'))
  const given = evaluateAll(job.with, surroundings.context)
  const inputs = Object.entries(workflow.on['workflow_call']?.inputs ?? {}).map(([name, declared]) => {
    if (declared.required === true && given[name] === undefined) throw new Error(`${uses} needs ${name}.`)
    return [name, given[name] ?? declared.default]
  })
  const context = {
    ...surroundings.context,
    job: { workflow_repository: 'acme/docs-agent-action', workflow_sha: 'c0ffee'.padEnd(40, '0') },
    inputs: Object.fromEntries(inputs),
    secrets: evaluateAll(job.secrets, surroundings.context),
  }
  return await runJobs({ ...surroundings, workflow, context })
}

function holds(
  condition: string | boolean | undefined,
  status: JobStatus,
  context: ExpressionContext,
): boolean {
  return evaluateCondition(String(condition ?? true), status, context)
}

function evaluateAll(
  values: Record<string, unknown> | undefined,
  context: ExpressionContext,
): Record<string, string> {
  const entries = Object.entries(values ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, evaluateTemplate(String(value ?? ''), context)]),
  )
}
