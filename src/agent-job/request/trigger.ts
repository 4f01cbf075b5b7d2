import type { WorkflowEvent } from '../../runner/event.ts'
import { type JsonObject, readFields, readObject, readText } from '../../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'
import { asCommit, asLogin, asName, asNumber, asTime, pickText } from './event-fields.ts'

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
  /** Login of whoever opened it. */
  author?: string
}

/** A release that the event is about. */
export interface Release {
  id: number | undefined
  isPrerelease: boolean
  /** ISO 8601; undefined for a draft. */
  publishedAt?: string
  /** Login. */
  author?: string
  name?: UntrustedText
  tag?: UntrustedText
  url?: UntrustedText
  notes?: UntrustedText
}

/** A push that the event is about. */
export interface Push {
  /** The commit that the branch or tag was at; undefined when it was made by this push. */
  before: string | undefined
  /** Undefined when the push deleted the branch or tag. */
  after: string | undefined
  /** The commit that the branch or tag is at now; undefined when it is deleted. */
  headSha: string | undefined
  /** Logins of the authors of its commits; undefined where GitHub knows none. */
  authors: readonly (string | undefined)[]
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
  push?: Push
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
  const event = readFields(payload)
  const thread = readThread(event)
  const release = readRelease(event)
  const push = name === 'push' ? readPush(event) : undefined
  const comment = readComment(name, event)
  return {
    eventName: name,
    action: asName(event['action'], /^[a-z_]{1,40}$/u),
    ...(thread && { thread }),
    ...(release && { release }),
    ...(push && { push }),
    ...(comment && { comment }),
    isPublic: readFields(event['repository'])['private'] === false,
  }
}

/** Whether a comment asks for this run; with an empty `command`, no comment does. */
export function hasCommand<Event extends Pick<Trigger, 'comment'>>(
  trigger: Event,
  command: string,
): trigger is Event & { comment: TriggerComment } {
  return trigger.comment !== undefined && command !== ''
}

/** Whether a run of this event is about a comment, whatever became of it. */
export function isCommentEvent(trigger: Pick<Trigger, 'eventName'>): boolean {
  return Object.hasOwn(COMMENT_EVENTS, trigger.eventName)
}

function readThread(event: JsonObject): Thread | undefined {
  const pull = readFields(event['pull_request'])
  const issue = readFields(event['issue'])
  const isPull = asNumber(pull['number']) !== undefined
  const subject = isPull ? pull : issue
  const number = asNumber(subject['number'])
  if (number === undefined) return undefined
  return {
    // An issue_comment event on a pull request carries it as an issue with a `pull_request` field.
    kind: isPull || readObject(issue['pull_request']) ? 'pull request' : 'issue',
    number,
    ...readAuthor(subject['user']),
    ...pickText(subject, { title: 'title', url: 'html_url' }),
  }
}

function readRelease(event: JsonObject): Release | undefined {
  const release = readObject(event['release'])
  if (release === undefined) return undefined
  const publishedAt = asTime(release['published_at'])
  return {
    id: asNumber(release['id']),
    isPrerelease: release['prerelease'] === true,
    ...(publishedAt !== undefined && { publishedAt }),
    ...readAuthor(release['author']),
    ...pickText(release, { name: 'name', tag: 'tag_name', url: 'html_url', notes: 'body' }),
  }
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads#push */
function readPush(event: JsonObject): Push {
  const commits: unknown[] = Array.isArray(event['commits']) ? event['commits'] : []
  const after = asCommit(event['after'])
  return {
    before: asCommit(event['before']),
    after,
    headSha: asCommit(readFields(event['head_commit'])['id']) ?? after,
    authors: commits.map((commit) => asLogin(readFields(readFields(commit)['author'])['username'])),
  }
}

function readComment(eventName: string, event: JsonObject): TriggerComment | undefined {
  const kind = Object.hasOwn(COMMENT_EVENTS, eventName) ? COMMENT_EVENTS[eventName] : undefined
  const comment = readFields(event['comment'])
  const id = asNumber(comment['id'])
  const body = readText(comment['body'])
  if (kind === undefined || id === undefined || body === undefined) return undefined
  const createdAt = asTime(comment['created_at'])
  return {
    kind,
    id,
    body: untrustedText(body),
    author: readAccount(comment['user']),
    sender: readAccount(event['sender']),
    ...(createdAt !== undefined && { createdAt }),
  }
}

function readAccount(value: unknown): Account {
  const account = readFields(value)
  return {
    login: asLogin(account['login']) ?? '',
    id: asNumber(account['id']),
    type: asName(account['type'], /^[A-Za-z]{1,40}$/u),
  }
}

function readAuthor(value: unknown): { author?: string } {
  const author = asLogin(readFields(value)['login'])
  return author === undefined ? {} : { author }
}
