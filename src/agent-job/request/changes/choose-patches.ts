import type { ChangedFile } from '../../../github/changes.ts'
import { readUntrustedText } from '../../../untrusted/text.ts'
import { isGenerated } from './select-files.ts'

/** The most characters of patches in a prompt. */
const PATCH_LIMIT = 60_000

/**
 * Chooses the files whose patches are shown, without those that a tool writes: whole patches, the smallest first, until the
 * limit is used up. Many small changes say more than a large one.
 */
export function choosePatches(files: readonly ChangedFile[], limit = PATCH_LIMIT): Set<ChangedFile> {
  const candidates = files
    .flatMap((file) => (file.patch ? [{ file, length: readUntrustedText(file.patch).length }] : []))
    .filter(({ file }) => !isGenerated(file.path))
    .sort((a, b) => a.length - b.length)
  const chosen = new Set<ChangedFile>()
  let left = limit
  for (const { file, length } of candidates) {
    left -= length
    if (left < 0) break
    chosen.add(file)
  }
  return chosen
}
