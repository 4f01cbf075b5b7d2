import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../world/index.ts'
import type { RunResult } from '../world/runner/action-run.ts'

/** Everything that a run left somewhere: what it printed, wrote, and sent to GitHub. Masks are not in it. */
export async function collectTraces(world: World, result: RunResult): Promise<string> {
  const phases = [result, ...(result.post === undefined ? [] : [result.post])]
  const lines = phases.flatMap(({ log }) => log.lines.map(({ text }) => text))
  const printed = lines.filter((line) => !line.startsWith('::add-mask::'))
  const written = phases.map(({ outputs, state, rawSummary }) => [outputs, state, rawSummary])
  const sent = world.github.requestsBy().map(({ path, query, body, headers }) => [path, query, body, headers])
  const files = await Promise.all([result.files, result.temp].map(readFolder))
  return JSON.stringify([printed, written, sent, files])
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
}
