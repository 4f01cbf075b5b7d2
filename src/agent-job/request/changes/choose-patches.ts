import type { ChangedFile } from '../../../github/changes.ts'
import { removeInvisibleCharacters } from '../../../untrusted/invisible-characters.ts'
import { readUntrustedText, type UntrustedText } from '../../../untrusted/text.ts'
import { isGenerated } from './select-files.ts'

/** A changed file as the prompt shows it. */
export interface ShownFile {
  file: ChangedFile
  path: string
  /** Empty when the file kept its path. */
  previousPath: string
  /** Undefined when only the name is shown. */
  patch: string | undefined
}

/** What of the changed files the prompt shows. */
export interface ChosenPatches {
  /** All files, in the order of their paths. */
  files: ShownFile[]
  patchCount: number
  /** Characters of all patches that are shown. */
  patchLength: number
  /** How many invisible pieces were removed. */
  removals: number
}

/** The most characters of patches in a prompt. */
const PATCH_LIMIT = 60_000

/**
 * Chooses whole patches, the smallest first, until the limit is used up: many small changes say more than a large one. Files that a tool writes, and those without a patch, are shown by name.
 */
export function choosePatches(files: readonly ChangedFile[], limit = PATCH_LIMIT): ChosenPatches {
  const candidates = files
    .filter((file) => file.patch !== undefined && !isGenerated(file.path))
    .map((file) => ({ file, length: measure(file) }))
    .sort((a, b) => a.length - b.length)
  const chosen = new Set<ChangedFile>()
  let left = limit
  for (const { file, length } of candidates) {
    left -= length
    if (left < 0) break
    chosen.add(file)
  }
  return showFiles(files, chosen)
}

function showFiles(files: readonly ChangedFile[], chosen: ReadonlySet<ChangedFile>): ChosenPatches {
  const shown: ChosenPatches = { files: [], patchCount: 0, patchLength: 0, removals: 0 }
  for (const file of files) {
    const path = clean(file.path)
    const patch = chosen.has(file) && file.patch !== undefined ? clean(file.patch) : undefined
    const before = file.previousPath === undefined ? undefined : clean(file.previousPath)
    shown.files.push({ file, path: path.text, previousPath: before?.text ?? '', patch: patch?.text })
    shown.patchCount += patch === undefined ? 0 : 1
    shown.patchLength += patch?.text.length ?? 0
    shown.removals += path.removals + (before?.removals ?? 0) + (patch?.removals ?? 0)
  }
  shown.files.sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)))
  return shown
}

function clean(text: UntrustedText): { text: string; removals: number } {
  return removeInvisibleCharacters(readUntrustedText(text))
}

function measure({ patch }: ChangedFile): number {
  return patch === undefined ? 0 : readUntrustedText(patch).length
}
