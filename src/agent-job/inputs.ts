import { isPathSegment } from '../docs-service/path-segment.ts'
import type { InputReader } from '../runner/inputs.ts'
import { OUTCOMES, type Outcome } from './result/outcome.ts'

/** What is added to the prompt. */
export type ContextChoice = 'none' | 'reference' | 'full'

/** What a commenter must have on the repository. */
export type MinimumPermission = 'read' | 'write' | 'admin'

/** The inputs of the root action, checked. */
export interface Inputs {
  apiKey: string
  projectId: string
  prompt: string
  promptFile: string
  command: string
  context: ContextChoice
  jobId: string
  wait: boolean
  timeoutMs: number
  pollIntervalMs: number
  failOn: readonly Outcome[]
  minimumPermission: MinimumPermission
  allowedBots: readonly string[]
  comment: boolean
  issueNumber: number | undefined
  githubToken: string
  baseUrl: URL
  dryRun: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Hides the secrets. It comes before anything else, so that nothing can be printed with a secret in it. */
export function hideSecretInputs(reader: InputReader): { apiKey: string; githubToken: string } {
  return {
    apiKey: reader.secret('api-key', { required: true }),
    githubToken: reader.secret('github-token', { required: false }),
  }
}

/** Reads and checks every input but the secrets; `reader.finish()` then says what is wrong with them. */
export function readInputs(reader: InputReader, secrets: { apiKey: string; githubToken: string }): Inputs {
  const inputs: Inputs = {
    ...secrets,
    projectId: readPathSegment(reader, 'project-id', { required: true }),
    prompt: reader.text('prompt'),
    promptFile: reader.text('prompt-file'),
    command: readCommandWord(reader),
    context: reader.choice('context', ['reference', 'none', 'full']),
    jobId: readPathSegment(reader, 'job-id', { required: false }),
    wait: reader.flag('wait'),
    timeoutMs: reader.durationMs('timeout', {
      minimumMs: 1,
      maximumMs: DAY_MS,
      allowed: 'more than nothing, up to 24h',
    }),
    pollIntervalMs: reader.durationMs('poll-interval', {
      minimumMs: 50,
      maximumMs: 600_000,
      allowed: '50ms to 10m',
    }),
    failOn: reader.choices('fail-on', OUTCOMES),
    minimumPermission: reader.choice('minimum-permission', ['write', 'read', 'admin']),
    allowedBots: readBots(reader),
    comment: reader.flag('comment'),
    issueNumber:
      reader.text('issue-number') === ''
        ? undefined
        : reader.wholeNumber('issue-number', { minimum: 1, maximum: 2 ** 31 }),
    baseUrl: reader.serviceUrl('base-url'),
    dryRun: reader.flag('dry-run'),
  }
  if (inputs.prompt !== '' && inputs.promptFile !== '')
    reader.refuse(
      'prompt-file',
      inputs.promptFile,
      'nothing while `prompt` is set as well: the prompt comes from one place',
    )
  return inputs
}

/** The command as a comment must spell it; empty when comments are not to be read. */
export function readCommandWord(reader: InputReader): string {
  const word = reader.text('command')
  if (/\s/u.test(word))
    reader.refuse('command', word, 'one word such as /docs, or nothing to turn comment parsing off')
  return word
}

/** `.` and `..` would climb out of the path that they are put into. */
function readPathSegment(reader: InputReader, name: string, { required }: { required: boolean }): string {
  const value = required ? reader.requiredText(name) : reader.text(name)
  if (value === '.' || value === '..') reader.refuse(name, value, 'an id, not a relative path')
  else if (!value.isWellFormed()) reader.refuse(name, value.toWellFormed(), 'an id in well-formed Unicode')
  else if (value !== '' && !isPathSegment(value)) reader.refuse(name, value, 'an id of up to 512 characters')
  return value
}

function readBots(reader: InputReader): string[] {
  const bots = reader.list('allowed-bots')
  const wrong = bots.filter((bot) => !/^[\w-]+(\[bot\])?$/iu.test(bot))
  if (wrong.length > 0)
    reader.refuse('allowed-bots', wrong.join(', '), 'exact logins such as dependabot[bot]; no wildcards')
  return bots
}
