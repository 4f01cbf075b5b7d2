import { createHash } from 'node:crypto'
import type { FileChanges, ListedFile } from './world.ts'

export interface Commit {
  sha: string
  parents: readonly string[]
  message: string
  /** Login, or an address that belongs to no account. */
  author: string
  /** Login; the author where it is left out. */
  committer?: string
  date: string
  files: ReadonlyMap<string, string>
}

type NewCommit = Omit<Commit, 'sha' | 'files'> & { changes: FileChanges }

/** Commits of one repository, its branches (`heads/main`) and tags (`tags/v1`). */
export class Git {
  readonly refs = new Map<string, string>()
  /** Parents come before their children. */
  readonly #commits = new Map<string, Commit>()

  /** Makes a commit on the first of its parents, whose other files it keeps. It is on no branch yet. */
  commit({ changes, parents, ...made }: NewCommit): Commit {
    const files = new Map(this.#commits.get(parents[0] ?? '')?.files)
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) files.delete(path)
      else files.set(path, text)
    }
    // Two commits are never the same one, also if they say and change the same.
    const sha = hash(JSON.stringify([this.#commits.size, parents, made, [...files]]))
    const commit = { sha, parents, ...made, files }
    this.#commits.set(sha, commit)
    return commit
  }

  /** Adds a commit to a branch, whose first one it may be. */
  push(branch: string, made: Omit<NewCommit, 'parents'>): Commit {
    const commit = this.commit({ ...made, parents: [this.tipOf(branch)].filter((sha) => sha !== '') })
    this.refs.set(`heads/${branch}`, commit.sha)
    return commit
  }

  /** The id of the last commit on a branch; empty before the first. */
  tipOf(branch: string): string {
    return this.refs.get(`heads/${branch}`) ?? ''
  }

  find(name: string): Commit | undefined {
    return this.#commits.get(this.refs.get(`heads/${name}`) ?? this.refs.get(`tags/${name}`) ?? name)
  }

  /** The commits of `head` that are not in `base`, oldest first. */
  between(base: string | undefined, head: string): Commit[] {
    const known = new Set(this.#history(base))
    return this.#history(head).filter((commit) => !known.has(commit))
  }

  mergeBase(base: string | undefined, head: string): Commit | undefined {
    const known = new Set(this.#history(base))
    return this.#history(head).findLast((commit) => known.has(commit))
  }

  /** What `head` changes since it left `base`, as `commit` takes it. */
  changes(base: string | undefined, head: string): FileChanges {
    const before = this.mergeBase(base, head)?.files
    const after = this.#commits.get(head)?.files
    const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
    const changed = paths.filter((path) => before?.get(path) !== after?.get(path))
    return Object.fromEntries(changed.map((path) => [path, after?.get(path) ?? null]))
  }

  listChanges(base: string | undefined, head: string): ListedFile[] {
    const before = this.mergeBase(base, head)?.files
    return Object.entries(this.changes(base, head)).map(([filename, now]) => {
      const old = before?.get(filename)
      const status = old === undefined ? 'added' : now === null ? 'removed' : 'modified'
      return { filename, status, ...diffFile(old ?? '', now ?? '') }
    })
  }

  #history(sha: string | undefined): Commit[] {
    const reached = new Set([sha])
    const all = [...this.#commits.values()].reverse().filter((commit) => {
      if (!reached.has(commit.sha)) return false
      for (const parent of commit.parents) reached.add(parent)
      return true
    })
    return all.reverse()
  }
}

export function hash(content: string): string {
  return createHash('sha1').update(content).digest('hex')
}

const CONTEXT_LINES = 3

/** How a file differs, in one hunk: all between the lines with which both begin and end. */
function diffFile(before: string, after: string): Pick<ListedFile, 'additions' | 'deletions' | 'patch'> {
  const [old, now] = [splitLines(before), splitLines(after)]
  const start = countCommon(old, now)
  const end = countCommon(old.slice(start).reverse(), now.slice(start).reverse())
  const [gone, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  const first = Math.max(0, start - CONTEXT_LINES)
  const [above, below] = [old.slice(first, start), old.slice(old.length - end).slice(0, CONTEXT_LINES)]
  const around = above.length + below.length
  const count = ({ length }: string[]) => `${length + around && first + 1},${length + around}`
  const mark = (sign: string, lines: string[]) => lines.map((line) => sign + line)
  const lines = [...mark(' ', above), ...mark('-', gone), ...mark('+', added), ...mark(' ', below)]
  const patch = [`@@ -${count(gone)} +${count(added)} @@`, ...lines].join('\n')
  return { additions: added.length, deletions: gone.length, patch }
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

function countCommon(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((line, number) => line !== b[number])
  return index < 0 ? a.length : index
}
