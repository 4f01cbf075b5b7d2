import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { type ApiAnswer, json, orNotFound, Refusal } from './api-message.ts'
import { deliver } from './webhooks.ts'

/** A run of the repository's only workflow, in all its attempts. */
export interface WorkflowRun {
  id: number
  title: string
  /** Newest last. */
  attempts: RunAttempt[]
}

export interface RunAttempt {
  /** undefined until it has ended. */
  conclusion?: 'success' | 'failure' | 'cancelled' | 'skipped'
}

/** What the routes need of GitHub Actions. */
export interface WorkflowRuns {
  /** Oldest first. */
  readonly all: readonly WorkflowRun[]
  rerun(run: WorkflowRun): void
  cancel(run: WorkflowRun): void
}

/** https://docs.github.com/rest/actions/workflow-runs */
export const actionsRoutes: Routes = {
  'POST /actions/workflows/{name}/dispatches': dispatch,
  'GET /actions/workflows/{name}/runs': list,
  'GET /actions/runs/{id}': (call) => reply(runJson(find(call), call)),
  'POST /actions/runs/{id}/rerun': rerun,
  'POST /actions/runs/{id}/cancel': cancel,
}

function find({ hub, parts }: ApiCall): WorkflowRun {
  return orNotFound(hub.actions?.all.find(({ id }) => id === Number(parts.id)))
}

function isRunning({ attempts }: WorkflowRun): boolean {
  return attempts.at(-1)?.conclusion === undefined
}

function rerun(call: ApiCall): ApiAnswer {
  const run = find(call)
  if (isRunning(run)) throw new Refusal(403, 'This workflow is already running')
  call.hub.actions?.rerun(run)
  return json(201, {})
}

function cancel(call: ApiCall): ApiAnswer {
  const run = find(call)
  if (!isRunning(run)) throw new Refusal(409, 'Cannot cancel a workflow run that is completed.')
  call.hub.actions?.cancel(run)
  return json(202, {})
}

function requireWorkflow({ repository, parts }: ApiCall): string {
  const workflow = `.github/workflows/${parts.name}`
  orNotFound(repository.git.find('main')?.files.get(workflow))
  return workflow
}

function dispatch(call: ApiCall): ApiAnswer {
  const { ref, inputs = {} } = call.body
  const about = { ref: `refs/heads/${ref}`, inputs, workflow: requireWorkflow(call) }
  call.hub.onDelivery?.(deliver(call.repository, 'workflow_dispatch', senderOf(call), about))
  return { status: 204, headers: {}, body: '' }
}

function list(call: ApiCall): ApiAnswer {
  requireWorkflow(call)
  const runs = call.hub.actions?.all ?? []
  return reply({ total_count: runs.length, workflow_runs: runs.map((run) => runJson(run, call)).toReversed() })
}

function runJson({ id, title, attempts }: WorkflowRun, { repository }: ApiCall) {
  const { conclusion } = attempts.at(-1) ?? {}
  return {
    id,
    display_title: title,
    status: conclusion === undefined ? 'in_progress' : 'completed',
    conclusion: conclusion ?? null,
    run_attempt: attempts.length,
    html_url: `${repository.htmlUrl}/actions/runs/${id}`,
  }
}
