/** What changed, pull request by pull request: what the prompt tells, and how much it doesn't. */
export interface Changes {
  /** Undefined if it is one pull request: that of the event, of the conversation, or of the push. */
  range: Range | undefined
  /** What counts and is told: pull requests before commits, each from the newest to the oldest. */
  told: Change[]
  /** What counts and isn't told, as sentences. */
  notes: string[]
  /** How many don't count, by the reason, in words; empty if everything counts. */
  leftOut: string
  /** What couldn't be read, as sentences; empty if everything was. */
  gap: string
}

/** The commits after `from`, up to `to`: SHAs, or tags. */
export interface Range {
  from: string
  to: string
  /** Why it begins there, as a sentence; empty where the event says it. */
  reason: string
}

/** A merged pull request, or a commit that came without one. */
export type Change = ChangedPullRequest | ChangedCommit

export interface ChangedPullRequest {
  kind: 'pull request'
  number: number
  title: string
  url: string
  /** Login, as REST has it; empty for a deleted account. */
  author: string
  /** Names. */
  labels: string[]
  /** Those that count; undefined if they weren't read. */
  files?: ChangedFile[] | undefined
}

export interface ChangedCommit {
  kind: 'commit'
  sha: string
  /** First line of its message. */
  subject: string
  /** Login; empty if the address belongs to no account. */
  author: string
  /** Those that count; undefined if they weren't read. */
  files?: ChangedFile[] | undefined
}

export interface ChangedFile {
  path: string
  /** Before it was renamed. */
  previousPath: string | undefined
  /** `added`, `modified`, `removed`, `renamed`, … */
  status: string
  additions: number
  deletions: number
  /** Empty for binary files, and for changes that are too large for GitHub. */
  patch: string
}
