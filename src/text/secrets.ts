/**
 * The secrets of this process. The runner masks them only in its log, so every text that comes from a server, and every
 * text that leaves, passes `redact`.
 */
const hidden = new Set<string>()

/** Hides `secret`, as it is and as it is written in a URL, from now on. @returns false if it was hidden before, or is empty */
export function hideSecret(secret: string): boolean {
  if (secret === '' || hidden.has(secret)) return false
  hidden.add(secret)
  hidden.add(encodeURIComponent(secret.toWellFormed()))
  return true
}

/** `text` with `***` in place of each secret. */
export function redact(text: string): string {
  let redacted = text
  for (const secret of hidden) redacted = redacted.replaceAll(secret, '***')
  return redacted
}
