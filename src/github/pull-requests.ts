import { readCount, readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { PullRequestPlace } from './pull-request-url.ts'
import {
  type Account,
  isSameRepository,
  PAGE_SIZE,
  parseAccount,
  parseForeignText,
  type Requests,
} from './requests.ts'

/** A pull request. Dates are in ISO 8601; what GitHub doesn't say is undefined. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
  isDraft?: boolean
  title?: UntrustedText | undefined
  url?: UntrustedText | undefined
  author?: Account
  labels?: UntrustedText[]
  /** The commit at its head. */
  headSha?: string | undefined
  /** The branch that it is for. */
  base?: UntrustedText | undefined
  createdAt?: string | undefined
  mergedAt?: string | undefined
  closedAt?: string | undefined
  /** The commit at which its merge, squash or rebase left the branch; undefined where it isn't merged. */
  mergeCommit?: string | undefined
  /** Numbers of lines, files and commits; a list of pull requests doesn't have them. */
  additions?: number | undefined
  deletions?: number | undefined
  changedFiles?: number | undefined
  commitCount?: number | undefined
}

/** A pull request of a list. */
export type ListedPullRequest = PullRequestFacts & { number: number }

/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
export function createPullRequests({ repository, fetch, fetchAll, permissionsIn }: Requests) {
  const request = (verb: 'read' | 'close', route: string, place: PullRequestPlace, change = {}) =>
    fetch({
      operation: `${verb} pull request #${place.number}`,
      permissions: permissionsIn(place, verb === 'read' ? 'read' : 'write'),
      route,
      parameters: { ...place, pull_number: place.number, ...change },
      parse: parsePullRequest,
    })

  return {
    /** A pull request of any repository on this server. */
    fetchPullRequest: (place: PullRequestPlace) =>
      request('read', 'GET /repos/{owner}/{repo}/pulls/{pull_number}', place),

    /** Closes a pull request of any repository on this server, without a merge. */
    closePullRequest: (place: PullRequestPlace) =>
      request('close', 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}', place, { state: 'closed' }),

    /** The pull requests that brought, or would bring, a commit to this repository: the first hundred. */
    fetchPullRequestsOfCommit: (sha: string) =>
      fetch({
        operation: `list the pull requests of commit ${sha}`,
        permissions: permissionsIn(undefined, 'read'),
        route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { commit_sha: sha, per_page: PAGE_SIZE },
        // The commits of a fork may belong to pull requests of the repository that it was made from.
        parse: (data) =>
          readList(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
      }),

    /**
     * The closed pull requests into a branch, merged or not, the last updated first.
     * @param maximum how many are read
     */
    fetchClosedPullRequests: (base: string, maximum: number) =>
      fetchAll(
        {
          operation: `list the closed pull requests into ${base}`,
          permissions: permissionsIn(undefined, 'read'),
          route: 'GET /repos/{owner}/{repo}/pulls',
          parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
          parse: (data) => readList(data, parseListed),
        },
        ({ number }) => number,
        maximum / PAGE_SIZE,
      ),
  }
}

function parsePullRequest(data: unknown): PullRequestFacts | undefined {
  const fields = readFields(data)
  const { state, merged, head, base, labels } = fields
  if (state !== 'open' && state !== 'closed') return undefined
  const sha = readText(readFields(head)['sha'])
  const mergedAt = readText(fields['merged_at'])
  const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined
  return {
    state,
    isMerged,
    isDraft: fields['draft'] === true,
    title: parseForeignText(fields['title']),
    url: parseForeignText(fields['html_url']),
    author: parseAccount(fields['user']),
    labels: readList(labels, (label) => parseForeignText(readFields(label)['name'])) ?? [],
    headSha: sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) ? sha : undefined,
    base: parseForeignText(readFields(base)['ref']),
    createdAt: readText(fields['created_at']),
    mergedAt,
    closedAt: readText(fields['closed_at']),
    // Of one that isn't merged, it is a commit that GitHub makes to try the merge. REST 2026-03-10 has no such field:
    // before 2028, ask GraphQL, https://docs.github.com/graphql/reference/objects#pullrequest, `mergeCommit { oid }`.
    mergeCommit: isMerged ? readText(fields['merge_commit_sha']) : undefined,
    additions: readCount(fields['additions']),
    deletions: readCount(fields['deletions']),
    changedFiles: readCount(fields['changed_files']),
    commitCount: readCount(fields['commits']),
  }
}

function parseListed(value: unknown): ListedPullRequest | undefined {
  const number = readNumber(readFields(value)['number'])
  const pullRequest = parsePullRequest(value)
  return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number }
}

/** Whether a pull request in an answer is one of `repository`, as far as GitHub names it. */
function isInto(repository: string, value: unknown): boolean {
  const name = readText(readFields(readFields(readFields(value)['base'])['repo'])['full_name'])
  return name === undefined || isSameRepository(name, repository)
}
