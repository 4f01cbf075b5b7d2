import type { UntrustedText } from '../untrusted/text.ts'
import type { Outcome } from './outcome.ts'

/** Why a run ended as it did: `causes.ts` has the headline of each, and who does what about it. */
export type CauseName =
  // The service said so, or its connection.
  | 'key-refused'
  | 'key-of-assistant'
  | 'key-of-index'
  | 'key-with-bearer'
  | 'key-may-not-write'
  | 'key-may-not-read'
  | 'blocked-on-the-way'
  | 'plan-or-credits'
  | 'project-not-found'
  | 'job-not-found'
  | 'not-the-service'
  | 'prompt-refused'
  | 'prompt-too-large'
  | 'request-refused'
  | 'service-failed'
  | 'name-not-found'
  | 'certificate-refused'
  | 'proxy-refused'
  | 'proxy-unusable'
  | 'prompt-unconfirmed'
  // The workflow.
  | 'secret-missing'
  | 'inputs-unusable'
  // GitHub.
  | 'permission-check-refused'
  | 'github-token-refused'
  | 'github-refused'
  | 'github-limit'
  | 'thread-locked'
  // Nothing was sent, since the claim could not be made.
  | 'comment-refused'
  | 'thread-not-found'
  | 'comment-not-visible'
  | 'github-unreachable'
  | 'comment-gone'
  // Nothing was sent, since somebody else may have sent it.
  | 'claimed-by-other-run'
  | 'taken-over-by-later-run'
  | 'lost-while-sending'
  | 'answered-and-deleted'
  | 'other-key'
  // Nothing was sent, since the job of a previous run took the time.
  | 'previous-job-active'
  | 'too-little-time'
  // The service could not take it.
  | 'service-limit'
  | 'service-unreachable'
  // The event of a pull request that was closed without a merge.
  | 'documentation-closed'
  | 'documentation-left-open'
  | 'documentation-unfinished'
  | 'documentation-unreadable'
  | 'documentation-none'
  | 'check-failed'
  | 'link-refused'

/** How a run ended, and why. */
export interface Ending {
  outcome: Outcome
  cause?: CauseName | undefined
  /** What the cause doesn't say of this run, in whole sentences. */
  problem?: string
  /** Operation, address and status, in whole sentences. People read it last. */
  technical?: string
  /** What the service said about it. */
  detail?: UntrustedText
  /** An unexpected error. Its stack is shown with step debugging. */
  unexpected?: unknown
}
