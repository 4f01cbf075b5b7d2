// The front door imports this file: no packages here.
import { appendFileSync, readFileSync } from 'node:fs'
import { ActionError } from '../runner/action-error.ts'
import { isListed, parseList } from '../text/lists.ts'
import { toOneLine } from '../text/plain-text.ts'
import { parseCommand } from './command.ts'
import { COMMENT_EVENTS, type Payload, parseTrigger, type Trigger } from './event.ts'

/** Why an event asks for nothing. */
export interface NothingToDo {
  kind: 'nothing'
  /** A sentence. */
  reason: string
  /** Whether the author of the workflow may have expected something else. */
  isNotice: boolean
}

/** Events with text by anyone, which no permission is asked for. */
const UNREAD_EVENTS = ['discussion', 'discussion_comment', 'commit_comment', 'pull_request_review']
/** Actions of `issues` and `pull_request` after which there is nothing to document. */
const IDLE_ACTIONS = ['deleted', 'transferred', 'locked', 'unlocked', 'unlabeled', 'unassigned']
const NO_COMMIT = /^0*$/u

/**
 * Reads the event, and decides from it alone whether it asks for something.
 * @param inputs `command` is the first word of a command; `ignoreAuthors` are logins
 * @throws ActionError if the event file can't be read, or isn't JSON
 */
export function readTrigger(inputs: { command: string; ignoreAuthors: string[] }): Trigger | NothingToDo {
  const eventName = process.env['GITHUB_EVENT_NAME'] ?? ''
  const payload = readPayload(process.env['GITHUB_EVENT_PATH'] ?? '')
  return (
    findNothing(eventName, payload, inputs.command) ?? skipLoops(parseTrigger(eventName, payload), inputs.ignoreAuthors)
  )
}

function readPayload(path: string): Payload {
  try {
    const payload: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw new Error('not an object')
    return payload
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "it isn't JSON" : String((cause as NodeJS.ErrnoException).code ?? cause)
    const hint = 'The runner writes it: check `GITHUB_EVENT_PATH`, and whether an earlier step changes the file.'
    throw new ActionError(`The event file can't be read (${why}).`, { hint, cause })
  }
}

function nothing(reason: string, isNotice = false): NothingToDo {
  return { kind: 'nothing', reason, isNotice }
}

function findNothing(eventName: string, payload: Payload, command: string): NothingToDo | undefined {
  const { action = '' } = payload
  if (UNREAD_EVENTS.includes(eventName)) return nothing(`The action doesn't support the event "${eventName}".`, true)
  if (eventName === 'delete' || eventName === 'merge_group') return nothing(`The event is "${eventName}".`)
  if (eventName === 'release' && action !== 'published') return nothing(`The release was ${action}, not published.`)
  if (COMMENT_EVENTS.includes(eventName)) return findNothingInComment(payload, command)
  if (/^(issues|pull_request|pull_request_target)$/u.test(eventName)) return findNothingInConversation(payload)
  return eventName === 'push' ? findNothingInPush(payload) : undefined
}

function findNothingInComment({ action = '', comment }: Payload, command: string): NothingToDo | undefined {
  if (action !== 'created') return nothing(`The comment was ${action}, and only new comments are read.`)
  const isCommand = parseCommand(comment?.body ?? '', command).kind !== 'none'
  return isCommand ? undefined : nothing(`The comment doesn't begin with ${command}.`)
}

function findNothingInConversation({ action = '', pull_request: pull }: Payload): NothingToDo | undefined {
  if (action === 'closed' && pull?.merged === false) return nothing('The pull request was closed without a merge.')
  const kind = pull === undefined ? 'issue' : 'pull request'
  return IDLE_ACTIONS.includes(action) ? nothing(`The ${kind} was ${action}.`) : undefined
}

function findNothingInPush({ ref = '', before = '', after = '' }: Payload): NothingToDo | undefined {
  const isBranch = ref.startsWith('refs/heads/')
  if (NO_COMMIT.test(after)) return nothing(`The push deleted a ${isBranch ? 'branch' : 'tag'}.`)
  if (isBranch && NO_COMMIT.test(before))
    return nothing('The push created a branch, so there is no earlier commit to compare with.')
  return !isBranch && !NO_COMMIT.test(before) ? nothing('The push moved a tag, and only new tags are read.') : undefined
}

/** An event by an ignored account would have the agent document its own work, without an end. */
function skipLoops(trigger: Trigger, ignoreAuthors: readonly string[]): Trigger | NothingToDo {
  if (trigger.kind === 'comment') return trigger
  const ignores = (login: string) => login !== '' && isListed(login, ignoreAuthors)
  const { sender } = trigger
  const author = 'about' in trigger ? trigger.about.author : 'release' in trigger ? (trigger.release?.author ?? '') : ''
  if (ignores(author))
    return nothing(
      `${author} is listed in \`ignore-authors\`, and is the author of the issue, pull request or release.`,
    )
  return ignores(sender.login)
    ? nothing(`${sender.login} is listed in \`ignore-authors\`, and caused the event.`)
    : trigger
}

/** Ends a run whose event asks for nothing: one output, and one line of the log. */
export function reportNothing({ reason, isNotice }: NothingToDo): void {
  // Names in it come from the event: the runner would read a command at the start of a line, and `##[` anywhere.
  const line = toOneLine(reason).replaceAll('##[', '## [')
  setOutputs({ outcome: 'skipped' })
  process.stdout.write(isNotice ? `::notice title=Nothing to do::${line}\n` : `Nothing to do: ${line}\n`)
}

/** Sets outputs, without a package. @param values each becomes one line, since a second one would set another output */
export function setOutputs(values: Record<string, string>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${toOneLine(value)}\n`)
  if (process.env['GITHUB_OUTPUT']) appendFileSync(process.env['GITHUB_OUTPUT'], lines.join(''))
}

/** The two inputs that decide whether an event asks for something, unchecked. */
export function readTriggerInputs(): { command: string; ignoreAuthors: string[] } {
  const ignored = parseList(process.env['INPUT_IGNORE-AUTHORS'] ?? '')
  return { command: process.env['INPUT_COMMAND']?.trim() || '/docs', ignoreAuthors: ['mintlify[bot]', ...ignored] }
}
