import type { TokenPermissions } from '../github/world.ts'
import {
  convertWorkflowTemplate,
  isMapping,
  NoOperationTraceWriter,
  parseWorkflow,
  type Token,
} from '../runner/expression.ts'

/** A workflow file as GitHub reads it, as far as this world runs it. What is a token may hold expressions. */
export interface Workflow {
  /** What `on:` says, by event. */
  events: Record<string, { types?: string[] } | undefined>
  permissions: Permissions | undefined
  jobs: Job[]
}

type Permissions = Record<string, 'read' | 'write' | 'none'>

export interface Job {
  id: string
  /** An expression without `${{ }}`, with `success()` in front unless it asks for the status itself. */
  condition: string
  needs: string[]
  permissions: Permissions | undefined
  strategy: Token | undefined
  outputs: Token | undefined
  steps: WorkflowStep[]
}

export interface WorkflowStep {
  /** GitHub makes one up where the file has none. */
  id: string
  condition: string
  uses: string | undefined
  run: Token | undefined
  with: Token | undefined
  env: Token | undefined
}

/** Reads a workflow with GitHub's own reader. Throws an Error with all that it finds wrong. */
export async function readWorkflow(text: string): Promise<Workflow> {
  const { context, value } = parseWorkflow({ name: 'workflow', content: text }, new NoOperationTraceWriter())
  context.errors.check()
  if (value === undefined) throw new Error('The workflow is empty.')
  const { events, jobs } = await convertWorkflowTemplate(context, value)
  context.errors.check()
  return {
    events: events as Workflow['events'],
    permissions: readScopes(find(value, 'permissions')),
    jobs: jobs.map((job) => readJob(job, find(value, 'jobs', job.id.value))),
  }
}

/** The folder of this repository that `uses` names, whoever hosts it; undefined for those of others. */
export function findOwnPath(uses: string): string | undefined {
  const own = /^(?:\.|[\w-]+\/docs-agent-action)(?:\/([\w./-]*))?(?:@v1)?$/.exec(uses)
  return own === null ? undefined : (own[1] ?? '')
}

/** Whether a delivery starts the workflow: the event is named, and its action is one of the `types`. */
export function isStartedBy({ events }: Workflow, event: string, action: unknown): boolean {
  if (!Object.hasOwn(events, event)) return false
  const types = events[event]?.types ?? defaultTypes[event]
  return types === undefined || types.includes(String(action))
}

/** https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#pull_request */
const pullRequestTypes = ['opened', 'synchronize', 'reopened']
const defaultTypes: Record<string, string[]> = {
  pull_request: pullRequestTypes,
  pull_request_target: pullRequestTypes,
}

/** What the workflow's token may in a job: the job's `permissions:`, or else the workflow's. What is not named there is not granted. */
export function readPermissions(
  workflow: Pick<Workflow, 'permissions'>,
  job: Pick<Job, 'permissions'>,
): TokenPermissions {
  const declared = job.permissions ?? workflow.permissions
  if (declared === undefined) throw new Error('Without `permissions:` a token may what the repository says.')
  return {
    issues: declared['issues'] ?? 'none',
    pull_requests: declared['pull-requests'] ?? 'none',
    contents: declared['contents'] ?? 'none',
  }
}

type ConvertedJob = Awaited<ReturnType<typeof convertWorkflowTemplate>>['jobs'][number]

function readJob(job: ConvertedJob, source: Token | undefined): Job {
  const steps = find(source, 'steps')?.assertSequence('steps')
  return {
    id: job.id.value,
    condition: job.if.expression,
    needs: (job.needs ?? []).map(({ value }) => value),
    permissions: readScopes(find(source, 'permissions')),
    strategy: job.strategy,
    outputs: job.outputs,
    steps: job.type === 'job' ? job.steps.map((step, index) => readStep(step, steps?.get(index))) : [],
  }
}

type ConvertedStep = Extract<ConvertedJob, { type: 'job' }>['steps'][number]

function readStep(step: ConvertedStep, source: Token | undefined): WorkflowStep {
  return {
    id: step.id,
    condition: step.if?.expression ?? 'success()',
    uses: find(source, 'uses')?.toString(),
    run: find(source, 'run'),
    with: find(source, 'with'),
    env: find(source, 'env'),
  }
}

function find(token: Token | undefined, ...path: string[]): Token | undefined {
  return path.reduce((found, key) => (found && isMapping(found) ? found.find(key) : undefined), token)
}

/** The scopes of `permissions:` by name. */
function readScopes(token: Token | undefined): Permissions | undefined {
  if (token === undefined) return undefined
  const scopes = [...token.assertMapping('permissions by scope')]
  return Object.fromEntries(scopes.map(({ key, value }) => [key.toString(), value.toString()])) as Permissions
}
