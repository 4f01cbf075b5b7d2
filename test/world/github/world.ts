import type { Faults } from './faults.ts'
import type { RecordedRequest, RequestHooks } from './server.ts'

/** What a test may ask of the GitHub it starts. */
export interface GitHubOptions extends RequestHooks {
  /** Milliseconds since 1970, for what `requests` notes down. Default `Date.now`. */
  now?: () => number
  /** People (and bots) beside the default ones of `people.ts`, or other roles for those. */
  people?: Record<string, Person>
  /** `true`: `apiUrl` is `{serverUrl}/api/v3`, as on GitHub Enterprise Server. Both forms of path always work. */
  enterprise?: boolean
  /** What the workflow's `permissions:` grant the token `actionsToken`. */
  actionsPermissions?: TokenPermissions
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

export type TokenPermissions = Partial<
  Record<'issues' | 'pull_requests' | 'contents', 'none' | 'read' | 'write'>
>

/** A repository of the world: `acme/app` has issues and code, `acme/docs` the pages that the agent edits. */
export type RepositoryName = 'acme/app' | 'acme/docs'

interface GitHubUser {
  login: string
  id: number
  type: 'User' | 'Bot' | 'Organization'
}

export interface Comment {
  id: number
  html_url: string
  body: string
  user: GitHubUser
  created_at: string
  updated_at: string
}

export interface Reaction {
  id: number
  node_id: string
  user: GitHubUser
  content: string
  created_at: string
}

export interface Thread {
  number: number
  title: string
  html_url: string
}

/** A delivery as GitHub's webhooks make it; `payload` is what a runner writes to `GITHUB_EVENT_PATH`. */
export interface WebhookEvent {
  event: string
  payload: Record<string, unknown>
}

export interface GitHubWorld extends AsyncDisposable {
  /** Base of the REST API (`GITHUB_API_URL`), without a slash at the end. */
  readonly apiUrl: string
  /** Base of the pages (`GITHUB_SERVER_URL`); every `html_url` starts with it. */
  readonly serverUrl: string
  /** A token that acts as `github-actions[bot]`, with `actionsPermissions`. */
  readonly actionsToken: string
  /** Every request that came over the wire, oldest first. What the functions below do is not in it. */
  readonly requests: RecordedRequest[]
  /** How many requests over the wire are in flight now. */
  readonly inFlight: number
  /** Those of `requests` that this login made; by default those of the action, which has `actionsToken`. */
  requestsBy(login?: string): RecordedRequest[]
  readonly faults: Faults
  /** May be set later, too. */
  onRequest: RequestHooks['onRequest']
  onAnswer: RequestHooks['onAnswer']

  /** A token that acts as this person. */
  tokenFor(login: string): string
  /** Another token of `github-actions[bot]`, for a workflow with other `permissions:`. */
  actionsTokenWith(permissions: TokenPermissions): string
  /** A token of an app's installation, as `actions/create-github-app-token` makes it: for one repository, or for both. */
  appToken(permissions: TokenPermissions, repositories?: readonly RepositoryName[]): string
  /** Changes the role of a person who was there at the start. */
  setPerson(login: string, person: Person): void

  createIssue(issue?: NewThread): Promise<Thread & WebhookEvent>
  /** Pushes a branch with one commit and opens a pull request for it. */
  createPullRequest(pull?: NewThread & { files?: FileChanges }): Promise<Thread & WebhookEvent>
  /** Pushes commits to the branch of an open pull request (event `pull_request`, `synchronize`). */
  updatePullRequest(number: number, commits: readonly NewCommit[], on?: RepositoryName): Promise<WebhookEvent>
  /** Merges a pull request (by a merge commit), or closes it without. */
  closePullRequest(number: number, how: 'merged' | 'closed', on?: RepositoryName): Promise<WebhookEvent>
  /**
   * Merges one pull request, or several at once, as a merge queue does. They end in one push to their base branch.
   * `closed` are the deliveries about them, in their order.
   */
  merge(
    numbers: number | readonly number[],
    how?: MergeMethod,
    on?: RepositoryName,
  ): Promise<{ push: WebhookEvent; closed: WebhookEvent[] }>
  /** Lets a pull request list these files, in place of those that its branch changes. */
  listFiles(number: number, files: readonly ListedFile[], options?: { on?: RepositoryName }): void
  /** Pushes commits to a branch, `main` by default (event `push`). */
  push(
    commits: readonly NewCommit[],
    options?: { branch?: string; on?: RepositoryName },
  ): Promise<WebhookEvent>
  /** Posts a comment on an issue or pull request as somebody, and waits for its webhook. */
  comment(
    number: number,
    body: string,
    asLogin?: string,
    on?: RepositoryName,
  ): Promise<{ comment: Comment } & WebhookEvent>
  /** Posts a comment on a line of a pull request (event `pull_request_review_comment`). */
  reviewComment(
    number: number,
    body: string,
    asLogin?: string,
    on?: RepositoryName,
  ): Promise<{ comment: Comment } & WebhookEvent>
  /** Publishes a release (event `release`); its tag is made from `main` unless it is there already. */
  release(release: NewRelease): Promise<{ html_url: string } & WebhookEvent>
  editComment(id: number, body: string, asLogin?: string, on?: RepositoryName): Promise<WebhookEvent>
  deleteComment(id: number, asLogin?: string, on?: RepositoryName): Promise<WebhookEvent>
  /** From now on, GitHub redirects requests that use the name of before. */
  renameRepository(name: RepositoryName): Promise<void>
  /** How the lists of comments are wrong from now on; `{}`: they aren't. */
  listComments(flaws: CommentListFlaws): void
  /** Lets a token expire. */
  expireToken(token: string): void
  /** Locks a conversation: only those with write access may comment and react. */
  lock(number: number, on?: RepositoryName): Promise<void>

  /** All comments of a thread, oldest first, whatever their number. */
  commentsOf(number: number, on?: RepositoryName): Promise<Comment[]>
  /** Reactions of an issue comment, or of a review comment. */
  reactionsOf(commentId: number, kind?: 'issue' | 'review', on?: RepositoryName): Promise<Reaction[]>
  /** One API call as somebody, neither logged nor subject to faults; the answer's JSON. Throws unless 2xx. */
  call(asLogin: string, method: string, path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

export interface NewThread {
  title?: string
  body?: string
  asLogin?: string
  on?: RepositoryName
}

/** The new text of files by path; bytes for binary files, null for those that are removed. */
export type FileChanges = Record<string, string | Uint8Array | null>

export interface NewCommit {
  files: FileChanges
  message?: string
  /** Its author, with write access. */
  asLogin?: string
}

export type MergeMethod = 'merge' | 'squash' | 'rebase'

/** What may be wrong with a list of comments. */
export interface CommentListFlaws {
  /** Every page is the first one, and says that there is a next one. */
  ignoresPage?: boolean
  /** The first entry of a page is that of the page before: the list has shifted while it was read. */
  repeats?: boolean
  /** A comment does not show until this long after it was posted, in milliseconds of the world's time. */
  lagMs?: number
}

/** A file as a pull request lists it. */
export interface ListedFile {
  filename: string
  previous_filename?: string
  status?: 'added' | 'removed' | 'modified' | 'renamed'
  additions?: number
  deletions?: number
  patch?: string
}

export interface NewRelease {
  tag: string
  isPrerelease?: boolean
  /** ISO 8601; now if it is left out. GitHub orders releases by their time of creation all the same. */
  publishedAt?: string
  name?: string
  body?: string
  asLogin?: string
  on?: RepositoryName
}
