import { matchesGlob } from 'node:path/posix'
import type { TokenPermissions, WebhookEvent } from '../github/world.ts'
import {
  convertWorkflowTemplate,
  createWorkflowContext,
  evaluateTexts,
  featureFlags,
  isMapping,
  parseWorkflow,
  type Token,
} from '../runner/expression.ts'

interface EventFilter {
  types?: string[]
  paths?: string[]
  branches?: string[]
  tags?: string[]
}

export type Workflow = Awaited<ReturnType<typeof readWorkflow>>
export type Job = Workflow['jobs'][number]

/**
 * Reads a workflow with GitHub's own reader, as far as this world runs it. What is a token in it may hold expressions.
 * Throws an Error with all that it finds wrong.
 */
export async function readWorkflow(text: string) {
  const { context, value } = parseWorkflow({ name: 'workflow', content: text }, createWorkflowContext())
  context.errors.check()
  if (value === undefined) throw new Error('The workflow is empty.')
  const { events, jobs } = await convertWorkflowTemplate(context, value, undefined, { featureFlags })
  context.errors.check()
  return {
    /** An expression is the whole name. */
    runName: find(value, 'run-name'),
    events: events as Record<string, EventFilter | undefined>,
    jobs: jobs.map((job) => {
      const source = find(value, 'jobs', job.id.value)
      const sources = find(source, 'steps')?.assertSequence('steps')
      const steps = (job.type === 'job' ? job.steps : []).map((step, index) => ({
        /** GitHub makes one up where the file has none. */
        id: step.id,
        condition: step.if?.expression ?? 'success()',
        uses: find(sources?.get(index), 'uses')?.toString(),
        with: find(sources?.get(index), 'with'),
      }))
      return {
        id: job.id.value,
        /** An expression without `${{ }}`, with `success()` in front unless it asks for the status itself. */
        condition: job.if.expression,
        permissions: readPermissions(find(source, 'permissions') ?? find(value, 'permissions')),
        /** Whether it calls another workflow, with these secrets. */
        isCall: job.type !== 'job',
        secrets: find(source, 'secrets'),
        steps,
      }
    }),
  }
}

function find(token: Token | undefined, ...path: string[]): Token | undefined {
  return path.reduce((found, key) => (found && isMapping(found) ? found.find(key) : undefined), token)
}

/** What the token of a job may. What is not named is not granted. */
function readPermissions(token: Token | undefined): TokenPermissions {
  if (token === undefined) throw new Error('Without `permissions:` a token may what the repository says.')
  // GitHub's API names them with underscores.
  const levels = Object.entries(evaluateTexts(token, {}))
  return Object.fromEntries(levels.map(([scope, level]) => [scope.replaceAll('-', '_'), level]))
}

/** The folder of this repository that `uses` names, with any host; undefined for those of others. */
export function findOwnPath(uses: string): string | undefined {
  const own = /^(?:\.|[\w-]+\/docs-agent-action)(?:\/([\w./-]*))?(?:@v1(?:\.\d+\.\d+)?)?$/.exec(uses)
  return own === null ? undefined : (own[1] ?? '')
}

/** Whether a delivery starts the workflow: the event, its action, and the branch or tag of a push are named. */
export function isStartedBy({ events }: Workflow, { event, payload }: WebhookEvent): boolean {
  if (!Object.hasOwn(events, event)) return false
  const { types, branches, tags } = events[event] ?? {}
  if (event === 'push' && (branches ?? tags) !== undefined) {
    const [, kind, name = ''] = /^refs\/(heads|tags)\/(.*)$/u.exec(String(payload['ref'])) ?? []
    return (kind === 'tags' ? tags : branches)?.some((glob) => matchesGlob(name, glob)) === true
  }
  // https://docs.github.com/actions/reference/workflows-and-actions/events-that-trigger-workflows#pull_request
  const usual = event === 'pull_request' ? ['opened', 'synchronize', 'reopened'] : undefined
  return (types ?? usual)?.includes(String(payload['action'])) ?? true
}
