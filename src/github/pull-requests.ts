import * as v from 'valibot'
import type { UntrustedText } from '../untrusted/text.ts'
import type { GitHubRequest } from './octokit.ts'
import { absentAccount, absentText, createReader, PAGE_SIZE } from './reader.ts'

/** A pull request as it stands. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
}

/** A pull request of this repository that a commit belongs to. */
export interface PullRequestOfCommit {
  number: number
  title?: UntrustedText
  url?: UntrustedText
  /** Login. */
  author?: string
  /** The branch that it was merged into; undefined where it isn't merged. */
  mergedInto?: UntrustedText
  /** The commit at which its merge, squash or rebase left that branch. */
  mergeCommit?: string
}

/** Pull requests. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface PullRequests {
  /** Reads a pull request of any repository on this server. */
  readPullRequest(owner: string, repo: string, number: number): Promise<PullRequestFacts>
  /** The pull requests that brought, or would bring, a commit to its repository: the first hundred. */
  listPullRequestsOfCommit(sha: string): Promise<PullRequestOfCommit[]>
}

const pullRequestSchema = v.object({
  state: v.picklist(['open', 'closed']),
  merged: v.fallback(v.optional(v.boolean()), undefined),
  merged_at: v.fallback(v.nullish(v.string()), undefined),
})
const base = v.object({
  ref: absentText,
  repo: v.fallback(v.nullish(v.object({ full_name: v.string() })), undefined),
})
const listedSchema = v.object({
  number: v.number(),
  title: absentText,
  html_url: absentText,
  user: absentAccount,
  merged_at: v.fallback(v.nullish(v.string()), undefined),
  merge_commit_sha: v.fallback(v.nullish(v.string()), undefined),
  base: v.fallback(v.optional(base), undefined),
})

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
      return pulls.filter(isOfThisRepository).map(toPullRequestOfCommit)
    },
  }

  /** The commits of a fork may belong to pull requests of the repository that it was made from. */
  function isOfThisRepository({ base }: ListedPullRequest): boolean {
    const name = base?.repo?.full_name ?? repository
    return name.toLowerCase() === repository.toLowerCase()
  }
}

type ListedPullRequest = v.InferOutput<typeof listedSchema>

function toPullRequestOfCommit(listed: ListedPullRequest): PullRequestOfCommit {
  const { number, title, html_url, user, merged_at, merge_commit_sha, base } = listed
  const isMerged = typeof merged_at === 'string'
  return {
    number,
    ...(title !== undefined && { title }),
    ...(html_url !== undefined && { url: html_url }),
    ...(user?.login !== undefined && { author: user.login }),
    ...(isMerged && base?.ref !== undefined && { mergedInto: base.ref }),
    ...(isMerged && typeof merge_commit_sha === 'string' && { mergeCommit: merge_commit_sha }),
  }
}
