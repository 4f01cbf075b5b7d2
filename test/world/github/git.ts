import { createHash } from 'node:crypto'
import { diffFile } from './diff.ts'
import type { FileChanges, ListedFile } from './world.ts'

export interface Commit {
  sha: string
  parents: readonly string[]
  message: string
  /** Login. */
  author: string
  /** ISO 8601. */
  date: string
  /** All files by path, as the ids of their blobs. */
  files: ReadonlyMap<string, string>
}

type NewCommit = Pick<Commit, 'parents' | 'author' | 'date' | 'message'> & { changes: FileChanges }

/** A change of one file between two commits. */
export type FileChange = ListedFile & { status: 'added' | 'removed' | 'modified'; sha: string }

/** Commits of one repository, its branches (`heads/main`) and tags (`tags/v1`). */
export class Git {
  readonly refs = new Map<string, string>()
  readonly #blobs = new Map<string, Buffer>()
  /** Parents come before their children. */
  readonly #commits = new Map<string, Commit>()

  /** Makes a commit on the first of its parents, whose other files it keeps. It is on no branch yet. */
  commit({ changes, parents, author, date, message }: NewCommit): Commit {
    const files = new Map(this.#commits.get(parents[0] ?? '')?.files)
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(path)
      else files.set(path, this.#write(Buffer.from(content as Uint8Array)))
    }
    // Two commits are never the same one, also if they say and change the same.
    const sha = hash(JSON.stringify([this.#commits.size, parents, author, date, message, [...files]]))
    const commit = { sha, parents, message, author, date, files }
    this.#commits.set(sha, commit)
    return commit
  }

  /** Adds a commit to a branch, whose first one it may be. */
  push(branch: string, made: Omit<NewCommit, 'parents'>): Commit {
    const parents = [this.refs.get(`heads/${branch}`) ?? []].flat()
    const commit = this.commit({ ...made, parents })
    this.refs.set(`heads/${branch}`, commit.sha)
    return commit
  }

  /** By its id, its branch or its tag. */
  find(name: string): Commit | undefined {
    return this.#commits.get(this.refs.get(`heads/${name}`) ?? this.refs.get(`tags/${name}`) ?? name)
  }

  read(blob: string): Buffer {
    return this.#blobs.get(blob) ?? Buffer.alloc(0)
  }

  /** The commits of `head` that are not in `base`, oldest first. */
  between(base: string | undefined, head: string): Commit[] {
    const known = this.#history(base)
    return this.#history(head).filter((commit) => !known.includes(commit))
  }

  /** The newest commit that both have. */
  mergeBase(base: string | undefined, head: string): Commit | undefined {
    const known = this.#history(base)
    return this.#history(head).findLast((commit) => known.includes(commit))
  }

  /** What `head` changes since it left `base`, by path. */
  changes(base: string | undefined, head: string): FileChange[] {
    const before = this.mergeBase(base, head)?.files
    const after = this.#commits.get(head)?.files
    const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
    return paths.flatMap((filename) => {
      const [old, now] = [before?.get(filename), after?.get(filename)]
      if (old === now) return []
      const status = old === undefined ? 'added' : now === undefined ? 'removed' : 'modified'
      return [
        { filename, status, sha: now ?? old ?? '', ...diffFile(this.read(old ?? ''), this.read(now ?? '')) },
      ]
    })
  }

  /** The same changes as `commit` takes them. */
  contents(changes: readonly FileChange[]): FileChanges {
    return Object.fromEntries(
      changes.map(({ filename, status, sha }) => [filename, status === 'removed' ? null : this.read(sha)]),
    )
  }

  /** A commit and all before it, oldest first. */
  #history(sha: string | undefined): Commit[] {
    const reached = new Set([sha])
    const all = [...this.#commits.values()].reverse().filter((commit) => {
      if (!reached.has(commit.sha)) return false
      for (const parent of commit.parents) reached.add(parent)
      return true
    })
    return all.reverse()
  }

  #write(content: Buffer): string {
    const sha = hash(Buffer.concat([Buffer.from(`blob ${content.length}\0`), content]))
    this.#blobs.set(sha, content)
    return sha
  }
}

function hash(content: string | Buffer): string {
  return createHash('sha1').update(content).digest('hex')
}
