declare const brand: unique symbol

/**
 * Text that somebody else wrote: a commenter, a visitor, the service, GitHub. At run time it is a plain
 * string; to the type checker it is none, so that it can't be printed, joined or stored by accident.
 * Only the places that make it inert (log, Markdown, CSV, outputs) and the pure parsers open it.
 */
export interface OutsideText {
  readonly [brand]: 'outside text'
}

/** Marks `text` as written by somebody else. */
export function outsideText(text: string): OutsideText {
  return text as unknown as OutsideText
}

/** Opens `text`. Whoever calls this answers for what becomes of it. */
export function readOutsideText(text: OutsideText): string {
  return text as unknown as string
}
