import { parse } from 'yaml'
import type { TokenPermissions } from '../github/world.ts'

/** A workflow file, as far as this world runs it. */
export interface Workflow {
  on: Record<string, { types?: string[]; inputs?: Record<string, DeclaredInput> } | null>
  permissions?: Permissions
  jobs: Record<string, Job>
}

export interface DeclaredInput {
  required?: boolean
  default?: unknown
}

type Permissions = Record<string, 'read' | 'write' | 'none'>

export interface Job {
  if?: string | boolean
  needs?: string | string[]
  permissions?: Permissions
  strategy?: { matrix: Record<string, unknown[]> }
  outputs?: Record<string, string>
  /** A reusable workflow, with its inputs and secrets; instead of `steps`. */
  uses?: string
  with?: Record<string, unknown>
  secrets?: Record<string, string>
  steps?: WorkflowStep[]
}

export interface WorkflowStep {
  id?: string
  if?: string | boolean
  uses?: string
  run?: string
  with?: Record<string, unknown>
  env?: Record<string, unknown>
}

/** Reads a workflow; `on` may be a name or a list of names, too. */
export function readWorkflow(text: string): Workflow {
  const workflow = parse(text) as Omit<Workflow, 'on'> & { on: Workflow['on'] | string | string[] }
  const { on } = workflow
  if (typeof on === 'object' && !Array.isArray(on)) return { ...workflow, on }
  return { ...workflow, on: Object.fromEntries([on].flat().map((name) => [name, null])) }
}

/**
 * The folder or file of this repository that `uses` names, whoever hosts it, or wherever the reusable workflow has
 * checked it out; undefined for those of others.
 */
export function findOwnPath(uses: string): string | undefined {
  const own = /^(?:\.(?:\/\.docs-agent-action)?|[\w-]+\/docs-agent-action)(?:\/([\w./-]*))?(?:@v1)?$/.exec(
    uses,
  )
  return own === null ? undefined : (own[1] ?? '')
}

/** Whether a delivery starts the workflow: the event is named, and its action is one of the `types`. */
export function isStartedBy({ on }: Workflow, event: string, action: unknown): boolean {
  if (!Object.hasOwn(on, event)) return false
  const types = on[event]?.types
  return types === undefined || types.includes(String(action))
}

/**
 * What the workflow's token may in a job: the job's `permissions:`, or else the workflow's. What is not named there is not granted.
 * `most` is what the calling workflow grants; GitHub refuses a called one that asks for more.
 */
export function readPermissions(workflow: Workflow, job: Job, most?: TokenPermissions): TokenPermissions {
  const declared = job.permissions ?? workflow.permissions
  if (declared === undefined) throw new Error('Without `permissions:` a token may what the repository says.')
  const granted: TokenPermissions = {
    issues: declared['issues'] ?? 'none',
    pull_requests: declared['pull-requests'] ?? 'none',
    contents: declared['contents'] ?? 'none',
  }
  if (most === undefined) return granted
  for (const name of ['issues', 'pull_requests', 'contents'] as const)
    if (rank(granted[name]) > rank(most[name])) throw new Error(`The called workflow asks for more ${name}.`)
  return granted
}

function rank(level: 'none' | 'read' | 'write' = 'none'): number {
  return ['none', 'read', 'write'].indexOf(level)
}
