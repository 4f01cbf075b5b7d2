import { shorten, toOneLine } from '../untrusted/escape.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import { type Commit, MAXIMUM_PULL_REQUEST_COMMITS } from './commits.ts'
import { GitHubError } from './errors.ts'
import type { GitHub } from './github.ts'
import type { PullRequestPlace } from './pull-request-url.ts'
import type { PullRequestFacts } from './pull-requests.ts'
import type { Account } from './requests.ts'

/** Somebody besides its author may have written in a pull request. */
export interface OtherAuthors {
  reason: 'commits' | 'too-many-commits' | 'unreadable'
  /** Who wrote the commits, up to five: the login, else the name or the address that Git has, in one line. */
  names: string[]
  /** Why the commits can't be read. */
  failure?: GitHubError
}

export interface AuthorshipOptions {
  /** Logins whose commits don't count as somebody else's. */
  ignoreAuthors: readonly string[]
  /** Of a pull request with more commits, it isn't known who wrote them. */
  maximumCommits?: number
}

const MAXIMUM_NAMES = 5
const MAXIMUM_NAME = 60

/**
 * Finds out who else has written in a pull request: whose commit is neither by the author of the first one, nor by an
 * app or one of `ignoreAuthors`. A merge of the base branch, as GitHub's own button makes it, is nobody's writing.
 * @returns undefined where nobody else has
 * @throws the signal's reason on a cancelled run
 */
export async function findOtherAuthors(
  github: Pick<GitHub, 'fetchPullRequestCommits'>,
  place: PullRequestPlace,
  { commitCount }: Pick<PullRequestFacts, 'commitCount'>,
  { ignoreAuthors, maximumCommits = MAXIMUM_PULL_REQUEST_COMMITS }: AuthorshipOptions,
): Promise<OtherAuthors | undefined> {
  const tooMany: OtherAuthors = { reason: 'too-many-commits', names: [] }
  if (commitCount !== undefined && commitCount > maximumCommits) return tooMany
  try {
    const commits = await github.fetchPullRequestCommits(place, maximumCommits)
    // A full list may not be all.
    if (commits.length >= maximumCommits && commits.length !== commitCount) return tooMany
    if (commits.length < (commitCount || 1)) return { reason: 'unreadable', names: [] }
    const names = listOthers(commits, ignoreAuthors)
    return names.length === 0 ? undefined : { reason: 'commits', names }
  } catch (failure) {
    if (!(failure instanceof GitHubError)) throw failure
    return { reason: 'unreadable', names: [], failure }
  }
}

/** Whether an app opened a pull request, or one of `ignoreAuthors`. */
export function isByApp(
  { author }: Pick<PullRequestFacts, 'author'>,
  ignoreAuthors: readonly string[],
): boolean {
  return author !== undefined && isApp(author, ignoreAuthors)
}

/** Whether a login is one of `logins`, in any case of letters. */
export function isListed(login: string | undefined, logins: readonly string[]): login is string {
  return login !== undefined && logins.some((each) => each.toLowerCase() === login.toLowerCase())
}

function isApp({ type, login }: Account, ignoreAuthors: readonly string[]): boolean {
  return type === 'Bot' || isListed(login, ignoreAuthors)
}

function listOthers(commits: readonly Commit[], ignoreAuthors: readonly string[]): string[] {
  const written = commits.filter(({ parents, committer }) => parents.length !== 2 || committer !== 'web-flow')
  const author = written[0] && identify(written[0])
  const others = written.filter(
    (commit) => (author === undefined || identify(commit) !== author) && !isApp(commit.author, ignoreAuthors),
  )
  return [...new Set(others.map(nameAuthor))].slice(0, MAXIMUM_NAMES)
}

/** The account; without one, the address. Nothing where GitHub tells neither. */
function identify({ author, email }: Commit): number | UntrustedText | undefined {
  return author.id ?? email
}

function nameAuthor({ author: { login }, name, email }: Commit): string {
  const known = name ?? email
  if (login !== undefined || known === undefined) return login ?? 'an unknown author'
  return shorten(toOneLine(readUntrustedText(known)), MAXIMUM_NAME)
}
