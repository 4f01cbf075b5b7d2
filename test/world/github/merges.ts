import { endPull, headOf, type PullThread } from './pulls.ts'
import { type Repository, timeOf } from './repository.ts'
import { deliverPull, deliverPush } from './webhooks.ts'
import type { MergeMethod, WebhookEvent } from './world.ts'

/** Who merges. */
const merger = 'maintainer'

/**
 * Merges pull requests into their base branch, one on top of the other, and pushes that once.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges
 */
export function mergePulls(
  repository: Repository,
  threads: readonly PullThread[],
  how: MergeMethod,
): { push: WebhookEvent; closed: WebhookEvent[] } {
  const { git, hub } = repository
  const branch = threads[0]?.pull.base ?? 'main'
  const before = git.refs.get(`heads/${branch}`) ?? ''
  let tip = before
  for (const thread of threads) {
    const brought = bring(thread, how, tip)
    tip = brought.at(-1) ?? tip
    endPull(thread, { mergedAt: timeOf(hub), mergedBy: merger, mergeCommit: tip, brought })
  }
  git.refs.set(`heads/${branch}`, tip)
  return {
    push: deliverPush(repository, branch, before, merger),
    closed: threads.map((thread) => deliverPull(thread, merger, { action: 'closed' })),
  }
}

/** The commits that a pull request brings to its base branch, oldest first; they are made on `tip`. */
function bring(thread: PullThread, how: MergeMethod, tip: string): string[] {
  const { repository, pull, number, title, author } = thread
  const { git, hub } = repository
  const head = headOf(thread)
  const own = git.between(pull.baseSha, head)
  const date = timeOf(hub)
  const changes = git.contents(git.changes(pull.baseSha, head))
  if (how === 'squash')
    return [git.commit({ parents: [tip], author, date, message: `${title} (#${number})`, changes }).sha]
  if (how === 'merge') {
    const message = `Merge pull request #${number} from acme/${pull.head}\n\n${title}`
    const merge = git.commit({ parents: [tip, head], author: merger, date, message, changes })
    return [...own.map(({ sha }) => sha), merge.sha]
  }
  const rebased: string[] = []
  for (const { sha, parents, author: by, message } of own) {
    const each = git.contents(git.changes(parents[0], sha))
    rebased.push(
      git.commit({ parents: [rebased.at(-1) ?? tip], author: by, date, message, changes: each }).sha,
    )
  }
  return rebased
}
