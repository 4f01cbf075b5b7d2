import { findOtherAuthors, isByApp } from '../../github/authorship.ts'
import type { ChangedFile } from '../../github/changes.ts'
import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import { formatPullRequest, locatePullRequest, type PullRequestPlace } from '../../github/pull-request-url.ts'
import type { PullRequestFacts } from '../../github/pull-requests.ts'
import { formatCount } from '../result/words.ts'

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

/** What only the pull requests of the report are asked for. */
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
export function identifyPullRequest(url: URL): string {
  return formatPullRequest(url).toLowerCase()
}

/** Reads pull requests, each with up to three requests. Every function throws the signal's reason on a cancelled run. */
export function createPullRequestReader(
  github: Pick<GitHub, 'fetchPullRequest' | 'fetchChangedFiles' | 'fetchPullRequestCommits'>,
  serverUrl: URL,
) {
  const failures = new Map<string, GitHubError[]>()
  const note = (what: string, { owner, repo }: PullRequestPlace, failure: GitHubError) => {
    const about = `in ${owner}/${repo} ${what}`
    failures.set(about, [...(failures.get(about) ?? []), failure])
  }

  async function attempt<Value>(
    what: string,
    place: PullRequestPlace,
    fetch: () => Promise<Value>,
  ): Promise<Value | undefined> {
    try {
      return await fetch()
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error
      note(what, place, error)
      return undefined
    }
  }

  async function read(url: URL): Promise<LinkedPullRequest> {
    const place = locatePullRequest(url, serverUrl)
    const facts = place && (await attempt("couldn't be read", place, () => github.fetchPullRequest(place)))
    const createdMs = Date.parse(facts?.createdAt ?? '')
    return {
      url,
      place,
      facts,
      state: facts === undefined ? 'unreadable' : facts.isMerged ? 'merged' : facts.state,
      createdMs: Number.isFinite(createdMs) ? createdMs : Number.NEGATIVE_INFINITY,
    }
  }

  async function isAsWritten({ place, facts, state }: LinkedPullRequest): Promise<boolean> {
    if (place === undefined || state !== 'merged' || !facts || !isByApp(facts, AGENT.ignoreAuthors))
      return false
    const others = await findOtherAuthors(github, place, facts, AGENT)
    if (others?.failure)
      note("count as changed by others: their commits couldn't be read", place, others.failure)
    return others === undefined
  }

  return {
    /** Each once, by `identifyPullRequest`. @param links the newest first: of more than a hundred, the rest isn't read */
    async readAll(links: readonly URL[]): Promise<Map<string, LinkedPullRequest>> {
      const known = new Map<string, LinkedPullRequest>()
      for (const url of links) {
        const id = identifyPullRequest(url)
        if (known.has(id)) continue
        const place = locatePullRequest(url, serverUrl)
        const unread = {
          url,
          place,
          state: 'unread',
          facts: undefined,
          createdMs: Number.NEGATIVE_INFINITY,
        } as const
        known.set(id, known.size < MAXIMUM_PULL_REQUESTS ? await read(url) : unread)
      }
      return known
    },

    async readDetails(pullRequest: LinkedPullRequest): Promise<PullRequestDetails> {
      const { place, facts } = pullRequest
      if (place === undefined || facts === undefined) return { files: [], isAsWritten: false }
      const fetch = () => github.fetchChangedFiles(place.number, place, MAXIMUM_LISTED)
      const changed = await attempt(
        "have no pages in this report: their files couldn't be read",
        place,
        fetch,
      )
      return { files: changed?.files ?? [], isAsWritten: await isAsWritten(pullRequest) }
    },

    /** What couldn't be read, and what would help. */
    listNotes: (): string[] =>
      [...failures].map(
        ([about, [first, ...others]]) =>
          `${formatCount(others.length + 1, 'pull request')} ${about}. ${first?.message}`,
      ),
  }
}
