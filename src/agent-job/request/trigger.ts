import { parseAccount, parseLogin } from '../../github/account.ts'
import type { WorkflowEvent } from '../../runner/event.ts'
import {
  dropAbsent,
  type JsonObject,
  readFields,
  readName,
  readNumber,
  readObject,
  readText,
} from '../../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../../untrusted/text.ts'
import type { BroughtByEvent } from '../changes/read-range.ts'

/** The part of an event that counts here. */
export type Trigger = ReturnType<typeof parseTrigger>

/** An issue's or pull request's conversation. */
export type Thread = NonNullable<ReturnType<typeof parseThread>>

export type Push = ReturnType<typeof parsePush>

export type Release = NonNullable<ReturnType<typeof parseRelease>>

/** The comment that the event is about. Its sender caused the event, and isn't always its author. */
export type TriggerComment = NonNullable<ReturnType<typeof parseComment>>

/** The place of a review comment in the changes of a pull request. `LEFT` is before the change, `RIGHT` after it. */
export type ReviewedPlace = NonNullable<ReturnType<typeof parsePlace>>

/** Whether an event is about a comment that is read. */
export function isCommentEvent(trigger: Pick<Trigger, 'eventName'>): boolean {
  return Object.hasOwn(COMMENT_EVENTS, trigger.eventName)
}

/** Whether the run is requested by a comment; with an empty `command`, no comment counts. */
export function hasCommand<Event extends Pick<Trigger, 'comment'>>(
  trigger: Event,
  command: string,
): trigger is Event & { comment: TriggerComment } {
  return trigger.comment !== undefined && command !== ''
}

/** An event, with the thread that the run reports in. */
export type ReportedTrigger = Trigger & {
  reportThread: { number: number; kind?: Thread['kind'] } | undefined
  /** What came with its commits, once that was read; absent if the push is a pull request. */
  read?: BroughtByEvent
}

/** Decides where the run reports: in a command's own thread; otherwise in `issue-number`, or else the event's own. */
export function addReportThread(
  trigger: Trigger,
  { command, issueNumber }: { command: string; issueNumber: number | undefined },
): ReportedTrigger {
  const { thread } = trigger
  const isOwn = hasCommand(trigger, command) || issueNumber === undefined || issueNumber === thread?.number
  return { ...trigger, reportThread: isOwn ? thread : { number: issueNumber } }
}

/**
 * Parses an event, without errors: a field that is missing or has another type is left out, and the rules that need it
 * reject the event later. https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export function parseTrigger({ name, payload }: WorkflowEvent) {
  const event = readFields(payload)
  const action = readName(event['action'], NAME) ?? ''
  const pull = readFields(event['pull_request'])
  const isPullRequestEvent = ['pull_request', 'pull_request_target'].includes(name)
  return dropAbsent({
    eventName: readName(name, NAME) ?? 'unknown',
    /** `created`, `edited`, ...; empty for events without. */
    action,
    /** Login of the account that caused the event. */
    sender: parseAccount(event['sender']).login,
    /** The event's own thread; for a push, that of its pull request, unless `issue-number` is set. */
    thread: parseThread(event),
    release: parseRelease(event),
    push: name === 'push' ? parsePush(event) : undefined,
    comment: parseComment(name, event),
    isClosedWithoutMerge: isPullRequestEvent && action === 'closed' && pull['merged'] === false,
    /** Set if the pull request of the event comes from another repository. */
    isFromFork: isFromFork(event) ? (true as const) : undefined,
  })
}

/** Of an event or an action. */
const NAME = /^[a-z_]{1,40}$/u

/** Without a repository, the fork was deleted. */
function isFromFork(event: JsonObject): boolean {
  const { repo } = readFields(readFields(event['pull_request'])['head'])
  const own = readText(readFields(event['repository'])['full_name'])
  return repo === null || (repo !== undefined && readText(readFields(repo)['full_name']) !== own)
}

function parseThread(event: JsonObject) {
  const pull = readFields(event['pull_request'])
  const issue = readFields(event['issue'])
  const isPull = asNumber(pull['number']) !== undefined
  const source = isPull ? pull : issue
  const number = asNumber(source['number'])
  if (number === undefined) return undefined
  // An issue_comment event on a pull request carries it as an issue with a `pull_request` field.
  const kind = isPull || readObject(issue['pull_request']) ? ('pull request' as const) : ('issue' as const)
  const author = parseAccount(source['user']).login
  return dropAbsent({ kind, number, title: asText(source['title']), url: asText(source['html_url']), author })
}

function parseRelease(event: JsonObject) {
  const release = readObject(event['release'])
  if (release === undefined) return undefined
  const optional = dropAbsent({
    publishedAt: asTime(release['published_at']),
    author: parseAccount(release['author']).login,
    name: asText(release['name']),
    tag: asText(release['tag_name']),
    url: asText(release['html_url']),
  })
  return { id: asNumber(release['id']), isPrerelease: release['prerelease'] === true, ...optional }
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads#push */
function parsePush(event: JsonObject) {
  const commits: unknown[] = Array.isArray(event['commits']) ? event['commits'] : []
  const [, branch] = /^refs\/heads\/(.+)$/su.exec(readText(event['ref']) ?? '') ?? []
  return {
    /** Undefined for a push of a tag. */
    branch: branch === undefined ? undefined : untrustedText(branch),
    ...(branch !== undefined && { isDefaultBranch: branch === readFields(event['repository'])['default_branch'] }),
    /** The previous commit; undefined when the push created the branch or tag. */
    before: asCommit(event['before']),
    /** The new commit; undefined when the push deleted the branch or tag. */
    after: asCommit(event['after']),
    /** The logins of the commits' authors; undefined where GitHub knows no account. */
    authors: commits.map((each) => parseLogin(readFields(readFields(each)['author'])['username'])),
  }
}

const COMMENT_EVENTS: Readonly<Record<string, 'issue comment' | 'review comment'>> = {
  issue_comment: 'issue comment',
  pull_request_review_comment: 'review comment',
}

function parseComment(eventName: string, event: JsonObject) {
  const kind = Object.hasOwn(COMMENT_EVENTS, eventName) ? COMMENT_EVENTS[eventName] : undefined
  const comment = readFields(event['comment'])
  const id = asNumber(comment['id'])
  const body = readText(comment['body'])
  if (kind === undefined || id === undefined || body === undefined) return undefined
  return dropAbsent({
    kind,
    id,
    body: untrustedText(body),
    author: parseAccount(comment['user']),
    sender: parseAccount(event['sender']),
    createdAt: asTime(comment['created_at']),
    place: kind === 'review comment' ? parsePlace(comment) : undefined,
  })
}

/** https://docs.github.com/webhooks/webhook-events-and-payloads#pull_request_review_comment */
function parsePlace(comment: JsonObject) {
  const path = asText(comment['path'])
  if (path === undefined) return undefined
  const current = asNumber(comment['line'])
  // A line that later commits have changed has its number only as the original one.
  const line = current ?? asNumber(comment['original_line'])
  const firstLine = current && asNumber(comment['start_line'])
  const side = (['LEFT', 'RIGHT'] as const).find((each) => each === comment['side'])
  return dropAbsent({ path, firstLine, line, side, diffHunk: asText(comment['diff_hunk']) })
}

function asTime(value: unknown): string | undefined {
  return readName(value, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u)
}

/** The id of a commit; zeros stand for none. */
function asCommit(value: unknown): string | undefined {
  return readName(value, /^(?=.*[^0])(?:[0-9a-f]{40}|[0-9a-f]{64})$/u)
}

function asText(value: unknown): UntrustedText | undefined {
  const text = readText(value)
  return text ? untrustedText(text) : undefined
}

/** Numbers in events are ids and issue numbers: whole and positive. */
function asNumber(value: unknown): number | undefined {
  const number = readNumber(value)
  return Number.isSafeInteger(number) && Number(number) > 0 ? number : undefined
}
