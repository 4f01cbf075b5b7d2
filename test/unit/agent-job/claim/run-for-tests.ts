import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import type { Trigger, TriggerComment } from '../../../../src/agent-job/trigger/trigger.ts'
import type { WorkflowRun } from '../../../../src/runner/event.ts'
import type { Log } from '../../../../src/runner/log.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { timeOf } from '../../our-comments/fake-thread.ts'

const WRITER = { id: 1, login: 'writer', type: 'User' }

/** Older than every comment of the action. */
export const COMMAND: TriggerComment = {
  kind: 'issue comment',
  id: 1,
  body: untrustedText('/docs Explain the retries'),
  author: WRITER,
  sender: WRITER,
  createdAt: timeOf(0),
}

export const TRIGGER: Trigger = {
  eventName: 'issue_comment',
  action: 'created',
  thread: { kind: 'issue', number: 3 },
  comment: COMMAND,
  isClosedWithoutMerge: false,
}

/** The first attempt of run 5. */
export const RUN: WorkflowRun = {
  repository: 'acme/app',
  id: '5',
  ref: 'refs/heads/main',
  sha: 'c'.repeat(40),
  workflow: '.github/workflows/docs.yml',
  attempt: 1,
  job: 'docs',
  step: '__self',
  url: new URL('https://github.com/acme/app/actions/runs/5'),
  serverUrl: new URL('https://github.com'),
  apiUrl: 'https://api.github.com',
  workspace: '/workspace',
}

/** Those of a step that only follows the command of its event. */
export const INPUTS: Inputs = {
  apiKey: 'mint_0123456789abcdefghij',
  githubToken: 'token',
  baseUrl: new URL('https://docs.example'),
  projectId: 'project-1',
  prompt: '',
  command: '/docs',
  context: 'none',
  paths: { included: [], excluded: [] },
  ignoreAuthors: [],
  jobId: '',
  wait: true,
  timeoutMs: 600_000,
  pollIntervalMs: 60_000,
  failOn: [],
  leg: '0',
  followUp: 'never',
  trafficDays: undefined,
  minimumPermission: 'write',
  allowedBots: [],
  comment: true,
  issueNumber: undefined,
  since: undefined,
  dryRun: false,
}

/** Nobody reads it. */
export const SILENT: Log = {
  info: () => undefined,
  debug: () => undefined,
  notice: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  group: () => undefined,
}
