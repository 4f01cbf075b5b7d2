/**
 * Collects the licenses of the packages in a bundle. The option of ncc for that omits packages that
 * the build has copied.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A part of webpack's statistics, https://webpack.js.org/api/stats/#module-objects */
interface Module {
  nameForCondition?: string | null
  modules?: Module[]
}

/** The files of all modules in a bundle. */
export function listModules({ modules = [] }: Module): string[] {
  return modules.flatMap((module) => [module.nameForCondition ?? '', ...listModules(module)])
}

/**
 * The folders of the packages that `files` come from, without duplicates, in the order of their names.
 * @param root the folder of the project: copies of packages count as the package there
 */
export function listPackages(files: readonly string[], root: string): string[] {
  const copies = join(root, 'build')
  const folders = files.flatMap((file) => {
    // A copy contains only our own stubs.
    if (file.startsWith(copies)) return FIRST_PACKAGE.exec(file.slice(copies.length))?.[0] ?? []
    return LAST_PACKAGE.exec(file.slice(root.length))?.[0] ?? []
  })
  return [...new Set(folders)].toSorted().map((folder) => join(root, folder))
}

const FIRST_PACKAGE = /^.*?[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u
const LAST_PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/u

/**
 * The text of `licenses.txt`: for each package its name and version, the kind of its license, and the license as the
 * package has it.
 * @throws Error when a package has no license
 */
export function describeLicenses(folders: readonly string[]): string {
  return folders.map(describeLicense).join('\n')
}

function describeLicense(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const [file] = globSync('{LICENSE,LICENCE,license,licence}{,.md,.txt}', { cwd: folder })
  if (license === undefined || file === undefined) throw new Error(`${name} has no license in ${folder}.`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return `${name} ${version}\n${license}\n${text}\n`
}
