import { type ApiCall, type Routes, reply, senderOf } from './api-call.ts'
import { type ApiAnswer, json, orNotFound } from './api-message.ts'
import { type Hub, timeOf } from './repository.ts'
import { deliver } from './webhooks.ts'

/** A run of a workflow, in all its attempts. */
export interface WorkflowRun {
  id: number
  /** The file below `.github/workflows`. */
  file: string
  title: string
  event: string
  createdAt: string
  /** Newest last. */
  attempts: RunAttempt[]
}

interface RunAttempt {
  /** undefined until it has ended. */
  conclusion?: 'success' | 'failure' | 'cancelled' | 'skipped'
  /** Of its only job, which has the id, and as the runner shows it. */
  jobId: number
  log: string
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
  'POST /actions/runs/{id}/rerun': (call) => {
    call.hub.actions?.rerun(find(call))
    return json(201, {})
  },
  'POST /actions/runs/{id}/cancel': (call) => {
    call.hub.actions?.cancel(find(call))
    return json(202, {})
  },
  'GET /actions/runs/{id}/attempts/{number}/jobs': listJobs,
  'GET /actions/jobs/{id}/logs': readLog,
}

function find({ hub, parts }: ApiCall): WorkflowRun {
  return orNotFound(hub.actions?.all.find(({ id }) => id === Number(parts.id)))
}

function dispatch(call: ApiCall): ApiAnswer {
  const { ref, inputs = {} } = call.body
  const about = { ref: `refs/heads/${ref}`, inputs, workflow: `.github/workflows/${call.parts.name}` }
  call.hub.onDelivery?.(deliver(call.repository, 'workflow_dispatch', senderOf(call), about))
  return { status: 204, headers: {}, body: '' }
}

function list({ hub, repository, parts }: ApiCall): ApiAnswer {
  const runs = (hub.actions?.all ?? []).filter(({ file }) => file === parts.name)
  const isThere = repository.git.find('main')?.files.has(`.github/workflows/${parts.name}`)
  orNotFound(isThere || runs.length > 0 ? true : undefined)
  return reply({ total_count: runs.length, workflow_runs: runs.map((run) => runJson(hub, run)).toReversed() })
}

function runJson(hub: Hub, { id, title, event, createdAt, attempts }: WorkflowRun) {
  const { conclusion } = attempts.at(-1) ?? {}
  return {
    ...{ id, display_title: title, event, created_at: createdAt, updated_at: timeOf(hub) },
    ...{ status: conclusion === undefined ? 'in_progress' : 'completed', conclusion: conclusion ?? null },
    ...{ run_attempt: attempts.length, html_url: `${hub.serverUrl}/acme/app/actions/runs/${id}` },
  }
}

function listJobs(call: ApiCall): ApiAnswer {
  const { jobId: id, conclusion = null } = orNotFound(find(call).attempts[Number(call.parts.number) - 1])
  return reply({ total_count: 1, jobs: [{ id, conclusion }] })
}

/** GitHub redirects to a storage that needs no token. */
function readLog({ hub, parts }: ApiCall): ApiAnswer {
  const attempts = (hub.actions?.all ?? []).flatMap((run) => run.attempts)
  const { log } = orNotFound(attempts.find(({ jobId }) => jobId === Number(parts.id)))
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: log }
}
