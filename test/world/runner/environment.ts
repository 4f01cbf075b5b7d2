import type { ActionOptions } from './action-run.ts'
import type { CommandFiles } from './file-commands.ts'
import type { RunFolders } from './run-folders.ts'

/** The `github` context of a run. What is not hidden becomes a variable `GITHUB_*`. */
export type GithubContext = Record<string, unknown>

/** Build the `github` context (https://docs.github.com/actions/reference/workflows-and-actions/contexts#github-context). */
export function createGithubContext(options: ActionOptions, folders: RunFolders): GithubContext {
  const { actor = 'octocat', apiUrl = 'https://api.github.com', repository = 'octo-org/octo-repo' } = options
  const sha = 'ffac537e6cbbf934b08745a378932722df287a53'
  return {
    action: '__self',
    actor,
    actor_id: '583231',
    api_url: apiUrl,
    base_ref: '',
    event: readEvent(options),
    event_name: options.event?.name ?? 'workflow_dispatch',
    event_path: folders.eventFile,
    graphql_url: deriveGraphqlUrl(apiUrl),
    head_ref: '',
    job: options.job ?? 'docs',
    ref: 'refs/heads/main',
    ref_name: 'main',
    ref_protected: 'false',
    ref_type: 'branch',
    repository,
    repository_id: String(options.repositoryId ?? 1296269),
    repository_owner: repository.split('/')[0],
    repository_owner_id: '1',
    retention_days: '90',
    run_attempt: String(options.runAttempt ?? 1),
    run_id: String(options.runId ?? 1658821493),
    run_number: '1',
    server_url: options.serverUrl ?? 'https://github.com',
    sha,
    token: options.token ?? '',
    triggering_actor: actor,
    workflow: 'Docs',
    workflow_ref: `${repository}/.github/workflows/docs.yml@refs/heads/main`,
    workflow_sha: sha,
    workspace: folders.workspace,
  }
}

/** The text of the event file: as given, or the payload as the runner writes it. */
export function formatEvent({ event }: ActionOptions): string {
  if (event === undefined) return '{}'
  return 'text' in event ? event.text : JSON.stringify(event.payload, undefined, 2)
}

export interface EnvironmentParts {
  github: GithubContext
  folders: RunFolders
  files: CommandFiles
  inputs: ReadonlyMap<string, string>
  state: ReadonlyMap<string, string>
  exportedVariables: ReadonlyMap<string, string>
  addedPaths: readonly string[]
  options: ActionOptions
}

/** Build the environment of one phase from nothing: no variable of this process gets into it. */
export function createEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { files, folders, options } = parts
  const environment: Record<string, string | undefined> = {
    PATH: [...parts.addedPaths.toReversed(), systemPath].join(':'),
    HOME: folders.home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(parts.exportedVariables),
    ...renameAll(parts.state, (name) => `STATE_${name}`),
    ...renameAll(parts.inputs, (name) => `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`),
    ...exposeGithub(parts.github),
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_REF: '',
    GITHUB_ACTION_REPOSITORY: '',
    GITHUB_OUTPUT: files.output,
    GITHUB_STATE: files.state,
    GITHUB_ENV: files.env,
    GITHUB_PATH: files.path,
    GITHUB_STEP_SUMMARY: files.stepSummary,
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: folders.temp,
    RUNNER_TOOL_CACHE: `${folders.temp}/_tool`,
    RUNNER_WORKSPACE: folders.workspace,
    ...(options.debug === true && { RUNNER_DEBUG: '1' }),
    ...options.environment,
  }
  const entries = Object.entries(environment)
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

// The context holds more than actions get to see: neither the token nor the event are variables.
const hiddenNames = new Set(['event', 'token'])

function exposeGithub(github: GithubContext): Record<string, string> {
  const exposed = Object.entries(github).filter(([name]) => !hiddenNames.has(name))
  return Object.fromEntries(exposed.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]))
}

function renameAll(
  values: ReadonlyMap<string, string>,
  rename: (name: string) => string,
): Record<string, string> {
  return Object.fromEntries([...values].map(([name, value]) => [rename(name), value]))
}

function readEvent(options: ActionOptions): unknown {
  try {
    const event: unknown = JSON.parse(formatEvent(options))
    // Nested without end, it can be read, but the reader of expressions can't copy it.
    JSON.stringify(event)
    return event
  } catch {
    // A test may hand an action a broken event file; expressions then find nothing in it.
    return undefined
  }
}

// GitHub Enterprise Server has `/api/v3` and `/api/graphql`, github.com has `/` and `/graphql`.
function deriveGraphqlUrl(apiUrl: string): string {
  return apiUrl.endsWith('/api/v3')
    ? apiUrl.replace(/v3$/, 'graphql')
    : `${apiUrl.replace(/\/$/, '')}/graphql`
}
