// The front door imports this file: no packages here.
import { ActionError } from '../runner/action-error.ts'

/** What started the run, as far as it asks for something. */
export type Trigger = { eventName: string; sender: Account; defaultBranch: string } & (
  | { kind: 'comment'; about: EventSubject; comment: TriggerComment }
  /** An issue's or a pull request's own event. */
  | { kind: 'conversation'; about: EventSubject }
  | { kind: 'push'; branch: string; before: string; after: string }
  /** A new tag, or a release of one. */
  | { kind: 'tag'; tag: string; release: Release | undefined }
  /** A schedule, a dispatch, or any other event that a workflow names. */
  | { kind: 'other' }
)

/** What a run is about: an issue or a pull request. */
export interface Subject {
  kind: 'issue' | 'pull request'
  number: number
  title: string
  url: string
  /** Its description, as Markdown. */
  body: string
  /** Names. */
  labels: string[]
}

/** That of the event, which alone names its author. */
export interface EventSubject extends Subject {
  /** Login; empty for a deleted account. */
  author: string
}

export interface Release {
  name: string
  url: string
  /** Its notes, as Markdown. */
  body: string
  /** Login. */
  author: string
}

export interface TriggerComment {
  kind: 'issue comment' | 'review comment'
  id: number
  url: string
  body: string
  author: Account
  /** ISO 8601. */
  createdAt: string
  /** Where a review comment is. */
  place: ReviewedPlace | undefined
}

export interface Account {
  login: string
  id: number
  /** `User`, `Bot`, `Organization`, … */
  type: string
}

export interface ReviewedPlace {
  path: string
  /** Undefined for a comment on one line. */
  firstLine: number | undefined
  /** Undefined for a comment on the file. */
  line: number | undefined
  hunk: string
}

/** The part of an event that is read. https://docs.github.com/webhooks/webhook-events-and-payloads */
export interface Payload {
  action?: string
  sender?: PayloadAccount
  repository?: { default_branch?: string }
  issue?: PayloadConversation & { pull_request?: object }
  pull_request?: PayloadConversation & { merged?: boolean }
  comment?: PayloadComment
  release?: {
    tag_name?: string
    name?: string | null
    html_url?: string
    body?: string | null
    author?: PayloadAccount
  }
  ref?: string
  before?: string
  after?: string
}
interface PayloadAccount {
  login?: string
  id?: number
  type?: string
}
interface PayloadConversation {
  number?: number
  title?: string
  html_url?: string
  body?: string | null
  user?: PayloadAccount | null
  labels?: { name?: string }[]
}
interface PayloadComment {
  id?: number
  html_url?: string
  body?: string
  user?: PayloadAccount | null
  created_at?: string
  path?: string
  start_line?: number | null
  line?: number | null
  original_line?: number | null
  diff_hunk?: string
}

export const COMMENT_EVENTS = ['issue_comment', 'pull_request_review_comment']

/** Parses an event that asks for something. */
export function parseTrigger(eventName: string, payload: Payload): Trigger {
  const { issue, pull_request: pull, comment, release, ref = '', before = '', after = '' } = payload
  const common = {
    eventName,
    sender: parseAccount(payload.sender),
    defaultBranch: payload.repository?.default_branch ?? '',
  }
  // A comment on a pull request's conversation has it as an issue with a `pull_request`.
  const kind = pull !== undefined || issue?.pull_request !== undefined ? 'pull request' : 'issue'
  const about = parseSubject(kind, pull ?? issue)
  if (COMMENT_EVENTS.includes(eventName)) {
    if (comment === undefined || about === undefined)
      throw new ActionError("The event file can't be read (it names no comment, issue or pull request).")
    return { ...common, kind: 'comment', about, comment: parseComment(eventName, comment) }
  }
  if (release !== undefined)
    return { ...common, kind: 'tag', tag: release.tag_name ?? '', release: parseRelease(release) }
  if (eventName === 'push' && ref.startsWith('refs/heads/'))
    return { ...common, kind: 'push', branch: ref.slice('refs/heads/'.length), before, after }
  if (eventName === 'push') return { ...common, kind: 'tag', tag: ref.slice('refs/tags/'.length), release: undefined }
  return about === undefined ? { ...common, kind: 'other' } : { ...common, kind: 'conversation', about }
}

function parseSubject(kind: Subject['kind'], conversation: PayloadConversation | undefined): EventSubject | undefined {
  if (conversation?.number === undefined) return undefined
  const { number, title = '', html_url: url = '', body, user, labels = [] } = conversation
  const names = labels.map(({ name = '' }) => name)
  return { kind, number, title, url, body: body ?? '', author: user?.login ?? '', labels: names }
}

function parseRelease({ name, html_url: url = '', body, author }: NonNullable<Payload['release']>): Release {
  return { name: name ?? '', url, body: body ?? '', author: author?.login ?? '' }
}

/** The author of a comment is `null` for a deleted account. */
function parseAccount(account: PayloadAccount | null | undefined): Account {
  const { login = '', id = 0, type = '' } = account ?? {}
  return { login, id, type }
}

function parseComment(eventName: string, comment: PayloadComment): TriggerComment {
  const { id = 0, html_url: url = '', body = '', user, created_at: createdAt = '', path } = comment
  // A line that later commits have changed has its number only as the original one.
  const line = comment.line ?? comment.original_line ?? undefined
  return {
    kind: eventName === 'issue_comment' ? 'issue comment' : 'review comment',
    id,
    url,
    body,
    author: parseAccount(user),
    createdAt,
    place:
      path === undefined
        ? undefined
        : { path, firstLine: comment.start_line ?? undefined, line, hunk: comment.diff_hunk ?? '' },
  }
}
