import picomatch from 'picomatch'
import type { ChangedFile } from '../../../github/changes.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import type { PathPatterns } from './path-patterns.ts'

/** The files that count: a pattern matches their new or old path, and no exclusion matches either. */
export function selectFiles(files: readonly ChangedFile[], patterns: PathPatterns): ChangedFile[] {
  const isIncluded = patterns.included.length === 0 ? () => true : createMatcher(patterns.included)
  const isExcluded = createMatcher(patterns.excluded)
  return files.filter(({ path, previousPath }) => {
    const paths = [path, previousPath ?? path].map(readUntrustedText)
    return paths.some(isIncluded) && !paths.some(isExcluded)
  })
}

export function hasPatterns({ included, excluded }: PathPatterns): boolean {
  return included.length > 0 || excluded.length > 0
}

/** Whether a tool writes the file, so that its patch says nothing. A description of an API says something. */
export function isGenerated(path: UntrustedText): boolean {
  const text = readUntrustedText(path)
  const folders = text.split('/')
  const name = folders.pop() ?? ''
  const isWrittenByTool = folders.some((folder) => TOOL_FOLDERS.has(folder)) || TOOL_FILES.test(name)
  return isWrittenByTool && !API_DESCRIPTIONS.test(name)
}

function createMatcher(patterns: readonly string[]): (path: string) => boolean {
  // Windows has other separators; the paths are GitHub's, wherever this runs.
  const globs = patterns.map((pattern) =>
    pattern
      .replace(/^\.?\//u, '')
      // A folder means what is in it.
      .replace(/\/$/u, '/**')
      // Picomatch groups by parentheses, which are part of a name here, as in `app/(shop)/page.tsx`.
      .replaceAll(/(?<![\\!?*+@])\(/gu, '\\('),
  )
  const matches = picomatch(globs, { dot: true, windows: false })
  return (path) => matches(path.replace(LONG_NAME, (name) => name.slice(-LONGEST_NAME)))
}

/**
 * No file system of a runner has longer names. A glob with several stars takes a time that grows with a power of a
 * name's length, and strangers name files.
 */
const LONGEST_NAME = 255
const LONG_NAME = /[^/]{256,}/gu

const TOOL_FOLDERS: ReadonlySet<string> = new Set(['dist', 'build', 'vendor', 'node_modules'])
const TOOL_FILES = /(?:\.lock|-lock\..*|\.min\..*|\.map|\.snap|\.generated\..*)$|^(?:go\.sum|npm-shrinkwrap\.json)$/u
const API_DESCRIPTIONS = /(?:^|\.)openapi\.|^swagger\./u
