declare const brand: unique symbol

/**
 * Text by a commenter, a visitor, the service or GitHub. At run time it is a string. For the type checker it isn't, so
 * that it can't be printed or joined by accident. Only parsers and code that escapes it (log, Markdown, CSV, outputs)
 * open it.
 */
export interface UntrustedText {
  readonly [brand]: 'untrusted text'
}

export function untrustedText(text: string): UntrustedText {
  return text as unknown as UntrustedText
}

/** Returns `text` as a string, which the caller must escape. */
export function readUntrustedText(text: UntrustedText): string {
  return text as unknown as string
}
