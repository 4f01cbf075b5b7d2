import { globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../examples')

export const EXAMPLES = globSync('*.yml', { cwd: folder })
  .map((file) => basename(file, '.yml'))
  .toSorted()

export function readExample(name: string): string {
  return readFileSync(join(folder, `${name}.yml`), 'utf8')
}
