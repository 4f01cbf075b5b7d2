import type { Connected, Context } from '../../../src/agent-job/context.ts'
import type { EventSubject, Trigger, TriggerComment } from '../../../src/agent-job/event.ts'
import type { Inputs } from '../../../src/agent-job/inputs.ts'
import { readWorkflowRun, type WorkflowRun } from '../../../src/runner/workflow-run.ts'
import type { Service } from '../../../src/service/client.ts'
import { createClock } from '../fake-clock.ts'

const ANN = { login: 'ann', id: 7, type: 'User' }

export const COMMENT: TriggerComment = {
  kind: 'issue comment',
  id: 12,
  url: 'https://github.com/acme/app/issues/5#issuecomment-12',
  body: '/docs Add a page',
  author: ANN,
  createdAt: '2026-11-16T12:00:00Z',
  place: undefined,
}

export const ABOUT: EventSubject = {
  kind: 'pull request',
  number: 5,
  title: 'Add retries',
  url: 'https://github.com/acme/app/pull/5',
  body: 'It retries.',
  author: 'bob',
  labels: [],
}

const COMMON = { eventName: 'issue_comment', sender: ANN, defaultBranch: 'main' }

export const TRIGGERS = {
  comment: { ...COMMON, kind: 'comment', about: ABOUT, comment: COMMENT },
  pullRequest: { ...COMMON, eventName: 'pull_request', kind: 'conversation', about: ABOUT },
  tag: { ...COMMON, eventName: 'push', kind: 'tag', tag: 'v2', release: undefined },
  dispatch: { ...COMMON, eventName: 'workflow_dispatch', kind: 'other' },
} as const satisfies Record<string, Trigger>

export const RUN: WorkflowRun = readWorkflowRun({
  GITHUB_REPOSITORY: 'acme/app',
  GITHUB_RUN_ID: '900',
  GITHUB_WORKFLOW_REF: 'acme/app/.github/workflows/docs.yml@refs/heads/main',
  GITHUB_JOB: 'docs',
  GITHUB_ACTION: '__self',
  GITHUB_REF: 'refs/heads/main',
  GITHUB_SHA: 'a'.repeat(40),
})

const INPUTS: Inputs = {
  command: '/docs',
  ignoreAuthors: ['mintlify[bot]'],
  minimumPermission: 'write',
  allowedBots: [],
  githubToken: 'ghs_token',
  comment: true,
  apiKey: 'mint_key',
  projectId: 'acme',
  baseUrl: new URL('https://api.example'),
  prompt: '',
  context: 'reference',
  paths: [],
  since: undefined,
  wait: true,
  timeoutMs: 1_800_000,
  pollIntervalMs: 15_000,
  failOn: ['failed', 'timed-out'],
  issueNumber: undefined,
  followUp: true,
  jobId: '',
  dryRun: false,
  jobIndex: '0',
}

export interface ContextChanges {
  trigger?: Trigger
  inputs?: Partial<Inputs>
  run?: Partial<WorkflowRun>
  github?: unknown
  service?: Partial<Service>
}

/** What every step has; by default, of a command on pull request 5 of acme/app. */
export function createContext(
  changes: ContextChanges = {},
): Connected<Context> & { clock: ReturnType<typeof createClock> } {
  const { signal } = new AbortController()
  return {
    run: { ...RUN, ...changes.run },
    trigger: changes.trigger ?? TRIGGERS.comment,
    inputs: { ...INPUTS, ...changes.inputs },
    github: changes.github as Connected['github'],
    clock: createClock(),
    signal,
    lifetime: { signal, deadline: 1_800_000 },
    service: changes.service as Service,
  }
}
