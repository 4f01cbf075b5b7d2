import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { API_KEY } from '../fuzz/hostile-text.ts'
import { checkTraces } from '../fuzz/invariants.ts'
import { checkPublished } from '../fuzz/published-markdown.ts'
import { createWorldInProcess, type World, type WorldOptions } from '../world/index.ts'
import type { RunResult } from '../world/runner/action-run.ts'

const listPhases = (result: RunResult) => [result, ...(result.post === undefined ? [] : [result.post])]

/** Everything that a run left somewhere: what it printed, wrote, and sent to GitHub. Masks are not in it. */
export async function collectTraces(world: World, result: RunResult): Promise<string> {
  const lines = listPhases(result).flatMap(({ log }) => log.lines.map(({ text }) => text))
  const printed = lines.filter((line) => !line.startsWith('::add-mask::'))
  const written = listPhases(result).map(({ outputs, state, rawSummary }) => [outputs, state, rawSummary])
  const sent = world.github.requestsBy().map(({ path, query, body, headers }) => [path, query, body, headers])
  const files = await Promise.all([result.files, result.temp].map(readFolder))
  return JSON.stringify([printed, written, sent, files])
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))
}

/** A world whose service takes the key that hostile texts hold. */
export function createHostileWorld(options: WorldOptions = {}): Promise<World> {
  return createWorldInProcess({ ...options, docsService: { ...options.docsService, apiKey: API_KEY } })
}

/** Everything that must be so after any run: in the log, the outputs, the summary, the comments. */
export async function checkTracesOf(world: World, result: RunResult, threads: readonly number[]): Promise<void> {
  for (const phase of listPhases(result)) checkTraces(phase)
  for (const thread of threads)
    for (const { body, user } of await world.github.commentsOf(thread)) {
      if (user.login !== 'github-actions[bot]') continue
      expect(body.length).toBeLessThan(65_536)
      expect(body).not.toContain(API_KEY)
      checkPublished(body.replace(/^<!-- docs-agent:[a-z-]+ -->|<!-- docs-agent:[a-z-]+ marker [^>]*-->$/gu, ''))
    }
}
