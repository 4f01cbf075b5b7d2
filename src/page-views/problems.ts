import { DocsServiceError, RequestLimitError } from '../docs-service/errors.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { describeBug } from '../runner/run-action.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { ExportFileError } from './file/export-file.ts'
import type { DataWarning } from './reading/data-checks.ts'
import { EndlessPagesError } from './reading/fetch-pages.ts'
import type { Shortfall } from './reading/fetch-period.ts'

/** Something that a reader of the result should know. */
export interface ExportWarning {
  about: WarningContext
  message: string
  quote?: { label: 'For example' | 'The service said'; text: UntrustedText } | undefined
}

export type WarningContext = 'inputs' | 'comparison' | 'data' | 'previous data'

/** The title of warnings about the same thing, as its second part. */
export const WARNING_TITLES: Record<WarningContext, string> = {
  inputs: 'check the inputs',
  comparison: 'no comparison',
  data: 'the data is inconsistent',
  'previous data': 'the data is inconsistent',
}

/** Why a period that was read without a failure isn't whole. */
export function explainShortfalls(shortfalls: readonly Shortfall[]): string {
  return shortfalls.map((shortfall) => SHORTFALLS[shortfall]).join(' ')
}

const SHORTFALLS: Record<Shortfall, string> = {
  'request limit': '`max-requests` was reached.',
  'short page': 'A page was shorter than requested, so rows may be missing.',
  'repeated paths': 'Paths came again on another page, so as many others are missing.',
  'changed totals': 'The totals changed between pages, so rows may be missing.',
  'no rows': "No rows came, though the totals aren't 0.",
}

/** What the checks of the data found, in this or in the previous period. */
export function warnOfData(
  about: 'data' | 'previous data',
  { message, example }: DataWarning,
): ExportWarning {
  return {
    about,
    message: about === 'data' ? message : `In the previous period: ${message}`,
    // The empty path is one, too.
    quote: example === undefined ? undefined : { label: 'For example', text: example },
  }
}

/** A failure in words. */
export interface Explanation {
  /** What was tried, what came back, and what to do about it. */
  problem: string
  /** What the service said about it. */
  detail?: UntrustedText | undefined
  /** Its stack is shown with step debugging. */
  isUnexpected?: true
}

/**
 * Explains any error that ended an export, or the reading of the previous period.
 * @param advice in place of what an error of the service suggests
 */
export function explainFailure(failure: unknown, advice?: string): Explanation {
  if (failure instanceof DocsServiceError) {
    const { message, hint, serviceMessage: detail } = failure
    return { problem: `${message} ${advice ?? hint}`, detail }
  }
  if (
    failure instanceof EndlessPagesError ||
    failure instanceof ExportFileError ||
    failure instanceof ProxySettingError
  )
    return { problem: `${failure.message} ${failure.hint}` }
  if (failure instanceof RequestLimitError) return explainLimit(failure)
  return { problem: `Unexpected error: ${describeBug(failure)}`, isUnexpected: true }
}

/** The failure says more than that no request was left to repeat it. */
function explainLimit({ message, cause }: RequestLimitError): Explanation {
  if (cause === undefined) return { problem: `${message} Raise \`max-requests\`.` }
  const explanation = explainFailure(cause)
  const limit = 'It was not repeated again, because `max-requests` was reached.'
  return { ...explanation, problem: `${explanation.problem} ${limit}` }
}
