import type { WorkflowEvent } from '../../runner/event.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'

/** A GitHub account, as an event names it. */
export interface Account {
  /** Empty when the event names none that could be one. */
  login: string
  id: number | undefined
  /** `User`, `Bot`, `Organization`, ...; empty when the event does not say. */
  type: string
}

/** An issue's or pull request's conversation. */
export interface Thread {
  kind: 'issue' | 'pull request'
  number: number
  title?: UntrustedText
  url?: UntrustedText
  body?: UntrustedText
}

/** A release that the event is about. */
export interface Release {
  name?: UntrustedText
  tag?: UntrustedText
  url?: UntrustedText
  notes?: UntrustedText
}

/** The comment that the event is about. */
export interface TriggerComment {
  kind: 'issue comment' | 'review comment'
  id: number
  body: UntrustedText
  author: Account
  /** Whoever caused the event; not always the author. */
  sender: Account
  createdAt?: string
}

/** What started this run, as far as it matters here. */
export interface Trigger {
  eventName: string
  /** `created`, `edited`, ...; empty for events without. */
  action: string
  thread?: Thread
  release?: Release
  comment?: TriggerComment
  /** Whether the event says that everybody can see the repository. */
  isPublic: boolean
}

const COMMENT_EVENTS: Readonly<Record<string, TriggerComment['kind']>> = {
  issue_comment: 'issue comment',
  pull_request_review_comment: 'review comment',
}

/**
 * Reads an event. It never throws: what is missing or of an odd type is left out, and the rules that need it
 * refuse later. https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export function readTrigger({ name, payload }: WorkflowEvent): Trigger {
  const event = asFields(payload)
  const thread = readThread(event)
  const release = readRelease(event)
  const comment = readComment(name, event)
  return {
    eventName: name,
    action: asName(event['action'], /^[a-z_]{1,40}$/u),
    ...(thread && { thread }),
    ...(release && { release }),
    ...(comment && { comment }),
    isPublic: asFields(event['repository'])['private'] === false,
  }
}

/**
 * The thread that the run reports in: a command is answered where it stands; otherwise `issue-number`, or else the
 * event's own. The kind is not known of another thread.
 */
export function findReportThread(
  { thread, comment }: Trigger,
  { command, issueNumber }: { command: string; issueNumber: number | undefined },
): { number: number; kind?: Thread['kind'] } | undefined {
  const isCommand = comment !== undefined && command !== ''
  if (isCommand || issueNumber === undefined || issueNumber === thread?.number) return thread
  return { number: issueNumber }
}

/** Whether a run of this event is about a comment, whatever became of it. */
export function isCommentEvent(trigger: Pick<Trigger, 'eventName'>): boolean {
  return Object.hasOwn(COMMENT_EVENTS, trigger.eventName)
}

type Fields = Readonly<Record<string, unknown>>

function readThread(event: Fields): Thread | undefined {
  const pull = asFields(event['pull_request'])
  const issue = asFields(event['issue'])
  const isPull = asNumber(pull['number']) !== undefined
  const subject = isPull ? pull : issue
  const number = asNumber(subject['number'])
  if (number === undefined) return undefined
  return {
    // An issue_comment event on a pull request carries it as an issue with a `pull_request` field.
    kind: isPull || isFields(issue['pull_request']) ? 'pull request' : 'issue',
    number,
    ...pickText(subject, { title: 'title', url: 'html_url', body: 'body' }),
  }
}

function readRelease(event: Fields): Release | undefined {
  if (!isFields(event['release'])) return undefined
  return pickText(event['release'], { name: 'name', tag: 'tag_name', url: 'html_url', notes: 'body' })
}

function readComment(eventName: string, event: Fields): TriggerComment | undefined {
  const kind = Object.hasOwn(COMMENT_EVENTS, eventName) ? COMMENT_EVENTS[eventName] : undefined
  const comment = asFields(event['comment'])
  const id = asNumber(comment['id'])
  const body = asText(comment['body'])
  if (kind === undefined || id === undefined || body === undefined) return undefined
  const createdAt = asText(comment['created_at'])
  return {
    kind,
    id,
    body: untrustedText(body),
    author: readAccount(comment['user']),
    sender: readAccount(event['sender']),
    ...(createdAt !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(createdAt) && { createdAt }),
  }
}

function readAccount(value: unknown): Account {
  const account = asFields(value)
  return {
    login: asName(account['login'], /^[\w-]{1,100}(\[bot\])?$/u),
    id: asNumber(account['id']),
    type: asName(account['type'], /^[A-Za-z]{1,40}$/u),
  }
}

/** Names that GitHub makes are plain; anything else is none, so that it needs no care from here on. */
function asName(value: unknown, pattern: RegExp): string {
  const text = asText(value) ?? ''
  return pattern.test(text) ? text : ''
}

/** The text fields of `source` under the names that `names` gives them; absent ones are left out. */
function pickText<Name extends string>(
  source: Fields,
  names: Record<Name, string>,
): { [Key in Name]?: UntrustedText } {
  const picked: { [Key in Name]?: UntrustedText } = {}
  for (const name of Object.keys(names) as Name[]) {
    const text = asText(source[names[name]])
    if (text !== undefined && text !== '') picked[name] = untrustedText(text)
  }
  return picked
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Numbers in events are ids and issue numbers: whole and positive. */
function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
