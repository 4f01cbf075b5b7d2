import { addressesBelow, nodeId } from './api-message.ts'
import type { StoredComment } from './comments.ts'
import { Git } from './git.ts'
import type { UpstreamPull } from './graphql.ts'
import { organization, userJson } from './people.ts'
import type { Thread } from './threads.ts'
import type { WorkflowRuns } from './workflow-runs.ts'
import type { FileChanges, Person, RepositoryName, TokenPermissions, WebhookEvent } from './world.ts'

/** All that a GitHub has. */
export interface Hub {
  /** Without slashes at their ends. */
  readonly apiUrl: string
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
  /** In the API, and for people. */
  url: string
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
    url: `${hub.apiUrl}/repos/${name}`,
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

export function repositoryJson({ hub, id, name, isPrivate, url, htmlUrl, threads }: Repository) {
  const openIssues = threads.filter(({ closedAt }) => closedAt === undefined).length
  return {
    ...sameForAll,
    id,
    node_id: nodeId('Repository', id),
    name: name.replace(/^.*\//, ''),
    full_name: name,
    owner: userJson(hub, organization),
    private: isPrivate,
    visibility: isPrivate ? 'private' : 'public',
    url,
    html_url: htmlUrl,
    clone_url: `${htmlUrl}.git`,
    svn_url: htmlUrl,
    git_url: htmlUrl.replace('http:', 'git:'),
    ssh_url: htmlUrl.replace('http://', 'git@'),
    ...addressesBelow(url, repositoryAddresses),
    open_issues: openIssues,
    open_issues_count: openIssues,
  }
}

const repositoryAddresses = `
  archive={archive_format}{/ref} assignees{/user} blobs=git/blobs{/sha} branches{/branch} collaborators{/collaborator}
  comments{/number} commits{/sha} compare/{base}...{head} contents/{+path} contributors deployments downloads events
  forks git_commits=git/commits{/sha} git_refs=git/refs{/sha} git_tags=git/tags{/sha} hooks
  issue_comment=issues/comments{/number} issue_events=issues/events{/number} issues{/number} keys{/key_id} labels{/name}
  languages merges milestones{/number} notifications{?since,all,participating} pulls{/number} releases{/id} stargazers
  statuses/{sha} subscribers subscription tags teams trees=git/trees{/sha}`

const created = '2020-01-01T00:00:00Z'
const sameForAll = {
  created_at: created,
  updated_at: created,
  pushed_at: created,
  default_branch: 'main',
  description: null,
  homepage: null,
  language: null,
  license: null,
  mirror_url: null,
  archived: false,
  disabled: false,
  fork: false,
  size: 1,
  forks: 0,
  forks_count: 0,
  stargazers_count: 0,
  watchers: 0,
  watchers_count: 0,
  has_issues: true,
  has_projects: true,
  has_downloads: true,
  has_wiki: true,
  has_pages: false,
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
