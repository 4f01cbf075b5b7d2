import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ActionOptions } from './action-run.ts'
import { addExitDuty } from './exit-duty.ts'

interface EnvironmentParts {
  folders: RunFolders
  files: CommandFiles
  inputs: ReadonlyMap<string, string>
  options: ActionOptions
}

/** The environment of a step, made from nothing: no other variable of this process gets into it. */
export function createEnvironment(parts: EnvironmentParts): Record<string, string> {
  const { files, folders, options } = parts
  const { actor = 'octocat', repository = 'octo-org/octo-repo', ref = 'refs/heads/main' } = options
  const environment: Record<string, string | undefined> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: folders.home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries([...parts.inputs].map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    CI: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: actor,
    GITHUB_API_URL: options.apiUrl ?? 'https://api.github.com',
    GITHUB_EVENT_NAME: options.event?.name ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: folders.eventFile,
    GITHUB_GRAPHQL_URL: findGraphqlUrl(options.apiUrl ?? 'https://api.github.com'),
    GITHUB_JOB: options.job ?? 'docs',
    GITHUB_REF: ref,
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_ID: String(options.repositoryId ?? 1296269),
    GITHUB_RUN_ATTEMPT: String(options.runAttempt ?? 1),
    GITHUB_RUN_ID: String(options.runId ?? 1658821493),
    GITHUB_SERVER_URL: options.serverUrl ?? 'https://github.com',
    GITHUB_SHA: options.sha ?? 'ffac537e6cbbf934b08745a378932722df287a53',
    GITHUB_TRIGGERING_ACTOR: actor,
    GITHUB_WORKFLOW: 'Docs',
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/docs.yml@${ref}`,
    GITHUB_WORKSPACE: folders.workspace,
    ...files,
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: folders.temp,
    ...(options.debug === true && { RUNNER_DEBUG: '1' }),
    // Only of tests: the many processes of a suite compile the bundle once.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...options.environment,
  }
  const entries = Object.entries(environment)
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

/** GitHub Enterprise Server has REST at `/api/v3`, and GraphQL at `/api/graphql`. */
function findGraphqlUrl(restUrl: string): string {
  return `${restUrl.replace(/\/api\/v3$/u, '/api')}/graphql`
}

type RunFolders = ReturnType<typeof createRunFolders>

/**
 * Makes the folders of a run in the system's temporary folder, with the event file and the files of the workspace.
 * They are removed by `remove`, or at the latest when this process ends.
 */
export function createRunFolders({ event, workspaceFiles = {} }: ActionOptions) {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'action-run-'))
  const endDuty = addExitDuty(() => rmSync(root, { recursive: true, force: true }))
  const folders = {
    workspace: join(root, 'work'),
    temp: join(root, 'temp'),
    home: join(root, 'home'),
    eventFile: join(root, 'temp', 'event.json'),
  }
  for (const folder of [folders.workspace, folders.temp, folders.home]) mkdirSync(folder)
  writeFileSync(folders.eventFile, formatEvent(event))
  for (const [name, content] of Object.entries(workspaceFiles)) {
    const path = join(folders.workspace, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  return {
    ...folders,
    async remove(): Promise<void> {
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
      endDuty()
    },
  }
}

function formatEvent(event: ActionOptions['event']): string {
  if (event === undefined) return '{}'
  return 'text' in event ? event.text : JSON.stringify(event.payload, undefined, 2)
}

const fileVariables = ['GITHUB_OUTPUT', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'] as const

/** Paths of the files by which a step tells the runner what it did, by variable. */
export type CommandFiles = Record<(typeof fileVariables)[number], string>

/** Makes the empty command files of a step. */
export function createCommandFiles(temp: string): CommandFiles {
  const files = fileVariables.map((name) => [name, join(temp, name)] as const)
  for (const [, path] of files) writeFileSync(path, '')
  return Object.fromEntries(files) as CommandFiles
}
