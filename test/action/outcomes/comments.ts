import { vi } from 'vitest'
import { createSignedMarker, digest } from '../../../src/github/signed-marker.ts'
import type { FileChanges } from '../../world/github/world.ts'
import type { World } from '../../world/index.ts'

/** What a comment of ours remembers, as far as the report looks at it; the rest is made up. */
export interface Written {
  apiKey?: string
  projectId?: string
  asLogin?: string
  /** Of its marker, such as `outcome`, `job` and `prompts`: by default one, of the moment at which it is written. */
  [field: string]: unknown
}

/** Lets everything that follows happen at this moment, ISO 8601 in UTC. */
export function setTime(time: string): void {
  vi.setSystemTime(new Date(time))
}

export const OUR_LOGIN = 'github-actions[bot]'

let count = 0

/** Writes a comment as the root action leaves it, at the moment that it is now. */
export async function writeComment(world: World, thread: number, written: Written) {
  return await world.github.comment(thread, renderComment(world, thread, written), written.asLogin ?? OUR_LOGIN)
}

/** The text of such a comment. */
export function renderComment({ docsService }: World, thread: number, written: Written): string {
  const { apiKey = docsService.apiKey, projectId = docsService.projectId, asLogin, ...rest } = written
  count += 1
  const payload = {
    state: 'finished',
    trigger: `${count}`,
    event: 'issue_comment',
    nonce: `nonce ${count}`,
    outcome: 'pull-request',
    prompts: [new Date().toISOString()],
    project: digest(projectId),
    claimant: { runId: '1', job: 'docs', step: '__self', attempt: 1 },
    ...rest,
  }
  return `Done.\n\n${createSignedMarker('job', apiKey, ['1', String(thread)]).write(payload)}`
}

/** Opens a pull request of the documentation, as the agent does, at the moment that it is now. */
export async function writeDocs({ github }: World, docs: { title: string; files?: FileChanges; asLogin?: string }) {
  const files = { [`page-${docs.title.slice(0, 1).toLowerCase()}.mdx`]: 'One line\nand another\n' }
  const pull = await github.createPullRequest({ asLogin: 'docs-agent[bot]', files, ...docs }, 'acme/docs')
  return { number: pull.number, url: pull.html_url }
}
