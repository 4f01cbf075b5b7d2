import { userJson, webFlow } from './people.ts'
import { endPull, findPull, headOf, listPulls, openPull, type PullThread, pullJson } from './pulls.ts'
import { findRepository, type Hub, type Repository, timeOf } from './repository.ts'
import { deliver, deliverPull, deliverPush, deliverTag } from './webhooks.ts'
import type { FileChanges, ListedFile, RepositoryName } from './world.ts'

interface NewCommit {
  files: FileChanges
  message?: string
  /** Its author: somebody with write access, or an address that belongs to no account. */
  asLogin?: string
}

/** Who merges, closes and releases. */
const maintainer = 'maintainer'

/** What becomes of code on GitHub, each with the delivery that it causes. */
export function createCodeChanges(hub: Hub) {
  const app = findRepository(hub, 'acme/app')
  const { git } = app
  const find = (number: number, on: RepositoryName = 'acme/app') => findPull(findRepository(hub, on), number)
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

    createBranch: async (name: string) => void git.refs.set(`heads/${name}`, git.tipOf('main')),

    /** Pushes commits to the branch of an open pull request (event `pull_request`, `synchronize`). */
    async updatePullRequest(number: number, commits: readonly NewCommit[], on?: RepositoryName) {
      const thread = find(number, on)
      const before = headOf(thread)
      const pusher = push(thread.repository, thread.pull.head, commits)
      return deliverPull(thread, pusher, { action: 'synchronize', before, after: headOf(thread) })
    },

    /** Merges a pull request (by a merge commit), or closes it without. */
    async closePullRequest(number: number, how: 'merged' | 'closed', on?: RepositoryName) {
      const thread = find(number, on)
      if (how === 'merged') merge(thread)
      else endPull(thread)
      return deliverPull(thread, maintainer, { action: 'closed' })
    },

    async reopenPullRequest(number: number, on?: RepositoryName) {
      const thread = find(number, on)
      thread.closedAt = undefined
      delete thread.pull.endSha
    },

    /** Merges the base branch into the branch of a pull request, as the button on its page does. */
    async updateBranch(number: number, on?: RepositoryName) {
      const thread = find(number, on)
      const { pull, repository } = thread
      const tip = repository.git.tipOf(pull.base)
      mergeInto(repository, pull.head, [headOf(thread), tip], `Merge branch '${pull.base}' into ${pull.head}`)
      pull.baseSha = tip
    },

    /** Merges a pull request, which causes two deliveries. */
    async merge(number: number, how: 'merge' | 'squash' = 'merge') {
      const thread = find(number)
      const before = git.tipOf(thread.pull.base)
      merge(thread, how)
      return {
        push: deliverPush(app, thread.pull.base, before, maintainer),
        closed: deliverPull(thread, maintainer, { action: 'closed' }),
      }
    },

    listFiles(number: number, files: readonly ListedFile[]) {
      find(number).pull.listed = files
    },

    tipOf: (ref = 'refs/heads/main') => git.tipOf(ref.replace('refs/heads/', '')),

    pushTag: async (name: string) => deliverTag(app, name, git.tipOf('main')),

    /** Pushes commits to `main` (event `push`); `onto` an earlier commit, it is a forced push. */
    async push(commits: readonly NewCommit[], { onto }: { onto?: string } = {}) {
      const before = git.tipOf('main')
      if (onto !== undefined) git.refs.set('heads/main', onto)
      return deliverPush(app, 'main', before, push(app, 'main', commits), onto !== undefined)
    },

    async release({ tag, body = '' }: { tag: string; body?: string }) {
      git.refs.set(`tags/${tag}`, git.tipOf('main'))
      const html_url = `${app.htmlUrl}/releases/tag/${tag}`
      const about = { id: hub.nextId(), tag_name: tag, name: tag, body, draft: false, prerelease: false, html_url }
      const release = { ...about, author: userJson(hub, maintainer), target_commitish: 'main' }
      return deliver(app, 'release', maintainer, { action: 'published', release })
    },
  }
}

function push({ git, hub }: Repository, branch: string, commits: readonly NewCommit[]): string {
  for (const { files: changes, asLogin: author = 'writer', message } of commits) {
    const said = message ?? `Change ${Object.keys(changes)[0]}`
    git.push(branch, { author, date: timeOf(hub), message: said, changes })
  }
  return commits.find(({ asLogin = '' }) => !asLogin.includes('@'))?.asLogin ?? 'writer'
}

/** https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges */
export function merge(thread: PullThread, how: 'merge' | 'squash' = 'merge'): void {
  const { repository, pull, number, title, author } = thread
  const { git, hub } = repository
  const date = timeOf(hub)
  const head = headOf(thread)
  const brought = how === 'merge' ? git.between(pull.baseSha, head).map(({ sha }) => sha) : []
  if (how === 'squash') {
    const changes = git.changes(pull.baseSha, head)
    git.push(pull.base, { author, committer: webFlow, date, message: `${title} (#${number})`, changes })
  } else {
    const message = `Merge pull request #${number} from acme/${pull.head}\n\n${title}`
    mergeInto(repository, pull.base, [git.tipOf(pull.base), head], message)
  }
  const mergeCommit = git.tipOf(pull.base)
  endPull(thread, { mergedAt: date, mergeCommit, brought: [...brought, mergeCommit] })
}

/** Commits to a branch what the second parent has changed since it left the first. */
function mergeInto({ git, hub }: Repository, branch: string, parents: [string, string], message: string): void {
  const by = { author: maintainer, committer: webFlow, date: timeOf(hub) }
  git.refs.set(`heads/${branch}`, git.commit({ ...by, parents, message, changes: git.changes(...parents) }).sha)
}
