import { nodeId } from './api-message.ts'
import type { StoredComment } from './comments.ts'
import { Git } from './git.ts'
import type { Thread } from './threads.ts'
import type { WorkflowRuns } from './workflow-runs.ts'
import type { FileChanges, Person, RepositoryName, TokenPermissions, WebhookEvent } from './world.ts'

/** All that a GitHub has. */
export interface Hub {
  /** Of the API and of the pages, without a slash at the end. */
  readonly serverUrl: string
  readonly people: Record<string, Person>
  readonly tokens: Map<string, Identity>
  readonly repositories: Repository[]
  readonly now: () => number
  /** Pull requests of the repository that `acme/app` is a fork of, by the commit of `acme/app` that they brought. */
  readonly upstream: Map<string, UpstreamPull[]>
  /** How long after a merge GitHub relates the commits to the pull request, in milliseconds. */
  relationDelayMs: number
  /** What a person has caused. What a workflow's token does causes no run. */
  onDelivery?: (event: WebhookEvent) => void
  /** GitHub Actions, where a test has it. */
  actions?: WorkflowRuns
  /** Of comments, threads and releases together, so that a mistaken id is noticed. */
  readonly nextId: () => number
}

export interface UpstreamPull {
  number: number
  title: string
  /** ISO 8601. */
  mergedAt: string
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
  /** Number 1 comes first. */
  threads: Thread[]
  /** All comments of all threads, oldest first. */
  comments: StoredComment[]
}

export function createRepository(hub: Hub, name: RepositoryName, isPrivate: boolean): Repository {
  const git = new Git()
  const author = 'maintainer'
  git.push('main', { changes: firstFiles[name], author, date: timeOf(hub), message: 'Begin' })
  return {
    hub,
    id: hub.repositories.length + 1,
    name,
    isPrivate,
    git,
    htmlUrl: `${hub.serverUrl}/${name}`,
    threads: [],
    comments: [],
  }
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

export function repositoryJson({ id, name, isPrivate, htmlUrl }: Repository) {
  return {
    id,
    node_id: nodeId('Repository', id),
    name: name.replace(/^.*\//, ''),
    full_name: name,
    private: isPrivate,
    html_url: htmlUrl,
    default_branch: 'main',
    fork: false,
  }
}

const firstFiles: Record<RepositoryName, FileChanges> = {
  'acme/app': {
    'README.md': '# app\n\nThe product\n',
    'src/config.ts': `export interface Config {
  retries: number
  timeoutMs: number
}

export const defaults: Config = { retries: 3, timeoutMs: 30_000 }
`,
  },
  'acme/docs': {
    'README.md': '# docs\n\nIts documentation\n',
    'configuration.mdx': `---
title: Configuration
description: Every option, its default, and when to change it
---

| Option | Default | Meaning |
| --- | --- | --- |
| \`retries\` | \`3\` | How often a failed call is repeated |
| \`timeoutMs\` | \`30000\` | How long a call may take, in milliseconds |
`,
  },
}
