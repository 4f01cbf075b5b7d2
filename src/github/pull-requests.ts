import { readFields, readList, readName, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { PullRequestPlace, RepositoryPlace } from './pull-request-url.ts'
import { parseForeignText, type Requests } from './requests.ts'

/** A pull request. A field that GitHub doesn't send is undefined. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
  title?: UntrustedText | undefined
  headSha?: string | undefined
  /** A commit of the branch that it is for. */
  baseSha?: string | undefined
}

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

function parsePullRequest(data: unknown): PullRequestFacts | undefined {
  const { state, merged, merged_at, title, head, base } = readFields(data)
  if (state !== 'open' && state !== 'closed') return undefined
  const parseSha = (end: unknown) => readName(readFields(end)['sha'], /^[\da-f]{7,64}$/u)
  return {
    state,
    isMerged: typeof merged === 'boolean' ? merged : readText(merged_at) !== undefined,
    title: parseForeignText(title),
    headSha: parseSha(head),
    baseSha: parseSha(base),
  }
}
