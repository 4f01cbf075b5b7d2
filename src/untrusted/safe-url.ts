import { readUntrustedText, type UntrustedText } from './text.ts'

const MAXIMUM_LENGTH = 2048

/**
 * Only characters without a meaning in a shell, Markdown or HTML: `new URL` keeps `$();&|'` as they are, and
 * outputs are used in scripts.
 */
const PLAIN = /^https?:\/\/[A-Za-z0-9][A-Za-z0-9._~:/?#%=+@,-]*$/u

/**
 * A URL from outside that may be printed, linked and put into an output: http(s), no user part, plain
 * characters, at most 2048 of them. Undefined for anything else.
 */
export function toSafeUrl(text: UntrustedText): URL | undefined {
  const url = readUntrustedText(text)
  if (url.length > MAXIMUM_LENGTH || !PLAIN.test(url) || !URL.canParse(url)) return undefined
  const parsed = new URL(url)
  return parsed.username === '' && parsed.password === '' && parsed.href.length <= MAXIMUM_LENGTH
    ? parsed
    : undefined
}
