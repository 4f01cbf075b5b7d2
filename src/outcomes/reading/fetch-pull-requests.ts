import { findOtherAuthors, isByApp } from '../../github/authorship.ts'
import type { ChangedFile } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { formatPullRequest, locatePullRequest, type PullRequestPlace } from '../../github/pull-request-url.ts'
import type { PullRequestFacts } from '../../github/pull-requests.ts'
import { formatCount } from '../../reports/numbers.ts'

/** A pull request that our comments link. */
export interface PullRequest {
  url: URL
  /** Undefined on another server. */
  place?: PullRequestPlace | undefined
  /** `unread`: there were too many. */
  state: 'merged' | 'open' | 'closed' | 'unreadable' | 'unread'
  /** Undefined if it is unreadable or unread. */
  facts?: PullRequestFacts
  /** In milliseconds since 1970; `-Infinity` if it isn't known. */
  createdMs: number
  /** The first hundred; none if they aren't read. */
  files: readonly ChangedFile[]
  /** Whether an app opened it, it was merged, and nobody else has written in it. */
  isAsWritten: boolean
  /** What couldn't be read, and GitHub's message. */
  gaps: readonly (readonly [what: string, message: string])[]
}

const MAXIMUM_PULL_REQUESTS = 100
/** One page of files, and one of commits. */
const MAXIMUM_LISTED = 100
/** The agent's account, by the root action's default. */
const AGENT = { ignoreAuthors: ['mintlify[bot]'], maximumCommits: MAXIMUM_LISTED }
const UNKNOWN = { createdMs: Number.NEGATIVE_INFINITY, files: [], isAsWritten: false, gaps: [] }

/**
 * Reads each pull request once.
 * @param links the newest first: of more than a hundred, the rest isn't read
 * @returns finds a pull request by its URL, in any spelling
 * @throws the signal's reason
 */
export async function fetchPullRequests(github: GitHub, serverUrl: URL, links: readonly URL[]) {
  const known = new Map<string, PullRequest>()
  const identify = (url: URL) => `${url.host} ${formatPullRequest(url)}`.toLowerCase()
  const tooOld = [`Not read, since older than the newest ${MAXIMUM_PULL_REQUESTS}`, ''] as const
  for (const url of links) {
    const id = identify(url)
    if (known.has(id)) continue
    const isEnough = known.size >= MAXIMUM_PULL_REQUESTS
    const unread: PullRequest = { ...UNKNOWN, url, state: 'unread', gaps: [tooOld] }
    known.set(id, isEnough ? unread : await fetchPullRequest(github, url, serverUrl))
  }
  return (url: URL) => known.get(identify(url))
}

async function fetchPullRequest(github: GitHub, url: URL, serverUrl: URL): Promise<PullRequest> {
  const place = locatePullRequest(url, serverUrl)
  const unreadable = { ...UNKNOWN, url, place, state: 'unreadable' } as const
  if (place === undefined) return { ...unreadable, gaps: [['Not read, since on another server', '']] }
  try {
    const facts = await github.fetchPullRequest(place)
    const createdMs = Date.parse(facts.createdAt ?? '') || UNKNOWN.createdMs
    return { ...unreadable, facts, createdMs, state: facts.isMerged ? 'merged' : facts.state }
  } catch (error) {
    return { ...unreadable, gaps: [describeGap("Couldn't be read", place, error)] }
  }
}

/** Reads files and commits, with one request each. @throws the signal's reason */
export async function fetchDetails(github: GitHub, pullRequest: PullRequest): Promise<PullRequest> {
  const { place, facts } = pullRequest
  if (place === undefined || facts === undefined) return pullRequest
  const gaps = [...pullRequest.gaps]
  const note = (what: string, failure: unknown) => void gaps.push(describeGap(what, place, failure))
  const changed = await github
    .fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
    .catch((error) => note("Shown without pages, since the files couldn't be read", error))
  const isByAgent = facts.isMerged && isByApp(facts, AGENT.ignoreAuthors)
  const others = isByAgent ? await findOtherAuthors(github, place, facts, AGENT) : undefined
  if (others?.failure) note("Counted as changed by others, since the commits couldn't be read", others.failure)
  const isAsWritten = isByAgent && others === undefined
  return { ...pullRequest, files: changed?.files ?? [], isAsWritten, gaps }
}

function describeGap(what: string, { owner, repo }: PullRequestPlace, failure: unknown) {
  if (!(failure instanceof GitHubError)) throw failure
  return [`${what}, in ${owner}/${repo}`, failure.message] as const
}

/** What couldn't be read of pull requests, and what would help; the same only once. */
export function listGaps(pullRequests: readonly PullRequest[]): string[] {
  const all = pullRequests.flatMap(({ gaps }) => gaps)
  return [...Map.groupBy(all, ([what]) => what)].map(([what, gaps]) =>
    `${what}: ${formatCount(gaps.length, 'pull request')}. ${gaps[0]?.[1]}`.trimEnd(),
  )
}
