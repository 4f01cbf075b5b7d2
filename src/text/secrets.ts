/**
 * The secrets of this process. The runner masks them only in its log, so every text that comes from a server, and every
 * text that leaves, passes `redact`.
 */
let hidden: readonly string[] = []

/**
 * Hides `secret`, as it is and as it is written in a URL, from now on.
 * @returns false if it was hidden before, or is empty
 */
export function hideSecret(secret: string): boolean {
  if (secret === '' || hidden.includes(secret)) return false
  // The longest first: one may begin with another.
  hidden = [...hidden, secret, encodeURIComponent(secret.toWellFormed())].sort((a, b) => b.length - a.length)
  return true
}

/** `text` with `***` in place of each secret. */
export function redact(text: string): string {
  let redacted = text
  for (const secret of hidden) redacted = redacted.replaceAll(secret, '***')
  return redacted
}
