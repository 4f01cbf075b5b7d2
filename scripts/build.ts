/**
 * Builds every bundle: TypeScript emits JavaScript into `build/`, and ncc bundles each entry with its
 * packages into `dist/`. Usage: `node scripts/build.ts [folder instead of dist]`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** What the runner starts: entry below `src`, and the folder below `dist` that its bundle goes to. */
const BUNDLES = [
  { entry: 'agent-job/index', folder: 'agent-job' },
  { entry: 'agent-job/post', folder: 'agent-job/post' },
  { entry: 'page-views/index', folder: 'page-views' },
] as const

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const target = resolve(process.argv[2] ?? join(root, 'dist'))
const emitted = join(root, 'build')

rmSync(emitted, { recursive: true, force: true })
rmSync(target, { recursive: true, force: true })
execFileSync(bin('tsc'), ['--project', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
for (const { entry, folder } of BUNDLES) {
  const from = join(emitted, `${entry}.js`)
  if (!existsSync(from)) continue
  const to = join(target, folder)
  execFileSync(
    bin('ncc'),
    ['build', from, '--out', to, '--license', 'licenses.txt', '--no-cache', '--quiet'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}
