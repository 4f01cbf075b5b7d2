import type { Client } from './client.ts'
import { LABEL, PREFIX, type Pull, type Thread } from './sandbox.ts'
import { BRANCHES, WORKFLOW } from './workflow.ts'

interface File {
  path: string
  sha: string
  type: string
}

/**
 * Removes what this start or an earlier one left in the sandbox: closes issues and pull requests, whose threads stay
 * for their readers; deletes branches, releases, tags and files. Nothing else is touched.
 * @param fork the fork of the second account, whose branches are deleted, too
 * @returns what was removed, a sentence each
 */
export async function cleanUp(
  client: Client,
  repository: string,
  fork?: { client: Client; repository: string },
): Promise<string[]> {
  const root = `/repos/${repository}`
  const runs = await cancelRuns(client, root)
  const pulls = (await client.list<Pull>(`${root}/pulls?state=open`)).filter(isOwn)
  for (const { number } of pulls) await client.settle('PATCH', `${root}/pulls/${number}`, { state: 'closed' })
  const issues = await client.list<Thread & { pull_request?: object }>(`${root}/issues?state=open&labels=${LABEL}`)
  for (const { number } of issues) await client.settle('PATCH', `${root}/issues/${number}`, { state: 'closed' })
  const releases = await client.list<{ id: number; tag_name: string }>(`${root}/releases`)
  const ours = releases.filter(({ tag_name }) => tag_name.startsWith(`${PREFIX}-`))
  for (const { id } of ours) await client.settle('DELETE', `${root}/releases/${id}`)
  const refs = await deleteRefs(client, root, [...Object.values(BRANCHES).map((branch) => `heads/${branch}`), TAGS])
  const forked = fork === undefined ? 0 : await deleteRefs(fork.client, `/repos/${fork.repository}`, [OWN_HEADS])
  const files = await deleteFiles(client, root)
  return [
    ...count(runs, 'run', 'cancelled'),
    ...count(pulls.length, 'pull request', 'closed'),
    ...count(issues.length, 'issue', 'closed'),
    ...count(ours.length, 'release', 'deleted'),
    ...count(refs + forked, 'branch or tag', 'deleted', 'branches and tags'),
    ...count(files, 'file', 'deleted'),
  ]
}

const TAGS = `tags/${PREFIX}-`
const OWN_HEADS = `heads/${BRANCHES.own}`

const isOwn = ({ head }: Pull) => Object.values(BRANCHES).some((prefix) => head.ref.startsWith(prefix))

async function cancelRuns(client: Client, root: string): Promise<number> {
  interface Run {
    id: number
    status: string
  }
  const path = `${root}/actions/workflows/${WORKFLOW.file}/runs?per_page=50`
  const { workflow_runs: runs = [] } = (await client.find<{ workflow_runs: Run[] }>(path)) ?? {}
  const active = runs.filter(({ status }) => status !== 'completed')
  for (const { id } of active) await client.settle('POST', `${root}/actions/runs/${id}/cancel`)
  return active.length
}

async function deleteRefs(client: Client, root: string, prefixes: readonly string[]): Promise<number> {
  const lists = prefixes.map((prefix) => client.list<{ ref: string }>(`${root}/git/matching-refs/${prefix}`))
  const refs = (await Promise.all(lists)).flat()
  for (const { ref } of refs) await client.settle('DELETE', `${root}/git/${ref}`)
  return refs.length
}

/** The workflow goes first, so that what follows starts nothing. */
async function deleteFiles(client: Client, root: string): Promise<number> {
  const folders = ['.github/workflows', 'src', 'other', '']
  const lists = await Promise.all(folders.map((folder) => client.find<File[]>(`${root}/contents/${folder}`)))
  const own = lists
    .flat()
    .filter((file) => file !== undefined && file.type === 'file' && isOwnFile(file.path)) as File[]
  for (const { path, sha } of own)
    await client.settle('DELETE', `${root}/contents/${path}`, { message: `Delete ${path}`, sha })
  return own.length
}

function isOwnFile(path: string): boolean {
  return path === WORKFLOW.path || new RegExp(`^(?:(?:src|other)/)?${PREFIX}[-.]`, 'u').test(path)
}

function count(number: number, noun: string, what: string, plural = `${noun}s`): string[] {
  return number === 0 ? [] : [`${number} ${number === 1 ? noun : plural} ${what}`]
}
