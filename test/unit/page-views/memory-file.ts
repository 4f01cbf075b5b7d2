import { type ExportFile, ExportFileError } from '../../../src/page-views/file/export-file.ts'

/** A file in memory that fails at the `failAt`th write, and its state. */
export function createMemoryFile(failAt = Number.POSITIVE_INFINITY) {
  const seen = { text: '', end: undefined as 'whole' | 'partial' | 'discarded' | undefined }
  let writes = 0
  const file: ExportFile = {
    async write(text) {
      writes += 1
      if (writes >= failAt) throw new ExportFileError('views.csv', 'the system reports ENOSPC', 'Make room.')
      seen.text += text
    },
    async keep() {
      seen.end = 'whole'
      return 'views.csv'
    },
    async keepPartial() {
      seen.end = 'partial'
      return 'views.partial.csv'
    },
    async discard() {
      seen.end ??= 'discarded'
    },
  }
  return { file, seen }
}
