import { expect } from 'vitest'
import { API_KEY } from '../../../fuzz/hostile-text.ts'
import { checkTraces } from '../../../fuzz/invariants.ts'
import { checkPublished } from '../../../fuzz/published-markdown.ts'
import { createWorldInProcess, type World, type WorldOptions } from '../../../world/index.ts'
import type { RunResult } from '../../../world/runner/action-run.ts'

/** A world whose service takes the key that hostile texts hold. */
export function createHostileWorld(options: WorldOptions = {}): Promise<World> {
  return createWorldInProcess({ ...options, docsService: { ...options.docsService, apiKey: API_KEY } })
}

/** Everything that must be so after any run: in the log, the outputs, the summary, the comments. */
export async function checkTracesOf(world: World, result: RunResult, threads: readonly number[]): Promise<void> {
  for (const phase of [result, ...(result.post === undefined ? [] : [result.post])]) checkTraces(phase)
  for (const thread of threads) {
    const comments = await world.github.commentsOf(thread)
    for (const { body, user } of comments) {
      if (user.login !== 'github-actions[bot]') continue
      expect(body.length).toBeLessThan(65_536)
      expect(body).not.toContain(API_KEY)
      checkPublished(body.replace(/^<!-- docs-agent-[a-z-]+:start -->|<!-- docs-agent-[a-z-]+:[^>]*-->$/gu, ''))
    }
  }
}
