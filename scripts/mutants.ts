// Runs the unit tests of a folder or file against changed sources: `npm run mutants -- src/agent-job/marker.ts`. Files of
// tests behind it run, too. Prints the changes that no test notices, and the score. Stryker isn't a dependency: npx
// fetches it into a temporary copy.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Report {
  files: Record<string, { mutants: Mutant[] }>
}

interface Mutant {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: { line: number } }
}

const VERSION = '10'
const MODULE = process.argv[2]?.replace(/\/$/u, '')
if (MODULE === undefined || !/^src\/[\w/-]+(?:\.ts)?$/u.test(MODULE))
  throw new Error('Name a folder or a file, such as src/agent-job/changes or src/agent-job/marker.ts.')

const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
try {
  copyTree()
  configure(MODULE)
  install()
  const run = spawnSync('node_modules/.bin/stryker', ['run', 'stryker.json'], { cwd: copy, stdio: 'inherit' })
  if (run.status !== 0) throw new Error(`Stryker ended with ${run.status ?? run.signal}.`)
  print(JSON.parse(readFileSync(join(copy, 'mutants.json'), 'utf8')) as Report)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyTree(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const path of listed
    .toString()
    .split('\0')
    .filter((each) => /^(?:src|test|scripts|bench)\/|README\.md$|^[\w-]+\.json$|^\.npmrc$/u.test(each)))
    cpSync(join(root, path), join(copy, path))
  cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true })
}

function configure(module: string): void {
  const isFile = module.endsWith('.ts')
  const tests = module.replace('src/', 'test/unit/')
  const vitest = {
    test: {
      include: [isFile ? tests.replace(/ts$/u, 'test.ts') : `${tests}/**/*.test.ts`, ...process.argv.slice(3)],
      setupFiles: ['test/setup.ts'],
      testTimeout: 600_000,
    },
  }
  writeFileSync(join(copy, 'vitest.config.ts'), `export default ${JSON.stringify(vitest)}\n`)
  const stryker = {
    testRunner: 'vitest',
    mutate: [isFile ? module : `${module}/**/*.ts`],
    // The wording of messages, and expressions that don't parse, say nothing about the tests.
    mutator: { excludedMutations: ['Regex', 'StringLiteral'] },
    // TypeScript 7 has no JavaScript API for Stryker.
    tsconfigFile: 'none.json',
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    reporters: ['json'],
    jsonReporter: { fileName: 'mutants.json' },
  }
  writeFileSync(join(copy, 'stryker.json'), JSON.stringify(stryker))
}

function install(): void {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`)
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: copy, stdio: 'inherit' })
}

function print({ files }: Report): void {
  let killed = 0
  let counted = 0
  for (const [file, { mutants }] of Object.entries(files))
    for (const { mutatorName, replacement = '', status, location } of mutants) {
      const isKilled = status === 'Killed' || status === 'Timeout'
      if (!isKilled && status !== 'Survived' && status !== 'NoCoverage') continue
      counted += 1
      if (isKilled) killed += 1
      else
        console.log(`${file}:${location.start.line} ${mutatorName}: ${replacement.replace(/\s+/gu, ' ').slice(0, 80)}`)
    }
  console.log(`${killed} of ${counted} mutants killed: ${((100 * killed) / counted).toFixed(1)} %`)
}
