import type { AssociatedPullRequest } from '../../../src/github/associated-pull-requests.ts'
import type { ChangedFile, ChangedFiles, CommitComparison } from '../../../src/github/changes.ts'
import type { Commit } from '../../../src/github/commits.ts'
import { GitHubError } from '../../../src/github/errors.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'

/** How changes come to the branch. */
export const WAYS = ['squash', 'merge', 'rebase', 'push', 'release', 'stack', 'backport', 'upstream'] as const
export type Way = (typeof WAYS)[number]

/** Why a change doesn't count, if it doesn't. */
export type Flaw = 'none' | 'label' | 'author' | 'path' | 'part'

/** What somebody did: a pull request, or a commit without one. Every text in it has its number. */
export interface Change {
  number: number
  isPull: boolean
  flaw: Flaw
  /** Those that came to the branch with it; without merges. */
  commits: string[]
  /** When they came, in milliseconds since 1970. */
  landedAt: number
}

/** What a side branch brings was made long before. */
const OLD_MS = 10 * 86_400_000

interface Node {
  commit: Commit
  change: Change | undefined
  pulls: AssociatedPullRequest[]
  files: ChangedFile[]
}

/** A branch as GitHub knows it: the commits, and which pull requests brought them. */
export class SimulatedBranch {
  now: number
  head: string
  readonly changes: Change[] = []
  readonly #nodes = new Map<string, Node>()
  /** Commits that GitHub has deleted. */
  readonly #gone = new Set<string>()

  constructor(now: number) {
    this.now = now
    this.head = this.#commit([], undefined)
  }

  land(way: Way, flaw: Flaw): void {
    if (way === 'push') {
      const change = this.#change(false, flaw)
      this.head = this.#commit([this.head], change)
    } else if (way === 'release' || way === 'stack') this.#landBoth(way, flaw)
    else this.#landOne(way, this.#change(true, flaw))
  }

  /** Moves the branch back, and pushes something else; GitHub may delete what is on no branch any more. */
  forcePush(back: number, isCollected: boolean): void {
    const before = this.head
    for (let step = 0; step < back; step += 1) this.head = this.#find(this.head).commit.parents[0] ?? this.head
    if (before === this.head) return
    const kept = this.reach(this.head)
    this.land('push', 'none')
    for (const sha of isCollected ? this.reach(before) : []) if (!kept.has(sha)) this.#gone.add(sha)
  }

  /** The changes that the commits after `base` bring, as far as they are on the line of `head`. */
  between(base: string, head: string): Change[] {
    const known = this.reach(base)
    const shas = [...this.reach(head)].filter((sha) => !known.has(sha))
    return [...new Set(shas.flatMap((sha) => this.#find(sha).change ?? []))]
  }

  reach(sha: string): Set<string> {
    const found = new Set<string>()
    for (const open = [sha]; open.length > 0; ) {
      const next = open.pop() as string
      if (found.has(next)) continue
      found.add(next)
      open.push(...this.#find(next).commit.parents)
    }
    return found
  }

  /** GitHub, as the action asks it. */
  readonly github = {
    fetchComparison: async (base: string, head: string): Promise<CommitComparison> => {
      if (this.#gone.has(base))
        throw new GitHubError('compare', { status: 404, answer: 'GitHub returned 404', hint: '' })
      const [behind, ahead] = [this.reach(base), this.reach(head)]
      const isBehind = [...behind].some((sha) => !ahead.has(sha))
      const commits = [...this.#nodes.values()]
        .map(({ commit }) => commit)
        .filter(({ sha }) => ahead.has(sha) && !behind.has(sha))
      const status = commits.length > 0 ? (isBehind ? 'diverged' : 'ahead') : isBehind ? 'behind' : 'identical'
      const mergeBase = [...this.#nodes.keys()].findLast((sha) => ahead.has(sha) && behind.has(sha))
      return { changed: undefined, status, commits: commits.slice(-1_000), commitCount: commits.length, mergeBase }
    },
    fetchCommitsSince: async (head: string, since: string): Promise<Commit[]> => {
      const reached = this.reach(head)
      const found = [...this.#nodes.values()].filter(({ commit }) => reached.has(commit.sha))
      return found
        .map(({ commit }) => commit)
        .filter(({ committedAt = '' }) => committedAt >= since)
        .reverse()
    },
    fetchAssociatedPullRequests: async (ids: readonly string[]) =>
      new Map(ids.map((id) => [id, this.#find(id).pulls] as const)),
    /** All that its branch brings, also by others. */
    fetchChangedFiles: async (number: number): Promise<ChangedFiles> => {
      const nodes = [...this.#nodes.values()].filter(({ pulls }) =>
        pulls.some((pull) => pull.number === number && pull.repository === 'acme/app'),
      )
      return { files: nodes.flatMap(({ files }) => files), isWhole: true }
    },
    fetchCommitFiles: async (sha: string): Promise<ChangedFiles> => ({ files: this.#find(sha).files, isWhole: true }),
  }

  #landOne(way: Way, change: Change): void {
    const pull = this.#pull(change)
    const others = {
      backport: [
        this.#pull(change, {
          number: change.number + 10_000,
          mergedAt: timeOf(this.now + 1_000),
        }),
      ],
      upstream: [this.#pull(change, { number: 7, repository: 'upstream/app', mergedAt: timeOf(this.now - 1_000) })],
    }
    const pulls = [...(others[way as 'backport'] ?? []), pull]
    if (way !== 'merge' && way !== 'rebase') this.head = this.#commit([this.head], change, pulls)
    else if (way === 'rebase')
      for (let count = 0; count < 2; count += 1) this.head = this.#commit([this.head], change, pulls)
    else {
      const side = this.#commit([this.#commit([this.head], change, pulls, OLD_MS)], change, pulls, OLD_MS)
      this.head = this.#commit([this.head, side], undefined, pulls)
    }
  }

  /** One pull request into another branch, with a commit beside it, and one that merges both. */
  #landBoth(way: 'release' | 'stack', flaw: Flaw): void {
    const [inner, outer] = [this.#change(true, flaw), this.#change(true, 'none')]
    const [first, last] = [this.#pull(inner, { mergedAt: timeOf(this.now - 60_000) }), this.#pull(outer)]
    // A release may have nothing of its own.
    const start = way === 'stack' || outer.number % 4 < 2 ? this.#commit([this.head], outer, [last], OLD_MS) : this.head
    const side = this.#commit([start], inner, [last, first], OLD_MS)
    this.head = this.#commit([this.head, side], undefined, [last])
  }

  #change(isPull: boolean, flaw: Flaw): Change {
    const kept = isPull || flaw !== 'label' ? flaw : 'none'
    const change = { number: this.changes.length + 1, isPull, flaw: kept, commits: [], landedAt: this.now }
    this.changes.push(change)
    return change
  }

  #pull({ number, flaw }: Change, facts: Partial<AssociatedPullRequest> = {}): AssociatedPullRequest {
    return {
      number,
      title: untrustedText(`Title<${number}>`),
      url: untrustedText(`https://github.test/acme/app/pull/${number}`),
      mergedAt: timeOf(this.now),
      repository: 'acme/app',
      author: accountOf(flaw),
      labels: flaw === 'label' ? [untrustedText('no-docs')] : [],
      ...facts,
    }
  }

  #commit(parents: string[], change: Change | undefined, pulls: AssociatedPullRequest[] = [], ageMs = 0): string {
    const sha = (this.#nodes.size + 1).toString(16).padStart(40, '0')
    const { number = 0, flaw = 'none' } = change ?? {}
    change?.commits.push(sha)
    const subject = untrustedText(change?.isPull === false ? `Title<${number}>` : 'Work')
    const commit: Commit = {
      sha,
      nodeId: sha,
      subject,
      author: accountOf(flaw),
      parents,
      committedAt: timeOf(this.now - ageMs),
    }
    this.#nodes.set(sha, { commit, change, pulls, files: change ? listFiles(change) : [] })
    return sha
  }

  #find(sha: string): Node {
    return this.#nodes.get(sha) as Node
  }
}

function listFiles({ number, flaw }: Change): ChangedFile[] {
  const file = (path: string): ChangedFile => ({
    path: untrustedText(path),
    status: 'modified',
    additions: 1,
    deletions: 0,
    patch: untrustedText(`+Patch<${path}>`),
  })
  const counting = flaw === 'path' ? [] : [file(`src/<${number}>.ts`)]
  return [...counting, ...(flaw === 'path' || flaw === 'part' ? [file(`test/<${number}>.ts`)] : [])]
}

function accountOf(flaw: Flaw) {
  const login = flaw === 'author' ? 'agent[bot]' : 'ada'
  return { id: 1, login, type: flaw === 'author' ? 'Bot' : 'User' }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/u, '')
}
