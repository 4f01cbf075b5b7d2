import * as v from 'valibot'
import type { UntrustedText } from '../untrusted/text.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import type { WorkflowPermission } from './permissions.ts'
import { absentAccount, absentText, createReader, PAGE_SIZE } from './reader.ts'

/** A pull request as it stands. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
  title?: UntrustedText
  /** The commit at its head. */
  headSha?: string
}

/** Pull requests. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface PullRequests {
  /** Reads a pull request of any repository on this server. */
  readPullRequest(owner: string, repo: string, number: number): Promise<PullRequestFacts>
  /** Closes a pull request of any repository on this server, without a merge. */
  closePullRequest(owner: string, repo: string, number: number): Promise<void>
  /** Not repeated when the answer is lost. */
  commentOnPullRequest(owner: string, repo: string, number: number, body: string): Promise<void>
  /** The pull requests that brought, or would bring, a commit to its repository: the first hundred. */
  listPullRequestsOfCommit(sha: string): Promise<{ number: number; author: string | undefined }[]>
}

const pullRequestSchema = v.object({
  state: v.picklist(['open', 'closed']),
  merged: v.fallback(v.optional(v.boolean()), undefined),
  merged_at: v.fallback(v.nullish(v.string()), undefined),
  title: absentText,
  head: v.fallback(v.optional(v.object({ sha: v.pipe(v.string(), v.regex(/^[\da-f]{7,64}$/u)) })), undefined),
})
const listedSchema = v.object({ number: v.number(), user: absentAccount })

/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
export function createPullRequests(request: GitHubRequest, repository: string): PullRequests {
  const [owner = '', repo = ''] = repository.split('/')
  const { read } = createReader(request, { owner, repo })

  return {
    async readPullRequest(owner, repo, number) {
      const { state, merged, merged_at, title, head } = await read({
        schema: pullRequestSchema,
        facts: factsFor(
          'read pull request',
          { owner, repo, number },
          'pull-requests: read',
          'metadata: read',
        ),
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { owner, repo, pull_number: number },
      })
      return {
        state,
        isMerged: merged ?? typeof merged_at === 'string',
        ...(title !== undefined && { title }),
        ...(head && { headSha: head.sha }),
      }
    },

    async closePullRequest(owner, repo, number) {
      await request(
        factsFor('close pull request', { owner, repo, number }, 'pull-requests: write'),
        'PATCH /repos/{owner}/{repo}/pulls/{pull_number}',
        { owner, repo, pull_number: number, state: 'closed' },
      )
    },

    async commentOnPullRequest(owner, repo, number, body) {
      await request(
        {
          ...factsFor('comment on pull request', { owner, repo, number }, 'pull-requests: write'),
          isRepeatable: false,
        },
        'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
        { owner, repo, issue_number: number, body },
      )
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

  /** @param elsewhere what the token needs in another repository, where that differs */
  function factsFor(
    operation: string,
    place: { owner: string; repo: string; number: number },
    permission: WorkflowPermission,
    elsewhere: WorkflowPermission = permission,
  ): RequestFacts {
    const target = `${place.owner}/${place.repo}`
    const isOurs = target.toLowerCase() === repository.toLowerCase()
    return {
      operation: `${operation} #${place.number} of ${target}`,
      permissions: [isOurs ? permission : elsewhere],
      isRepeatable: true,
    }
  }
}
