import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { GitHubRequest } from './octokit.ts'
import { createReader, PAGE_SIZE, readAccount } from './reader.ts'

/** A pull request as it stands. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
}

/** Pull requests. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface PullRequests {
  /** Reads a pull request of any repository on this server. */
  readPullRequest(owner: string, repo: string, number: number): Promise<PullRequestFacts>
  /** The pull requests that brought, or would bring, a commit to its repository: the first hundred. */
  listPullRequestsOfCommit(sha: string): Promise<{ number: number; author: string | undefined }[]>
}

/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
export function createPullRequests(request: GitHubRequest, repository: string): PullRequests {
  const [owner = '', repo = ''] = repository.split('/')
  const { read } = createReader(request, { owner, repo })

  return {
    async readPullRequest(owner, repo, number) {
      const target = `${owner}/${repo}`
      const isOurs = target.toLowerCase() === repository.toLowerCase()
      return await read({
        parse: parsePullRequest,
        facts: {
          operation: `read pull request #${number} of ${target}`,
          permissions: isOurs ? ['pull-requests: read'] : ['metadata: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { owner, repo, pull_number: number },
      })
    },

    async listPullRequestsOfCommit(sha) {
      return await read({
        parse: (data) => readList(data, parseListed),
        facts: {
          operation: `list the pull requests of commit ${sha} of ${repository}`,
          permissions: ['pull-requests: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { commit_sha: sha, per_page: PAGE_SIZE },
      })
    },
  }
}

function parsePullRequest(data: unknown): PullRequestFacts | undefined {
  const { state, merged, merged_at } = readFields(data)
  if (state !== 'open' && state !== 'closed') return undefined
  return { state, isMerged: typeof merged === 'boolean' ? merged : readText(merged_at) !== undefined }
}

function parseListed(value: unknown): { number: number; author: string | undefined } | undefined {
  const fields = readFields(value)
  const number = readNumber(fields['number'])
  return number === undefined ? undefined : { number, author: readAccount(fields['user']).login }
}
