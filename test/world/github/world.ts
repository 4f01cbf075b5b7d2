import type { startGitHub } from './start-github.ts'

export type GitHubWorld = Awaited<ReturnType<typeof startGitHub>>

/** What a test may ask of the GitHub it starts. */
export interface GitHubOptions {
  /** Milliseconds since 1970, for what `requests` notes down. Default `Date.now`. */
  now?: () => number
  /** People (and bots) beside the default ones of `people.ts`, or other roles for those. */
  people?: Record<string, Person>
  /** Who has no permission sees nothing of them. `actionsToken` is of `acme/app`, and sees no other one; see `appToken`. */
  privateRepositories?: RepositoryName[]
}

/** Role on the repositories of the world, as `GET .../collaborators/{login}/permission` reports it. */
export interface Person {
  /** `unknown`: the permission API answers 404, as for a login that does not exist. */
  permission: 'admin' | 'write' | 'read' | 'none' | 'unknown'
  /** A custom or finer role (`maintain`, `triage`, `docs-team`); by default the permission itself. */
  roleName?: string
  type?: 'User' | 'Bot'
}

export type TokenPermissions = Partial<Record<'issues' | 'pull_requests' | 'contents', 'none' | 'read' | 'write'>>

/** A repository of the world: `acme/app` has issues and code, `acme/docs` the pages that the agent edits. */
export type RepositoryName = 'acme/app' | 'acme/docs'

/** A delivery as GitHub's webhooks make it; `payload` is what a runner writes to `GITHUB_EVENT_PATH`. */
export interface WebhookEvent {
  event: string
  payload: Record<string, unknown>
}

/** The new text of files by path; null for those that are removed. */
export type FileChanges = Record<string, string | null>

export interface ListedFile {
  filename: string
  status?: 'added' | 'removed' | 'modified' | 'renamed'
  previous_filename?: string
  additions?: number
  deletions?: number
  patch?: string
}
