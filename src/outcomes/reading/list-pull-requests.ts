import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { PullRequestEntry, PullRequestState } from '../../github/pull-request-list.ts'
import type { RepositoryPlace } from '../../github/pull-request-url.ts'

/** The pull requests of a repository, by all authors: those that changed since a time, and every open one. */
export interface PullRequestList {
  /** The last changed first. */
  pullRequests: PullRequestEntry[]
  /** Whether none is missing. */
  isWhole: boolean
  /** Whether no open one is missing. */
  isOpenWhole: boolean
  /** Nothing that changed since then is missing. In milliseconds since 1970; infinite where that isn't known. */
  reachesMs: number
  /** Why reading stopped too early; undefined if the list is whole, or has the maximum. */
  failure: GitHubError | undefined
}

const MAXIMUM_LISTED = 3_000

/** One of the two lists, while it is read. */
interface Reading {
  pages: ReturnType<GitHub['fetchPullRequestPages']>
  /** The list ends with changes before that, in milliseconds since 1970. */
  sinceMs: number
  /** The oldest change that was read, in milliseconds since 1970; -Infinity once the list is read. */
  reachesMs: number
  /** Number of pull requests that were read. */
  count: number
  /** Of the whole list, as the last page says. */
  totalCount: number
}

/**
 * Lists pull requests with a request per hundred. If there are more than the maximum, these are the last changed ones.
 * @param sinceMs milliseconds since 1970
 * @throws GitHubError if nothing could be read, or the signal's reason; any other failure keeps what was read
 */
export async function listPullRequests(
  github: Pick<GitHub, 'fetchPullRequestPages'>,
  place: RepositoryPlace,
  sinceMs: number,
): Promise<PullRequestList> {
  const read = (states: readonly PullRequestState[], since: number): Reading => {
    const pages = github.fetchPullRequestPages(place, states)
    return { pages, sinceMs: since, reachesMs: Number.POSITIVE_INFINITY, count: 0, totalCount: 0 }
  }
  const open = read(['open'], Number.NEGATIVE_INFINITY)
  const lists = [read(['merged', 'closed'], sinceMs), open]
  const found = new Map<number, PullRequestEntry>()
  const reach = () => Math.max(...lists.map(({ reachesMs }) => reachesMs))
  const countReached = () => [...found.values()].filter((each) => Date.parse(each.updatedAt) >= reach()).length
  let failure: GitHubError | undefined
  try {
    // Continues the list that reaches back least, so that both reach equally far.
    while (reach() > Number.NEGATIVE_INFINITY && countReached() < MAXIMUM_LISTED) {
      const next = lists.find(({ reachesMs }) => reachesMs === reach())
      if (next !== undefined) await readPage(next, found)
    }
  } catch (error) {
    if (!(error instanceof GitHubError) || found.size === 0) throw error
    failure = error
  }
  const all = [...found.values()].toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const [pullRequests, cut] = [all.slice(0, MAXIMUM_LISTED), all.slice(MAXIMUM_LISTED)]
  const cutMs = Date.parse(cut[0]?.updatedAt ?? '')
  return {
    pullRequests,
    isWhole: reach() === Number.NEGATIVE_INFINITY && cut.length === 0,
    isOpenWhole: open.reachesMs === Number.NEGATIVE_INFINITY && !cut.some(({ state }) => state === 'open'),
    // Others may have changed in the same second as the first that is cut.
    reachesMs: Math.max(reach(), cut.length > 0 ? cutMs + 1 : Number.NEGATIVE_INFINITY),
    failure,
  }
}

async function readPage(list: Reading, found: Map<number, PullRequestEntry>): Promise<void> {
  const { value } = await list.pages.next()
  const { pullRequests = [], totalCount = list.totalCount } = value ?? {}
  const recent = pullRequests.filter(({ updatedAt }) => Date.parse(updatedAt) >= list.sinceMs)
  for (const each of recent) found.set(each.number, each)
  list.count += recent.length
  list.totalCount = totalCount
  if (pullRequests.length === 0 && list.count < totalCount) {
    // The missing ones are now on a page that was read before.
    list.reachesMs = Number.POSITIVE_INFINITY
    const answer = 'some may have changed while the list was read'
    throw new GitHubError('list all pull requests', { answer, hint: 'Run it again.' })
  }
  const isRead = list.count >= totalCount || recent.length < pullRequests.length
  list.reachesMs = isRead ? Number.NEGATIVE_INFINITY : Date.parse(recent.at(-1)?.updatedAt ?? '')
}
