import type { ApiAnswer, ApiRequest } from './api-message.ts'
import type { Reactions } from './reactions.ts'
import type { WebhookReceiver } from './webhooks.ts'
import type {
  CommentListFlaws,
  GitHubWorld,
  ListedFile,
  Person,
  RepositoryName,
  TokenPermissions,
} from './world.ts'

/** Who a token acts as. With `permissions` it is that of an app: a workflow's, or one of `appToken`. */
export interface Identity {
  login: string
  permissions?: TokenPermissions
  /** Where the app is installed: it sees no other private repository, and writes to no other one. */
  repositories?: readonly RepositoryName[]
}

/** A pull request that was merged or closed: what the emulator does not keep, or has otherwise. */
export interface EndedPull {
  head: string
  mergeCommit?: string
  /** Commits of its base branch that it brought. */
  brought: readonly string[]
}

/** All that the layer knows and the emulator does not. */
export interface LayerState {
  readonly apiUrl: string
  readonly serverUrl: string
  readonly people: Record<string, Person>
  readonly tokens: Map<string, Identity>
  /** `owner/name#number` of locked conversations. */
  readonly locked: Set<string>
  /** `owner/name#number` of pull requests. */
  readonly pulls: Set<string>
  readonly reactions: Reactions
  readonly privateRepositories: ReadonlySet<RepositoryName>
  /** Ids of repositories that have another name by now, by the name that the emulator has. */
  readonly renamed: Map<string, number>
  /** Files that pull requests list in place of their own, by `owner/name#number`. */
  readonly listedFiles: Map<string, readonly ListedFile[]>
  /** What the webhook of a push lacks, by the commit that was pushed. */
  readonly pushes: Map<string, Record<string, unknown>>
  /** By `owner/name#number`. */
  readonly endedPulls: Map<string, EndedPull>
  /** How lists of comments are wrong, and when comments were posted, by id. */
  readonly comments: { flaws: CommentListFlaws; postedAt: Map<number, number> }
  readonly now: () => number
  /** When releases were published, by id, where a test says so. */
  readonly publishedAt: Map<number, string>
  /** Bodies before the last edit, by id of the comment: for the `changes` of the webhook. */
  readonly editedFrom: Map<number, string>
}

/** What the functions of the world work with. */
export interface WorldParts {
  call: GitHubWorld['call']
  webhooks: WebhookReceiver
  state: LayerState
}

/** What a handler works with. */
export interface LayerContext {
  readonly state: LayerState
  /** undefined without a token. */
  readonly identity: Identity | undefined
  /** Lets the emulator answer, without a permission check. */
  forward(request: ApiRequest): Promise<ApiAnswer>
  /** What the emulator has at a path, without a permission check. */
  read(path: string): Promise<ApiAnswer>
}

export function threadKey(repository: string, number: string | number): string {
  return `${repository}#${number}`
}
