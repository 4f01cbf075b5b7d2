import picomatch from 'picomatch'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** Parses the input `exclude`: globs, one per line or separated by commas, except for commas in braces. */
export function parseExclusions(text: string): string[] {
  const patterns = text.match(/(?:\{(?:[^{}\r\n]|\{[^{}\r\n]*\})*\}|[^,\r\n])+/gu) ?? []
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
}

/** Creates a test for paths that match one of the globs. Without a leading slash, a glob matches at any depth. */
export function createExclusion(globs: readonly string[]): (path: UntrustedText) => boolean {
  const patterns = globs.map((glob) =>
    (glob.startsWith('/') ? glob.replace(/^\/\*\*\//u, '**/') : `**/${glob}`)
      // A folder means everything in it.
      .replace(/(?<=.)\/$/u, '/**')
      // For picomatch, parentheses are groups; here they are part of a path.
      .replaceAll(/(?<![\\!?*+@])\(/gu, '\\('),
  )
  const matches = picomatch(patterns, { dot: true, windows: false })
  return (path) => matches(shortenNames(readUntrustedText(path).replace(/^\/?/u, '/')))
}

/** The time that a glob with several stars takes grows with a power of a name's length, which visitors choose. */
function shortenNames(path: string): string {
  return path.length <= 255 ? path : path.replace(/[^/]{256,}/gu, (name) => name.slice(-255))
}
