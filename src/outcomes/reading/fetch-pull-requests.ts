import { hasCommitByPerson, isByApp } from '../../github/authorship.ts'
import type { ChangedFile } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { formatPullRequest, locatePullRequest, type PullRequestPlace } from '../../github/pull-request-url.ts'
import type { PullRequestFacts } from '../../github/pull-requests.ts'
import { formatTime } from '../../network/retry-after.ts'
import { formatCount } from '../../reports/numbers.ts'

/** A pull request that our comments link. */
export interface PullRequest {
  url: URL
  /** Undefined on another server. */
  place?: PullRequestPlace | undefined
  /** `unread`: GitHub's limit was reached before. */
  state: 'merged' | 'open' | 'closed' | 'unreadable' | 'unread'
  /** Undefined if it is unreadable or unread. */
  facts?: PullRequestFacts
  /** In milliseconds since 1970; `-Infinity` if it isn't known. */
  createdMs: number
  /** The first hundred; none if they aren't read. */
  files: readonly ChangedFile[]
  /** Whether an app opened it, and no person has written in it; undefined if that isn't known, or it isn't merged. */
  isAsWritten: boolean | undefined
  /** What couldn't be read, and GitHub's message. */
  gaps: readonly (readonly [what: string, message: string])[]
}

/** One page of files, and one of commits. */
const MAXIMUM_LISTED = 100
const UNKNOWN = { createdMs: Number.NEGATIVE_INFINITY, files: [], isAsWritten: undefined, gaps: [] }

/**
 * Reads each pull request once, with up to three requests, until GitHub's limit is reached.
 * @param links the newest first: behind the limit, the rest isn't read
 * @param isCounted whether the files and commits of a pull request count
 * @returns all, in this order, and a function that finds one by its URL, in any spelling
 * @throws the signal's reason
 */
export async function fetchPullRequests(
  github: GitHub,
  serverUrl: URL,
  links: readonly URL[],
  ignoreAuthors: readonly string[],
  isCounted: (pullRequest: PullRequest) => boolean,
  wallClock: () => number,
) {
  const known = new Map<string, PullRequest>()
  const identify = (url: URL) => `${url.host} ${formatPullRequest(url)}`.toLowerCase()
  let isLimited = false
  let advice = 'Try again later.'
  const onFailure = ({ isRateLimited, retryAt }: GitHubError) => {
    isLimited ||= isRateLimited
    if (isRateLimited && retryAt !== undefined) advice = `Try again after ${formatTime(retryAt, wallClock())}.`
  }
  for (const url of links) {
    const id = identify(url)
    if (known.has(id)) continue
    const read = isLimited ? undefined : await fetchPullRequest(github, url, serverUrl, onFailure)
    if (read === undefined || (isLimited && read.facts === undefined)) {
      known.set(id, { ...UNKNOWN, url, state: 'unread', gaps: [["Not read because of GitHub's rate limit", advice]] })
    } else {
      const isDetailed = !isLimited && isCounted(read)
      known.set(id, isDetailed ? await fetchDetails(github, read, ignoreAuthors, onFailure) : read)
    }
  }
  return { pullRequests: [...known.values()], find: (url: URL) => known.get(identify(url)) }
}

type OnFailure = (failure: GitHubError) => void

async function fetchPullRequest(github: GitHub, url: URL, serverUrl: URL, onFailure: OnFailure): Promise<PullRequest> {
  const place = locatePullRequest(url, serverUrl)
  const unreadable = { ...UNKNOWN, url, place, state: 'unreadable' } as const
  if (place === undefined) return { ...unreadable, gaps: [['Not read: not a pull request on this server', '']] }
  try {
    const facts = await github.fetchPullRequest(place)
    const createdMs = Date.parse(facts.createdAt ?? '') || UNKNOWN.createdMs
    return { ...unreadable, facts, createdMs, state: facts.isMerged ? 'merged' : facts.state }
  } catch (error) {
    return { ...unreadable, gaps: [describeGap("Couldn't be read", place, error, onFailure)] }
  }
}

/** Reads files and commits together, with one request each. @throws the signal's reason */
async function fetchDetails(
  github: GitHub,
  pullRequest: PullRequest,
  ignoreAuthors: readonly string[],
  onFailure: OnFailure,
): Promise<PullRequest> {
  const { place, facts } = pullRequest
  if (place === undefined || facts === undefined) return pullRequest
  const gaps = [...pullRequest.gaps]
  const note = (what: string) => (failure: unknown) => void gaps.push(describeGap(what, place, failure, onFailure))
  const files = github
    .fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
    .catch(note("Shown without pages, since the files couldn't be read"))
  const isByAgent = isByApp(facts, ignoreAuthors)
  const limits = { ignoreAuthors, maximumCommits: MAXIMUM_LISTED }
  const isEdited = isByAgent && facts.isMerged ? hasCommitByPerson(github, place, facts, limits) : !isByAgent
  const unknown = "Not known whether edited, since the commits couldn't be read"
  const [changed, edited] = await Promise.all([files, Promise.resolve(isEdited).catch(note(unknown))])
  if (edited === undefined && gaps.every(([what]) => !what.startsWith(unknown)))
    gaps.push(['Not known whether edited, since not all commits could be read', ''])
  const isAsWritten = facts.isMerged && edited !== undefined ? !edited : undefined
  return { ...pullRequest, files: changed?.files ?? [], isAsWritten, gaps }
}

function describeGap(what: string, { owner, repo }: PullRequestPlace, failure: unknown, onFailure: OnFailure) {
  if (!(failure instanceof GitHubError)) throw failure
  onFailure(failure)
  return [`${what}, in ${owner}/${repo}`, failure.message] as const
}

/** What couldn't be read of pull requests, and what would help; the same only once. */
export function listGaps(pullRequests: readonly PullRequest[]): string[] {
  const all = pullRequests.flatMap(({ gaps }) => gaps)
  return [...Map.groupBy(all, ([what]) => what)].map(([what, gaps]) =>
    `${what}: ${formatCount(gaps.length, 'pull request')}. ${gaps[0]?.[1]}`.trimEnd(),
  )
}
