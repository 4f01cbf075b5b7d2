import ms from 'ms'
import { shorten, toOneLine } from '../untrusted/escape.ts'

/** Parses `90s`, `10m`, `1h`, `500ms` or `90`. */
export function parseDurationMs(text: string): number | undefined {
  const [, amount, unit = 's'] = /^(\d{1,12})(ms|s|m|h)?$/u.exec(text) ?? []
  return amount === undefined ? undefined : ms(`${Number(amount)}${unit as 'ms' | 's' | 'm' | 'h'}`)
}

/** https, or http to a loopback host, and nothing else but a path. */
export function isServiceUrl(url: URL): boolean {
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isBare && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))
}

/** Whether `hostname`, as normalized by `URL`, is this machine. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname)
}

/** What the step sets, as it can be between backticks. */
export function quoteInput(text: string): string {
  return shorten(toOneLine(text), 100).replaceAll('`', "'")
}
