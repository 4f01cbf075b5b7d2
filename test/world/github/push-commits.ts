import type { WorldParts } from './state.ts'
import type { FileChanges, NewCommit, RepositoryName } from './world.ts'

/**
 * Adds commits to a branch by the Git database, so that a commit may change any number of files, and pushes them
 * together. https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-your-git-database
 * @returns the newest commit
 */
export async function pushCommits(
  { call, state }: WorldParts,
  on: RepositoryName,
  branch: string,
  commits: readonly NewCommit[],
): Promise<string> {
  const base = `/repos/${on}`
  const by = (commit: NewCommit | undefined) => commit?.asLogin ?? 'writer'
  const pusher = by(commits[0])
  const ref = (await call(pusher, 'GET', `${base}/git/ref/heads/${branch}`)) as { object: { sha: string } }
  const before = ref.object.sha
  let latest = before
  const described: unknown[] = []
  for (const commit of commits) {
    const { tree: baseTree } = (await call(by(commit), 'GET', `${base}/git/commits/${latest}`)) as Commit
    const entries = await Promise.all(Object.entries(commit.files).map((file) => addFile(by(commit), file)))
    const tree = (await call(by(commit), 'POST', `${base}/git/trees`, {
      base_tree: baseTree.sha,
      tree: entries,
    })) as { sha: string }
    const { message = `Change ${Object.keys(commit.files)[0] ?? 'nothing'}` } = commit
    const request = { message, tree: tree.sha, parents: [latest] }
    const created = (await call(by(commit), 'POST', `${base}/git/commits`, request)) as Commit
    latest = created.sha
    described.push(describeCommit(created, commit, `${state.serverUrl}/${on}/commit/${latest}`))
  }
  state.pushes.set(latest, {
    ...{ created: false, deleted: false, forced: false, base_ref: null },
    ...{ compare: `${state.serverUrl}/${on}/compare/${before.slice(0, 12)}...${latest.slice(0, 12)}` },
    ...{ commits: described, head_commit: described.at(-1), pusher: { name: pusher, email: null } },
  })
  await call(pusher, 'PATCH', `${base}/git/refs/heads/${branch}`, { sha: latest })
  return latest

  async function addFile(asLogin: string, [path, content]: [string, FileChanges[string]]): Promise<unknown> {
    const entry = { path, mode: '100644', type: 'blob' }
    if (content === null) return { ...entry, sha: null }
    if (typeof content === 'string') return { ...entry, content }
    const encoded = { content: Buffer.from(content).toString('base64'), encoding: 'base64' }
    const { sha } = (await call(asLogin, 'POST', `${base}/git/blobs`, encoded)) as { sha: string }
    return { ...entry, sha }
  }
}

interface Commit {
  sha: string
  message: string
  tree: { sha: string }
  author: { name: string; email: string; date: string }
}

/** A commit as the event `push` has it. https://docs.github.com/webhooks/webhook-events-and-payloads#push */
function describeCommit({ sha, message, tree, author }: Commit, commit: NewCommit, url: string): unknown {
  const { name, email, date } = author
  const person = { name, email, username: commit.asLogin ?? 'writer' }
  const paths = Object.keys(commit.files)
  const removed = paths.filter((path) => commit.files[path] === null)
  return {
    ...{ id: sha, tree_id: tree.sha, distinct: true, message, timestamp: date, url },
    ...{ author: person, committer: person },
    ...{ added: [], removed, modified: paths.filter((path) => !removed.includes(path)) },
  }
}
