import type { CommitComparison } from '../../github/changes.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

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
  /** Undefined for a push of a tag. */
  branch: UntrustedText | undefined
  /** Whether it is the branch that the event says is the default one. */
  isDefaultBranch?: boolean
  /** The commit that the branch or tag was at; undefined when it was made by this push. */
  before: string | undefined
  /** The commit that it is at now; undefined when the push deleted it. */
  after: string | undefined
  /** Oldest first. The author is undefined where GitHub knows no account. */
  commits: readonly { id: string | undefined; author: string | undefined; subject?: UntrustedText }[]
  /** Both commits compared, where GitHub has been asked already. */
  comparison?: CommitComparison
  /** The pull request that the push is, once GitHub has been asked for it. */
  pullRequest?: Thread
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
  /** Only for a review comment. */
  place?: ReviewedPlace
}

/** Where in the changes of a pull request a review comment stands. */
export interface ReviewedPlace {
  path: UntrustedText
  /** The first of several lines. */
  firstLine?: number
  /** The last line, or the only one; undefined for a comment on a whole file. */
  line?: number
  /** `LEFT` is before the change, `RIGHT` after it. */
  side?: 'LEFT' | 'RIGHT'
  /** The change around the line, up to it. */
  diffHunk?: UntrustedText
}

/** What started this run, as far as it matters here. */
export interface Trigger {
  eventName: string
  /** `created`, `edited`, ...; empty for events without. */
  action: string
  /** Login of whoever caused the event. */
  sender?: string
  /** The event's own thread; that of the pull request that a push is, where nothing else is to be reported on. */
  thread?: Thread
  release?: Release
  push?: Push
  comment?: TriggerComment
  /** Whether a pull request was closed, and not merged. */
  isClosedWithoutMerge: boolean
  /** Whether the event says that everybody can see the repository. */
  isPublic: boolean
}

/** The events about comments that are read. */
export const COMMENT_EVENTS: Readonly<Record<string, TriggerComment['kind']>> = {
  issue_comment: 'issue comment',
  pull_request_review_comment: 'review comment',
}

/** Whether a run of this event is about a comment, whatever became of it. */
export function isCommentEvent(trigger: Pick<Trigger, 'eventName'>): boolean {
  return Object.hasOwn(COMMENT_EVENTS, trigger.eventName)
}

/** Whether a comment asks for this run; with an empty `command`, no comment does. */
export function hasCommand<Event extends Pick<Trigger, 'comment'>>(
  trigger: Event,
  command: string,
): trigger is Event & { comment: TriggerComment } {
  return trigger.comment !== undefined && command !== ''
}

/**
 * The thread that the run reports in: a command is answered where it stands; otherwise `issue-number`, or else the
 * event's own. The kind is not known of another thread.
 */
export function findReportThread(
  trigger: Trigger,
  { command, issueNumber }: { command: string; issueNumber: number | undefined },
): { number: number; kind?: Thread['kind'] } | undefined {
  const { thread, isClosedWithoutMerge } = trigger
  const isOwn = hasCommand(trigger, command) || isClosedWithoutMerge || issueNumber === thread?.number
  return isOwn || issueNumber === undefined ? thread : { number: issueNumber }
}
