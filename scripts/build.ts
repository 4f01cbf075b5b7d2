/**
 * Builds every bundle: TypeScript emits JavaScript into `build/`, and ncc bundles each entry with its
 * packages into `dist/`. Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
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
leaveOutOidc()
for (const { entry, folder } of BUNDLES) {
  const options = ['--license', 'licenses.txt', '--no-cache', '--quiet']
  run('ncc', ['build', join(emitted, `${entry}.js`), '--out', join(target, folder), ...options])
}

/**
 * `@actions/core` loads an HTTP stack for OIDC tokens, which no action here asks for. That stack is two thirds of
 * a bundle and of its start-up, and the root action starts on every comment of a repository (`npm run bench`).
 */
function leaveOutOidc(): void {
  const copy = join(emitted, 'node_modules/@actions/core')
  cpSync(join(root, 'node_modules/@actions/core'), copy, { recursive: true })
  writeFileSync(
    join(copy, 'lib/oidc-utils.js'),
    "export class OidcClient { static async getIDToken() { throw new Error('This build has no OIDC client.') } }\n",
  )
}

function run(tool: string, parameters: string[]): void {
  execFileSync(join(root, 'node_modules', '.bin', tool), parameters, { cwd: root, stdio: 'inherit' })
}
