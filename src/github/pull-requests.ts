import * as v from 'valibot'
import type { GitHubRequest } from './octokit.ts'
import { absentAccount, createReader, PAGE_SIZE } from './reader.ts'

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

const pullRequestSchema = v.object({
  state: v.picklist(['open', 'closed']),
  merged: v.fallback(v.optional(v.boolean()), undefined),
  merged_at: v.fallback(v.nullish(v.string()), undefined),
})
const listedSchema = v.object({ number: v.number(), user: absentAccount })

/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
export function createPullRequests(request: GitHubRequest, repository: string): PullRequests {
  const [owner = '', repo = ''] = repository.split('/')
  const { read } = createReader(request, { owner, repo })

  return {
    async readPullRequest(owner, repo, number) {
      const target = `${owner}/${repo}`
      const isOurs = target.toLowerCase() === repository.toLowerCase()
      const { state, merged, merged_at } = await read({
        schema: pullRequestSchema,
        facts: {
          operation: `read pull request #${number} of ${target}`,
          permissions: isOurs ? ['pull-requests: read'] : ['metadata: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { owner, repo, pull_number: number },
      })
      return { state, isMerged: merged ?? typeof merged_at === 'string' }
    },

    async listPullRequestsOfCommit(sha) {
      const pulls = await read({
        schema: v.array(listedSchema),
        facts: {
          operation: `list the pull requests of commit ${sha} of ${repository}`,
          permissions: ['pull-requests: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { commit_sha: sha, per_page: PAGE_SIZE },
      })
      return pulls.map(({ number, user }) => ({ number, author: user?.login }))
    },
  }
}
