import picomatch from 'picomatch'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/** Splits the input `exclude`: globs, one a line or separated by commas. A comma inside braces separates nothing. */
export function parseExclusions(text: string): string[] {
  const patterns = text.match(/(?:\{(?:[^{}\r\n]|\{[^{}\r\n]*\})*\}|[^,\r\n])+/gu) ?? []
  return patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
}

/**
 * A test for paths that one of the globs fits. Without a leading slash a glob fits at any depth.
 * @param globs as `parseExclusions` returns them, one at least
 */
export function createExclusion(globs: readonly string[]): (path: UntrustedText) => boolean {
  const patterns = globs.map((glob) =>
    (glob.startsWith('/') ? glob.replace(/^\/\*\*\//u, '**/') : `**/${glob}`)
      // A folder means what is in it.
      .replace(/(?<=.)\/$/u, '/**')
      // Picomatch groups by parentheses, which are part of a path here.
      .replaceAll(/(?<![\\!?*+@])\(/gu, '\\('),
  )
  const matches = picomatch(patterns, { dot: true, windows: false })
  return (path) => matches(shortenNames(readUntrustedText(path).replace(/^\/?/u, '/')))
}

/** A glob with several stars takes a time that grows with a power of a name's length, and visitors make up paths. */
function shortenNames(path: string): string {
  return path.length <= 255 ? path : path.replace(/[^/]{256,}/gu, (name) => name.slice(-255))
}
