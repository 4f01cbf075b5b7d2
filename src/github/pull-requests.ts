import { readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import type { WorkflowPermission } from './permissions.ts'
import { createReader, PAGE_SIZE, readAccount, readForeignText } from './reader.ts'

/** A pull request as it stands. */
export interface PullRequestFacts {
  state: 'open' | 'closed'
  isMerged: boolean
  title?: UntrustedText
  /** The commit at its head. */
  headSha?: string
}

/** A pull request that a commit belongs to. */
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
  /** Closes a pull request of any repository on this server, without a merge. */
  closePullRequest(owner: string, repo: string, number: number): Promise<void>
  /** Not repeated when the answer is lost. */
  commentOnPullRequest(owner: string, repo: string, number: number, body: string): Promise<void>
  /** The pull requests that brought, or would bring, a commit to this repository: the first hundred. */
  listPullRequestsOfCommit(sha: string): Promise<PullRequestOfCommit[]>
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
      const listed = await read({
        parse: (data) => readList(data, parseListed),
        facts: {
          operation: `list the pull requests of commit ${sha} of ${repository}`,
          permissions: ['pull-requests: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
        parameters: { commit_sha: sha, per_page: PAGE_SIZE },
      })
      // The commits of a fork may belong to pull requests of the repository that it was made from.
      const isHere = (name = repository) => name.toLowerCase() === repository.toLowerCase()
      return listed.filter(({ target }) => isHere(target)).map(({ pull }) => pull)
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
  const name = readForeignText(title)
  const sha = readText(readFields(head)['sha'])
  return {
    state,
    isMerged: typeof merged === 'boolean' ? merged : readText(merged_at) !== undefined,
    ...(name !== undefined && { title: name }),
    ...(sha !== undefined && /^[\da-f]{7,64}$/u.test(sha) && { headSha: sha }),
  }
}

/** `target`: the repository of the pull request, where GitHub names it. */
function parseListed(value: unknown): { pull: PullRequestOfCommit; target: string | undefined } | undefined {
  const fields = readFields(value)
  const number = readNumber(fields['number'])
  if (number === undefined) return undefined
  const base = readFields(fields['base'])
  const isMerged = readText(fields['merged_at']) !== undefined
  const title = readForeignText(fields['title'])
  const url = readForeignText(fields['html_url'])
  const author = readAccount(fields['user']).login
  const mergedInto = isMerged ? readForeignText(base['ref']) : undefined
  const mergeCommit = isMerged ? readText(fields['merge_commit_sha']) : undefined
  return {
    pull: {
      number,
      ...(title !== undefined && { title }),
      ...(url !== undefined && { url }),
      ...(author !== undefined && { author }),
      ...(mergedInto !== undefined && { mergedInto }),
      ...(mergeCommit !== undefined && { mergeCommit }),
    },
    target: readText(readFields(base['repo'])['full_name']),
  }
}
