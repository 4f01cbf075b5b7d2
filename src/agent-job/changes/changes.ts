import type { ChangedFiles } from '../../github/changes.ts'
import type { UntrustedText } from '../../untrusted/text.ts'

/** The commits after `base`, up to `head`: SHAs, or the tags of releases. */
export interface Range {
  base: string
  head: string
}

/** The range of commits that a prompt covers, for those who read of it. */
export interface Covered {
  range: Range
  /** Absent if an earlier attempt sent the prompt. */
  changes?: Changes
  /** Whether the next run with `since: last-run` goes on from here. */
  isLastRun?: true | undefined
  /** Why it begins there: the end of the sentence "Starts …". */
  reason?: string
}

/** What changed, pull request by pull request: what the prompt tells, and how much it doesn't. */
export interface Changes {
  /** Absent if it is the pull request of the event or of the conversation. */
  range?: Range
  /** What counts and is told, pull requests before commits, each from the newest to the oldest. */
  told: Change[]
  /** How many changes count, and aren't told: there are too many. */
  more: { pullRequests: number; commits: number }
  /** How many changes don't count, by the reason. */
  leftOut: { reason: LeftOutReason; count: number }[]
  /** How many commits aren't listed, which may be parts of any pull request; `Infinity` if that isn't known. */
  unlistedCommits: number
  /** How many changes count only because their files couldn't be compared with `paths`. */
  undecided: number
  /** When the oldest and the newest commit came to the branch (ISO 8601); absent if that isn't known. */
  times?: [oldest: string, newest: string]
}

export type LeftOutReason = 'ignore-authors' | 'no-docs' | 'paths'

/** A merged pull request, or a commit that came without one. */
export type Change = ChangedPullRequest | ChangedCommit

export interface ChangedPullRequest {
  kind: 'pull request'
  number: number
  /** Absent if only the number is known. */
  title?: UntrustedText | undefined
  url?: UntrustedText | undefined
  /** Login; absent for a deleted account. */
  author?: string | undefined
  /** Names. */
  labels: readonly UntrustedText[]
  /**
   * Set if it has commits of other pull requests, which are told by themselves: GitHub's list of its files would have
   * theirs, too.
   */
  ownCommits?: readonly string[] | undefined
  /** Those that count; absent if they weren't read. */
  files?: ChangedFiles
}

export interface ChangedCommit {
  kind: 'commit'
  sha: string
  /** First line of its message. */
  subject: UntrustedText
  /** Login; absent if the address belongs to no account. */
  author?: string | undefined
  /** Those that count; absent if they weren't read. */
  files?: ChangedFiles
}
