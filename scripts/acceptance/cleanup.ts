import { listRuns } from './follow.ts'
import { type Account, LABEL, PREFIX, type Pull, type Thread } from './sandbox.ts'
import { BRANCHES, WORKFLOW } from './workflow.ts'

interface File {
  path: string
  sha: string
  type: string
}

/**
 * Removes what this start or an earlier one left in the sandbox and in the fork of a second account: closes issues and
 * pull requests, whose threads stay for their readers; deletes branches, releases, tags and files. Nothing else is touched.
 * @returns what was removed
 */
export async function cleanUp({ client, repository }: Account, fork?: Account): Promise<string[]> {
  const root = `/repos/${repository}`
  const runs = (await listRuns({ client, repository })).filter(({ status }) => status !== 'completed')
  for (const { id } of runs) await client.settle('POST', `${root}/actions/runs/${id}/cancel`)
  const pulls = (await client.list<Pull>(`${root}/pulls?state=open`)).filter(isOwn)
  for (const { number } of pulls) await client.settle('PATCH', `${root}/pulls/${number}`, { state: 'closed' })
  const issues = await client.list<Thread>(`${root}/issues?state=open&labels=${LABEL}`)
  for (const { number } of issues) await client.settle('PATCH', `${root}/issues/${number}`, { state: 'closed' })
  const published = await client.list<{ id: number; tag_name: string }>(`${root}/releases`)
  const releases = published.filter(({ tag_name }) => tag_name.startsWith(TAGS))
  for (const { id } of releases) await client.settle('DELETE', `${root}/releases/${id}`)
  const refs = [
    ...(await deleteRefs({ client, repository }, [`heads/${BRANCHES.own}`, `heads/${BRANCHES.agent}`, `tags/${TAGS}`])),
    ...(fork === undefined ? [] : await deleteRefs(fork, [`heads/${BRANCHES.own}`])),
  ]
  const files = await deleteFiles({ client, repository })
  const removed = { runs, 'pull requests': pulls, issues, releases, 'branches and tags': refs, files }
  return Object.entries(removed).flatMap(([name, { length }]) => (length === 0 ? [] : `${length} ${name}`))
}

const TAGS = `${PREFIX}-`

const isOwn = ({ head }: Pull) => Object.values(BRANCHES).some((prefix) => head.ref.startsWith(prefix))

async function deleteRefs({ client, repository }: Account, prefixes: readonly string[]): Promise<object[]> {
  const root = `/repos/${repository}/git`
  const lists = prefixes.map((prefix) => client.find<{ ref: string }[]>(`${root}/matching-refs/${prefix}`))
  const refs = (await Promise.all(lists)).flatMap((found) => found ?? [])
  for (const { ref } of refs) await client.settle('DELETE', `${root}/${ref}`)
  return refs
}

/** The workflow goes first, so that what follows starts nothing. */
async function deleteFiles({ client, repository }: Account): Promise<object[]> {
  const root = `/repos/${repository}/contents`
  const folders = ['.github/workflows', 'src', 'other', '']
  const lists = await Promise.all(folders.map((folder) => client.find<File[]>(`${root}/${folder}`)))
  const own = lists.flatMap((files) => files ?? []).filter(({ path, type }) => type === 'file' && OWN_FILE.test(path))
  for (const { path, sha } of own) await client.settle('DELETE', `${root}/${path}`, { message: `Delete ${path}`, sha })
  return own
}

const OWN_FILE = new RegExp(`^(?:${WORKFLOW.path}$|(?:(?:src|other)/)?${PREFIX}[-.])`, 'u')
