import { readFields, readList, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { type Account, parseAccount } from './account.ts'
import type { PullRequestPlace } from './pull-request-url.ts'
import { PAGE_SIZE, type Requests } from './requests.ts'

/** A commit. Its two accounts have no ID if the address belongs to none; `web-flow` is GitHub. */
export interface Commit {
  sha: string
  /** For GraphQL. */
  nodeId?: string | undefined
  /** First line of its message. */
  subject: UntrustedText
  author: Account
  committer?: Account
  /** The addresses of its `Co-authored-by` trailers; empty texts for trailers without one. */
  coAuthors?: UntrustedText[]
  /** ISO 8601. */
  committedAt?: string | undefined
  /** The commit that the branch was at comes first. */
  parents: string[]
}

const MAXIMUM_PAGES = 10

/** Lists of commits. https://docs.github.com/rest/commits/commits */
export function createCommits({ fetchAll, permissionsIn }: Requests) {
  const parse = (data: unknown) => readList(data, parseCommit)
  const identify = ({ sha }: Commit) => sha
  return {
    /** Commits of a pull request, oldest first. */
    fetchPullRequestCommits: (place: PullRequestPlace, maximum: number) =>
      fetchAll(
        {
          operation: `list the commits of #${place.number}`,
          permissions: permissionsIn(place),
          route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/commits',
          parameters: { ...place, pull_number: place.number },
          parse,
        },
        identify,
        Math.ceil(maximum / PAGE_SIZE),
      ),

    /** The history of a commit or branch since a time (ISO 8601), newest first. */
    fetchCommitsSince: (sha: string, since: string) =>
      fetchAll(
        {
          operation: `list the commits up to ${sha}`,
          permissions: ['contents: read'],
          route: 'GET /repos/{owner}/{repo}/commits',
          parameters: { sha, since },
          parse,
        },
        identify,
        MAXIMUM_PAGES,
      ),
  }
}

export function parseCommit(value: unknown): Commit | undefined {
  const { sha, node_id, commit, author, committer, parents } = readFields(value)
  const { message, committer: made } = readFields(commit)
  const id = readText(sha)
  const text = readText(message)
  const before = readList(parents, (parent) => readText(readFields(parent)['sha']))
  if (id === undefined || text === undefined || before === undefined) return undefined
  return {
    sha: id,
    nodeId: readText(node_id),
    subject: untrustedText(text.trimStart().split(/[\r\n]/u, 1)[0] ?? ''),
    author: parseAccount(author),
    committer: parseAccount(committer),
    coAuthors: parseCoAuthors(text),
    committedAt: readText(readFields(made)['date']),
    parents: before,
  }
}

/** https://docs.github.com/pull-requests/committing-changes-to-your-project/creating-and-editing-commits/creating-a-commit-with-multiple-authors */
function parseCoAuthors(message: string): UntrustedText[] {
  return [...message.matchAll(/^[ \t]*co-authored-by[ \t]*:(.*)$/gimu)].map(([, person = '']) =>
    untrustedText(/<([^<>]*)>\s*$/u.exec(person)?.[1]?.trim() ?? ''),
  )
}
