import { DocsServiceError, RequestLimitError } from '../docs-service/errors.ts'
import { ProxySettingError } from '../network/proxies.ts'
import { describeBug } from '../runner/run-action.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { ExportFileError } from './file/export-file-error.ts'
import { EmptyPageError } from './reading/pages.ts'

/** A failure in words. */
export interface Explanation {
  /** What was tried, what came back, and what to do about it. */
  problem: string
  /** What the service said about it. */
  detail?: UntrustedText
  /** An unexpected error. Its stack is shown with step debugging. */
  isUnexpected: boolean
}

/** Explains any error that ended an export. */
export function explainFailure(failure: unknown): Explanation {
  if (failure instanceof DocsServiceError) {
    const { message, hint, serviceMessage: detail } = failure
    return { problem: `${message} ${hint}`, isUnexpected: false, ...(detail === undefined ? {} : { detail }) }
  }
  if (
    failure instanceof EmptyPageError ||
    failure instanceof ExportFileError ||
    failure instanceof ProxySettingError
  )
    return { problem: `${failure.message} ${failure.hint}`, isUnexpected: false }
  if (failure instanceof RequestLimitError) return explainLimit(failure)
  return {
    problem: `Unexpected error: ${describeBug(failure)}`,
    isUnexpected: true,
  }
}

/** The failure says more than that no request was left to repeat it. */
function explainLimit({ message, cause }: RequestLimitError): Explanation {
  if (cause === undefined) return { problem: `${message} Raise \`max-requests\`.`, isUnexpected: false }
  const explanation = explainFailure(cause)
  const limit = 'It was not repeated any more, since `max-requests` was reached.'
  return { ...explanation, problem: `${explanation.problem} ${limit}` }
}
