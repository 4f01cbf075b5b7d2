import { type Routes, reply, senderOf } from './api-call.ts'
import { addressesBelow, nodeId, Refusal } from './api-message.ts'
import { userJson, webFlow } from './people.ts'
import { endPull, findPull, headOf, listPulls, openPull, type PullThread, pullJson } from './pulls.ts'
import { findRepository, type Hub, type Repository, timeOf } from './repository.ts'
import { announce, deliver, deliverPull, deliverPush } from './webhooks.ts'
import type { FileChanges, ListedFile, RepositoryName } from './world.ts'

interface NewCommit {
  files: FileChanges
  message?: string
  /** Its author: somebody with write access, or an address that belongs to no account. */
  asLogin?: string
}

interface NewRelease {
  tag: string
  body?: string
}

/** Who merges, closes and releases. */
const maintainer = 'maintainer'

/** What becomes of code on GitHub, each with the delivery that it causes. */
export function createCodeChanges(hub: Hub) {
  const app = findRepository(hub, 'acme/app')
  return {
    /** Pushes a branch with one commit, off the base branch, and opens a pull request for it; `head` is one that exists. */
    async createPullRequest(
      {
        title = 'Retry five times by default',
        body = 'Three were too few.',
        asLogin = 'writer',
        files = { 'src/retries.ts': 'export const retries = 5\n' } as FileChanges,
        labels = [] as string[],
        base = 'main',
        head: existing = '',
      } = {},
      on: RepositoryName = 'acme/app',
    ) {
      const repository = findRepository(hub, on)
      const head = existing || `change-${listPulls(repository).length + 1}`
      if (existing === '') {
        repository.git.refs.set(`heads/${head}`, repository.git.tipOf(base))
        push(repository, head, [{ files, asLogin }])
      }
      const thread = openPull(repository, { head, base, title, body, author: asLogin, labels })
      return { ...pullJson(thread), ...deliverPull(thread, asLogin, { action: 'opened' }) }
    },

    /** A branch that begins where `main` is. */
    async createBranch(name: string) {
      app.git.refs.set(`heads/${name}`, app.git.tipOf('main'))
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

    /** Opens a pull request again that was closed. */
    async reopenPullRequest(number: number, on: RepositoryName = 'acme/app') {
      const thread = findPull(findRepository(hub, on), number)
      thread.closedAt = undefined
      delete thread.pull.endSha
    },

    /** Merges the base branch into the branch of a pull request, as the button on its page does. */
    async updateBranch(number: number, on: RepositoryName = 'acme/app') {
      const thread = findPull(findRepository(hub, on), number)
      const { repository, pull } = thread
      const { git } = repository
      const before = headOf(thread)
      const parents = [before, git.tipOf(pull.base)]
      const changes = git.changes(before, git.tipOf(pull.base))
      const message = `Merge branch '${pull.base}' into ${pull.head}`
      const made = { parents, author: maintainer, committer: webFlow, date: timeOf(hub), message, changes }
      git.refs.set(`heads/${pull.head}`, git.commit(made).sha)
      pull.baseSha = git.tipOf(pull.base)
      return deliverPull(thread, maintainer, { action: 'synchronize', before, after: headOf(thread) })
    },

    /** Merges a pull request, which causes two deliveries. */
    async merge(number: number, how: 'merge' | 'squash' = 'merge') {
      const thread = findPull(app, number)
      const before = app.git.tipOf(thread.pull.base)
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

    /** The commit that a branch is at; by default `main`. */
    tipOf: (ref = 'refs/heads/main') => app.git.tipOf(ref.replace('refs/heads/', '')),

    /** Pushes a tag of `main`, by hand (event `push`). */
    async pushTag(name: string) {
      const after = app.git.tipOf('main')
      app.git.refs.set(`tags/${name}`, after)
      const about = {
        ref: `refs/tags/${name}`,
        before: '0'.repeat(40),
        after,
        created: true,
        deleted: false,
        commits: [],
      }
      return deliver(app, 'push', maintainer, about)
    },

    /** Pushes commits to `main` (event `push`); `onto` an earlier commit, it is a forced push. */
    async push(commits: readonly NewCommit[], { onto }: { onto?: string } = {}) {
      const before = app.git.tipOf('main')
      if (onto !== undefined) app.git.refs.set('heads/main', onto)
      return deliverPush(app, 'main', before, push(app, 'main', commits), onto !== undefined)
    },

    /** Publishes a release of `main` (event `release`). */
    async release({ tag, body = '' }: NewRelease) {
      const release = publish(app, { tag, body })
      return deliver(app, 'release', maintainer, { action: 'published', release })
    },
  }
}

/** What people do with code by requests. */
export const codeRoutes: Routes = {
  'PUT /pulls/{number}/merge': (call) => {
    const thread = findPull(call.repository, call.parts.number)
    const { git } = call.repository
    const before = git.tipOf(thread.pull.base)
    if (thread.closedAt !== undefined) throw new Refusal(405, 'Pull Request is not mergeable')
    merge(thread, 'merge')
    const push = deliverPush(call.repository, thread.pull.base, before, senderOf(call))
    announce(call, push, deliverPull(thread, senderOf(call), { action: 'closed' }))
    return reply({ sha: git.tipOf(thread.pull.base), merged: true, message: 'Pull Request successfully merged' })
  },
}

function publish(repository: Repository, { tag, body }: Required<NewRelease>) {
  const { hub, git, url: root, htmlUrl } = repository
  git.refs.set(`tags/${tag}`, git.tipOf('main'))
  const id = hub.nextId()
  const url = `${root}/releases/${id}`
  const release = {
    id,
    node_id: nodeId('Release', id),
    tag_name: tag,
    name: tag,
    body,
    assets: [],
    draft: false,
    prerelease: false,
    created_at: timeOf(hub),
    published_at: timeOf(hub),
    author: userJson(hub, maintainer),
    target_commitish: 'main',
    url,
    html_url: `${htmlUrl}/releases/tag/${tag}`,
    ...addressesBelow(url, 'assets upload=assets{?name,label}'),
    ...addressesBelow(root, `tarball/${tag} zipball/${tag}`),
  }
  return release
}

/** Adds commits to a branch, and says who pushes them. */
function push({ git, hub }: Repository, branch: string, commits: readonly NewCommit[]): string {
  for (const { files: changes, asLogin: author = 'writer', message } of commits) {
    const said = message ?? `Change ${Object.keys(changes)[0]}`
    git.push(branch, { author, date: timeOf(hub), message: said, changes })
  }
  return commits.find(({ asLogin = '' }) => !asLogin.includes('@'))?.asLogin ?? 'writer'
}

/** https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges */
function merge(thread: PullThread, how: 'merge' | 'squash'): void {
  const { repository, pull, number, title, author } = thread
  const { git, hub } = repository
  const date = timeOf(hub)
  const head = headOf(thread)
  const own = git.between(pull.baseSha, head)
  const changes = git.changes(pull.baseSha, head)
  const brought = how === 'merge' ? own.map(({ sha }) => sha) : []
  if (how === 'squash') {
    git.push(pull.base, { author, committer: webFlow, date, message: `${title} (#${number})`, changes })
  } else {
    const parents = [git.tipOf(pull.base), head]
    const message = `Merge pull request #${number} from acme/${pull.head}\n\n${title}`
    const { sha } = git.commit({ parents, author: maintainer, committer: webFlow, date, message, changes })
    git.refs.set(`heads/${pull.base}`, sha)
  }
  const mergeCommit = git.tipOf(pull.base)
  const relatesAtMs = hub.now() + hub.relationDelayMs
  endPull(thread, { mergedAt: date, mergeCommit, brought: [...brought, mergeCommit], relatesAtMs })
}
