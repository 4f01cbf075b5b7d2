/**
 * Builds `dist`: TypeScript emits JavaScript into `build/`, and ncc bundles `main.js` of it with its packages. The entries
 * of the actions aren't part of the bundle: they check the version of Node, and what may start nothing, before they load it.
 * Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ncc from '@vercel/ncc'
import { DIGEST_FILE, digestSources } from './source-digest.ts'

const root = resolve(import.meta.dirname, '..')
const emitted = join(root, 'build')
const target = resolve(process.argv[2] ?? join(root, 'dist'))

if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(join(target, DIGEST_FILE))) {
  console.error(`${target} contains files that aren't part of a build. Choose an empty or new folder.`)
  process.exit(1)
}
// The names of modules in the bundle are relative to the working directory.
process.chdir(root)
rmSync(emitted, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', 'tsconfig.build.json'], { stdio: 'inherit' })
const options = { filename: 'main.js', cache: false, quiet: true, license: 'licenses.txt' }
const { code, assets } = await ncc(join(emitted, 'main.js'), options)

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'main.js'), code)
for (const [name, { source }] of Object.entries(assets)) writeFileSync(join(target, name), source)
const plain = new Set(globSync('*/{index,post}.js', { cwd: emitted }))
// The set grows while it is gone through.
for (const file of plain) {
  cpSync(join(emitted, file), join(target, file))
  for (const each of listImports(file)) if (each !== 'main.js') plain.add(each)
}
writeFileSync(join(target, DIGEST_FILE), `${digestSources(root)}\n`)

/** The files that an emitted file imports. */
function listImports(file: string): string[] {
  const imports = readFileSync(join(emitted, file), 'utf8').matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/gu)
  return [...imports].map(([, path = '']) => join(dirname(file), path))
}
