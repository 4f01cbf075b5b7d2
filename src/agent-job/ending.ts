import { DocsServiceError, sendsPrompt } from '../docs-service/errors.ts'
import { endsJob } from '../docs-service/schema.ts'
import { findStatus } from '../docs-service/statuses.ts'
import { describeBug } from '../formatting/errors.ts'
import { formatDuration } from '../formatting/times.ts'
import { GitHubError } from '../github/errors.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { NotShownError } from '../our-comments/read-back.ts'
import { CancelledError } from '../runner/cancellation.ts'
import { InputError, type InputProblem, listProblems } from '../runner/inputs.ts'
import type { CauseName, Reason } from './causes.ts'
import { ClaimError } from './claim/claim-run.ts'
import { findGitHubCause, findServiceCause } from './find-cause.ts'
import { CommentDeletedError, type FollowedJob, UnconfirmedPromptError } from './job/create-or-continue.ts'
import { STATUS_OUTCOMES } from './outcome.ts'
import type { Ending, StoppedEnding } from './run-result.ts'

/** The ending of a run that has followed its job, with all that is known of the job. */
export function endByJob(followed: FollowedJob, timeoutMs: number): Ending & Pick<FollowedJob, 'job' | 'prompt'> {
  const { end, job, answer, documentation, prompt } = followed
  const known = { job, answer, documentation, ...(prompt && { prompt }) }
  if (end === 'submitted') return { ...known, outcome: 'submitted' }
  if (end === 'deadline') return { ...known, ...endByDeadline(followed, timeoutMs), outcome: 'timed-out' }
  if (end !== 'over') {
    const ending = stopByError(end.error)
    const isLost = ending.cause === 'job-not-found' && job.isFollowUp !== undefined
    return { ...known, ...ending, ...(isLost && { advice: LOST }) }
  }
  const outcome = endsJob(answer?.status) ? STATUS_OUTCOMES[answer.status] : undefined
  if (outcome !== undefined) return { ...known, outcome }
  const { prLink } = job
  if (prLink !== undefined) return { ...known, job: { ...job, prLink }, outcome: 'pull-request' }
  // Steps that go by `pull-request` use `prLink`, so the two go together.
  return { ...known, outcome: 'no-pull-request', cause: answer?.isPrLinkRefused ? 'link-refused' : undefined }
}

/** The service no longer knows a job that received the prompt. */
const LOST =
  "The service accepted the prompt, but doesn't know the job anymore. Look for it in the dashboard. " +
  'A re-run looks for it again, and sends nothing. For a new job, {again}.'

function endByDeadline({ answer, unread, retryAt }: FollowedJob, timeoutMs: number): Reason {
  const timeout = `the timeout of ${formatDuration(timeoutMs)} ended`
  const technical = unread?.message ?? ''
  if (retryAt !== undefined) {
    const problem = 'The service asks for a longer wait than the timeout allows.'
    return { cause: 'service-limit', problem, technical, retryAt }
  }
  if (unread !== undefined) {
    const cause = (unread.status === 404 ? undefined : findServiceCause(unread)) ?? 'service-failed'
    const problem = `The job couldn't be read when ${timeout}, so it isn't known whether the agent is still working.`
    return { cause, problem, technical, detail: unread.serviceMessage }
  }
  if (endsJob(answer?.status))
    return { problem: `When ${timeout}, the status of the job could still be the one from before the message.` }
  const isKnown = answer?.status === 'active'
  return { problem: `${isKnown ? 'The job' : "It isn't known whether the job"} was still running when ${timeout}.` }
}

/** The ending that an error means. A request whose prompt may have been received says so itself. */
export function endByError(error: unknown): Ending {
  return error instanceof CommentDeletedError ? { outcome: 'skipped', cause: 'comment-gone' } : stopByError(error)
}

/** The ending of a run that an error stopped, where that isn't a deleted comment. */
export function stopByError(error: unknown): StoppedEnding {
  if (error instanceof CancelledError) return { outcome: 'cancelled' }
  if (error instanceof DocsServiceError) {
    const { message: technical, serviceMessage: detail, retryAt, status } = error
    const found = { outcome: chooseOutcome(error), cause: findServiceCause(error) }
    return { ...found, technical, retryAt, detail, isDetailOpen: findStatus(status).isTelling === true }
  }
  if (error instanceof ClaimError) return endByClaim(error.cause)
  if (error instanceof GitHubError) {
    const cause = findGitHubCause(error)
    const { isTransient, hint, what: technical, retryAt } = error
    const problem = cause === 'github-refused' ? hint : undefined
    return { outcome: isTransient ? 'unavailable' : 'error', cause, problem, technical, retryAt }
  }
  if (error instanceof ProxySettingError)
    return { outcome: 'error', cause: 'proxy-failed', problem: `${error.message} ${error.hint}` }
  if (error instanceof InputError) {
    const problem = listProblems(error.problems)
    const [cause = 'invalid-input'] = error.problems.map(nameProblem).filter((each) => each !== 'invalid-input')
    return { outcome: 'error', cause, problem }
  }
  return {
    outcome: error instanceof UnconfirmedPromptError ? 'unknown' : 'error',
    problem: `Unexpected error: ${describeBug(error)}`,
    unexpected: error,
  }
}

/** The cause of a problem with an input. That of the key has advice of its own. */
export function nameProblem({ input, secret }: InputProblem): CauseName {
  if (secret === 'misplaced') return 'key-misplaced'
  if (input !== 'api-key' || secret === undefined) return 'invalid-input'
  return secret === 'empty' ? 'secret-missing' : 'key-malformed'
}

/** The ending of a run that couldn't find out whether the commenter may: nobody is let in, and no comment is posted. */
export function endByPermissionCheck(error: unknown): StoppedEnding {
  const ending = stopByError(error)
  const { status } = error instanceof GitHubError ? error : {}
  // GitHub knows the account, or doesn't, where the token sees the repository.
  if (status === 404) return { ...ending, cause: 'token-without-access', problem: undefined }
  const isRefused = status === 403 && ending.cause === 'github-refused'
  return isRefused ? { ...ending, cause: 'permission-check-refused', problem: undefined } : ending
}

/** The ending of a run whose comment can't be written, or read back. */
function endByClaim(error: GitHubError): StoppedEnding {
  const { what: technical, hint } = error
  if (error instanceof NotShownError) return { outcome: 'unavailable', cause: 'comment-not-visible', technical }
  const ending = stopByError(error)
  if (ending.cause !== 'github-refused') return ending
  if (error.isLocked) return { outcome: 'error', cause: 'thread-locked', technical }
  const isGone = error.status === 404 || error.status === 410
  const cause = isGone ? 'thread-not-found' : 'comment-refused'
  return { outcome: 'error', cause, problem: hint, technical }
}

function chooseOutcome({ operation, certainty, kind, isUnavailable }: DocsServiceError): StoppedEnding['outcome'] {
  if (sendsPrompt(operation) && certainty === 'unknown') return 'unknown'
  if (isUnavailable) return 'unavailable'
  return kind === 'cancelled' ? 'cancelled' : 'error'
}
