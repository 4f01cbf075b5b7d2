import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { asExportFileError, ExportFileError, namePartialFile, openExportFolder } from './file-place.ts'

/** A file that appears whole or not at all: it is written under another name beside the place where it will be. */
export interface ExportFile {
  write(text: string): Promise<void>
  /** Gives it its name, in place of a file that was there. */
  keep(): Promise<KeptFile>
  /** Gives it the name of a partial result, `<name>.partial.<ext>`. */
  keepPartial(): Promise<KeptFile>
  /** Removes the partial result of a previous export to the same file. */
  removeOldPartial(): Promise<void>
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
}

export interface KeptFile {
  /** Relative to the workspace. */
  path: string
  /** Whether a file of that name was there before. */
  hasReplaced: boolean
}

/**
 * Opens a file for writing and makes the folders that it lies in. No link on the way may lead out of the workspace.
 * What exports that were killed have left there is ignored.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError
 */
export async function openExportFile(workspace: string, file: string): Promise<ExportFile> {
  try {
    const folder = await openExportFolder(workspace, file)
    const name = basename(file)
    await refuseFolder(join(folder, name), file)
    // Looked at now, since the rows would be lost if it were found out at the end.
    await refuseFolder(join(folder, namePartialFile(file)), file)
    const temporaryPath = join(folder, `.${name}.${randomUUID()}.tmp`)
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
    const handle = await open(temporaryPath, flags, 0o644)
    return createExportFile(handle, { temporaryPath, workspace: resolve(workspace), file })
  } catch (error) {
    throw asExportFileError(error, file)
  }
}

interface Place {
  temporaryPath: string
  workspace: string
  /** As it was given. */
  file: string
}

function createExportFile(handle: FileHandle, place: Place): ExportFile {
  const { temporaryPath, workspace, file } = place
  const folder = dirname(temporaryPath)
  let length = 0
  let isOver = false
  const keepAs = async (name: string): Promise<KeptFile> => {
    const path = join(folder, name)
    let hasReplaced: boolean
    try {
      // What a failed write left behind is no whole row.
      await handle.truncate(length)
      await handle.sync()
      await handle.close()
      hasReplaced = (await findEntry(path)) !== undefined
      // Replaces a link instead of writing through it.
      await rename(temporaryPath, path)
    } catch (error) {
      throw asExportFileError(error, file)
    }
    isOver = true
    const fromWorkspace = relative(workspace, resolve(workspace, dirname(file), name))
    return { path: fromWorkspace.split(sep).join('/'), hasReplaced }
  }
  return {
    async write(text) {
      const bytes = Buffer.from(text)
      try {
        await writeAll(handle, bytes, length)
      } catch (error) {
        throw asExportFileError(error, file)
      }
      length += bytes.length
    },
    keep: () => keepAs(basename(file)),
    keepPartial: () => keepAs(namePartialFile(file)),
    // One that can't be removed is no reason to fail: the file is there.
    removeOldPartial: () => rm(join(folder, namePartialFile(file)), { force: true }).catch(() => undefined),
    async discard() {
      if (isOver) return
      isOver = true
      await handle.close().catch(() => undefined)
      await rm(temporaryPath, { force: true })
    },
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

/** @throws ExportFileError when there is a folder of that name */
async function refuseFolder(path: string, file: string): Promise<void> {
  const found = await findEntry(path)
  if (found?.isDirectory())
    throw new ExportFileError(
      file,
      basename(path) === basename(file)
        ? 'there is a folder of that name'
        : `a partial result would be \`${basename(path)}\`, and there is a folder of that name`,
      'Set `file` to another name.',
    )
}

function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined)
}
