import type { ChangedFile } from '../../../../src/github/changes.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

/** A changed file with a patch, unless `patch` is undefined. */
export function changedFile(path: string, patch?: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return {
    path: untrustedText(path),
    status: 'modified',
    additions: 1,
    deletions: 2,
    ...(patch !== undefined && { patch: untrustedText(patch) }),
    ...more,
  }
}
