import { startService } from '../../scripts/acceptance/service.ts'
import type { RunAttempt, WorkflowRun } from './github/workflow-runs.ts'
import type { WebhookEvent } from './github/world.ts'
import { createWorld, type World } from './index.ts'
import type { ActionRun } from './runner/action-run.ts'
import { evaluateText } from './runner/expression.ts'
import { byTag } from './workflow/deliveries.ts'
import { runWorkflow } from './workflow/run-workflow.ts'
import { isStartedBy, readWorkflow } from './workflow/workflow-file.ts'

interface StartedRun extends WorkflowRun {
  text: string
  trigger: WebhookEvent
  step?: ActionRun
}

/**
 * A GitHub on loopback with Actions: what a person does by its REST API starts the workflow in `acme/app`. Of it, the
 * step with the action runs; each attempt has a service of its own, as in the sandbox.
 * @param dist another build of the action
 */
export async function startSandboxWorld(dist?: string) {
  const world = await createWorld()
  const { github } = world
  const { hub, apiUrl, serverUrl } = github
  // What takes GitHub minutes takes seconds here: its limits per minute would be hit.
  github.limiter.take = async () => undefined
  const all: StartedRun[] = []
  const pending: Promise<void>[] = []
  hub.actions = {
    all,
    rerun: (run) => void pending.push(attempt(run as StartedRun)),
    cancel: (run) => (run as StartedRun).step?.cancel(),
  }
  hub.onDelivery = (trigger) => void pending.push(start(trigger))
  github.onAnswer = ({ method, body }) => {
    const [, tag] = /^refs\/tags\/(.+)/u.exec(Object(body).ref) ?? []
    if (method === 'POST' && tag !== undefined) hub.onDelivery?.(byTag(github, tag))
  }

  async function start(trigger: WebhookEvent): Promise<void> {
    const { payload } = trigger
    const text = hub.repositories[0]?.git.find('main')?.files.get('.github/workflows/acceptance.yml')
    if (text === undefined) return
    const workflow = await readWorkflow(text)
    if (!isStartedBy(workflow, trigger)) return
    const context = { github: { event: payload, sha: payload['after'] ?? '' }, inputs: payload['inputs'] ?? {} }
    const title = workflow.runName ? evaluateText(workflow.runName, context) : ''
    const run: StartedRun = { id: hub.nextId(), title, attempts: [], text, trigger }
    all.push(run)
    pending.push(attempt(run))
  }

  async function attempt(run: StartedRun): Promise<void> {
    const state: RunAttempt = {}
    const runAttempt = run.attempts.push(state)
    const token = github.actionsTokenWith({ contents: 'write', issues: 'write', pull_requests: 'write' })
    const docsService = await startService({ apiUrl, serverUrl, repository: 'acme/app', token })
    const here: World = {
      ...world,
      docsService,
      run(step) {
        run.step = world.start({ ...step, runId: run.id, runAttempt, ...(dist && { distOverride: dist }) })
        return run.step.result
      },
    }
    const [job] = await runWorkflow(here, run.text, { trigger: run.trigger, secrets: {}, vars: {} })
    state.conclusion = job?.steps.find(({ result }) => result)?.result?.conclusion ?? 'skipped'
    await docsService.close()
  }

  return {
    github,
    async [Symbol.asyncDispose]() {
      await Promise.all(pending)
      // What the driver asks isn't in the description of what the actions ask.
      github.requests.length = 0
      await world[Symbol.asyncDispose]()
    },
  }
}
