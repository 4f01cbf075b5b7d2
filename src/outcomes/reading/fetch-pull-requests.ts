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
  /** Undefined where it is unreadable or unread. */
  facts: PullRequestFacts | undefined
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

/** Tells pull requests apart, whatever the letters of their names. */
const identify = (url: URL) => `${url.host} ${formatPullRequest(url)}`.toLowerCase()

/** Reads pull requests, each with up to three requests. Its functions throw the signal's reason on a cancelled run. */
export function createPullRequestReader(github: GitHub, serverUrl: URL) {
  /** Messages by what is said of the pull requests. */
  const notes = new Map<string, string[]>()
  const note = (what: string, message: string) => void notes.set(what, [...(notes.get(what) ?? []), message])
  /** Takes a failure instead of a value. */
  const noteFailure =
    (what: string, { owner, repo }: PullRequestPlace) =>
    (failure: unknown) => {
      if (!(failure instanceof GitHubError)) throw failure
      note(`of ${owner}/${repo} ${what}`, failure.message)
      return undefined
    }

  async function read(unread: LinkedPullRequest): Promise<LinkedPullRequest> {
    const { place } = unread
    if (place === undefined) note("couldn't be read", "They aren't on this GitHub server.")
    const facts =
      place && (await github.fetchPullRequest(place).catch(noteFailure("couldn't be read", place)))
    if (facts === undefined) return { ...unread, state: 'unreadable' }
    const createdMs = Date.parse(facts.createdAt ?? '')
    const state = facts.isMerged ? 'merged' : facts.state
    return { ...unread, facts, state, ...(Number.isFinite(createdMs) && { createdMs }) }
  }

  return {
    /**
     * Reads each once. @param links the newest first: of more than a hundred, the rest isn't read
     * @returns finds a pull request by its address
     */
    async readAll(links: readonly URL[]): Promise<(url: URL) => LinkedPullRequest | undefined> {
      const known = new Map<string, LinkedPullRequest>()
      for (const url of links) {
        if (known.has(identify(url))) continue
        const isRead = known.size < MAXIMUM_PULL_REQUESTS
        if (!isRead) note("weren't read", `A report reads the newest ${MAXIMUM_PULL_REQUESTS}.`)
        const place = locatePullRequest(url, serverUrl)
        const createdMs = Number.NEGATIVE_INFINITY
        const unread: LinkedPullRequest = { url, place, state: 'unread', facts: undefined, createdMs }
        known.set(identify(url), isRead ? await read(unread) : unread)
      }
      return (url) => known.get(identify(url))
    },

    async readDetails({ place, facts }: LinkedPullRequest): Promise<PullRequestDetails> {
      if (place === undefined || facts === undefined) return { files: [], isAsWritten: false }
      const noteFiles = noteFailure("are shown without their pages, which couldn't be read", place)
      const changed = await github.fetchChangedFiles(place.number, place, MAXIMUM_LISTED).catch(noteFiles)
      const files = changed?.files ?? []
      if (!facts.isMerged || !isByApp(facts, AGENT.ignoreAuthors)) return { files, isAsWritten: false }
      const others = await findOtherAuthors(github, place, facts, AGENT)
      const noteCommits = noteFailure(
        "count as changed by others, since their commits couldn't be read",
        place,
      )
      if (others?.failure) noteCommits(others.failure)
      return { files, isAsWritten: others === undefined }
    },

    /** What couldn't be read, and what would help. */
    listNotes: (): string[] =>
      [...notes].map(([what, said]) => `${formatCount(said.length, 'pull request')} ${what}. ${said[0]}`),
  }
}
