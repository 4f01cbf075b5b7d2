/**
 * Prints the figures of bench/README.md. Usage: `npm run bench`, or `npm run bench -- --save` to write them into that page.
 * `ACTION_DIST` measures another build than `dist`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareWithNode, countRequests, measureArchive, measureMemory, measureStart } from './measure.ts'
import { COMMAND, JOBS, OTHERS } from './scenes.ts'

const LATENCY_MS = 150
const JOB_MINUTES = 5
const MEMORY_ROWS = 1_000_000

const starts: string[][] = []
for (const scene of JOBS) {
  const { ms, inRow, requests } = await measureStart(scene, LATENCY_MS)
  starts.push([scene.name, String(inRow), String(requests), `${(ms / 1_000).toFixed(1)} s`])
}

const counts: string[][] = []
for (const scene of [...JOBS, ...OTHERS]) {
  const { github, untilCreated, service } = await countRequests(scene, JOB_MINUTES * 60_000)
  counts.push([
    scene.name,
    JOBS.includes(scene) ? `${github} (${untilCreated} before the job)` : `${github}`,
    `${service}`,
  ])
}
const { ms: runMs } = await countRequests(COMMAND, JOB_MINUTES * 60_000)

const [idle] = OTHERS
const { bareMs, ownMs } = await compareWithNode(idle ?? COMMAND, 20)
const peak = await measureMemory(MEMORY_ROWS)

const results = `## Time until the job is created

GitHub and the service respond after ${LATENCY_MS} ms. *In sequence* is the longest chain of requests that each wait for the previous
response. The last request creates the job. The time begins when the process starts.

${formatTable(['Started by', 'In sequence', 'Requests', 'Time'], starts)}

## Requests

A job takes ${JOB_MINUTES} minutes, with the default \`poll-interval\`.

${formatTable(['What', 'To GitHub', 'To the service'], counts)}

## Runner

${formatTable(
  ['What', 'Measured'],
  [
    [
      `a command whose job takes ${JOB_MINUTES} minutes: the step`,
      `${Math.floor(runMs / 60_000)} min ${Math.round((runMs % 60_000) / 1_000)} s; GitHub bills ${Math.ceil(runMs / 60_000)} minutes`,
    ],
    [
      'a comment without the command, as a multiple of `node -e 0`',
      `${(ownMs / bareMs).toFixed(2)} × (${ownMs.toFixed(0)} ms)`,
    ],
    [`memory for an export of ${MEMORY_ROWS.toLocaleString('en-US')} rows`, `${peak.toFixed(0)} MiB`],
    ['the archive that a runner downloads (`git archive HEAD`, `gzip -6`)', `${measureArchive().toFixed(0)} kB`],
  ],
)}`

console.log(results)
if (process.argv.includes('--save')) {
  const file = join(import.meta.dirname, 'README.md')
  const [head, , tail] = readFileSync(file, 'utf8').split(/(?<=<!-- results -->\n)|(?=<!-- end of results -->)/u)
  writeFileSync(file, `${head}\n${results}\n\n${tail}`)
}

function formatTable(header: string[], rows: string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
