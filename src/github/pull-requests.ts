import { readCount, readFields, readList, readName, readNumber, readText } from '../untrusted/json.ts'
import { parseAccount } from './account.ts'
import type { PullRequestPlace, RepositoryPlace } from './pull-request-url.ts'
import { isSameRepository, PAGE_SIZE, parseForeignText, type Requests } from './requests.ts'

/** A pull request. Dates are in ISO 8601. A field that GitHub doesn't send is undefined. */
export type PullRequestFacts = Pick<Parsed, 'state' | 'isMerged'> & Partial<Parsed>

type Parsed = NonNullable<ReturnType<typeof parsePullRequest>>

export type ListedPullRequest = PullRequestFacts & { number: number }

/** https://docs.github.com/rest/pulls/pulls */
export function createPullRequests({ repository, fetch, fetchAll, permissionsIn }: Requests) {
  return {
    /** A pull request of any repository on this server. */
    fetchPullRequest: (place: PullRequestPlace) =>
      fetch({
        operation: `read pull request #${place.number}`,
        permissions: permissionsIn(place),
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { ...place, pull_number: place.number },
        parse: parsePullRequest,
      }),

    /** All paths in a commit of any repository on this server; none if GitHub's answer has only some of them. */
    fetchTree: (place: RepositoryPlace, sha: string) =>
      fetch({
        operation: `list the files of commit ${sha}`,
        permissions: ['contents: read'],
        route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
        parameters: { ...place, tree_sha: sha, recursive: '1' },
        parse: (data) => {
          const { tree, truncated } = readFields(data)
          return readList(truncated === false ? tree : [], (entry) => parseForeignText(readFields(entry)['path']))
        },
      }),

    /** The pull requests of this repository that have a commit: the first hundred. */
    fetchPullRequestsOfCommit: (sha: string) =>
      fetch({
        operation: `list the pull requests of commit ${sha}`,
        permissions: permissionsIn(),
        route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { commit_sha: sha, per_page: PAGE_SIZE },
        // A fork has commits that belong to pull requests of its parent repository.
        parse: (data) =>
          readList(Array.isArray(data) ? data.filter((each) => isInto(repository, each)) : data, parseListed),
      }),

    /** The `maximum` closed pull requests into a branch, merged or not, that were updated last, newest first. */
    fetchClosedPullRequests: (base: string, maximum: number) =>
      fetchAll(
        {
          operation: `list the closed pull requests into ${base}`,
          permissions: permissionsIn(),
          route: 'GET /repos/{owner}/{repo}/pulls',
          parameters: { state: 'closed', base, sort: 'updated', direction: 'desc' },
          parse: (data) => readList(data, parseListed),
        },
        ({ number }) => number,
        maximum / PAGE_SIZE,
      ),
  }
}

function parsePullRequest(data: unknown) {
  const fields = readFields(data)
  const { merged, head, base, labels } = fields
  const state = (['open', 'closed'] as const).find((each) => each === fields['state'])
  if (state === undefined) return undefined
  const mergedAt = readText(fields['merged_at'])
  const parseSha = (end: unknown) => readName(readFields(end)['sha'], /^[\da-f]{7,64}$/u)
  const isMerged = typeof merged === 'boolean' ? merged : mergedAt !== undefined
  return {
    state,
    isMerged,
    isDraft: fields['draft'] === true,
    title: parseForeignText(fields['title']),
    url: parseForeignText(fields['html_url']),
    author: parseAccount(fields['user']),
    labels: readList(labels, (label) => parseForeignText(readFields(label)['name'])) ?? [],
    headSha: parseSha(head),
    /** The branch that it is for, and a commit of it. */
    base: parseForeignText(readFields(base)['ref']),
    baseSha: parseSha(base),
    createdAt: readText(fields['created_at']),
    mergedAt,
    closedAt: readText(fields['closed_at']),
    /** The head of the base branch after the merge. */
    // Without a merge, it is a test merge commit. REST 2026-03-10 doesn't have this field: before 2028, change to
    // GraphQL, https://docs.github.com/graphql/reference/objects#pullrequest, `mergeCommit { oid }`.
    mergeCommit: isMerged ? readText(fields['merge_commit_sha']) : undefined,
    // Lists of pull requests don't have these.
    additions: readCount(fields['additions']),
    deletions: readCount(fields['deletions']),
    commitCount: readCount(fields['commits']),
  }
}

function parseListed(value: unknown): ListedPullRequest | undefined {
  const number = readNumber(readFields(value)['number'])
  const pullRequest = parsePullRequest(value)
  return number === undefined || pullRequest === undefined ? undefined : { ...pullRequest, number }
}

/** Whether a pull request is in `repository`, or its repository is unknown. */
function isInto(repository: string, value: unknown): boolean {
  const name = readText(readFields(readFields(readFields(value)['base'])['repo'])['full_name'])
  return name === undefined || isSameRepository(name, repository)
}
