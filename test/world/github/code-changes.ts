import type { Git } from './git.ts'
import { mergePulls } from './merges.ts'
import { endPull, findPull, headOf, listPulls, openPull, pullJson } from './pulls.ts'
import { addRelease, releaseJson } from './releases.ts'
import { type Repository, timeOf } from './repository.ts'
import { deliver, deliverPull, deliverPush } from './webhooks.ts'
import type { GitHubWorld, NewCommit, RepositoryName } from './world.ts'

/** What becomes of code on GitHub, each with the delivery that it causes. */
export function createCodeChanges(find: (name: RepositoryName) => Repository) {
  return {
    async createPullRequest({
      title = 'Retry five times by default',
      body = 'Three were too few.',
      asLogin = 'writer',
      on = 'acme/app',
      files = { 'src/retries.ts': 'export const retries = 5\n' },
    } = {}) {
      const repository = find(on)
      const head = `change-${listPulls(repository).length + 1}`
      repository.git.refs.set(`heads/${head}`, tipOf(repository.git, 'main'))
      push(repository, head, [{ files, asLogin }])
      const thread = openPull(repository, { head, base: 'main', title, body, author: asLogin })
      return { ...pullJson(thread), ...deliverPull(thread, asLogin, { action: 'opened' }) }
    },

    async updatePullRequest(number, commits, on = 'acme/app') {
      const thread = findPull(find(on), number)
      const before = headOf(thread)
      push(find(on), thread.pull.head, commits)
      const about = { action: 'synchronize', before, after: headOf(thread) }
      return deliverPull(thread, pusherOf(commits), about)
    },

    async closePullRequest(number, how, on = 'acme/app') {
      const thread = findPull(find(on), number)
      if (how === 'merged') mergePulls(find(on), [thread], 'merge')
      else endPull(thread)
      return deliverPull(thread, 'maintainer', { action: 'closed' })
    },

    async merge(numbers, how = 'merge', on = 'acme/app') {
      const threads = [numbers].flat().map((number) => findPull(find(on), number))
      return mergePulls(find(on), threads, how)
    },

    listFiles(number, files, { on = 'acme/app' } = {}) {
      findPull(find(on), number).pull.listed = files
    },

    async push(commits, { branch = 'main', on = 'acme/app' } = {}) {
      const before = tipOf(find(on).git, branch)
      push(find(on), branch, commits)
      return deliverPush(find(on), branch, before, pusherOf(commits))
    },

    async release(release) {
      const { asLogin = 'maintainer', on = 'acme/app' } = release
      const added = releaseJson(find(on), addRelease(find(on), release, asLogin))
      return { ...added, ...deliver(find(on), 'release', asLogin, { action: 'published', release: added }) }
    },
  } satisfies Partial<GitHubWorld>
}

/** Adds commits to a branch. */
function push({ git, hub }: Repository, branch: string, commits: readonly NewCommit[]): void {
  for (const { files, message, asLogin = 'writer' } of commits) {
    const parents = [tipOf(git, branch)]
    const { sha } = git.commit({ parents, author: asLogin, date: timeOf(hub), message, changes: files })
    git.refs.set(`heads/${branch}`, sha)
  }
}

function pusherOf([first]: readonly NewCommit[]): string {
  return first?.asLogin ?? 'writer'
}

function tipOf({ refs }: Git, branch: string): string {
  return refs.get(`heads/${branch}`) ?? ''
}
