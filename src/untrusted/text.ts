declare const brand: unique symbol

/**
 * Text that somebody else wrote: a commenter, a visitor, the service, GitHub. At run time it is a plain
 * string; to the type checker it isn't, so that it can't be printed, joined or stored by accident.
 * Only the code that escapes it (log, Markdown, CSV, outputs) and pure parsers open it.
 */
export interface UntrustedText {
  readonly [brand]: 'untrusted text'
}

/** Marks `text` as written by somebody else. */
export function untrustedText(text: string): UntrustedText {
  return text as unknown as UntrustedText
}

/** Returns `text` as a string. The caller makes sure that it goes out only where it is made safe. */
export function readUntrustedText(text: UntrustedText): string {
  return text as unknown as string
}
