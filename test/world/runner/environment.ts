import type { ActionOptions } from './action-run.ts'
import type { CommandFiles } from './file-commands.ts'
import type { RunFolders } from './run-folders.ts'

/** The `github` context of a run. What has a name in `exposedNames` becomes a variable `GITHUB_*`. */
export type GithubContext = Record<string, unknown>

/** Build the `github` context (https://docs.github.com/actions/reference/workflows-and-actions/contexts#github-context). */
export function createGithubContext(options: ActionOptions, folders: RunFolders): GithubContext {
  const given = { ...defaults, ...omitUndefined(options) }
  const { actor, apiUrl, ref, repository, sha } = given
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
    job: given.job,
    ref,
    ref_name: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    ref_protected: 'false',
    ref_type: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    repository,
    repository_id: String(given.repositoryId),
    repository_owner: repository.split('/')[0],
    repository_owner_id: '1',
    retention_days: '90',
    run_attempt: String(given.runAttempt),
    run_id: String(given.runId),
    run_number: '1',
    server_url: given.serverUrl,
    sha,
    token: given.token,
    triggering_actor: actor,
    workflow: given.workflow,
    workflow_ref: `${repository}/.github/workflows/docs.yml@${ref}`,
    workflow_sha: sha,
    workspace: folders.workspace,
  }
}

const defaults = {
  actor: 'octocat',
  apiUrl: 'https://api.github.com',
  job: 'docs',
  ref: 'refs/heads/main',
  repository: 'octo-org/octo-repo',
  repositoryId: 1296269,
  runAttempt: 1,
  runId: 1658821493,
  serverUrl: 'https://github.com',
  sha: 'ffac537e6cbbf934b08745a378932722df287a53',
  token: '',
  workflow: 'Docs',
}

/** The text of the event file: as given, or the payload as the runner writes it. */
export function formatEvent(options: ActionOptions): string {
  const { event } = options
  if (event === undefined) {
    return '{}'
  }
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
  const environment = {
    PATH: [...parts.addedPaths.toReversed(), systemPath].join(':'),
    HOME: folders.home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(parts.exportedVariables),
    ...prefixNames('STATE_', parts.state),
    ...prefixNames('INPUT_', parts.inputs, (name) => name.replaceAll(' ', '_').toUpperCase()),
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
    ...(options.debug === true ? { RUNNER_DEBUG: '1' } : {}),
    ...options.environment,
  }
  return omitUndefined(environment)
}

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

// The context holds more than actions get to see: neither the token nor the event are variables.
const hiddenNames = new Set(['event', 'token'])

function exposeGithub(github: GithubContext): Record<string, string> {
  const exposed = Object.entries(github).filter(([name]) => !hiddenNames.has(name))
  return Object.fromEntries(exposed.map(([name, value]) => [`GITHUB_${name.toUpperCase()}`, String(value)]))
}

function prefixNames(
  prefix: string,
  values: ReadonlyMap<string, string>,
  convert = (name: string): string => name,
): Record<string, string> {
  return Object.fromEntries([...values].map(([name, value]) => [prefix + convert(name), value]))
}

function omitUndefined<Value extends object>(values: Value): Complete<Value> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Complete<Value>
}

type Complete<Value> = { [Key in keyof Value]: Exclude<Value[Key], undefined> }

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
