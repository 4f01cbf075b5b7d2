import { DocsServiceError } from '../../docs-service/errors.ts'
import { type AgentJob, type EndStatus, endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import { ProxySettingError } from '../../network/proxies.ts'
import { CancelledError } from '../../runner/cancellation.ts'
import { InputError } from '../../runner/inputs.ts'
import { describeBug, describeError } from '../../runner/run-action.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { PreviousPullRequest } from '../claim/claim-marker.ts'
import type { Prompt } from '../request/prompt.ts'
import type { Outcome } from './outcome.ts'
import type { Traffic } from './traffic.ts'

/**
 * Why a run ended as it did, where an error doesn't say it: `result` knows the headline of each, and what to do about it.
 */
export type CauseName =
  // Nothing was sent, since the claim could not be made.
  | 'comment-refused'
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
  | 'documentation-none'
  | 'check-failed'

/** How a run ended, and why. */
export interface Ending {
  outcome: Outcome
  cause?: CauseName
  /** What went wrong, and what to do about it, in our words. */
  problem?: string
  /** What the service said about it. */
  detail?: UntrustedText
  /** An unexpected error. Its stack is shown with step debugging. */
  unexpected?: unknown
}

/** A run from its end: all that outputs, comment, reaction, summary and log tell of it. */
export interface RunResult extends Ending {
  /** Set as soon as it is known, also where the job was never read. */
  jobId?: string | undefined
  /** The last that the service said of the job. */
  job?: AgentJob | undefined
  /** Always there when the outcome is `pull-request`. */
  pullRequest?: URL | undefined
  /** Whether the prompt went to the job of an earlier run; absent when nothing was sent. */
  isFollowUp?: boolean | undefined
  /** The pull request of an earlier job that was continued, or could not be. */
  previous?: PreviousPullRequest | undefined
  prompt?: Prompt | undefined
  /** Why the commenter was let in. */
  allowedBecause?: string | undefined
  /** Whether the comment asked for help only. */
  isHelp?: boolean | undefined
  /** Milliseconds since the claim. */
  durationMs: number
  /** The comment that reports on this job, where it is another run's. */
  reportedIn?: string | undefined
  /** Whether this run, or an earlier attempt of it, has claimed the comment. */
  isClaimed: boolean
  /** What was written, where GitHub lets the token read it. */
  documentation?: WrittenDocumentation | undefined
  /** How often the pages of the pull request were read. */
  traffic?: Traffic | undefined
  /** What a dry run found out; in the order in which it was checked. */
  checks?: readonly Check[] | undefined
}

/** A line of a check of the set-up. */
export interface Check {
  /** `unknown` where it could not be looked at. */
  state: 'passed' | 'failed' | 'unknown'
  /** What was found, and, where it is not as it should be, what to do. */
  text: string
}

/** A page of the documentation that a pull request changes. */
export interface ChangedPage {
  /** Its file in the repository of the pull request. */
  file: UntrustedText
  /** `added`, `modified`, `removed`, `renamed` and the like, as GitHub says it. */
  status: string
  /** Lines. */
  additions: number
  /** Lines. */
  deletions: number
  /** How often it was read; absent where that isn't known, or wasn't asked. */
  views?: { human: number; ai: number; total: number }
}

/** The documentation pull request as GitHub shows it when the run ends. */
export interface WrittenDocumentation {
  title?: UntrustedText
  state: 'open' | 'closed' | 'merged'
  /** The commit at its head, with which a later run compares. */
  headSha?: string
  /** All pages, in the order in which they are shown. */
  pages: readonly ChangedPage[]
  /** Changed files that are no page. */
  otherFileCount: number
  /** Set when the views were read. `isPartial`: of a large site, only the first 1,000 rows were searched. */
  traffic?: { days: number; isPartial: boolean }
}

/** An unexpected error while a prompt was being sent. */
export class UnconfirmedPromptError extends Error {
  override readonly name = 'UnconfirmedPromptError'

  constructor(cause: unknown) {
    super(`The prompt may have been received. ${describeError(cause)}`, { cause })
  }
}

/** What each status that ends a job means; undefined where that depends on the pull request. */
const ENDINGS: Record<EndStatus, Ending | undefined> = {
  completed: undefined,
  archived: { outcome: 'archived' },
  failed: {
    outcome: 'failed',
    problem: "The agent met an error that it couldn't recover from. The service gives no reason.",
  },
}

/** The ending that a terminal job means. */
export function endByJob(job: AgentJob | undefined, pullRequest: URL | undefined): Ending {
  const ending = endsJob(job?.status) ? ENDINGS[job.status] : undefined
  if (ending !== undefined) return ending
  if (pullRequest !== undefined) return { outcome: 'pull-request' }
  if (!job?.isPrLinkRefused) return { outcome: 'no-pull-request' }
  // Steps that go by `pull-request` use `prLink`, so the two go together.
  return {
    outcome: 'no-pull-request',
    problem:
      'The service named a pull request, but its address is not safe to show, so it is left out. Look for it in the documentation repository.',
  }
}

/** The ending that an error means. A request whose prompt may have been received says so itself. */
export function endByError(error: unknown): Ending {
  if (error instanceof CancelledError) return { outcome: 'cancelled', problem: error.message }
  if (error instanceof DocsServiceError)
    return {
      outcome: chooseOutcome(error),
      problem: `${error.message} ${error.hint}`,
      ...(error.serviceMessage !== undefined && { detail: error.serviceMessage }),
    }
  if (error instanceof ProxySettingError)
    return { outcome: 'error', problem: `${error.message} ${error.hint}` }
  if (error instanceof GitHubError || error instanceof InputError)
    return { outcome: 'error', problem: error.message }
  return {
    outcome: error instanceof UnconfirmedPromptError ? 'unknown' : 'error',
    problem: `Unexpected error: ${describeBug(error)}`,
    unexpected: error,
  }
}

function chooseOutcome({ operation, certainty, kind }: DocsServiceError): Outcome {
  const sendsPrompt = operation === 'create agent job' || operation === 'send follow-up message'
  if (sendsPrompt && certainty === 'unknown') return 'unknown'
  return kind === 'cancelled' ? 'cancelled' : 'error'
}
