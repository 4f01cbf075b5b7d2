import type { World } from '../index.ts'
import type { RunResult } from '../runner/action-run.ts'

/** What came of a merged pull request: no person asks, the workflow does. */
export interface Merge {
  title: string
  /** As it is on GitHub. */
  patch: string
  /** What the documentation service was sent. */
  prompt: string
  run: RunResult
}

const files = {
  'src/retries.ts': `export const retries = 5

/** Milliseconds before try number \`attempt\`, which counts from 1. */
export function pauseMs(attempt: number): number {
  return 100 * 2 ** attempt
}
`,
  'package-lock.json': '{ "lockfileVersion": 3 }\n',
}

/** Merges a pull request of the code, and lets the built action have what it changes documented. */
export async function runMerge({ github, docsService, start }: World): Promise<Merge> {
  const title = 'Wait twice as long before each further try'
  const { number } = await github.createPullRequest({
    title,
    body: 'A service that is down gets fewer requests.',
    files,
    asLogin: 'ada',
  })
  const trigger = await github.closePullRequest(number, 'merged')
  const changed = await github.call('maintainer', 'GET', `/repos/acme/app/pulls/${number}/files`)
  docsService.nextJob({ durationMs: 500 })
  const inputs = {
    prompt: 'Document what this merge changes for users.',
    context: 'diff',
    'poll-interval': '500ms',
  }
  const run = await start({ trigger, inputs }).result
  return { title, patch: findPatch(changed), prompt: docsService.jobs.at(-1)?.prompt ?? '', run }
}

function findPatch(changed: unknown): string {
  const listed = Array.isArray(changed) ? (changed as { filename?: unknown; patch?: unknown }[]) : []
  return String(listed.find(({ filename }) => filename === 'src/retries.ts')?.patch ?? '')
}
