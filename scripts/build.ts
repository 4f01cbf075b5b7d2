/**
 * Builds `dist`: TypeScript emits JavaScript into `build/`, and ncc bundles `main.js`, the program of all actions, with its
 * packages, and the front door of each action.
 * Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import ncc from '@vercel/ncc'
import { DIGEST_FILE, digestSources } from './source-digest.ts'

const root = resolve(import.meta.dirname, '..')
const emitted = join(root, 'build')
/** An action has a front door. */
const FOLDERS = globSync('src/*/index.ts', { cwd: root }).map((path) => basename(dirname(path)))
const target = resolve(process.argv[2] ?? join(root, 'dist'))

if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(join(target, DIGEST_FILE))) {
  console.error(`${target} contains files that aren't part of a build. Choose an empty or new folder.`)
  process.exit(1)
}
// The names of modules in the bundle are relative to the working directory.
process.chdir(root)
rmSync(emitted, { recursive: true, force: true })
emit('program', '--removeComments')
// A comment there tells ncc not to bundle the program with them.
emit('front-doors')
const options = { cache: false, quiet: true, license: '' }
const main = await ncc(join(emitted, 'program/main.js'), { ...options, filename: 'main.js', license: 'licenses.txt' })

rmSync(target, { recursive: true, force: true })
for (const folder of FOLDERS) mkdirSync(join(target, folder), { recursive: true })
writeFileSync(join(target, 'main.js'), main.code)
for (const [name, { source }] of Object.entries(main.assets)) writeFileSync(join(target, name), source)
// The front doors are bundled by themselves: that of the root action ends most runs before `main.js` is loaded.
for (const folder of FOLDERS) {
  const { code } = await ncc(join(emitted, 'front-doors', folder, 'index.js'), { ...options, filename: 'index.js' })
  writeFileSync(join(target, folder, 'index.js'), code)
}
writeFileSync(join(target, DIGEST_FILE), `${digestSources(root)}\n`)

function emit(folder: string, ...flags: string[]): void {
  const tsc = join(root, 'node_modules/.bin/tsc')
  const parameters = ['--project', 'tsconfig.build.json', '--outDir', join(emitted, folder), ...flags]
  execFileSync(tsc, parameters, { stdio: 'inherit' })
}
