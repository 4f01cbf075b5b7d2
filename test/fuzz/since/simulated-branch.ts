import { untrustedText } from '../../../src/untrusted/text.ts'
import { associatedPull, commitOf } from '../../unit/agent-job/changes/changes-for-tests.ts'

/** A pull request that was merged. */
export interface Change {
  number: number
  sha: string
  parent: string
  counts: boolean
  /** In milliseconds since 1970. */
  landedAt: number
}

/** A branch as GitHub knows it. Other ways to merge are rows in `unit/agent-job/changes/read-range.test.ts`. */
export class SimulatedBranch {
  now: number
  /** The oldest first. */
  readonly line: Change[] = []
  readonly #all = new Map<string, Change>()

  constructor(now: number) {
    this.now = now
    this.land(false)
  }

  get head(): string {
    return this.line.at(-1)?.sha ?? ''
  }

  land(counts: boolean): void {
    const number = this.#all.size + 1
    const sha = number.toString(16).padStart(40, '0')
    const change = { number, sha, parent: this.head, counts, landedAt: this.now }
    this.#all.set(sha, change)
    this.line.push(change)
  }

  /** Replaces the last changes with another one. */
  forcePush(count: number): void {
    this.line.splice(Math.max(1, this.line.length - count))
    this.land(true)
  }

  /** The changes of the branch that a commit doesn't have. */
  listAfter(sha: string): Change[] {
    const position = this.line.findIndex((each) => each.sha === sha)
    const parent = this.#all.get(sha)?.parent
    return position < 0 && parent !== undefined ? this.listAfter(parent) : this.line.slice(position + 1)
  }

  /** GitHub, as the action asks it about the tip. */
  readonly github = {
    fetchComparison: async (base: string) => {
      const changes = this.listAfter(base)
      const mergeBase = changes[0]?.parent ?? this.head
      const status = mergeBase === base ? ('ahead' as const) : ('diverged' as const)
      return { commits: changes.map(toCommit), commitCount: changes.length, changed: undefined, status, mergeBase }
    },
    fetchCommitsSince: async (_head: string, since: string) =>
      this.line
        .filter(({ landedAt }) => landedAt >= Date.parse(since))
        .map(toCommit)
        .reverse(),
    fetchAssociatedPullRequests: async (nodeIds: readonly string[]) =>
      new Map(this.line.filter(({ sha }) => nodeIds.includes(toNodeId(sha))).map((each) => [each.sha, [toPull(each)]])),
  }
}

function toCommit({ sha, parent, landedAt }: Change) {
  return { ...commitOf(`${sha}<${parent}`), nodeId: toNodeId(sha), committedAt: timeOf(landedAt) }
}

function toNodeId(sha: string): string {
  return `node ${sha}`
}

function toPull({ number, counts, landedAt }: Change) {
  const labels = counts ? [] : [untrustedText('no-docs')]
  return associatedPull(number, { labels, mergedAt: timeOf(landedAt) })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/u, '')
}
