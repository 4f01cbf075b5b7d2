import { lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ExportFileError } from './export-file-error.ts'
import { isInside } from './file-name.ts'

/**
 * Makes the folder of `file` and returns its real path. Checked before anything is made in it, and once more afterwards.
 * @param workspace absolute path
 * @param file path from there
 * @throws ExportFileError when a link leads out of the workspace; what the system throws
 */
export async function openExportFolder(workspace: string, file: string): Promise<string> {
  const folder = dirname(resolve(workspace, file))
  const root = await realpath(workspace)
  refuseOutside(root, await findRealAncestor(folder), file)
  await mkdir(folder, { recursive: true })
  const real = await realpath(folder)
  refuseOutside(root, real, file)
  return real
}

/** The real path of `folder`, or of the closest folder above it that exists. */
async function findRealAncestor(folder: string): Promise<string> {
  try {
    // A link that leads nowhere exists, and `mkdir` would make what it points to.
    await lstat(folder)
  } catch {
    return findRealAncestor(dirname(folder))
  }
  return realpath(folder)
}

function refuseOutside(root: string, real: string, file: string): void {
  if (real === root || isInside(root, real)) return
  throw new ExportFileError(
    file,
    'a link leads out of the workspace',
    'Set `file` to a path that stays inside the workspace.',
  )
}
