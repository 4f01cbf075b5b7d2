import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.ts'

/**
 * The names of the packages whose code is in the bundle in `folder`, as the code itself shows them: the build makes the
 * licenses from what the bundler reports, and that would not show its own gaps.
 * @throws Error when some of the code is from nowhere
 */
export function listBundledPackages(folder: string): string[] {
  const scripts = globSync('*.js', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
  const paths = [...scripts.flatMap(listNamedModules), ...findSources(listUnnamedModules(scripts))]
  const names = paths.map((path) => PACKAGE.exec(path)).map((match) => match?.[1] ?? match?.[2] ?? '')
  return [...new Set(names)].filter((name) => name !== '').toSorted()
}

/** Copies of packages, without the stubs below them; and packages as they are installed. */
const PACKAGE = /^build\/node_modules\/((?:@[^/]+\/)?[^/]+)|^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/

/** Comments name modules that were put together, and those that they import. */
function listNamedModules(script: string): string[] {
  return [...script.matchAll(/MODULE: \.\/(\S+)/g)].map(([, path = '']) => path)
}

/** The code of each module that no comment names, such as CommonJS that is imported by CommonJS. */
function listUnnamedModules(scripts: readonly string[]): string[][] {
  const named = scripts.flatMap((script) =>
    [...script.matchAll(/EXTERNAL MODULE: .+\n(?:var \w+ = )?__\w+_require__\((\d+)\)/g)].map(([, id]) => id),
  )
  const modules = scripts.flatMap((script) => [...script.matchAll(/^\/\*{3}\/ (\d+):\n([\s\S]*?)^\/\*{3}\/ \}\)/gm)])
  return modules
    .filter(([, id, code = '']) => !named.includes(id) && !code.includes('CONCATENATED MODULE: '))
    .map(([, , code = '']) => code.split('\n').filter(isOfSource))
    .filter((lines) => lines.length > 0)
}

/** Whether a line of a bundle is the same in a source: the bundler has not put it there, or changed it. */
function isOfSource(line: string): boolean {
  return line.trim() !== '' && !/^\/\*{3}|__(?:nccwpck|webpack|WEBPACK)_|\/\* (?:unused )?harmony/.test(line)
}

/** The file that each module was made from: all lines of the module are in it. */
function findSources(modules: readonly string[][]): string[] {
  const files = globSync('{build,node_modules}/**/*.{js,cjs,mjs}', { cwd: root, exclude: ['build/dist/**'] })
  const unknown = new Set(modules)
  const found: string[] = []
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const lines of unknown)
      if (lines.every((line) => text.includes(line))) {
        unknown.delete(lines)
        found.push(file.replaceAll('\\', '/'))
      }
  }
  for (const lines of unknown) throw new Error(`A bundle has code that is in no file:\n${lines.join('\n')}`)
  return found
}
