import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describeLicenses, listModules, listPackages } from './licenses.ts'

/** The way in which the bundle requires Node's own modules. It loads Node's whole module system. */
const REQUIRE = /^import \{ createRequire as (\w+) \} from "module";$/m

/** An example in a comment of `@actions/core`, which gitleaks takes for a key. */
const EXAMPLE = /^ \* const apiToken = .*\n/m

/**
 * Bundles a file with its packages into `folder`, under the name of the file, with the licenses of the packages.
 * Names of modules in a bundle are relative to the working directory, which must be `root`, the folder of the project.
 */
export async function bundle(file: string, folder: string, root: string): Promise<void> {
  // Loaded late, because a rejected build doesn't need it; and in this process, because loading and warming up
  // the bundler takes longer than a bundle.
  const { default: ncc } = await import('@vercel/ncc')
  const filename = basename(file)
  const { code, assets, stats } = await ncc(file, { filename, cache: false, quiet: true })
  const packages = listPackages(listModules(stats.toJson()), root)

  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, filename), code.replace(REQUIRE, 'const $1 = () => process.getBuiltinModule;'))
  for (const [asset, { source }] of Object.entries(assets))
    writeFileSync(join(folder, asset), String(source).replace(EXAMPLE, ''))
  writeFileSync(join(folder, 'licenses.txt'), describeLicenses(packages))
}
