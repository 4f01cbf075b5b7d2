import type { ChangedFile } from '../../github/changes.ts'
import { createMatcher, type PathPatterns } from '../../runner/globs.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'

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

const TOOL_FOLDERS: ReadonlySet<string> = new Set([
  ...['dist', 'build', 'vendor', 'third_party', 'node_modules'],
  ...['generated', '__generated__', '__snapshots__'],
])
const TOOL_FILES =
  /(?:\.lock|-lock\..*|\.min\..*|\.map|\.snap|\.generated\..*|\.pb\..*|_pb2\.pyi?)$|^(?:go\.sum|npm-shrinkwrap\.json)$/u
const API_DESCRIPTIONS = /(?:^|\.)openapi\.|^swagger\./u
