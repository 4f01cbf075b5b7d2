import { DocsServiceError, MaximumRequestsError } from '../docs-service/errors.ts'
import { describeBug } from '../formatting/errors.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { ExportFileError } from './file/export-file.ts'

export interface ExportWarning {
  /** The second part of the warning's title. */
  about:
    | 'no comparison'
    | 'pages not compared'
    | 'not all days'
    | 'the data is inconsistent'
    | 'not everything was checked'
  message: string
  /** What the service said. */
  quote?: UntrustedText | undefined
}

/** Why rows are missing, or may be, although nothing failed. */
export type Shortfall = keyof typeof SHORTFALLS

const SHORTFALLS = {
  'request limit': '`max-requests` was reached.',
  'short page': 'A page has fewer rows than requested, but more follow, so rows may be missing.',
  'repeated paths': 'Paths are repeated on another page, so the same number of rows is missing.',
  'changed totals': 'The totals changed between pages, so rows may be missing.',
}

/** Explains why a period isn't whole although no request failed. */
export function explainShortfalls(shortfalls: readonly Shortfall[]): string {
  return shortfalls.map((shortfall) => SHORTFALLS[shortfall]).join(' ')
}

export interface Explanation {
  /** What was tried, what came back, and what to do about it. */
  problem: string
  /** The service's own message. */
  detail?: UntrustedText | undefined
  /** Its stack is shown with step debugging. */
  isUnexpected?: true
}

export function explainFailure(failure: unknown): Explanation {
  if (failure instanceof DocsServiceError) {
    const { message, hint, serviceMessage: detail } = failure
    return { problem: `${message} ${hint}`, detail }
  }
  if (failure instanceof ExportFileError) return { problem: `${failure.message} ${failure.hint}` }
  if (!(failure instanceof MaximumRequestsError))
    return { problem: `Unexpected error: ${describeBug(failure)}`, isUnexpected: true }
  if (failure.cause === undefined) return { problem: `${failure.message} Raise \`max-requests\`.` }
  // No request was left to repeat a failed one, which says more.
  const { problem, ...rest } = explainFailure(failure.cause)
  return { ...rest, problem: `${problem} The request wasn't repeated, because \`max-requests\` was reached.` }
}
