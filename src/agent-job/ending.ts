import { DocsServiceError, sendsPrompt } from '../docs-service/errors.ts'
import { type AgentJob, endsJob } from '../docs-service/schema.ts'
import { GitHubError } from '../github/errors.ts'
import { NotShownError } from '../github/read-back.ts'
import type { JobRecord } from '../job-marker/job-record.ts'
import { type Outcome, STATUS_OUTCOMES } from '../job-marker/outcome.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { CancelledError } from '../runner/cancellation.ts'
import { formatDuration } from '../runner/clock.ts'
import { InputError } from '../runner/inputs.ts'
import { describeBug } from '../runner/run-action.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { Ending } from './causes.ts'
import { ClaimError } from './claim/claim-run.ts'
import { findGitHubCause, findServiceCause } from './find-cause.ts'
import type { Check } from './job/check-service.ts'
import type { FollowedJob } from './job/follow-job.ts'
import { UnconfirmedPromptError } from './job/send-prompt.ts'
import type { WrittenDocumentation } from './job/written-documentation.ts'
import type { Prompt } from './request/prompt.ts'
import type { Told } from './request/since/read-branch-changes.ts'

/** A run from its end: all that outputs, comment, reaction, summary and log report of it. */
export interface RunResult extends Ending {
  /** All that is known of the job; always with `prLink` when the outcome is `pull-request`. */
  job?: JobRecord | undefined
  /** The last that the service said of the job, whole. */
  answer?: AgentJob | undefined
  /** The documentation pull request of a pull request that was closed without a merge. */
  closing?: URL | undefined
  prompt?: Prompt | undefined
  /** What the run tells of its branch, with `since`. */
  told?: Told | undefined
  /** Why the commenter was let in. */
  allowedBecause?: string | undefined
  /** Set when the comment asks for help only. `unknownWord`: the first word, where it looks like an option. */
  help?: { unknownWord?: UntrustedText | undefined } | undefined
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

/** How a run ends before its job, and what is known by then. */
export type EarlyEnd = Ending & Partial<RunResult>

/** A result, as far as it is known: `post` knows less of a run than `main`. */
export type RunReport = Partial<RunResult> & Pick<RunResult, 'outcome'>

/** The ending of a run that has followed its job, with all that is known of the job. */
export function endByJob(
  { end, ...known }: FollowedJob,
  timeoutMs: number,
): Ending & Omit<FollowedJob, 'end'> {
  return { ...known, ...chooseEnding({ end, ...known }, timeoutMs) }
}

function chooseEnding({ job, answer, end }: FollowedJob, timeoutMs: number): Ending {
  if (end === 'submitted') return { outcome: 'submitted' }
  if (end === 'deadline') {
    const problem = `The job was not finished when the timeout of ${formatDuration(timeoutMs)} ran out.`
    return { outcome: 'timed-out', problem }
  }
  if (end !== 'over') return endByError(end.error)
  const outcome = endsJob(answer?.status) ? STATUS_OUTCOMES[answer.status] : undefined
  if (outcome !== undefined) return { outcome }
  if (job.prLink !== undefined) return { outcome: 'pull-request' }
  // Steps that go by `pull-request` use `prLink`, so the two go together.
  return answer?.isPrLinkRefused
    ? { outcome: 'no-pull-request', cause: 'link-refused' }
    : { outcome: 'no-pull-request' }
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
