import { DocsServiceError, sendsPrompt } from '../../docs-service/errors.ts'
import { type AgentJob, type EndStatus, endsJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import { NotShownError } from '../../github/read-back.ts'
import { ProxySettingError } from '../../network/proxies.ts'
import { CancelledError } from '../../runner/cancellation.ts'
import { InputError } from '../../runner/inputs.ts'
import { describeBug, describeError } from '../../runner/run-action.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { PreviousPullRequest } from '../claim/claim-marker.ts'
import { ClaimError } from '../claim/claim-run.ts'
import type { Ending } from '../ending.ts'
import type { Outcome } from '../outcome.ts'
import type { Prompt } from '../request/prompt.ts'
import { findGitHubCause, findServiceCause } from './find-cause.ts'

/** A run from its end: all that outputs, comment, reaction, summary and log tell of it. */
export interface RunResult extends Ending {
  /** Set as soon as it is known, also where the job was never read. */
  jobId?: string | undefined
  /** The last that the service said of the job. */
  job?: AgentJob | undefined
  /** The last status of the job that the comment remembers; `job` knows better where it is there. */
  status?: string | undefined
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
  /** The word that looks like an option, where the help is for that. */
  unknownWord?: UntrustedText | undefined
  /** Milliseconds since the claim. */
  durationMs: number
  /** Page of the comment that reports on this job, this run's or another one's. */
  reportedIn?: string | undefined
  /** Whether our comment keeps what was sent, so that a re-run finds it. */
  isClaimed: boolean
  /** What was written, where GitHub lets the token read it. */
  documentation?: WrittenDocumentation | undefined
  /** What a dry run found out; in the order in which it was checked. */
  checks?: readonly Check[] | undefined
}

/** A result as far as it is known: `post` knows less of a run than `main`. */
export type RunReport = Partial<RunResult> & Pick<RunResult, 'outcome'>

/** A line of a check of the set-up. */
export interface Check {
  /** `unknown` where it could not be looked at. */
  state: 'passed' | 'failed' | 'unknown'
  /** What was found, and, where it is not as it should be, what to do; with `{keys}` and the like. */
  text: string
  /** What was asked, and what came back. People read it last. */
  technical?: string
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
  failed: { outcome: 'failed' },
}

/** The ending that a terminal job means. */
export function endByJob(job: AgentJob | undefined, pullRequest: URL | undefined): Ending {
  const ending = endsJob(job?.status) ? ENDINGS[job.status] : undefined
  if (ending !== undefined) return ending
  if (pullRequest !== undefined) return { outcome: 'pull-request' }
  if (!job?.isPrLinkRefused) return { outcome: 'no-pull-request' }
  // Steps that go by `pull-request` use `prLink`, so the two go together.
  return { outcome: 'no-pull-request', cause: 'link-refused' }
}

/** The ending that an error means. A request whose prompt may have been received says so itself. */
export function endByError(error: unknown): Ending {
  if (error instanceof CancelledError) return { outcome: 'cancelled' }
  if (error instanceof DocsServiceError)
    return {
      outcome: chooseOutcome(error),
      cause: findServiceCause(error),
      technical: error.message,
      ...(error.serviceMessage !== undefined && { detail: error.serviceMessage }),
    }
  if (error instanceof ClaimError) return endByClaim(error.failure)
  if (error instanceof GitHubError) {
    const cause = findGitHubCause(error)
    return {
      outcome: error.isTransient ? 'unavailable' : 'error',
      cause,
      ...(cause === 'github-refused' && { problem: error.hint }),
      technical: error.what,
    }
  }
  if (error instanceof ProxySettingError)
    return { outcome: 'error', cause: 'proxy-unusable', problem: `${error.message} ${error.hint}` }
  if (error instanceof InputError)
    return { outcome: 'error', cause: 'inputs-unusable', problem: listProblems(error) }
  return {
    outcome: error instanceof UnconfirmedPromptError ? 'unknown' : 'error',
    problem: `Unexpected error: ${describeBug(error)}`,
    unexpected: error,
  }
}

function listProblems({ problems }: InputError): string {
  return problems.map(({ input, message }) => `- ${input}: ${message}`).join('\n')
}

/** The ending of a run that could not find out whether the commenter may: nobody is let in, and nothing is said. */
export function endByPermissionCheck(error: unknown): Ending {
  const { problem, ...ending } = endByError(error)
  if (error instanceof GitHubError && error.status === 403 && ending.cause === 'github-refused')
    return { ...ending, cause: 'permission-check-refused' }
  return { ...ending, ...(problem !== undefined && { problem }) }
}

/** The ending of a run whose comment can't be written, or read back. */
function endByClaim(error: GitHubError): Ending {
  const { what: technical, hint } = error
  if (error instanceof NotShownError)
    return { outcome: 'unavailable', cause: 'comment-not-visible', technical }
  const ending = endByError(error)
  if (ending.cause !== 'github-refused') return ending
  if (error.isLocked) return { outcome: 'error', cause: 'thread-locked', technical }
  const isGone = error.status === 404 || error.status === 410
  const cause = isGone ? 'thread-not-found' : 'comment-refused'
  return { outcome: 'error', cause, problem: hint, technical }
}

function chooseOutcome({ operation, certainty, kind, isUnavailable }: DocsServiceError): Outcome {
  if (sendsPrompt(operation) && certainty === 'unknown') return 'unknown'
  if (isUnavailable) return 'unavailable'
  return kind === 'cancelled' ? 'cancelled' : 'error'
}
