import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { type ApiAnswer, json, orNotFound, Refusal } from './api-message.ts'
import { type Hub, timeOf } from './repository.ts'
import { deliver } from './webhooks.ts'

/** A run of a workflow, in all its attempts. */
export interface WorkflowRun {
  id: number
  /** The file below `.github/workflows`. */
  file: string
  title: string
  event: string
  sha: string
  createdAt: string
  /** Newest last. */
  attempts: RunAttempt[]
}

interface RunAttempt {
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
  'GET /actions/runs/{id}': (call) => reply(runJson(call.hub, find(call))),
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

function dispatch(call: ApiCall): ApiAnswer {
  const { ref, inputs = {} } = call.body
  const workflow = `.github/workflows/${call.parts.name}`
  orNotFound(call.repository.git.find('main')?.files.get(workflow))
  const about = { ref: `refs/heads/${ref}`, inputs, workflow }
  call.hub.onDelivery?.(deliver(call.repository, 'workflow_dispatch', senderOf(call), about))
  return { status: 204, headers: {}, body: '' }
}

function list({ hub, repository, parts }: ApiCall): ApiAnswer {
  const runs = (hub.actions?.all ?? []).filter(({ file }) => file === parts.name)
  const isThere = repository.git.find('main')?.files.has(`.github/workflows/${parts.name}`)
  orNotFound(isThere || runs.length > 0 ? true : undefined)
  return reply({ total_count: runs.length, workflow_runs: runs.map((run) => runJson(hub, run)).toReversed() })
}

function runJson(hub: Hub, { id, title, event, sha, createdAt, attempts }: WorkflowRun) {
  const { conclusion } = attempts.at(-1) ?? {}
  return {
    id,
    display_title: title,
    event,
    head_sha: sha,
    created_at: createdAt,
    updated_at: timeOf(hub),
    status: conclusion === undefined ? 'in_progress' : 'completed',
    conclusion: conclusion ?? null,
    run_attempt: attempts.length,
    html_url: `${hub.serverUrl}/acme/app/actions/runs/${id}`,
  }
}
