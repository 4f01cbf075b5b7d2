import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { getSystemErrorMessage } from 'node:util'
import { ActionError } from '../runner/action-error.ts'
import { isInside } from '../runner/workspace.ts'

/** A file in the workspace that appears whole: it is written under another name in its folder, and then renamed. */
export interface WorkspaceFile {
  write(text: string): Promise<void>
  /** Gives it a name, and replaces a previous file. @returns its path, relative to the workspace */
  keepAs(name: string): Promise<string>
  /** Removes it, unless it was kept. */
  discard(): Promise<void>
}

/** The name of a partial result: `page-views.partial.csv`. */
export function namePartial(file: string): string {
  const extension = extname(file)
  return `${basename(file, extension)}.partial${extension}`
}

/**
 * Opens a file for writing, and creates its folders. No folder on the way may be a link.
 * @param workspace absolute path
 * @param path of the file, relative to the workspace
 * @throws ActionError, as every method does
 */
export async function openWorkspaceFile(workspace: string, path: string): Promise<WorkspaceFile> {
  const explain = explainError(path)
  const root = await realpath(workspace).catch(explain)
  const folder = resolve(root, dirname(path))
  const temporaryPath = join(folder, `.${randomUUID()}.tmp`)
  const handle = await openTemporary().catch(explain)
  let length = 0
  return {
    async write(text) {
      await handle.appendFile(text).catch(async (error: unknown) => {
        // It may have written a part of a row.
        await handle.truncate(length).catch(() => undefined)
        throw explain(error)
      })
      length += Buffer.byteLength(text)
    },
    async keepAs(name) {
      try {
        await handle.close()
        // Replaces a link instead of writing through it.
        await rename(temporaryPath, join(folder, name))
      } catch (error) {
        throw explain(error)
      }
      return relative(root, join(folder, name)).split(sep).join('/')
    },
    async discard() {
      await handle.close().catch(() => undefined)
      await rm(temporaryPath, { force: true })
    },
  }

  async function openTemporary() {
    await refuseLinks(root, folder)
    await mkdir(folder, { recursive: true })
    // Another process may have put a link there meanwhile.
    await refuseLinks(root, folder)
    // `x`: a file or a link of this name is an error. `a`: after a failed write, the next one is at the end.
    return await open(temporaryPath, 'ax', 0o644)
  }
}

/** @throws ActionError if `folder` is outside of `root`, or a link or a file leads to it */
async function refuseLinks(root: string, folder: string): Promise<void> {
  if (folder === root) return
  const entry = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  const isBlocked = entry?.isDirectory() === false
  if (isBlocked || !isInside(root, folder)) {
    const why = isBlocked
      ? 'contains a symbolic link, or a file where a folder is needed'
      : 'leads outside of the workspace'
    throw new ActionError(`Couldn't write \`file\`: its path ${why}.`, {
      hint: 'Set `file` to a path inside the workspace, without symbolic links.',
    })
  }
  await refuseLinks(root, dirname(folder))
}

/** Makes errors of the system readable. */
function explainError(path: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ActionError) throw error
    const { errno = 0 } = error as NodeJS.ErrnoException
    throw new ActionError(`Couldn't write \`${path}\`: ${getSystemErrorMessage(errno)}.`, {
      hint: 'Check the disk and the permissions of the runner, or set `file` to another path.',
      cause: error,
    })
  }
}
