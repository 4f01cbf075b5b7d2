import { vi } from 'vitest'
import { createSignedMarker, digest } from '../../../src/github/signed-marker.ts'
import type { World } from '../../world/index.ts'

/** What a comment of ours remembers, as far as the report looks at it; the rest is made up. */
export interface Written {
  event?: string
  state?: string
  outcome?: string
  job?: object
  earlierJob?: object
  pullRequests?: string[]
  /** ISO 8601, and the letter of its end where that is known; by default the moment at which it is written. */
  prompts?: string[]
  series?: string
  /** Its own, once it was edited. */
  commentId?: number
  apiKey?: string
  projectId?: string
  asLogin?: string
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
    ...{ state: 'finished', trigger: `${count}`, event: 'issue_comment', nonce: `nonce ${count}` },
    ...{ outcome: 'pull-request', prompts: [new Date().toISOString()] },
    ...{ project: digest(projectId), claimant: { runId: '1', job: 'docs', step: '__self', attempt: 1 } },
    ...rest,
  }
  return `Done.\n\n${createSignedMarker('job', apiKey, ['1', String(thread)]).write(payload)}`
}

interface NewDocumentation {
  title: string
  /** By default one with two lines, named by the first letter of the title. */
  files?: Record<string, string>
  asLogin?: string
}

/** Opens a pull request of the documentation, as the agent does, at the moment that it is now. */
export async function writeDocs(
  { github }: World,
  {
    title,
    files = { [`page-${title.slice(0, 1).toLowerCase()}.mdx`]: 'One line\nand another\n' },
    asLogin = 'docs-agent[bot]',
  }: NewDocumentation,
) {
  const call = (method: string, path: string, body?: object) =>
    github.call(asLogin, method, `/repos/acme/docs${path}`, body) as Promise<Record<string, never>>
  count += 1
  const branch = `docs-${count}`
  const { object } = await call('GET', '/git/ref/heads/main')
  await call('POST', '/git/refs', { ref: `refs/heads/${branch}`, sha: object?.['sha'] })
  for (const [path, text] of Object.entries(files))
    await call('PUT', `/contents/${path}`, {
      ...{ message: `Write ${path}`, branch, content: Buffer.from(text).toString('base64') },
    })
  const pull = await call('POST', '/pulls', {
    title: title ?? `Page ${count}`,
    head: branch,
    base: 'main',
    body: '',
  })
  const { number, html_url: url } = pull as unknown as { number: number; html_url: string }
  return { number, url }
}
