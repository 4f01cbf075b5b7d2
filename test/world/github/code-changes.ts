import { mergePulls } from './merges.ts'
import { pushCommits } from './push-commits.ts'
import { threadKey, type WorldParts } from './state.ts'
import { waitForAction } from './webhooks.ts'
import type { GitHubWorld, RepositoryName, Thread } from './world.ts'

type CodeChanges = Pick<
  GitHubWorld,
  'createPullRequest' | 'updatePullRequest' | 'closePullRequest' | 'merge' | 'listFiles' | 'push' | 'release'
>

/** What becomes of code on GitHub, through the API, each with the webhook that it caused. */
export function createCodeChanges(parts: WorldParts): CodeChanges {
  const { call, webhooks, state } = parts
  const waitFor = waitForAction(webhooks)
  const waitForPush = (after: string) =>
    webhooks.waitFor(({ event, payload }) => event === 'push' && payload['after'] === after)

  return {
    async createPullRequest(pull = {}) {
      const { title = 'Retry five times by default', body = 'Three were too few.', asLogin = 'writer' } = pull
      const { on = 'acme/app', files = { 'src/retries.ts': 'export const retries = 5\n' } } = pull
      const pulls = (await call(asLogin, 'GET', `/repos/${on}/pulls?state=all&per_page=100`)) as unknown[]
      const head = `change-${pulls.length + 1}`
      await createRef(`heads/${head}`, on, asLogin)
      await pushCommits(parts, on, head, [{ files, asLogin }])
      const request = { title, body, head, base: 'main' }
      const created = (await call(asLogin, 'POST', `/repos/${on}/pulls`, request)) as Thread & { id: number }
      return { ...created, ...(await waitFor('pull_request', 'opened', 'pull_request', created.id)) }
    },

    async closePullRequest(number, how, on = 'acme/app') {
      const { id } =
        how === 'merged'
          ? { id: (await mergePulls(parts, [number], 'merge', on)).ids[0] }
          : ((await call('maintainer', 'PATCH', `/repos/${on}/pulls/${number}`, {
              state: 'closed',
            })) as Thread & {
              id: number
            })
      return waitFor('pull_request', 'closed', 'pull_request', id)
    },

    async merge(numbers, how = 'merge', on = 'acme/app') {
      const { ids, after } = await mergePulls(parts, [numbers].flat(), how, on)
      const closed = ids.map((id) => waitFor('pull_request', 'closed', 'pull_request', id))
      return { push: await waitForPush(after), closed: await Promise.all(closed) }
    },

    async updatePullRequest(number, commits, on = 'acme/app') {
      const path = `/repos/${on}/pulls/${number}`
      const { head } = (await call('maintainer', 'GET', path)) as { head: { ref: string } }
      const { payload } = await waitForPush(await pushCommits(parts, on, head.ref, commits))
      const { before, after, repository, organization, sender } = payload
      const pull_request = await call('maintainer', 'GET', path)
      const changed = { action: 'synchronize', number, before, after, pull_request }
      return { event: 'pull_request', payload: { ...changed, repository, organization, sender } }
    },

    listFiles(number, files, { on = 'acme/app' } = {}) {
      state.listedFiles.set(threadKey(on, number), files)
    },

    async push(commits, { branch = 'main', on = 'acme/app' } = {}) {
      return waitForPush(await pushCommits(parts, on, branch, commits))
    },

    async release(release) {
      const { tag, name = tag, body = '', asLogin = 'maintainer', on = 'acme/app' } = release
      const { isPrerelease = false, publishedAt } = release
      const isTagged = await call(asLogin, 'GET', `/repos/${on}/git/ref/tags/${tag}`).catch(() => undefined)
      if (isTagged === undefined) await createRef(`tags/${tag}`, on, asLogin)
      const request = { tag_name: tag, name, body, prerelease: isPrerelease, draft: false }
      const created = (await call(asLogin, 'POST', `/repos/${on}/releases`, request)) as CreatedRelease
      if (publishedAt !== undefined) state.publishedAt.set(created.id, publishedAt)
      return { html_url: created.html_url, ...(await waitFor('release', 'published', 'release', created.id)) }
    },
  }

  /** Names the newest commit of `main`. */
  async function createRef(ref: string, on: RepositoryName, asLogin: string): Promise<void> {
    const { object } = (await call(asLogin, 'GET', `/repos/${on}/git/ref/heads/main`)) as Ref
    await call(asLogin, 'POST', `/repos/${on}/git/refs`, { ref: `refs/${ref}`, sha: object.sha })
  }
}

interface Ref {
  object: { sha: string }
}

interface CreatedRelease {
  id: number
  html_url: string
}
