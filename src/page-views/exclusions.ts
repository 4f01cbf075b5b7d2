import { createMatcher } from '../globs/create-matcher.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'

/**
 * Creates a test for paths that match one of the globs. Without a leading slash, a glob matches at any depth. `.*`
 * matches everything at or below a name that begins with a dot.
 */
export function createExclusion(globs: readonly string[]): (path: UntrustedText) => boolean {
  const patterns = globs.flatMap((glob) => {
    if (glob === '.*') return ['**/.*', '**/.*/**']
    return glob.startsWith('/') ? glob.replace(/^\/\*\*\//u, '**/') : `**/${glob}`
  })
  const matches = createMatcher(patterns)
  return (path) => matches(readUntrustedText(path).replace(/^\/?/u, '/'))
}
