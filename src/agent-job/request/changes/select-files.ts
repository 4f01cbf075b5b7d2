import picomatch from 'picomatch'
import type { ChangedFile } from '../../../github/changes.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import type { PathPatterns } from './path-patterns.ts'

/** The files that count: one of the patterns fits their new or their old path, and no exclusion fits either. */
export function selectFiles(files: readonly ChangedFile[], patterns: PathPatterns): ChangedFile[] {
  const isIncluded = patterns.included.length === 0 ? () => true : createMatcher(patterns.included)
  const isExcluded = createMatcher(patterns.excluded)
  return files.filter(({ path, previousPath }) => {
    const paths = [path, ...(previousPath === undefined ? [] : [previousPath])].map(readUntrustedText)
    return paths.some(isIncluded) && !paths.some(isExcluded)
  })
}

/** Whether any pattern is set at all. */
export function hasPatterns({ included, excluded }: PathPatterns): boolean {
  return included.length > 0 || excluded.length > 0
}

/** Whether a file is written by a tool, so that its patch tells the agent nothing. Descriptions of APIs tell something. */
export function isGenerated(path: UntrustedText): boolean {
  const text = readUntrustedText(path)
  const folders = text.split('/')
  const name = folders.pop() ?? ''
  const isWrittenByTool = folders.some((folder) => TOOL_FOLDERS.has(folder)) || isToolFile(name)
  return isWrittenByTool && !isApiDescription(name)
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
  return (path) => matches(shortenNames(path))
}

/** No file system of a runner has longer names. */
const LONGEST_NAME = 255

/** A glob with several stars takes a time that grows with a power of a name's length, and strangers name files. */
function shortenNames(path: string): string {
  return path.length <= LONGEST_NAME
    ? path
    : path.replace(/[^/]{256,}/gu, (name) => name.slice(-LONGEST_NAME))
}

const TOOL_FOLDERS: ReadonlySet<string> = new Set(['dist', 'build', 'vendor', 'node_modules'])
const isToolFile = createMatcher([
  ...['*.lock', '*-lock.*', 'go.sum', 'npm-shrinkwrap.json'],
  ...['*.min.*', '*.map', '*.snap', '*.generated.*'],
])
const isApiDescription = createMatcher(['openapi.*', '*.openapi.*', 'swagger.*'])
