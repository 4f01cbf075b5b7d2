import { DAY_MS } from '../../formatting/times.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import { GLOB_RULE, isGlob, type PathPatterns, parsePathPatterns } from '../../runner/globs.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { OUTCOMES, type Outcome } from '../outcome.ts'
import type { Trigger } from '../trigger/trigger.ts'
import { COMMAND_RULE, readCommandWord, type SecretInputs } from './early-inputs.ts'
import { readPromptInput } from './prompt-file.ts'
import { readSince, type Since } from './since.ts'

/** What is added to the prompt. */
export type ContextChoice = 'reference' | 'none' | 'full' | 'diff'

/** What a commenter must have on the repository. */
export type MinimumPermission = 'admin' | 'write' | 'read'

/** The inputs of the root action, checked. `action.yml` says what each is for. */
export interface Inputs extends SecretInputs {
  context: ContextChoice
  paths: PathPatterns
  /** Logins as REST has them, `mintlify[bot]` among them; empty for `none`. */
  ignoreAuthors: string[]
  projectId: string
  /** One word; empty only if no comment is read. */
  command: string
  /** Empty unless the run is to follow an existing job. */
  jobId: string
  /** The instruction, from `prompt` or `prompt-file`; empty when neither is set. */
  prompt: string
  wait: boolean
  timeoutMs: number
  pollIntervalMs: number
  failOn: Outcome[]
  /** The index of the leg of a matrix; `0` outside of one. */
  leg: string
  followUp: 'auto' | 'always' | 'never'
  /** Undefined without `traffic`. */
  trafficDays: number | undefined
  minimumPermission: MinimumPermission
  /** Logins. */
  allowedBots: string[]
  comment: boolean
  issueNumber: number | undefined
  /** Undefined without `since`. */
  since: Since | undefined
  baseUrl: URL
  dryRun: boolean
}

/**
 * Reads and checks every input but the secrets; `reader.finish()` then says what is wrong with them.
 * @param run names the folder that `prompt-file` is in, and the branch that `since` is about
 */
export function readInputs(
  reader: InputReader,
  secrets: SecretInputs,
  trigger: Pick<Trigger, 'eventName' | 'comment' | 'push' | 'release'>,
  { workspace, ref }: Pick<WorkflowRun, 'workspace' | 'ref'>,
): Inputs {
  const command = readCommandWord(reader)
  // Without it, every comment of the repository would be a job.
  if (command === '' && trigger.comment !== undefined) reader.refuse('command', '', COMMAND_RULE)
  const jobId = reader.id('job-id', { required: false })
  if (secrets.githubToken === '' && trigger.comment !== undefined)
    reader.refuse('github-token', '', "Set a token: the action needs it to check the commenter's permission.")
  // Without it, the agent might get its own work as a task.
  if (secrets.githubToken === '' && jobId === '' && (trigger.push ?? trigger.release) !== undefined)
    reader.refuse('github-token', '', 'Set a token: the action needs it to read which pull requests were merged.')
  return {
    ...secrets,
    context: reader.choice('context', ['reference', 'none', 'full', 'diff']),
    paths: readPaths(reader),
    ignoreAuthors: reader.ignoredAuthors('ignore-authors'),
    projectId: reader.id('project-id', { required: true }),
    command,
    jobId,
    prompt: readPromptInput(reader, { jobId, trigger, workspace }),
    wait: reader.flag('wait'),
    timeoutMs: reader.durationMs('timeout', TIMEOUT_BOUNDS),
    pollIntervalMs: reader.durationMs('poll-interval', POLL_INTERVAL_BOUNDS),
    failOn: reader.text('fail-on') === 'none' ? [] : reader.choices('fail-on', OUTCOMES),
    leg: /^\d{1,6}$/u.exec(reader.text('job-index'))?.[0] ?? '0',
    followUp: reader.choice('follow-up', ['auto', 'always', 'never']),
    trafficDays: reader.days('traffic', 365),
    // The first choice counts where the input is invalid: a mistake lets nobody in.
    minimumPermission: reader.choice('minimum-permission', ['admin', 'write', 'read']),
    allowedBots: reader.logins('allowed-bots'),
    comment: reader.flag('comment'),
    issueNumber: reader.issueNumber('issue-number'),
    since: readSince(reader, trigger, { ref, ...secrets }),
    baseUrl: reader.serviceUrl('base-url'),
    dryRun: reader.flag('dry-run'),
  }
}

const TIMEOUT_BOUNDS = {
  minimumMs: 1,
  maximumMs: DAY_MS,
  instruction: 'Write a duration of up to 24 hours, such as `30m`.',
}
const POLL_INTERVAL_BOUNDS = {
  minimumMs: 50,
  maximumMs: 600_000,
  instruction: 'Write a duration from `50ms` to `10m`, such as `15s`.',
}

function readPaths(reader: InputReader): PathPatterns {
  const given = reader.text('paths')
  const paths = parsePathPatterns(given)
  if (paths.excluded.includes('')) reader.refuse('paths', given, 'Write a glob after each `!`.')
  const wrong = [...paths.included, ...paths.excluded].filter(
    (pattern) => pattern.startsWith('../') || !isGlob(pattern),
  )
  if (wrong.length > 0)
    reader.refuse('paths', wrong.join(', '), `${GLOB_RULE} Begin at the root of the repository.`, 'contains')
  return paths
}
