import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { GitHubWorld, WebhookEvent } from '../github/world.ts'
import type { ActionOptions } from '../runner/action-run.ts'
import { createCommandFiles, createEnvironment, createRunFolders, type RunFolders } from '../runner/environment.ts'
import {
  type ExpressionContext,
  evaluateCondition,
  evaluateText,
  evaluateTexts,
  type JobStatus,
} from '../runner/expression.ts'
import { readPairs } from '../runner/file-commands.ts'
import { startAction } from '../runner/run-action.ts'
import { createSecretMasker } from '../runner/secret-masker.ts'
import type { Job, WorkflowStep } from '../workflow/workflow-file.ts'

export interface JobStart {
  github: GitHubWorld
  /** The project with the action, as `actions/checkout` brings it. */
  actionFolder: string
  trigger: WebhookEvent
  runId: number
  attempt: number
  secrets: Record<string, string>
  /** Of the commit that the run is for. */
  sha: string
}

/** A job on a runner: scripts and this repository's actions are processes; a checkout is a link. */
export class RunningJob {
  readonly #start: JobStart
  readonly #job: Job
  readonly #folders: RunFolders
  readonly #options: ActionOptions
  readonly #steps: Record<string, { outputs: Record<string, string> }> = {}
  readonly #lines: string[] = []
  #status: JobStatus = 'success'
  /** Interrupts the step that runs. */
  #interrupt: (() => unknown) | undefined

  constructor(job: Job, start: JobStart) {
    const { github, trigger, runId, attempt, sha } = start
    const { repository, sender } = trigger.payload as {
      repository: { full_name: string; id: number }
      sender: { login: string }
    }
    this.#job = job
    this.#start = start
    this.#options = {
      actionYml: '',
      runId,
      runAttempt: attempt,
      sha,
      job: job.id,
      actor: sender.login,
      repository: repository.full_name,
      repositoryId: repository.id,
      apiUrl: github.apiUrl,
      serverUrl: github.serverUrl,
      token: github.actionsTokenWith(job.permissions),
      event: { name: trigger.event, payload: trigger.payload },
      onLog: (line) => this.#lines.push(line),
      // On a busy machine, no test fails for it.
      cancelLimitsMs: { interrupt: 900_000, terminate: 900_000 },
    }
    this.#folders = createRunFolders(this.#options)
  }

  /** What the runner shows. */
  get log(): string {
    return this.#lines.map((line) => `${new Date().toISOString()} ${line}\n`).join('')
  }

  cancel(): void {
    this.#status = 'cancelled'
    this.#interrupt?.()
  }

  /** Runs the steps. @returns the conclusion */
  async run(given: ExpressionContext): Promise<JobStatus> {
    const { token = '' } = this.#options
    const github = { ...(given['github'] as object), token }
    const context = { ...given, github, secrets: { ...this.#start.secrets, GITHUB_TOKEN: token }, steps: this.#steps }
    for (const step of this.#job.steps) {
      if (!evaluateCondition(step.condition, this.#status, context)) continue
      const isGood = await this.#runStep(step, context)
      if (!isGood && this.#status === 'success') this.#status = 'failure'
    }
    await this.#folders.remove()
    return this.#status
  }

  async #runStep({ id, uses = '', run, ...step }: WorkflowStep, context: ExpressionContext): Promise<boolean> {
    const inputs = evaluateTexts(step.with, context)
    if (run !== undefined) return this.#runScript(id, evaluateText(run, context), evaluateTexts(step.env, context))
    if (uses.startsWith('./')) return this.#runAction(id, uses, inputs)
    if (uses.startsWith('actions/checkout@'))
      symlinkSync(this.#start.actionFolder, join(this.#folders.workspace, inputs['path'] ?? ''))
    return true
  }

  async #runScript(id: string, script: string, environment: Record<string, string>): Promise<boolean> {
    const temp = join(this.#folders.temp, id)
    mkdirSync(temp)
    const files = createCommandFiles(temp, 'script')
    const { PATH } = process.env
    const options = { ...this.#options, environment: { PATH, ...environment } }
    const env = createEnvironment({ folders: this.#folders, files, inputs: new Map(), state: {}, options })
    const bash = spawn('bash', ['-e', '-c', script], { cwd: this.#folders.workspace, env, detached: true })
    // With what it has started: bash waits for it.
    this.#interrupt = () => bash.pid && process.kill(-bash.pid, 'SIGINT')
    let shown = ''
    for (const stream of [bash.stdout, bash.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        shown += text
      })
    const [exitCode] = await once(bash, 'close')
    this.#interrupt = undefined
    const masker = createSecretMasker([this.#options.token ?? '', ...Object.values(this.#start.secrets)])
    this.#lines.push(...shown.trimEnd().split('\n').map(masker.mask))
    this.#steps[id] = { outputs: Object.fromEntries(readPairs(readFileSync(files.GITHUB_OUTPUT, 'utf8'))) }
    return exitCode === 0
  }

  async #runAction(id: string, uses: string, inputs: Record<string, string>): Promise<boolean> {
    const path = uses.replace(/^\.\/action\/?/u, '')
    const actionYml = join(this.#start.actionFolder, path, 'action.yml')
    await using run = startAction({ ...this.#options, actionYml, inputs, secrets: Object.values(this.#start.secrets) })
    this.#interrupt = run.cancel
    const { outputs, conclusion } = await run.result
    this.#interrupt = undefined
    this.#steps[id] = { outputs }
    return conclusion === 'success'
  }
}
