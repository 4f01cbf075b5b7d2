import type { UntrustedText } from '../untrusted/text.ts'

/** Something that a reader of the result should know. */
export interface ExportWarning {
  about: WarningSubject
  message: string
  quote?: { label: QuoteLabel; text: UntrustedText }
}

type QuoteLabel = 'For example' | 'The service said'

export type WarningSubject = 'data' | 'inputs' | 'comparison'

/** What warnings about the same subject stand under, as the second part of a title. */
export const WARNING_TITLES: Record<WarningSubject, string> = {
  inputs: 'check the inputs',
  comparison: 'there is no comparison',
  data: 'the data does not fit together',
}

/** The quote to put into a warning, where there is something to quote. */
export function attachQuote(
  label: QuoteLabel,
  text: UntrustedText | undefined,
): Pick<ExportWarning, 'quote'> {
  return text === undefined ? {} : { quote: { label, text } }
}
