import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { agentBot } from '../world/github/people.ts'
import type { WebhookEvent } from '../world/github/world.ts'
import type { World } from '../world/index.ts'
import { adaptWorkflow, copyAction, listLocalRepositories, root } from './local-repositories.ts'

/** A workflow, what starts it, and what its repository keeps for it. */
export interface ActOptions {
  workflow: string
  trigger: WebhookEvent
  secrets?: Record<string, string>
  vars?: Record<string, string>
  /** Runs only this job, and those that it needs. */
  job?: string
  /** Runs only this leg of a matrix, such as `os:ubuntu-latest`. */
  matrix?: string
  /** The jobs work in a copy of this folder. Default: an empty one. */
  folder?: string
}

/** What act tells of a run. */
export interface ActRun {
  exitCode: number
  /** The outputs of each step that has any, in the order of the steps. */
  outputs: Record<string, string>[]
  notices: string[]
  /** Messages of warnings and errors. */
  problems: string[]
  /** Everything that act said, to be read when a run is not as expected. */
  log: string
}

/** Throws an Error that says how to install act, if it can't be found. */
export function requireAct(): void {
  try {
    execFileSync('act', ['--version'], { stdio: 'ignore' })
  } catch (error) {
    throw new Error(
      `act is not on the PATH. It runs workflows on this machine: https://github.com/nektos/act. Install it with Go, and put "$(go env GOPATH)/bin" on the PATH:\n\n  go install github.com/nektos/act@v0.2.89\n`,
      { cause: error },
    )
  }
}

/** Runs a workflow with act, on this machine and without containers, against the servers of a world. */
export async function runAct(world: World, options: ActOptions): Promise<ActRun> {
  const home = mkdtempSync(join(tmpdir(), 'act-'))
  try {
    copyAction(join(home, 'action'), world.docsService.url)
    const workflow = adaptWorkflow(options.workflow, world.docsService.url)
    return await startAct(home, listArguments(world, home, { ...options, workflow }))
  } finally {
    endProcesses(join(home, 'processes'))
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

function listArguments({ github }: World, home: string, options: ActOptions): string[] {
  const { workflow, trigger, secrets = {}, vars = {}, job, matrix } = options
  const folder = options.folder ?? createRepository(join(home, 'repository'))
  const action = join(home, 'action')
  const threads = { issues: 'write', pull_requests: 'write' } as const
  const token = github.actionsTokenWith({ ...threads, contents: 'write' })
  return [
    ...[trigger.event, '--json', '--no-cache-server', '--action-cache-path', join(home, 'cache')],
    ...['--directory', folder],
    ...['--workflows', write(home, 'workflow.yml', workflow)],
    ...['--eventpath', write(home, 'event.json', JSON.stringify(trigger.payload))],
    ...['ubuntu-latest', 'self-hosted'].flatMap((label) => ['--platform', `${label}=-self-hosted`]),
    ...listLocalRepositories(action, workflow).flatMap((each) => ['--local-repository', each]),
    ...listPairs('--secret', { ...secrets, GITHUB_TOKEN: token }),
    ...listPairs('--var', vars),
    ...listPairs('--env', {
      GITHUB_API_URL: github.apiUrl,
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_REPOSITORY: 'acme/app',
      ACCEPTANCE_ACTION: action,
      ACCEPTANCE_APP_TOKEN: github.appToken(threads, ['acme/app', 'acme/docs']),
      ACCEPTANCE_GH_TOKEN: github.tokenFor(agentBot),
      ACCEPTANCE_PACKAGES: join(root, 'node_modules'),
      ACCEPTANCE_PROCESSES: join(home, 'processes'),
    }),
    ...(job === undefined ? [] : ['--job', job]),
    ...(matrix === undefined ? [] : ['--matrix', matrix]),
  ]
}

/** A repository with one commit that changes nothing. */
function createRepository(folder: string): string {
  const author = ['-c', 'user.name=writer', '-c', 'user.email=writer@example.com']
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main', folder])
  execFileSync('git', ['-C', folder, ...author, 'commit', '--quiet', '--allow-empty', '--message', 'Begin'])
  return folder
}

function write(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function listPairs(flag: string, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`])
}

async function startAct(home: string, parameters: string[]): Promise<ActRun> {
  const programs = join(import.meta.dirname, 'programs')
  const path = [programs, join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn('act', parameters, {
    env: { PATH: path, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), TMPDIR: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => lines.push(line))
  const exitCode = await closed
  return readRun(exitCode, lines)
}

/** Ends what `programs/npm` has started, with the process groups that came of it. */
function endProcesses(list: string): void {
  const ids = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : []
  for (const id of ids) {
    try {
      process.kill(-Number(id), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** One line of `act --json`, as far as it is read here. */
interface LogLine {
  jobID?: string
  stepID?: string[]
  matrix?: Record<string, string>
  command?: string
  name?: string
  arg?: string
  msg?: string
}

function readRun(exitCode: number, lines: string[]): ActRun {
  const run: ActRun = { exitCode, outputs: [], notices: [], problems: [], log: '' }
  const steps = new Map<string, Record<string, string>>()
  for (const line of lines) {
    const entry: LogLine = line.startsWith('{') ? JSON.parse(line) : { msg: line }
    const { jobID, stepID, matrix, command, name = '', arg = '', msg = '' } = entry
    run.log += `${msg.trimEnd()}\n`
    if (command === 'notice') run.notices.push(arg)
    if (command === 'warning' || command === 'error') run.problems.push(arg)
    if (command !== 'set-output') continue
    const key = JSON.stringify([jobID, matrix, stepID])
    const outputs = steps.get(key) ?? {}
    if (!steps.has(key)) run.outputs.push(outputs)
    steps.set(key, Object.assign(outputs, { [name]: arg }))
  }
  return run
}
