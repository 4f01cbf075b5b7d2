import { findOtherAuthors, isByApp } from '../../github/authorship.ts'
import type { ChangedFile } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { formatPullRequest, locatePullRequest, type PullRequestPlace } from '../../github/pull-request-url.ts'
import type { PullRequestFacts } from '../../github/pull-requests.ts'
import { formatCount } from '../../reports/numbers.ts'

/** A pull request that our comments link. */
export interface LinkedPullRequest {
  url: URL
  /** Undefined on another server. */
  place?: PullRequestPlace | undefined
  /** `unread`: there were too many. */
  state: 'merged' | 'open' | 'closed' | 'unreadable' | 'unread'
  /** Undefined if it is unreadable or unread. */
  facts?: PullRequestFacts
  /** In milliseconds since 1970; `-Infinity` if it isn't known. */
  createdMs: number
  /** What couldn't be read, and GitHub's message. */
  gaps: readonly (readonly [what: string, message: string])[]
}

/** What is read only of the pull requests of the period. */
export interface PullRequestDetails extends Pick<LinkedPullRequest, 'gaps'> {
  /** The first hundred; none if they can't be read. */
  files: readonly ChangedFile[]
  /** Whether an app opened it, it was merged, and nobody else has written in it. */
  isAsWritten: boolean
}

const MAXIMUM_PULL_REQUESTS = 100
/** One page of files, and one of commits. */
const MAXIMUM_LISTED = 100
/** The agent's account, by the root action's default. */
const AGENT = { ignoreAuthors: ['mintlify[bot]'], maximumCommits: MAXIMUM_LISTED }

/** The same for all spellings of a name. */
const identify = (url: URL) => `${url.host} ${formatPullRequest(url)}`.toLowerCase()

/**
 * Reads each pull request once.
 * @param links the newest first: of more than a hundred, the rest isn't read
 * @returns finds a pull request by its URL
 * @throws the signal's reason
 */
export async function fetchPullRequests(
  github: GitHub,
  serverUrl: URL,
  links: readonly URL[],
): Promise<(url: URL) => LinkedPullRequest | undefined> {
  const known = new Map<string, LinkedPullRequest>()
  for (const url of links) {
    const id = identify(url)
    if (known.has(id)) continue
    const isEnough = known.size >= MAXIMUM_PULL_REQUESTS
    known.set(id, isEnough ? createUnread(url) : await fetchPullRequest(github, url, serverUrl))
  }
  return (url) => known.get(identify(url))
}

const createUnread = (url: URL): LinkedPullRequest => ({
  ...{ url, state: 'unread', createdMs: Number.NEGATIVE_INFINITY },
  gaps: [[`Not read, since older than the newest ${MAXIMUM_PULL_REQUESTS}`, '']],
})

async function fetchPullRequest(github: GitHub, url: URL, serverUrl: URL): Promise<LinkedPullRequest> {
  const place = locatePullRequest(url, serverUrl)
  const unreadable = { url, place, state: 'unreadable', createdMs: Number.NEGATIVE_INFINITY } as const
  if (place === undefined) return { ...unreadable, gaps: [['Not read, since on another server', '']] }
  try {
    const facts = await github.fetchPullRequest(place)
    const createdMs = Date.parse(facts.createdAt ?? '') || unreadable.createdMs
    return { url, place, facts, createdMs, state: facts.isMerged ? 'merged' : facts.state, gaps: [] }
  } catch (error) {
    return { ...unreadable, gaps: [describeGap("Couldn't be read", place, error)] }
  }
}

/** Reads files and commits, with one request each. @throws the signal's reason */
export async function fetchDetails(
  github: GitHub,
  { place, facts, gaps }: LinkedPullRequest,
): Promise<PullRequestDetails> {
  if (place === undefined || facts === undefined) return { files: [], isAsWritten: false, gaps }
  const noted = [...gaps]
  const changed = await github.fetchChangedFiles(place.number, place, MAXIMUM_LISTED).catch((error) => {
    noted.push(describeGap("Shown without pages, since the files couldn't be read", place, error))
  })
  const isByAgent = facts.isMerged && isByApp(facts, AGENT.ignoreAuthors)
  const others = isByAgent ? await findOtherAuthors(github, place, facts, AGENT) : undefined
  if (others?.failure) {
    const what = "Counted as changed by others, since the commits couldn't be read"
    noted.push(describeGap(what, place, others.failure))
  }
  return { files: changed?.files ?? [], isAsWritten: isByAgent && others === undefined, gaps: noted }
}

function describeGap(what: string, { owner, repo }: PullRequestPlace, failure: unknown) {
  if (!(failure instanceof GitHubError)) throw failure
  return [`${what}, in ${owner}/${repo}`, failure.message] as const
}

/** What couldn't be read of pull requests, and what would help; the same only once. */
export function listGaps(pullRequests: readonly Pick<LinkedPullRequest, 'gaps'>[]): string[] {
  const groups = Map.groupBy(
    pullRequests.flatMap(({ gaps }) => gaps),
    ([what]) => what,
  )
  return [...groups].map(([what, gaps]) =>
    `${what}: ${formatCount(gaps.length, 'pull request')}. ${gaps[0]?.[1]}`.trimEnd(),
  )
}
