import picomatch from 'picomatch'
import { timeOf } from '../github/repository.ts'
import type { WorkflowRun, WorkflowRuns } from '../github/workflow-runs.ts'
import type { GitHubWorld, WebhookEvent } from '../github/world.ts'
import { evaluateCondition, evaluateText } from '../runner/expression.ts'
import { isStartedBy, readWorkflow, type Workflow } from '../workflow/workflow-file.ts'
import { RunningJob } from './run-job.ts'

interface StartedRun extends WorkflowRun {
  workflow: Workflow
  trigger: WebhookEvent
  current?: RunningJob
}

/** GitHub Actions for `acme/app`: runs the workflows of its default branch, in the background. */
export class ActionsWorld implements WorkflowRuns {
  readonly all: StartedRun[] = []
  readonly secrets: Record<string, string> = {}
  readonly #github: GitHubWorld
  readonly #actionFolder: string
  readonly #pending = new Set<Promise<void>>()
  readonly #errors: unknown[] = []

  constructor(github: GitHubWorld, actionFolder: string) {
    this.#github = github
    this.#actionFolder = actionFolder
    github.hub.actions = this
    github.hub.onDelivery = (delivery) => this.#track(this.#deliver(delivery))
  }

  rerun(run: StartedRun): void {
    this.#track(this.#attempt(run))
  }

  cancel({ current }: StartedRun): void {
    current?.cancel()
  }

  /** Resolves when no run is left. @throws AggregateError of what this world couldn't run */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    if (this.#errors.length > 0) throw new AggregateError(this.#errors, this.#errors.join('\n'))
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch((error: unknown) => void this.#errors.push(error))
    this.#pending.add(tracked)
    tracked.finally(() => this.#pending.delete(tracked))
  }

  async #deliver(trigger: WebhookEvent): Promise<void> {
    const { git } = this.#github.hub.repositories[0] ?? {}
    const { sha = '', files = new Map<string, string>() } = git?.find('main') ?? {}
    for (const [path, text] of files) {
      const [, file] = /^\.github\/workflows\/(.+)$/u.exec(path) ?? []
      const workflow = file === undefined ? undefined : await readWorkflow(text)
      const isOther = ![undefined, path].includes(trigger.payload['workflow'] as string | undefined)
      if (file === undefined || workflow === undefined || isOther || !isStarted(workflow, trigger)) continue
      const { hub } = this.#github
      const title = workflow.runName && evaluateText(workflow.runName, contextOf(trigger, sha))
      const { event } = trigger
      const facts = { id: hub.nextId(), file, title: title ?? file, event, createdAt: timeOf(hub) }
      const run = { ...facts, attempts: [], workflow, trigger, sha }
      this.all.push(run)
      this.#track(this.#attempt(run))
    }
  }

  async #attempt(run: StartedRun): Promise<void> {
    const attempt: WorkflowRun['attempts'][number] = { jobId: this.#github.hub.nextId(), log: '' }
    run.attempts.push(attempt)
    const { trigger, sha, id: runId } = run
    const [job] = run.workflow.jobs
    const context = { ...contextOf(trigger, sha), secrets: this.secrets }
    if (job === undefined || !evaluateCondition(job.condition, 'success', context)) {
      attempt.conclusion = 'skipped'
      return
    }
    const start = { github: this.#github, actionFolder: this.#actionFolder, trigger, runId, sha, secrets: this.secrets }
    run.current = new RunningJob(job, { ...start, attempt: run.attempts.length })
    const conclusion = await run.current.run(context).catch((error: unknown) => {
      this.#errors.push(error)
      return 'failure' as const
    })
    attempt.log = run.current.log
    attempt.conclusion = conclusion
  }
}

function contextOf({ event, payload }: WebhookEvent, sha: string) {
  const github = { event_name: event, event: payload, repository: 'acme/app', sha: payload['after'] ?? sha }
  return { github, inputs: payload['inputs'] ?? {}, vars: {}, secrets: {} }
}

/** By the event, its action, the branch and the paths of a push. */
function isStarted(workflow: Workflow, { event, payload }: WebhookEvent): boolean {
  if (!isStartedBy(workflow, event, payload['action'])) return false
  const { paths } = workflow.events[event] ?? {}
  if (event !== 'push') return true
  if (payload['ref'] !== 'refs/heads/main') return false
  const commits = payload['commits'] as Record<'added' | 'modified' | 'removed', string[]>[]
  const changed = commits.flatMap(({ added, modified, removed }) => [...added, ...modified, ...removed])
  return paths === undefined || changed.some((path) => picomatch.isMatch(path, paths))
}
