import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ActionOptions } from './action-run.ts'
import { addExitDuty } from './exit-duty.ts'

/** The environment of a step, made from nothing: no other variable of this process gets into it. */
export function createEnvironment(folders: RunFolders, inputs: object, options: ActionOptions): Record<string, string> {
  const { actor = 'octocat', repository = 'octo-org/octo-repo', ref = 'refs/heads/main' } = options
  const { apiUrl = 'https://api.github.com' } = options
  const environment: Record<string, string | undefined> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: folders.home,
    LANG: 'C.UTF-8',
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    CI: 'true',
    GITHUB_ACTION: '__self',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: actor,
    GITHUB_API_URL: apiUrl,
    GITHUB_EVENT_NAME: options.event?.name ?? 'workflow_dispatch',
    GITHUB_EVENT_PATH: folders.eventFile,
    GITHUB_GRAPHQL_URL: `${apiUrl}/graphql`,
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
    GITHUB_OUTPUT: folders.outputFile,
    GITHUB_STEP_SUMMARY: folders.summaryFile,
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

export type RunFolders = ReturnType<typeof createRunFolders>

/**
 * Makes the folders of a run in the system's temporary folder, with the event file, the files of the workspace, and the
 * empty files by which a step tells the runner what it did. They are removed by `remove`, or at the latest when this process
 * ends.
 */
export function createRunFolders({ event, workspaceFiles = {} }: ActionOptions) {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'action-run-'))
  const endDuty = addExitDuty(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, temp, home] = ['work', 'temp', 'home'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [workspace, temp, home]) mkdirSync(folder)
  const write = (folder: string, name: string, text = '') => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  for (const [name, content] of Object.entries(workspaceFiles)) write(workspace, name, content)
  const given = event === undefined ? '{}' : 'text' in event ? event.text : JSON.stringify(event.payload, undefined, 2)
  return {
    workspace,
    temp,
    home,
    eventFile: write(temp, 'event.json', given),
    outputFile: write(temp, 'GITHUB_OUTPUT'),
    summaryFile: write(temp, 'GITHUB_STEP_SUMMARY'),
    async remove(): Promise<void> {
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
      endDuty()
    },
  }
}
