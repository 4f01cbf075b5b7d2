/**
 * Builds every bundle: TypeScript emits JavaScript into `build/`, and ncc bundles each entry with its
 * packages into `dist/`. Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the runner starts: entry below `src`, and the folder below `dist` that its bundle goes to. */
const BUNDLES = [
  { entry: 'agent-job/index', folder: 'agent-job' },
  { entry: 'agent-job/post', folder: 'agent-job/post' },
  { entry: 'page-views/index', folder: 'page-views' },
] as const

const root = resolve(import.meta.dirname, '..')
const emitted = join(root, 'build')
const target = resolve(process.argv[2] ?? join(root, 'dist'))

rmSync(emitted, { recursive: true, force: true })
rmSync(target, { recursive: true, force: true })
run('tsc', ['--project', 'tsconfig.build.json'])
stub('@actions/core', { '@actions/exec': 'exec.js', '@actions/http-client': 'http-client.js' })
stub('@actions/github', {
  '@actions/http-client': 'http-client.js',
  '@octokit/plugin-paginate-rest': 'octokit-plugins.js',
  '@octokit/plugin-rest-endpoint-methods': 'octokit-plugins.js',
  undici: 'undici.js',
})
for (const { entry, folder } of BUNDLES) {
  const options = ['--license', 'licenses.txt', '--no-cache', '--quiet']
  run('ncc', ['build', join(emitted, `${entry}.js`), '--out', join(target, folder), ...options])
}

/**
 * Copies a package to where the emitted code finds it first, with files of `stubs` in place of some of its
 * dependencies. They would be most of a bundle and of its start-up, and every comment of a repository starts the root
 * action (`npm run bench` shows the difference).
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

function run(tool: string, parameters: string[]): void {
  execFileSync(join(root, 'node_modules', '.bin', tool), parameters, { cwd: root, stdio: 'inherit' })
}
