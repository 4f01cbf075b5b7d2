import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in `dist` with the digest of the sources. */
export const DIGEST_FILE = 'sources.sha256'

/** A digest of all sources of the bundles. File times don't help: after a clone, all files are equally old. */
export function digestSources(root: string): string {
  const paths = globSync(['src/**/*.ts', 'action.yml', '*/action.yml'], { cwd: root })
  const hash = createHash('sha256')
  for (const path of paths.map((each) => each.replaceAll('\\', '/')).toSorted())
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8')}\0`)
  return hash.digest('hex')
}
