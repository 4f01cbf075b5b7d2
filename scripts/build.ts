/**
 * Builds `dist`: TypeScript emits JavaScript into `build/`, and ncc makes one bundle of it and its packages for all actions.
 * It replaces an earlier build only when it is complete.
 * Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bundle } from './bundle.ts'
import { DIGEST_FILE, digestSources } from './source-digest.ts'

/** Every file of a build. */
const OWN_FILE = /^(?:sources\.sha256|licenses\.txt|package\.json|(?:\d+\.)?main\.js|[a-z-]+\/(?:index|post)\.js)$/

const root = resolve(import.meta.dirname, '..')
const emitted = join(root, 'build')
const target = resolve(process.argv[2] ?? join(root, 'dist'))

refuseForeignFolder()
process.chdir(root)
emit()
await bundle(join(emitted, 'main.js'), join(emitted, 'dist'), root)
for (const file of globSync('*/{index,post}.js', { cwd: emitted })) copyEntry(file)
writeFileSync(join(emitted, 'dist', DIGEST_FILE), `${digestSources(root)}\n`)
rmSync(target, { recursive: true, force: true })
cpSync(join(emitted, 'dist'), target, { recursive: true })

/**
 * Copies an entry, with its import inlined, because each file takes time to load. An entry isn't part of the bundle, because
 * it checks the version of Node before it imports the bundle.
 */
function copyEntry(file: string): void {
  const imported = readFileSync(join(emitted, 'runner/node-version.js'), 'utf8').replace(/^export /gmu, '')
  const source = readFileSync(join(emitted, file), 'utf8')
  mkdirSync(join(emitted, 'dist', dirname(file)), { recursive: true })
  writeFileSync(
    join(emitted, 'dist', file),
    source.replace(/^import .*\n/mu, () => imported),
  )
}

/** The build replaces the whole folder, so other files in it are an error. */
function refuseForeignFolder(): void {
  if (!existsSync(target)) return
  const files = globSync('**', { cwd: target }).filter((path) => !statSync(join(target, path)).isDirectory())
  const foreign = files.find((path) => !OWN_FILE.test(path.replaceAll('\\', '/')))
  if (foreign === undefined) return
  console.error(`${target} contains ${foreign}, which isn't part of a build. Choose an empty or new folder.`)
  process.exit(1)
}

function emit(): void {
  rmSync(emitted, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['--project', 'tsconfig.build.json'], { stdio: 'inherit' })
  stub('@actions/core', { '@actions/exec': 'exec.js', '@actions/http-client': 'http-client.js' })
  stub('@actions/github', {
    '@actions/http-client': 'http-client.js',
    '@octokit/plugin-paginate-rest': 'octokit-plugins.js',
    '@octokit/plugin-rest-endpoint-methods': 'octokit-plugins.js',
    undici: 'undici.js',
  })
}

/**
 * Copies a package to where the emitted code finds it first, with stubs in place of some of its
 * dependencies. They would be most of the bundle and of its start-up, and every comment of a repository starts the root
 * action.
 */
function stub(name: string, dependencies: Record<string, string>): void {
  const copy = join(emitted, 'node_modules', name)
  cpSync(join(root, 'node_modules', name, 'lib'), join(copy, 'lib'), { recursive: true })
  cpSync(join(root, 'node_modules', name, 'package.json'), join(copy, 'package.json'))
  for (const [dependency, file] of Object.entries(dependencies)) {
    const folder = join(copy, 'node_modules', dependency)
    mkdirSync(folder, { recursive: true })
    cpSync(join(import.meta.dirname, 'stubs', file), join(folder, 'index.js'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "main": "index.js" }')
  }
}
