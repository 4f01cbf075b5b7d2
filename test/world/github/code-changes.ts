import { releaseJson } from './commits.ts'
import { endPull, findPull, headOf, listPulls, openPull, type PullThread, pullJson } from './pulls.ts'
import { findRepository, type Hub, type Repository, timeOf } from './repository.ts'
import { deliver, deliverPull, deliverPush } from './webhooks.ts'
import type { FileChanges, ListedFile, RepositoryName } from './world.ts'

interface NewCommit {
  files: FileChanges
  message?: string
  /** Its author, with write access. */
  asLogin?: string
}

type MergeMethod = 'merge' | 'squash' | 'rebase'

/** Who merges, closes and releases. */
const maintainer = 'maintainer'

/** What becomes of code on GitHub, each with the delivery that it causes. */
export function createCodeChanges(hub: Hub) {
  const app = findRepository(hub, 'acme/app')
  return {
    /** Pushes a branch with one commit and opens a pull request for it. */
    async createPullRequest({
      title = 'Retry five times by default',
      body = 'Three were too few.',
      asLogin = 'writer',
      files = { 'src/retries.ts': 'export const retries = 5\n' } as FileChanges,
    } = {}) {
      const head = `change-${listPulls(app).length + 1}`
      app.git.refs.set(`heads/${head}`, tipOf(app, 'main'))
      push(app, head, [{ files, asLogin }])
      const thread = openPull(app, { head, base: 'main', title, body, author: asLogin })
      return { ...pullJson(thread), ...deliverPull(thread, asLogin, { action: 'opened' }) }
    },

    /** Pushes commits to the branch of an open pull request (event `pull_request`, `synchronize`). */
    async updatePullRequest(number: number, commits: readonly NewCommit[], on: RepositoryName = 'acme/app') {
      const thread = findPull(findRepository(hub, on), number)
      const before = headOf(thread)
      const pusher = push(thread.repository, thread.pull.head, commits)
      return deliverPull(thread, pusher, { action: 'synchronize', before, after: headOf(thread) })
    },

    /** Merges a pull request (by a merge commit), or closes it without. */
    async closePullRequest(number: number, how: 'merged' | 'closed', on: RepositoryName = 'acme/app') {
      const thread = findPull(findRepository(hub, on), number)
      if (how === 'merged') merge(thread, 'merge')
      else endPull(thread)
      return deliverPull(thread, maintainer, { action: 'closed' })
    },

    /** Merges a pull request, which causes two deliveries. */
    async merge(number: number, how: MergeMethod = 'merge') {
      const thread = findPull(app, number)
      const before = tipOf(app, thread.pull.base)
      merge(thread, how)
      return {
        push: deliverPush(app, thread.pull.base, before, maintainer),
        closed: deliverPull(thread, maintainer, { action: 'closed' }),
      }
    },

    /** Lets a pull request list these files, in place of those that its branch changes. */
    listFiles(number: number, files: readonly ListedFile[]) {
      findPull(app, number).pull.listed = files
    },

    /** Pushes commits to `main` (event `push`). */
    async push(commits: readonly NewCommit[]) {
      const before = tipOf(app, 'main')
      return deliverPush(app, 'main', before, push(app, 'main', commits))
    },

    /** Publishes a release of `main` (event `release`). */
    async release({
      tag,
      publishedAt = timeOf(hub),
      body = '',
    }: {
      tag: string
      publishedAt?: string
      body?: string
    }) {
      app.git.refs.set(`tags/${tag}`, tipOf(app, 'main'))
      const release = { id: hub.nextId(), tag, publishedAt, body, author: maintainer, createdAt: timeOf(hub) }
      app.releases.push(release)
      const about = { action: 'published', release: releaseJson(app, release) }
      return deliver(app, 'release', maintainer, about)
    },
  }
}

/** Adds commits to a branch, and says who pushes them. */
function push({ git, hub }: Repository, branch: string, commits: readonly NewCommit[]): string {
  for (const { files: changes, asLogin: author = 'writer', message } of commits) {
    const said = message ?? `Change ${Object.keys(changes)[0]}`
    git.push(branch, { author, date: timeOf(hub), message: said, changes })
  }
  return commits[0]?.asLogin ?? 'writer'
}

function tipOf({ git }: Repository, branch: string): string {
  return git.refs.get(`heads/${branch}`) ?? ''
}

/** https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges */
function merge(thread: PullThread, how: MergeMethod): void {
  const { repository, pull, number, title, author } = thread
  const { git, hub } = repository
  const date = timeOf(hub)
  const head = headOf(thread)
  const own = git.between(pull.baseSha, head)
  const changes = git.contents(git.changes(pull.baseSha, head))
  const brought: string[] = []
  if (how === 'merge') {
    const parents = [tipOf(repository, pull.base), head]
    const message = `Merge pull request #${number} from acme/${pull.head}\n\n${title}`
    const { sha } = git.commit({ parents, author: maintainer, date, message, changes })
    git.refs.set(`heads/${pull.base}`, sha)
    brought.push(...own.map((commit) => commit.sha), sha)
  } else {
    const squashed = { author, message: `${title} (#${number})`, changes }
    const rebased = own.map(({ author: by, message, sha, parents }) => {
      return { author: by, message, changes: git.contents(git.changes(parents[0], sha)) }
    })
    for (const commit of how === 'squash' ? [squashed] : rebased)
      brought.push(git.push(pull.base, { ...commit, date }).sha)
  }
  endPull(thread, {
    mergedAt: date,
    mergedBy: maintainer,
    mergeCommit: tipOf(repository, pull.base),
    brought,
  })
}
