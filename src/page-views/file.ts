import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ActionError } from '../runner/action-error.ts'

/** A file in the workspace that appears whole: it is written under another name in its folder, and then renamed. */
export interface WorkspaceFile {
  write(text: string): Promise<void>
  /** Gives it one of its names, and replaces a previous file. @returns its path, relative to the workspace */
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
 * @param parent the folder of the file, relative to the workspace
 * @param names that the file may get. They are checked now, since what was written would be lost at the end.
 * @throws ActionError, as every method does
 */
export async function openWorkspaceFile(
  workspace: string,
  parent: string,
  names: readonly string[],
): Promise<WorkspaceFile> {
  const [file = ''] = names
  const explain = explainError(join(parent, file))
  const root = await realpath(workspace).catch(explain)
  const folder = resolve(root, parent)
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
    for (const name of names)
      if ((await findEntry(join(folder, name)))?.isDirectory())
        throw new ActionError(`Couldn't write \`${name}\`: a folder has this name.`, { hint: OTHER_NAME })
    // `x`: a file or a link of this name is an error. `a`: after a failed write, the next one is at the end.
    return await open(temporaryPath, 'ax', 0o644)
  }
}

const OTHER_NAME = 'Set `file` to another path.'

/** @throws ActionError if `folder` is outside of `root`, or a link leads to it */
async function refuseLinks(root: string, folder: string): Promise<void> {
  if (folder === root) return
  const isLink = (await findEntry(folder))?.isSymbolicLink() === true
  if (isLink || !isInside(root, folder))
    throw new ActionError(
      `Couldn't write \`file\`: its path ${isLink ? 'contains a symbolic link' : 'leads outside of the workspace'}.`,
      { hint: 'Set `file` to a path inside the workspace, without symbolic links.' },
    )
  await refuseLinks(root, dirname(folder))
}

/** Whether a path leads to a file or folder below `root`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, resolve(root, path))
  return way !== '' && !/^\.\.(?:[\\/]|$)/u.test(way) && !isAbsolute(way)
}

function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

const NOT_A_FOLDER = `The path contains a file where a folder is needed. ${OTHER_NAME}`

/** What to do, by the system's error code. */
const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up space on the runner, or export fewer rows at a time.',
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
}

/** Makes errors of the system readable. */
function explainError(file: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ActionError) throw error
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const hint = HINTS[code] ?? `Check that the step may write there. ${OTHER_NAME}`
    throw new ActionError(`Couldn't write \`${file}\`: the system reports ${code}.`, { hint, cause: error })
  }
}
