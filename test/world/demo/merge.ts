import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'
import { type PullRequest, readNewestPullRequest, readPullRequest } from './pull-request.ts'

/** What came of a merged pull request: no person asks, the workflow does. */
export interface Merge {
  /** The one that was merged, as it is on GitHub. */
  merged: PullRequest
  /** What the documentation service was sent. */
  prompt: string
  run: RunResult
  /** What the agent opened for it. */
  documentation: PullRequest | undefined
}

const pullRequest = {
  title: 'Wait between retries, and try five times',
  body: 'A service that is down gets fewer requests.',
  files: {
    'src/config.ts': `export interface Config {
  retries: number
  pauseMs: number
  timeoutMs: number
}

export const defaults: Config = { retries: 5, pauseMs: 100, timeoutMs: 30_000 }
`,
    'package-lock.json': '{ "lockfileVersion": 3 }\n',
  },
}

/** Merges a pull request of the code, and lets the built action have what it changes documented. */
export async function runMerge(world: World): Promise<Merge> {
  const { github, docsService } = world
  const { number } = await github.createPullRequest({ ...pullRequest, asLogin: 'ada' })
  const trigger = await github.closePullRequest(number, 'merged')
  docsService.nextJob({ durationMs: 300 })
  const inputs = {
    prompt: 'Document what this merge changes for users.',
    context: 'diff',
    'poll-interval': '400ms',
  }
  const run = await world.start({ trigger, inputs }).result
  return {
    merged: await readPullRequest(world, 'acme/app', number),
    prompt: docsService.jobs.at(-1)?.prompt ?? '',
    run,
    documentation: await readNewestPullRequest(world, 'acme/docs'),
  }
}
