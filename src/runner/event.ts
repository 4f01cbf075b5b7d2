import { readFileSync } from 'node:fs'

/** The event that started the workflow. */
export interface WorkflowEvent {
  name: string
  /** Nothing in it is checked yet. */
  payload: unknown
}

/** This run of a workflow. https://docs.github.com/actions/reference/workflows-and-actions/variables */
export interface WorkflowRun {
  /** `owner/name`. */
  repository: string
  id: string
  /** The branch or tag, such as `refs/heads/main`. */
  ref: string
  /** The commit. */
  sha: string
  /** The workflow file, such as `.github/workflows/docs.yml`, without the repository, which may be renamed. */
  workflow: string
  /** From 1. */
  attempt: number
  job: string
  /** Tells the steps of a job apart. */
  step: string
  /** The page of this run. */
  url: URL
  serverUrl: URL
  /** Without a slash at its end. */
  apiUrl: string
  /** Absolute path. */
  workspace: string
}

export class EventError extends Error {
  override readonly name = 'EventError'
}

/** @throws EventError if the event file can't be read or isn't JSON */
export function readEvent(environment: NodeJS.ProcessEnv): WorkflowEvent {
  const name = environment['GITHUB_EVENT_NAME'] ?? ''
  const path = environment['GITHUB_EVENT_PATH'] ?? ''
  if (path === '') return { name, payload: {} }
  try {
    return { name, payload: JSON.parse(readFileSync(path, 'utf8')) as unknown }
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? "isn't JSON" : "can't be read"
    throw new EventError(
      `The event file of the "${name}" event (GITHUB_EVENT_PATH) ${problem}. ` +
        'Check whether an earlier step changes it.',
      { cause },
    )
  }
}

export function readWorkflowRun(environment: NodeJS.ProcessEnv): WorkflowRun {
  const serverUrl = URL.parse(environment['GITHUB_SERVER_URL'] ?? '') ?? new URL('https://github.com')
  const apiUrl = URL.parse(environment['GITHUB_API_URL'] ?? '') ?? new URL('https://api.github.com')
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const id = environment['GITHUB_RUN_ID'] ?? ''
  return {
    repository,
    id,
    ref: environment['GITHUB_REF'] ?? '',
    sha: environment['GITHUB_SHA'] ?? '',
    workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/^[^/]*\/[^/]*\/|@.*$/gsu, ''),
    attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
    job: environment['GITHUB_JOB'] ?? '',
    step: environment['GITHUB_ACTION'] ?? '',
    url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
    serverUrl,
    apiUrl: apiUrl.href.replace(/\/$/u, ''),
    workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
  }
}
