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
  place: PullRequestPlace | undefined
  /** `unread`: there were too many. */
  state: 'merged' | 'open' | 'closed' | 'unreadable' | 'unread'
  /** Undefined where it is unreadable or unread; `tellWhy` then notes why. */
  facts: PullRequestFacts | undefined
  tellWhy?: () => void
  /** In milliseconds since 1970; `-Infinity` where it isn't known. */
  createdMs: number
}

/** What only the pull requests of the period are asked for. */
export interface PullRequestDetails {
  /** The first hundred; none where they can't be read. */
  files: readonly ChangedFile[]
  /** Whether an app opened it, it was merged, and nobody else has written in it. */
  isAsWritten: boolean
}

const MAXIMUM_PULL_REQUESTS = 100
/** One page of files, and one of commits. */
const MAXIMUM_LISTED = 100
/** Whose pull requests and commits are the agent's, by the root action's default. */
const AGENT = { ignoreAuthors: ['mintlify[bot]'], maximumCommits: MAXIMUM_LISTED }

const UNKNOWN = { place: undefined, facts: undefined, createdMs: Number.NEGATIVE_INFINITY }

/** Tells pull requests apart, whatever the letters of their names. */
const identify = (url: URL) => `${url.host} ${formatPullRequest(url)}`.toLowerCase()

/** Reads pull requests, each with up to three requests. Its functions throw the signal's reason on a cancelled run. */
export function createPullRequestReader(github: GitHub, serverUrl: URL) {
  /** Messages by what is said of the pull requests, and where these are. */
  const notes = new Map<string, string[]>()
  const note = (what: string, message = '') => void notes.set(what, [...(notes.get(what) ?? []), message])
  /** Takes a failure instead of a value. */
  const noteFailure = (what: string, { owner, repo }: PullRequestPlace, failure: unknown) => {
    if (!(failure instanceof GitHubError)) throw failure
    note(`${what}, in ${owner}/${repo}`, failure.message)
    return undefined
  }

  async function read(url: URL): Promise<LinkedPullRequest> {
    const place = locatePullRequest(url, serverUrl)
    const unknown = { ...UNKNOWN, url, place, state: 'unreadable' } as const
    if (place === undefined) return { ...unknown, tellWhy: () => note('Not read, since on another server') }
    try {
      const facts = await github.fetchPullRequest(place)
      const createdMs = Date.parse(facts.createdAt ?? '')
      const state = facts.isMerged ? 'merged' : facts.state
      return { ...unknown, facts, state, ...(Number.isFinite(createdMs) && { createdMs }) }
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      return { ...unknown, tellWhy: () => noteFailure("Couldn't be read", place, error) }
    }
  }

  return {
    /**
     * Reads each once. @param links the newest first: of more than a hundred, the rest isn't read
     * @returns finds a pull request by its address
     */
    async readAll(links: readonly URL[]): Promise<(url: URL) => LinkedPullRequest | undefined> {
      const known = new Map<string, LinkedPullRequest>()
      const tellWhy = () => note(`Not read, since older than the newest ${MAXIMUM_PULL_REQUESTS}`)
      for (const [id, [url]] of Map.groupBy(links, identify)) {
        if (url === undefined) continue
        const isEnough = known.size >= MAXIMUM_PULL_REQUESTS
        known.set(id, isEnough ? { ...UNKNOWN, url, state: 'unread', tellWhy } : await read(url))
      }
      return (url) => known.get(identify(url))
    },

    async readDetails({ place, facts, tellWhy }: LinkedPullRequest): Promise<PullRequestDetails> {
      tellWhy?.()
      if (place === undefined || facts === undefined) return { files: [], isAsWritten: false }
      const changed = await github
        .fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
        .catch((error) => noteFailure("Shown without pages, since the files couldn't be read", place, error))
      const files = changed?.files ?? []
      if (!facts.isMerged || !isByApp(facts, AGENT.ignoreAuthors)) return { files, isAsWritten: false }
      const others = await findOtherAuthors(github, place, facts, AGENT)
      if (others?.failure)
        noteFailure("Counted as changed by others, since the commits couldn't be read", place, others.failure)
      return { files, isAsWritten: others === undefined }
    },

    /** What couldn't be read, and what would help. */
    listNotes: (): string[] =>
      [...notes].map(([what, [message = '', ...others]]) =>
        `${what}: ${formatCount(others.length + 1, 'pull request')}. ${message}`.trimEnd(),
      ),
  }
}
