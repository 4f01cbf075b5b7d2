import type { WorldParts } from './state.ts'
import type { FileChanges, NewCommit, RepositoryName } from './world.ts'

/** Blobs and texts by path, as the Git database takes them. */
type TreeEntry = { path: string; mode: '100644'; type: 'blob'; content?: string; sha?: string | null }

/** A commit that is made but on no branch yet, as the event `push` has it. */
export interface PushedCommit {
  id: string
  [name: string]: unknown
}

/**
 * Adds commits to a branch by the Git database, so that a commit may change any number of files, and pushes them
 * together. https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-your-git-database
 * @returns the newest commit
 */
export async function pushCommits(
  parts: WorldParts,
  on: RepositoryName,
  branch: string,
  commits: readonly NewCommit[],
): Promise<string> {
  const pusher = authorOf(commits[0])
  const before = await readBranch(parts, on, branch, pusher)
  const made: PushedCommit[] = []
  for (const commit of commits) {
    const entries = Object.entries(commit.files).map((file) => describeFile(parts, on, commit, file))
    const parents = [made.at(-1)?.id ?? before]
    made.push(await makeCommit(parts, on, { ...commit, entries: await Promise.all(entries), parents }))
  }
  return pushMade(parts, { on, branch, before, pusher, commits: made })
}

export async function readBranch(
  { call }: WorldParts,
  on: RepositoryName,
  branch: string,
  asLogin: string,
): Promise<string> {
  const { object } = (await call(asLogin, 'GET', `/repos/${on}/git/ref/heads/${branch}`)) as {
    object: { sha: string }
  }
  return object.sha
}

/** Makes a commit on the first of `parents`, whose other files it keeps. */
export async function makeCommit(
  { call, state }: WorldParts,
  on: RepositoryName,
  commit: Omit<NewCommit, 'files'> & { entries: readonly TreeEntry[]; parents: readonly string[] },
): Promise<PushedCommit> {
  const { entries, parents } = commit
  const asLogin = authorOf(commit)
  const base = `/repos/${on}/git`
  const parent = (await call(asLogin, 'GET', `${base}/commits/${parents[0]}`)) as Commit
  const tree = { base_tree: parent.tree.sha, tree: entries }
  const { sha } = (await call(asLogin, 'POST', `${base}/trees`, tree)) as { sha: string }
  const { message = `Change ${entries[0]?.path ?? 'nothing'}` } = commit
  const request = { message, tree: sha, parents }
  const created = (await call(asLogin, 'POST', `${base}/commits`, request)) as Commit
  const { name, email, date } = created.author
  const person = { name, email, username: asLogin }
  const removed = entries.filter((entry) => entry.sha === null).map(({ path }) => path)
  // https://docs.github.com/webhooks/webhook-events-and-payloads#push
  return {
    ...{ id: created.sha, tree_id: sha, distinct: true, message, timestamp: date },
    ...{ url: `${state.serverUrl}/${on}/commit/${created.sha}`, author: person, committer: person },
    ...{
      added: [],
      removed,
      modified: entries.map(({ path }) => path).filter((path) => !removed.includes(path)),
    },
  }
}

/** Moves a branch to commits that are made, in one push. */
export async function pushMade(
  { call, state }: WorldParts,
  push: {
    on: RepositoryName
    branch: string
    before: string
    pusher: string
    commits: readonly PushedCommit[]
  },
): Promise<string> {
  const { on, branch, before, pusher, commits } = push
  const after = commits.at(-1)?.id ?? before
  state.pushes.set(after, {
    ...{ before, created: false, deleted: false, forced: false, base_ref: null },
    ...{ compare: `${state.serverUrl}/${on}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}` },
    ...{ commits, head_commit: commits.at(-1), pusher: { name: pusher, email: null } },
  })
  await call(pusher, 'PATCH', `/repos/${on}/git/refs/heads/${branch}`, { sha: after, force: true })
  return after
}

async function describeFile(
  { call }: WorldParts,
  on: RepositoryName,
  commit: NewCommit,
  [path, content]: [string, FileChanges[string]],
): Promise<TreeEntry> {
  const entry = { path, mode: '100644', type: 'blob' } as const
  if (content === null) return { ...entry, sha: null }
  if (typeof content === 'string') return { ...entry, content }
  const encoded = { content: Buffer.from(content).toString('base64'), encoding: 'base64' }
  const blob = await call(authorOf(commit), 'POST', `/repos/${on}/git/blobs`, encoded)
  return { ...entry, sha: (blob as { sha: string }).sha }
}

function authorOf(commit: Pick<NewCommit, 'asLogin'> | undefined): string {
  return commit?.asLogin ?? 'writer'
}

interface Commit {
  sha: string
  tree: { sha: string }
  author: { name: string; email: string; date: string }
}
