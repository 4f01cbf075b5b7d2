import { isUtf8 } from 'node:buffer'
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ActionError } from '../runner/action-error.ts'
import {
  hideInput,
  parseDaysMs,
  readChoice,
  readChoices,
  readDurationMs,
  readFlag,
  readGlobs,
  readId,
  readSecret,
  readServiceUrl,
  readText,
  readWholeNumber,
  refuseInput,
} from '../runner/inputs.ts'
import type { WorkflowRun } from '../runner/workflow-run.ts'
import { isInside } from '../runner/workspace.ts'
import { DAY_MS, MINUTE_MS } from '../text/dates.ts'
import { parseList } from '../text/lists.ts'
import type { Trigger } from './event.ts'
import { DEFAULT_FAIL_ON, OUTCOME_NAMES, type Outcome } from './outcome.ts'
import { readTriggerInputs } from './trigger.ts'

/** What decides who may use the command, and whether the run may answer. It is read first. */
export interface GateInputs {
  command: string
  /** Logins, `mintlify[bot]` among them. */
  ignoreAuthors: string[]
  minimumPermission: 'read' | 'write' | 'admin'
  /** Logins. */
  allowedBots: string[]
  /** Empty if the run asks and tells GitHub nothing. */
  githubToken: string
  comment: boolean
  /** Tells the legs of a matrix apart. */
  jobIndex: string
}

/** The other inputs of the root action, checked. `action.yml` says what each is for. */
export interface Inputs extends GateInputs {
  apiKey: string
  projectId: string
  baseUrl: URL
  /** From `prompt` or `prompt-file`; empty when neither is set. */
  prompt: string
  context: 'none' | 'reference' | 'full'
  paths: string[]
  since: Since | undefined
  wait: boolean
  timeoutMs: number
  pollIntervalMs: number
  failOn: Outcome[]
  issueNumber: number | undefined
  followUp: boolean
  /** Empty unless the run waits for an existing job. */
  jobId: string
  dryRun: boolean
}

/** Which changes the agent gets: those since the previous run's range, or of a length of time. */
export type Since = 'last-run' | { ms: number; text: string }

/** Until the inputs are read, nobody is let in, and nothing is said. */
export const CLOSED_GATE: GateInputs = {
  command: '',
  ignoreAuthors: [],
  minimumPermission: 'admin',
  allowedBots: [],
  githubToken: '',
  comment: false,
  jobIndex: '0',
}

/** @throws ActionError if one is invalid: then nobody is let in */
export function readGateInputs(trigger: Pick<Trigger, 'kind'>): GateInputs {
  // Hidden before anything is printed.
  hideInput('api-key')
  const githubToken = readSecret('github-token')
  if (githubToken === '' && trigger.kind === 'comment')
    throw refuseInput('github-token', '', "Set a token, so that the action can read the commenter's permission.")
  const { command, ignoreAuthors } = readTriggerInputs()
  if (/\s/u.test(command)) throw refuseInput('command', command, 'Write one word, such as `/docs`.')
  return {
    command,
    ignoreAuthors: checkLogins('ignore-authors', ignoreAuthors),
    minimumPermission: readChoice('minimum-permission', ['read', 'write', 'admin'], 'write'),
    allowedBots: checkLogins('allowed-bots', parseList(readText('allowed-bots'))),
    githubToken,
    comment: readFlag('comment', true),
    jobIndex: /^\d{1,6}$/u.exec(readText('job-index'))?.[0] ?? '0',
  }
}

function checkLogins(name: string, logins: string[]): string[] {
  const wrong = logins.find((login) => !/^[\w-]+(\[bot\])?$/u.test(login))
  if (wrong !== undefined) throw refuseInput(name, wrong, 'Write exact logins, such as `dependabot[bot]`.')
  return logins
}

/** @throws ActionError if one is invalid */
export function readInputs(early: GateInputs, trigger: Trigger, run: WorkflowRun): Inputs {
  const apiKey = readSecret('api-key')
  if (apiKey === '') throw refuseInput('api-key', '', EMPTY_KEY)
  const projectId = readId('project-id')
  if (projectId === '') throw refuseInput('project-id', '', EMPTY_PROJECT)
  const jobId = readId('job-id')
  const issueNumber = readText('issue-number')
  const inputs: Inputs = {
    ...early,
    apiKey,
    projectId,
    baseUrl: readServiceUrl('base-url', 'https://api.mintlify.com'),
    prompt: readPrompt(run.workspace),
    context: readChoice('context', ['none', 'reference', 'full'], 'reference'),
    paths: readGlobs('paths'),
    since: readSince(),
    wait: readFlag('wait', true),
    timeoutMs: readDurationMs('timeout', {
      minimumMs: 1,
      maximumMs: DAY_MS,
      fallback: '30m',
      example: 'of up to 24 hours, such as `30m`',
    }),
    pollIntervalMs: readDurationMs('poll-interval', {
      minimumMs: 50,
      maximumMs: 10 * MINUTE_MS,
      fallback: '15s',
      example: 'from `50ms` to `10m`, such as `15s`',
    }),
    failOn: readChoices('fail-on', OUTCOME_NAMES, DEFAULT_FAIL_ON.join(', ')),
    issueNumber:
      issueNumber === '' ? undefined : readWholeNumber('issue-number', { minimum: 1, maximum: 2 ** 31, fallback: 0 }),
    followUp: readFlag('follow-up', true),
    jobId,
    dryRun: readFlag('dry-run', false),
  }
  checkTogether(inputs, trigger, run)
  return inputs
}

const EMPTY_KEY =
  "Save the key as the secret that `api-key` uses. To use an environment's secret, set `environment:` in the job; to " +
  'pass a secret to a reusable workflow, set `secrets:` in the job that calls it. Runs for pull requests from forks ' +
  'get no secrets.'
const EMPTY_PROJECT =
  'Save the ID from the API keys page of the dashboard as the variable that `project-id` uses. `vars` reads no secrets.'

function checkTogether(inputs: Inputs, trigger: Trigger, run: WorkflowRun): void {
  const { prompt, jobId, dryRun, since, issueNumber, githubToken, comment } = inputs
  if (prompt === '' && jobId === '' && !dryRun && trigger.kind !== 'comment')
    throw refuseInput(
      'prompt',
      '',
      `Set \`prompt\` or \`prompt-file\`: the event "${trigger.eventName}" has no prompt of its own.`,
    )
  if (
    githubToken === '' &&
    (trigger.kind === 'push' || trigger.kind === 'tag' || isSince({ inputs, trigger })) &&
    jobId === ''
  )
    throw refuseInput('github-token', '', 'Set a token, so that the action can read what changed.')
  if (!isSince({ inputs, trigger })) return
  if (run.branch === '')
    throw new ActionError('`since` needs a branch.', { hint: 'Run the workflow on a branch, not on a tag.' })
  if (since === 'last-run' && (issueNumber === undefined || !comment))
    throw new ActionError('`since: last-run` needs an issue, because its comments record the last run.', {
      hint: 'Set `issue-number` and leave `comment` as it is, or write a number of days, such as `7d`.',
    })
}

const SINCE_EVENTS = ['schedule', 'workflow_dispatch', 'repository_dispatch']

/** Whether a run tells what changed since an earlier time: schedules and dispatches do. */
export function isSince({ inputs, trigger }: { inputs: Partial<Inputs>; trigger: Trigger }): boolean {
  return inputs.since !== undefined && SINCE_EVENTS.includes(trigger.eventName)
}

function readSince(): Since | undefined {
  const text = readText('since')
  if (text === '' || text === 'last-run') return text || undefined
  const ms = parseDaysMs(text, 90)
  if (ms === undefined) throw refuseInput('since', text, 'Write `last-run`, or a number of days from `1d` to `90d`.')
  return { ms, text }
}

function readPrompt(workspace: string): string {
  const prompt = readText('prompt')
  const path = readText('prompt-file')
  if (path === '') return prompt
  if (prompt !== '') throw refuseInput('prompt-file', path, 'Set either `prompt` or `prompt-file`.')
  return readPromptFile(path, workspace)
}

/** A longer file is most likely the wrong one. */
const MAXIMUM_FILE_BYTES = 2 ** 20

/** Reads a regular UTF-8 file inside the workspace, through no link. */
function readPromptFile(path: string, workspace: string): string {
  const refuse = (instruction: string) => refuseInput('prompt-file', path, instruction)
  const file = resolve(workspace, path)
  let bytes: Buffer
  try {
    // A link anywhere in the path makes the real path another one.
    const isReal = () => realpathSync(file) === resolve(realpathSync(workspace), relative(workspace, file))
    if (!isInside(workspace, file) || !isReal())
      throw refuse('Write the path of a file inside the workspace that no link leads to.')
    const stats = lstatSync(file)
    if (!stats.isFile()) throw refuse('Write the path of a file, not of a folder or a pipe.')
    if (stats.size > MAXIMUM_FILE_BYTES) throw refuse('The file is larger than 1 MiB. Shorten it.')
    bytes = readFileSync(file)
  } catch (error) {
    if (error instanceof ActionError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw refuse(`The file can't be read (${code}). Check the path, and that a checkout step runs first.`)
  }
  // UTF-16 of English text is UTF-8, too, with a NUL behind each letter.
  if (!isUtf8(bytes) || bytes.includes(0)) throw refuse('Save the file as UTF-8.')
  const text = new TextDecoder().decode(bytes).trim()
  if (text === '') throw refuse('The file is empty. Write a prompt into it.')
  return text.replaceAll(/\r\n?/gu, '\n')
}
