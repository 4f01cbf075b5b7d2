import { readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { readFields, readNumber } from '../untrusted/json.ts'

/** The event that started the workflow. Nothing in `payload` is checked yet. */
export type WorkflowEvent = ReturnType<typeof readEvent>

export type WorkflowRun = ReturnType<typeof readWorkflowRun>

export class EventError extends Error {
  override readonly name = 'EventError'
}

/** @throws EventError if the event file can't be read or isn't JSON */
export function readEvent(environment: NodeJS.ProcessEnv): { name: string; payload: unknown } {
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

/** https://docs.github.com/actions/reference/workflows-and-actions/variables */
export function readWorkflowRun(environment: NodeJS.ProcessEnv) {
  const serverUrl = URL.parse(environment['GITHUB_SERVER_URL'] ?? '') ?? new URL('https://github.com')
  const apiUrl = URL.parse(environment['GITHUB_API_URL'] ?? '') ?? new URL('https://api.github.com')
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const id = environment['GITHUB_RUN_ID'] ?? ''
  return {
    /** `owner/name`. */
    repository,
    /** The repository in markers: its ID, since its name may change; where nothing tells it, its name. */
    repositoryId: environment['GITHUB_REPOSITORY_ID'] || readRepositoryId(environment) || repository.toLowerCase(),
    id,
    /** The branch or tag, such as `refs/heads/main`. */
    ref: environment['GITHUB_REF'] ?? '',
    sha: environment['GITHUB_SHA'] ?? '',
    /** The workflow file, such as `owner/name/.github/workflows/docs.yml`, without its branch. */
    workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
    attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
    job: environment['GITHUB_JOB'] ?? '',
    /** Tells the steps of a job apart. */
    step: environment['GITHUB_ACTION'] ?? '',
    /** The page of this run. */
    url: new URL(`${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`),
    serverUrl,
    apiUrl: apiUrl.href.replace(/\/$/u, ''),
    workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
  }
}

function readRepositoryId(environment: NodeJS.ProcessEnv): string {
  try {
    return String(readNumber(readFields(readFields(readEvent(environment).payload)['repository'])['id']) ?? '')
  } catch {
    return ''
  }
}

/** Whether `path`, relative to `folder`, is inside it. The caller resolves links first. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
