import { findRepository } from '../github/repository.ts'
import type { WebhookEvent } from '../github/world.ts'
import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import { type ExpressionContext, evaluateCondition, evaluateTexts } from '../runner/expression.ts'
import { findOwnPath, isStartedBy, type Job, readWorkflow } from './workflow-file.ts'

/** What starts a workflow, and what its repository keeps for it. */
export interface WorkflowStart {
  trigger: WebhookEvent
  secrets: Record<string, string>
  vars: Record<string, string>
  /** The workflow that a job calls. */
  called?: string
}

export interface JobRun {
  id: string
  conclusion: 'success' | 'failure'
  /** Those that ran, or would have: only this repository's actions are really run. */
  steps: { result?: RunResult }[]
}

/**
 * Runs a workflow as it is written, with the actions of this repository. Only the address of the world's service is added,
 * and a short interval.
 * @returns the jobs that ran; none if the event doesn't start it
 */
export async function runWorkflow(world: World, text: string, start: WorkflowStart): Promise<JobRun[]> {
  const workflow = await readWorkflow(text)
  const { event, payload } = start.trigger
  if (!isStartedBy(workflow, start.trigger)) return []
  lastRunId += 1
  const github = { event_name: event, event: payload, repository: 'acme/app', sha: payload['after'] ?? '' }
  const context = { github, inputs: payload['inputs'] ?? {}, vars: start.vars, secrets: start.secrets }
  return await runJobs(world, workflow.jobs, start, context)
}

/** Runs have IDs that grow, as on GitHub. */
let lastRunId = 1_658_821_493

async function runJobs(
  world: World,
  jobs: readonly Job[],
  start: WorkflowStart,
  context: ExpressionContext,
): Promise<JobRun[]> {
  const runs: JobRun[] = []
  for (const job of jobs) {
    if (!evaluateCondition(job.condition, 'success', context)) continue
    if (!job.isCall) runs.push(await runJob(world, job, start, context))
    else {
      // A called workflow has at most the permissions of the job that calls it, and only the secrets that it is given.
      const called = await readWorkflow(start.called ?? '')
      const limited = called.jobs.map((each) => ({ ...each, permissions: job.permissions }))
      runs.push(...(await runJobs(world, limited, start, { ...context, secrets: evaluateTexts(job.secrets, context) })))
    }
  }
  return runs
}

async function runJob(world: World, job: Job, start: WorkflowStart, given: ExpressionContext): Promise<JobRun> {
  const token = world.github.actionsTokenWith(job.permissions)
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const context = { ...given, github: { ...(given['github'] as object), token }, steps }
  const run: JobRun = { id: job.id, conclusion: 'success', steps: [] }
  for (const step of job.steps) {
    if (!evaluateCondition(step.condition, run.conclusion, context)) continue
    const isOwn = step.uses !== undefined && findOwnPath(step.uses) === ''
    const inputs = evaluateTexts(step.with, context)
    const result = isOwn ? await runAction(world, start, token, inputs) : undefined
    run.steps.push(result ? { result } : {})
    steps[step.id] = { outputs: result?.outputs ?? {} }
    if (result !== undefined && result.conclusion !== 'success') run.conclusion = 'failure'
  }
  return run
}

function runAction(world: World, { trigger, secrets }: WorkflowStart, token: string, inputs: Record<string, string>) {
  const { release, ref, after } = trigger.payload as { release?: { tag_name: string }; ref?: string; after?: string }
  const tag = release && `tags/${release.tag_name}`
  const tagged = tag && findRepository(world.github.hub, 'acme/app').git.refs.get(tag)
  return world.run({
    trigger,
    runId: lastRunId,
    token,
    // The branch or tag that GitHub runs the workflow on, and its commit.
    ref: tag ? `refs/${tag}` : (trigger.event === 'push' && ref) || 'refs/heads/main',
    sha: tagged ?? after ?? world.github.tipOf(),
    secrets: Object.values(secrets),
    inputs: { ...inputs, 'base-url': world.docsService.url, 'poll-interval': '50ms' },
  })
}
