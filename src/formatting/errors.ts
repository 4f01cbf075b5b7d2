/** An error and its causes, on one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${describeError(error.cause)})` : ''
  return `${error.message}${cause}`
}

/** The same with a full stop. */
export function describeInSentence(error: unknown): string {
  const text = describeError(error)
  return /[.!?]$/u.test(text) ? text : `${text}.`
}

export function describeBug(error: unknown): string {
  return `${describeInSentence(error)} This is a bug in the action; please report it.`
}
