import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a build leaves in `dist` beside the bundles: the digest of what it was made from. */
export const DIGEST_FILE = 'sources.sha256'

/** A digest of all that says what the bundles do. It goes by contents: after a clone, all files are equally old. */
export function digestSources(root: string): string {
  const paths = globSync(['src/**/*.ts', 'action.yml', '*/action.yml'], { cwd: root })
  const hash = createHash('sha256')
  for (const path of paths.map((each) => each.replaceAll('\\', '/')).toSorted())
    hash.update(`${path}\0${readFileSync(join(root, path), 'utf8')}\0`)
  return hash.digest('hex')
}
