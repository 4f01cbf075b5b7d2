import { readFileSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { readFields, readNumber } from '../untrusted/json.ts'

/** The event that started the workflow, as the runner hands it over. Nothing in `payload` is checked yet. */
export interface WorkflowEvent {
  name: string
  payload: unknown
}

/** The workflow run that this step belongs to. */
export interface WorkflowRun {
  /** `owner/name`. */
  repository: string
  /** Empty where neither the runner nor the event names it. */
  repositoryId: string
  id: string
  /** The branch or tag that it runs on, such as `refs/heads/main`. */
  ref: string
  /** The commit that it runs on. */
  sha: string
  /** The workflow file, `owner/name/.github/workflows/docs.yml`, without the branch it is read from. */
  workflow: string
  attempt: number
  job: string
  /** Tells the steps of a job apart. */
  step: string
  /** The page of this run. */
  url: URL
  serverUrl: URL
  apiUrl: string
  workspace: string
}

/** The event file is not what the runner would write. */
export class EventError extends Error {
  override readonly name = 'EventError'
}

/**
 * Reads the event file.
 * @throws EventError when it can't be read or is not JSON.
 */
export function readEvent(environment: NodeJS.ProcessEnv): WorkflowEvent {
  const name = environment['GITHUB_EVENT_NAME'] ?? ''
  const path = environment['GITHUB_EVENT_PATH'] ?? ''
  if (path === '') return { name, payload: {} }
  try {
    return { name, payload: JSON.parse(readFileSync(path, 'utf8')) as unknown }
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? 'it is not JSON' : "it can't be read"
    throw new EventError(
      `Reading the event file of the "${name}" event: ${problem}. ` +
        'The runner writes it (GITHUB_EVENT_PATH); a step that changes it must leave valid JSON.',
      { cause },
    )
  }
}

/**
 * Reads what the runner says of this workflow run.
 * https://docs.github.com/actions/reference/workflows-and-actions/variables
 */
export function readWorkflowRun(environment: NodeJS.ProcessEnv): WorkflowRun {
  const serverUrl = readUrl(environment['GITHUB_SERVER_URL'], 'https://github.com')
  const repository = environment['GITHUB_REPOSITORY'] ?? ''
  const id = environment['GITHUB_RUN_ID'] ?? ''
  return {
    repository,
    repositoryId: environment['GITHUB_REPOSITORY_ID'] || readRepositoryId(environment),
    id,
    ref: environment['GITHUB_REF'] ?? '',
    sha: environment['GITHUB_SHA'] ?? '',
    workflow: (environment['GITHUB_WORKFLOW_REF'] ?? '').replace(/@.*$/su, ''),
    attempt: Number.parseInt(environment['GITHUB_RUN_ATTEMPT'] ?? '', 10) || 1,
    job: environment['GITHUB_JOB'] ?? '',
    step: environment['GITHUB_ACTION'] ?? '',
    url: new URL(
      `${serverUrl.href.replace(/\/$/u, '')}/${repository}/actions/runs/${encodeURIComponent(id)}`,
    ),
    serverUrl,
    apiUrl: readUrl(environment['GITHUB_API_URL'], 'https://api.github.com').href.replace(/\/$/u, ''),
    workspace: environment['GITHUB_WORKSPACE'] ?? process.cwd(),
  }
}

/** As the event names it; empty where it can't be read. */
function readRepositoryId(environment: NodeJS.ProcessEnv): string {
  try {
    const id = readNumber(readFields(readFields(readEvent(environment).payload)['repository'])['id'])
    return id === undefined ? '' : String(id)
  } catch {
    return ''
  }
}

/** Whether `path`, from `folder` on, names something below it, by its name alone: links are the caller's to resolve. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function readUrl(text: string | undefined, otherwise: string): URL {
  return new URL(text !== undefined && URL.canParse(text) ? text : otherwise)
}
