import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../..')

/** Paths from the root that match `pattern`, in order. */
export function findFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted()
}

/** The text of a file, by its path from the root. */
export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Every file under version control that is there. */
export function listCommittedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}
