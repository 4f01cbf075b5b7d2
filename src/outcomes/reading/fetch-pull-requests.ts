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

export const MAXIMUM_PULL_REQUESTS = 100
/** One page of files, and one of commits. */
const MAXIMUM_LISTED = 100
/** Whose pull requests and commits are the agent's, by the root action's default. */
const AGENT = { ignoreAuthors: ['mintlify[bot]'], maximumCommits: MAXIMUM_LISTED }

/** Tells pull requests apart, whatever the letters of their names. */
export function identifyPullRequest(url: URL): string {
  return formatPullRequest(url).toLowerCase()
}

/** Reads pull requests, each with up to three requests. Its functions throw the signal's reason on a cancelled run. */
export function createPullRequestReader(github: GitHub, serverUrl: URL) {
  /** Messages by what is said of the pull requests. */
  const failures = new Map<string, string[]>()
  const note = (what: string, message: string) => {
    failures.set(what, [...(failures.get(what) ?? []), message])
    return undefined
  }
  const noteFailure =
    (what: string, { owner, repo }: PullRequestPlace) =>
    (failure: unknown) => {
      if (!(failure instanceof GitHubError)) throw failure
      return note(`of ${owner}/${repo} ${what}`, failure.message)
    }

  async function read(unread: LinkedPullRequest): Promise<LinkedPullRequest> {
    const { place } = unread
    if (place === undefined) note("couldn't be read", "They aren't on this GitHub server.")
    const facts =
      place && (await github.fetchPullRequest(place).catch(noteFailure("couldn't be read", place)))
    if (facts === undefined) return { ...unread, state: 'unreadable' }
    const createdMs = Date.parse(facts.createdAt ?? '')
    return {
      ...unread,
      facts,
      state: facts.isMerged ? 'merged' : facts.state,
      ...(Number.isFinite(createdMs) && { createdMs }),
    }
  }

  return {
    /** Each once, by `identifyPullRequest`. @param links the newest first: of more than a hundred, the rest isn't read */
    async readAll(links: readonly URL[]): Promise<Map<string, LinkedPullRequest>> {
      const known = new Map<string, LinkedPullRequest>()
      for (const url of links) {
        const id = identifyPullRequest(url)
        if (known.has(id)) continue
        const place = locatePullRequest(url, serverUrl)
        const createdMs = Number.NEGATIVE_INFINITY
        const unread: LinkedPullRequest = { url, place, state: 'unread', facts: undefined, createdMs }
        known.set(id, known.size < MAXIMUM_PULL_REQUESTS ? await read(unread) : unread)
      }
      return known
    },

    async readDetails({ place, facts }: LinkedPullRequest): Promise<PullRequestDetails> {
      if (place === undefined || facts === undefined) return { files: [], isAsWritten: false }
      const noteFiles = noteFailure("are shown without their pages, which couldn't be read", place)
      const changed = await github.fetchChangedFiles(place.number, place, MAXIMUM_LISTED).catch(noteFiles)
      const files = changed?.files ?? []
      if (!facts.isMerged || !isByApp(facts, AGENT.ignoreAuthors)) return { files, isAsWritten: false }
      const others = await findOtherAuthors(github, place, facts, AGENT)
      if (others?.failure)
        noteFailure("count as changed by others, since their commits couldn't be read", place)(others.failure)
      return { files, isAsWritten: others === undefined }
    },

    /** What couldn't be read, and what would help. */
    listNotes: (): string[] =>
      [...failures].map(
        ([what, messages]) => `${formatCount(messages.length, 'pull request')} ${what}. ${messages[0]}`,
      ),
  }
}
