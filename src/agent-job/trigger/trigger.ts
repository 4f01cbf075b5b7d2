import type { Account } from '../../github/account.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

/** The part of an event that counts here. https://docs.github.com/webhooks/webhook-events-and-payloads */
export interface Trigger {
  /** `unknown` if the runner doesn't name it. */
  eventName: string
  /** `created`, `edited`, ...; empty for events without. */
  action: string
  /** Login of the account that caused the event. */
  sender?: string
  /** The event's own thread; for a push, that of its pull request, unless `issue-number` is set. */
  thread?: Thread
  release?: Release
  push?: Push
  comment?: TriggerComment
  isClosedWithoutMerge: boolean
  /** Set if the pull request of the event comes from another repository. */
  isFromFork?: true
}

/** An issue's or pull request's conversation. */
export interface Thread {
  kind: 'issue' | 'pull request'
  number: number
  title?: UntrustedText
  url?: UntrustedText
  /** Login. */
  author?: string
}

export interface Release {
  id: number | undefined
  isPrerelease: boolean
  /** ISO 8601. */
  publishedAt?: string
  /** Login. */
  author?: string
  name?: UntrustedText
  tag?: UntrustedText
  url?: UntrustedText
}

export interface Push {
  /** Undefined for a push of a tag. */
  branch: UntrustedText | undefined
  /** Absent for a push of a tag. */
  isDefaultBranch?: boolean
  /** SHA of the previous commit; undefined when the push created the branch or tag. */
  before: string | undefined
  /** SHA of the new commit; undefined when the push deleted the branch or tag. */
  after: string | undefined
  /** The logins of the commits' authors; undefined where GitHub knows no account. */
  authors: (string | undefined)[]
}

/** The comment that the event is about. Its sender caused the event, and isn't always its author. */
export interface TriggerComment {
  kind: 'issue comment' | 'review comment'
  id: number
  body: UntrustedText
  author: Account
  sender: Account
  /** ISO 8601. */
  createdAt?: string
  /** Absent for a comment in a conversation. */
  place?: ReviewedPlace
}

/** The place of a review comment in the changes of a pull request. */
export interface ReviewedPlace {
  path: UntrustedText
  /** Absent if the comment is about one line. */
  firstLine?: number
  line?: number
  /** `LEFT` is before the change, `RIGHT` after it. */
  side?: 'LEFT' | 'RIGHT'
  diffHunk?: UntrustedText
}

const COMMENT_EVENTS: readonly string[] = ['issue_comment', 'pull_request_review_comment']

/** Whether an event is about a comment that is read. */
export function isCommentEvent(trigger: Pick<Trigger, 'eventName'>): boolean {
  return COMMENT_EVENTS.includes(trigger.eventName)
}

/** Whether a person or a schedule starts a run of this event on purpose. */
export function isStartedOnPurpose({ eventName }: Pick<Trigger, 'eventName'>): boolean {
  return ['workflow_dispatch', 'repository_dispatch', 'schedule'].includes(eventName)
}

/** Whether the run is requested by a comment; with an empty `command`, no comment counts. */
export function isStartedByComment<Event extends Pick<Trigger, 'comment'>>(
  trigger: Event,
  command: string,
): trigger is Event & { comment: TriggerComment } {
  return trigger.comment !== undefined && command !== ''
}
