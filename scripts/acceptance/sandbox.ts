import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from './client.ts'

const WORKFLOW = '.github/workflows/acceptance.yml'
/** Its API. */
export const ACTIONS = '/actions/workflows/acceptance.yml'
/** Files, branches and tags begin with it. */
export const FOLDER = 'acceptance/'
/** In the descriptions of the issues and pull requests, and of those of the test's agent. */
export const PURPOSE = 'Written by `npm run acceptance` of the docs agent action.'
export const BY_AGENT = 'Written by the documentation agent, job '

type Texts = 'title' | 'body' | 'html_url' | 'content' | 'display_title' | 'status' | 'conclusion'
/** What GitHub tells of an issue, a pull request, a comment, a reaction or a workflow run; none has all of it. */
export interface Item extends Record<Texts, string>, Record<'id' | 'number' | 'run_attempt', number> {
  user: { type: string }
  head: { ref: string }
}

/** Writes nothing. @throws Error if the test can't start in the sandbox, or for the action's `source` */
export async function checkAccess(client: Client, stranger: Client, source: Client, commit: string): Promise<void> {
  const files = await listFiles(client)
  // The commit doesn't exist: with the permission, GitHub answers 422, and creates nothing.
  const branch = { ref: `refs/heads/${FOLDER}probe`, sha: '1'.repeat(40) }
  const answer = await client.send('POST', '/git/refs', branch).catch(({ message }: Error) => message)
  if (!String(answer).includes(': 422 ')) throw new Error(`GH_TOKEN can't write to the sandbox. ${answer}`)
  const other = files.find(({ path }) => path.startsWith('.github/workflows/') && path !== WORKFLOW)
  if (other !== undefined) throw new Error(`The sandbox has another workflow. Delete ${other.path}.`)
  const seen = await stranger.attempt<{ permissions?: { push: boolean } }>('GET', '')
  if (seen?.permissions?.push !== false) throw new Error('STRANGER_TOKEN must be of an account that can only read.')
  await source.send('GET', `/commits/${commit}`)
}

async function listFiles({ send }: Client): Promise<{ path: string; sha: string }[]> {
  return (await send<{ tree: { path: string; sha: string }[] }>('GET', '/git/trees/main?recursive=1')).tree
}

export function writeFile({ send }: Pick<Client, 'send'>, path: string, text: string, branch: string) {
  const content = Buffer.from(text).toString('base64')
  return send('PUT', `/contents/${path}`, { message: `Add ${path}`, content, branch })
}

export async function writeWorkflow(client: Client, action: string, commit: string): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, 'sandbox.yml'), 'utf8')
  await writeFile(client, WORKFLOW, text.replace('ACTION', action).replace('COMMIT', commit), 'main')
}

/** Removes what this start or an earlier one left, the workflow first. Conversations are closed, and stay readable. */
export async function cleanUp(client: Client): Promise<void> {
  const { send, attempt, list } = client
  for (const { path, sha } of await listFiles(client))
    if (path === WORKFLOW || path.startsWith(FOLDER))
      await send('DELETE', `/contents/${path}`, { message: `Delete ${path}`, sha })
  for (const { number, body } of await list<Item>('/issues'))
    if ([PURPOSE, BY_AGENT].some((text) => body?.includes(text)))
      await attempt('PATCH', `/issues/${number}`, { state: 'closed' })
  for (const names of [`heads/${FOLDER}`, 'heads/docs-agent/', `tags/${FOLDER}`])
    for (const { ref } of await list<{ ref: string }>(`/git/matching-refs/${names}`))
      await attempt('DELETE', `/git/${ref}`)
}
