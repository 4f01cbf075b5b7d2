import type { UntrustedText } from '../untrusted/text.ts'

/** Something that a reader of the result should know. */
export interface ExportWarning {
  about: WarningSubject
  message: string
  quote?: { label: QuoteLabel; text: UntrustedText }
}

type QuoteLabel = 'For example' | 'The service said'

export type WarningSubject = 'data' | 'inputs' | 'comparison'

/** What warnings about the same subject stand under. */
export const WARNING_TITLES: Record<WarningSubject, string> = {
  inputs: 'Check the inputs',
  comparison: 'There is no comparison',
  data: 'The data does not fit together',
}

/** The quote of a warning, where there is something to quote. */
export function quote(label: QuoteLabel, text: UntrustedText | undefined): Pick<ExportWarning, 'quote'> {
  return text === undefined ? {} : { quote: { label, text } }
}
