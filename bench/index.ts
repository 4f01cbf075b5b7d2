/**
 * Runs every benchmark and prints the results as Markdown.
 * Usage: `npm run bench`, or `npm run bench -- --only start-up`; `--dist <folder>` measures another build than `dist`,
 * `--beside <folder>` compares its start-up with that of another build, and `--save` writes the results into `bench/README.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchExport } from './export.ts'
import { benchFelt } from './felt.ts'
import { benchRoundTrips } from './round-trips.ts'
import { benchStartUp } from './start-up.ts'
import { type BenchSection, formatSection } from './table.ts'

const { values: options } = parseArgs({
  options: {
    dist: { type: 'string', default: 'dist' },
    beside: { type: 'string' },
    only: { type: 'string' },
    save: { type: 'boolean' },
  },
})
const dist = resolve(options.dist)

const benches: Record<string, () => Promise<BenchSection>> = {
  'start-up': () => benchStartUp([dist, ...(options.beside === undefined ? [] : [resolve(options.beside)])]),
  'round-trips': () => benchRoundTrips(dist),
  felt: () => benchFelt(dist),
  export: () => benchExport(dist),
}
const chosen = Object.entries(benches).filter(([name]) => options.only === undefined || name === options.only)
if (chosen.length === 0) throw new Error(`--only takes one of: ${Object.keys(benches).join(', ')}.`)
if (options.save && options.only !== undefined) throw new Error('--save needs all benchmarks: remove --only.')

const pieces = [describeMachine()]
console.log(pieces[0])
for (const [, bench] of chosen) {
  const section = await bench()
  console.log(`\n${formatSection(section, true)}`)
  pieces.push(formatSection(section, false))
}
if (options.save) save(pieces.join('\n\n'))

function describeMachine(): string {
  const [processor] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const load = loadavg()[0]?.toFixed(1)
  return `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ${cpus().length} x ${processor?.model}, ${memory}, load ${load} before the run.`
}

/** Writes the results into the README. */
function save(results: string): void {
  const file = join(import.meta.dirname, 'README.md')
  const [head, , tail] = readFileSync(file, 'utf8').split(/(?<=<!-- results -->\n)|(?=<!-- end of results -->)/u)
  writeFileSync(file, `${head}\n${results}\n\n${tail}`)
}
