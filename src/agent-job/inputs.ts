import { OUTCOMES, type Outcome } from '../job-marker/outcome.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { InputReader } from '../runner/inputs.ts'
import { type PathPatterns, parsePathPatterns } from './request/changes/path-patterns.ts'
import { readPromptInput } from './request/prompt-file.ts'
import { readSince, type Since } from './request/since/since-input.ts'
import type { Trigger } from './request/trigger.ts'

/** What is added to the prompt. */
export type ContextChoice = 'none' | 'reference' | 'full' | 'diff'

/** Whether the open documentation pull request of a thread is continued. */
export type FollowUp = 'auto' | 'always' | 'never'

/** What a commenter must have on the repository. */
export type MinimumPermission = 'read' | 'write' | 'admin'

/** The inputs of the root action, checked. */
export interface Inputs {
  apiKey: string
  projectId: string
  /** The instruction, from `prompt` or `prompt-file`; empty when neither is set. */
  prompt: string
  /** What tells the prompts of steps apart: the input `prompt`, or the name of the file. */
  promptSource: string
  /** As the workflow spells it; empty when comments are not to be read. */
  command: string
  context: ContextChoice
  paths: PathPatterns
  /** Logins, as the workflow spells them. */
  ignoreAuthors: readonly string[]
  followUp: FollowUp
  /** Days of traffic to show; undefined when none is to be shown. */
  trafficDays: number | undefined
  jobId: string
  wait: boolean
  timeoutMs: number
  pollIntervalMs: number
  failOn: readonly Outcome[]
  minimumPermission: MinimumPermission
  allowedBots: readonly string[]
  comment: boolean
  issueNumber: number | undefined
  since: Since | undefined
  githubToken: string
  baseUrl: URL
  dryRun: boolean
}

/**
 * The defaults of `action.yml`, for inputs that a step names but leaves empty. `command` isn't here, since an empty one
 * means something; nor is `github-token`, where empty means none. A test holds the table against `action.yml`.
 */
export const INPUT_DEFAULTS: Readonly<Record<string, string>> = {
  context: 'reference',
  'ignore-authors': 'mintlify[bot]',
  'follow-up': 'auto',
  wait: 'true',
  timeout: '30m',
  'poll-interval': '3s',
  'fail-on': 'failed, timed-out, unavailable',
  'minimum-permission': 'write',
  comment: 'true',
  'base-url': 'https://api.mintlify.com',
  'dry-run': 'false',
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The inputs that are hidden before anything is printed. */
export interface SecretInputs {
  apiKey: string
  githubToken: string
}

/** Hides the secrets, before anything can be printed. */
export function hideSecretInputs(reader: InputReader): SecretInputs {
  return {
    apiKey: reader.secret('api-key', { required: true }),
    githubToken: reader.secret('github-token', { required: false }),
  }
}

/**
 * Reads and checks every input but the secrets; `reader.finish()` then says what is wrong with them.
 * @param run names the folder that `prompt-file` is in, and the branch that `since` is about
 */
export function readInputs(
  reader: InputReader,
  secrets: SecretInputs,
  trigger: Pick<Trigger, 'eventName' | 'comment' | 'isClosedWithoutMerge'>,
  { workspace, ref }: Pick<WorkflowRun, 'workspace' | 'ref'>,
): Inputs {
  const command = readCommandWord(reader)
  const jobId = reader.id('job-id', { required: false })
  if (secrets.githubToken === '' && trigger.comment !== undefined)
    reader.refuse('github-token', '', "a token: GitHub has to be asked for the commenter's permission")
  return {
    ...secrets,
    context: reader.choice('context', ['reference', 'none', 'full', 'diff']),
    paths: readPaths(reader),
    ignoreAuthors: readIgnoredAuthors(reader),
    projectId: reader.id('project-id', { required: true }),
    command,
    jobId,
    prompt: readPromptInput(reader, { command, jobId, trigger, workspace }),
    promptSource: reader.text('prompt-file') || reader.text('prompt'),
    ...readWaitInputs(reader),
    followUp: reader.choice('follow-up', ['auto', 'always', 'never']),
    trafficDays: reader.days('traffic', 365),
    // The first choice counts where the input is invalid: a mistake lets nobody in.
    minimumPermission: reader.choice(
      'minimum-permission',
      ['admin', 'write', 'read'],
      ROLES[reader.text('minimum-permission')],
    ),
    allowedBots: readLogins(reader, 'allowed-bots'),
    comment: reader.flag('comment'),
    issueNumber: reader.issueNumber('issue-number'),
    since: readSince(reader, trigger, { ref, ...secrets }),
    baseUrl: reader.serviceUrl('base-url'),
    dryRun: reader.flag('dry-run'),
  }
}

function readWaitInputs(
  reader: InputReader,
): Pick<Inputs, 'wait' | 'timeoutMs' | 'pollIntervalMs' | 'failOn'> {
  return {
    wait: reader.flag('wait'),
    timeoutMs: reader.durationMs('timeout', {
      minimumMs: 1,
      maximumMs: DAY_MS,
      allowed: 'more than 0s, up to 24h',
    }),
    pollIntervalMs: reader.durationMs('poll-interval', {
      minimumMs: 50,
      maximumMs: 600_000,
      allowed: '50ms to 10m',
    }),
    failOn: reader.text('fail-on') === 'none' ? [] : reader.choices('fail-on', OUTCOMES),
  }
}

function readPaths(reader: InputReader): PathPatterns {
  const given = reader.text('paths')
  const paths = parsePathPatterns(given)
  if (paths.hasEmptyPattern) reader.refuse('paths', given, 'globs; after `!`, the glob to exclude')
  const wrong = [...paths.included, ...paths.excluded].filter((pattern) => !isGlob(pattern))
  if (wrong.length > 0)
    reader.refuse('paths', wrong.join(', '), 'globs of paths in the repository, with every bracket closed')
  return paths
}

/** Brackets that stay open match no file, and neither does a way out of the repository. */
function isGlob(pattern: string): boolean {
  const count = (bracket: string) => pattern.split(bracket).length
  const isClosed = count('[') === count(']') && count('{') === count('}')
  return isClosed && !pattern.startsWith('../') && pattern.length <= 1000
}

/** Roles that people set in place of the permission that they come with. */
const ROLES: Readonly<Record<string, string>> = {
  maintain: '. `maintain` counts as `write`',
  triage: '. `triage` counts as `read`',
}

/** What of the inputs is looked at before they are checked. */
export interface EarlyInputs {
  /** Empty when comments are not to be read. */
  command: string
  allowedBots: readonly string[]
  ignoreAuthors: readonly string[]
  jobId: string
  hasApiKey: boolean
}

/** What decides, before the inputs are checked, whether there is anything to do. */
export function readEarlyInputs(reader: InputReader, { apiKey }: SecretInputs): EarlyInputs {
  return {
    command: readCommandWord(reader),
    allowedBots: readLogins(reader, 'allowed-bots'),
    ignoreAuthors: readIgnoredAuthors(reader),
    jobId: reader.text('job-id'),
    hasApiKey: apiKey !== '',
  }
}

/** The command as a comment must spell it; empty when comments are not to be read. */
export function readCommandWord(reader: InputReader): string {
  const word = reader.text('command')
  if (/\s/u.test(word))
    reader.refuse('command', word, 'one word such as /docs, or nothing to ignore comments')
  return word
}

function readIgnoredAuthors(reader: InputReader): string[] {
  const logins = readLogins(reader, 'ignore-authors')
  return logins.length === 1 && logins[0]?.toLowerCase() === 'none' ? [] : logins
}

/** Exact logins; none where one of them is invalid. */
function readLogins(reader: InputReader, name: string): string[] {
  const logins = reader.list(name)
  const wrong = logins.filter((login) => !/^[\w-]+(\[bot\])?$/iu.test(login))
  if (wrong.length === 0) return logins
  reader.refuse(name, wrong.join(', '), 'exact logins such as dependabot[bot]; no wildcards')
  return []
}
