import { DocsServiceError } from '../../docs-service/errors.ts'
import type { AgentJob } from '../../docs-service/schema.ts'
import { GitHubError } from '../../github/errors.ts'
import { ProxySettingError } from '../../network/proxies.ts'
import { CancelledError } from '../../runner/cancellation.ts'
import { InputError } from '../../runner/inputs.ts'
import { describeError } from '../../runner/run-action.ts'
import type { UntrustedText } from '../../untrusted/text.ts'
import type { Outcome } from './outcome.ts'

/** How a run ended. */
export interface Ending {
  outcome: Outcome
  /** What went wrong, and what to do about it, in our words. */
  problem?: string
  /** What the service said about it. */
  detail?: UntrustedText
  /** Set when nobody expected this error: then its stack helps, with step debugging. */
  unexpected?: unknown
}

/** The ending that a terminal job means (interface section 3). */
export function endByJob(job: AgentJob | undefined): Ending {
  if (job?.status === 'archived') return { outcome: 'archived' }
  if (job?.status === 'failed')
    return {
      outcome: 'failed',
      problem: 'The agent met an error that it could not recover from. The service gives no reason.',
    }
  if (job?.pullRequest !== undefined) return { outcome: 'pull-request' }
  if (!job?.isPrLinkRefused) return { outcome: 'no-pull-request' }
  // Steps that go by `pull-request` use `prLink`, so the two go together.
  return {
    outcome: 'no-pull-request',
    problem:
      'The service named a pull request, but its address is not one that is safe to print or to link, so it is left out. Look it up in the documentation repository.',
  }
}

/** The ending of a wait that was too short; `waited` is the time limit, as people read it. */
export function endByTimeout(waited: string): Ending {
  return { outcome: 'timed-out', problem: `The job was not finished when the timeout of ${waited} ran out.` }
}

/**
 * The ending that an error means.
 * @param mayHaveCreated whether the error struck between the create request and its answer
 */
export function endByError(error: unknown, mayHaveCreated: boolean): Ending {
  const ending = explain(error)
  const isRefused = error instanceof DocsServiceError && error.certainty === 'not-accepted'
  return mayHaveCreated && !isRefused ? { ...ending, outcome: 'unknown' } : ending
}

function explain(error: unknown): Ending {
  if (error instanceof CancelledError) return { outcome: 'cancelled', problem: error.message }
  if (error instanceof DocsServiceError)
    return {
      outcome: error.kind === 'cancelled' ? 'cancelled' : 'error',
      problem: `${error.message} ${error.hint}`,
      ...(error.detail !== undefined && { detail: error.detail }),
    }
  if (error instanceof ProxySettingError)
    return { outcome: 'error', problem: `${error.message} ${error.hint}` }
  if (error instanceof GitHubError || error instanceof InputError)
    return { outcome: 'error', problem: error.message }
  return {
    outcome: 'error',
    problem: `Unexpected error: ${describeError(error)} This is a mistake in the action; please report it.`,
    unexpected: error,
  }
}
