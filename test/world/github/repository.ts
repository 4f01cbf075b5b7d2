import { nodeId } from './api-message.ts'
import type { StoredComment } from './comments.ts'
import { Git } from './git.ts'
import type { Thread } from './threads.ts'
import type { WorkflowRuns } from './workflow-runs.ts'
import type { FileChanges, Person, RepositoryName, TokenPermissions, WebhookEvent } from './world.ts'

export interface Hub {
  /** Of the API and of the pages, without a slash at the end. */
  serverUrl: string
  readonly people: Record<string, Person>
  readonly tokens: Map<string, Identity>
  readonly repositories: Repository[]
  readonly now: () => number
  /** What a person has caused. What a workflow's token does causes no run. */
  onDelivery?: (event: WebhookEvent) => void
  actions?: WorkflowRuns
  /** Of comments, threads and releases together, so that a mistaken id is noticed. */
  readonly nextId: () => number
}

/** Who a token acts as. With `permissions` it is that of an app: a workflow's, or one of `appToken`. */
export interface Identity {
  login: string
  permissions?: TokenPermissions
  /** Where the app is installed: it sees no other private repository, and writes to no other one. */
  repositories?: readonly RepositoryName[]
}

export interface Repository {
  hub: Hub
  id: number
  name: RepositoryName
  isPrivate: boolean
  htmlUrl: string
  git: Git
  threads: Thread[]
  comments: StoredComment[]
}

export function createRepository(hub: Hub, name: RepositoryName, isPrivate: boolean): Repository {
  const git = new Git()
  const author = 'maintainer'
  git.push('main', { changes: firstFiles[name], author, date: timeOf(hub), message: 'Begin' })
  const own = { id: hub.repositories.length + 1, htmlUrl: `${hub.serverUrl}/${name}` }
  return { hub, name, isPrivate, git, ...own, threads: [], comments: [] }
}

export function findRepository({ repositories }: Hub, name: RepositoryName): Repository {
  const found = repositories.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no repository ${name}`)
  return found
}

/** GitHub's times have no fraction, so `since` and order can't rely on one. */
export function timeOf({ now }: Hub): string {
  return new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z')
}

export function repositoryJson({ id, name, isPrivate, htmlUrl: html_url }: Repository) {
  const node_id = nodeId('Repository', id)
  const about = { name: name.replace(/^.*\//, ''), full_name: name, private: isPrivate, default_branch: 'main' }
  return { id, node_id, html_url, ...about, fork: false }
}

const firstFiles: Record<RepositoryName, FileChanges> = {
  'acme/app': { 'README.md': '# app\n', 'src/config.ts': 'export const defaults = { retries: 3 }\n' },
  'acme/docs': { 'README.md': '# docs\n', 'configuration.mdx': '# Configuration\n\n`retries` is 3 by default.\n' },
}
