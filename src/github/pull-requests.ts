import { readCount, readFields, readList, readName, readText } from '../untrusted/json.ts'
import { parseAccount } from './account.ts'
import type { PullRequestPlace, RepositoryPlace } from './pull-request-url.ts'
import { parseForeignText, type Requests } from './requests.ts'

/** A pull request. Dates are in ISO 8601. A field that GitHub doesn't send is undefined. */
export type PullRequestFacts = Pick<Parsed, 'state' | 'isMerged'> & Partial<Parsed>

type Parsed = NonNullable<ReturnType<typeof parsePullRequest>>

/** https://docs.github.com/rest/pulls/pulls */
export function createPullRequests({ fetch, permissionsIn }: Requests) {
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
  }
}

function parsePullRequest(data: unknown) {
  const fields = readFields(data)
  const { merged, head, base } = fields
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
    headSha: parseSha(head),
    /** A commit of the branch that it is for. */
    baseSha: parseSha(base),
    createdAt: readText(fields['created_at']),
    mergedAt,
    closedAt: readText(fields['closed_at']),
    additions: readCount(fields['additions']),
    deletions: readCount(fields['deletions']),
    commitCount: readCount(fields['commits']),
  }
}
