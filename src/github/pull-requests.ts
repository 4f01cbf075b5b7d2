import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import type { WorkflowPermission } from './permissions.ts'
import { createReader, PAGE_SIZE, readAccount } from './reader.ts'

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

/** Pull requests as the token sees them. https://docs.github.com/rest/pulls/pulls */
export function createPullRequests(request: GitHubRequest, repository: string): PullRequests {
  const [owner = '', repo = ''] = repository.split('/')
  const { read } = createReader(request, { owner, repo })

  return {
    async readPullRequest(owner, repo, number) {
      return await read({
        parse: parsePullRequest,
        facts: factsFor(
          'read pull request',
          { owner, repo, number },
          'pull-requests: read',
          'metadata: read',
        ),
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
        parameters: { owner, repo, pull_number: number },
      })
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

function parsePullRequest(data: unknown): PullRequestFacts | undefined {
  const { state, merged, merged_at, title, head } = readFields(data)
  if (state !== 'open' && state !== 'closed') return undefined
  const name = readText(title)
  const sha = readText(readFields(head)['sha'])
  return {
    state,
    isMerged: typeof merged === 'boolean' ? merged : readText(merged_at) !== undefined,
    ...(name !== undefined && { title: untrustedText(name) }),
    ...(sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) && { headSha: sha }),
  }
}

function parseListed(value: unknown): { number: number; author: string | undefined } | undefined {
  const fields = readFields(value)
  const number = readNumber(fields['number'])
  return number === undefined ? undefined : { number, author: readAccount(fields['user']).login }
}
