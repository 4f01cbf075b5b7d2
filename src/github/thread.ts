import { readFields, readObject } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Changes, createChanges } from './changes.ts'
import { type Comments, createComments } from './comments.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import { permissionsFor, type ThreadKind } from './permissions.ts'
import { createPullRequests, type PullRequests } from './pull-requests.ts'
import { createReader, readForeignText } from './reader.ts'

/** What a person may do in a repository, as the collaborator permission API says it. */
export type RepositoryPermission = 'admin' | 'write' | 'read' | 'none'

/** What is known of an issue or pull request that the event did not bring. */
export interface ThreadFacts {
  kind: ThreadKind
  title?: UntrustedText
  url?: UntrustedText
}

/** What the action asks of GitHub. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface GitHub extends Comments, Changes, PullRequests {
  readPermission(login: string): Promise<RepositoryPermission>
  readThread(thread: number): Promise<ThreadFacts>
  /**
   * The description of an issue or pull request, without what GitHub doesn't show; undefined when there is none. An
   * answer that has it only with what GitHub hides is an error.
   */
  readDescription(thread: number): Promise<UntrustedText | undefined>
}

const PERMISSIONS = ['admin', 'write', 'read', 'none'] as const satisfies RepositoryPermission[]

/**
 * GitHub as one repository shows it.
 * @param repository `owner/name`
 * @param options.threadKind of the thread that the run is about: errors then name the permission that it needs
 */
export function createGitHub(
  request: GitHubRequest,
  repository: string,
  { threadKind }: { threadKind?: ThreadKind | undefined } = {},
): GitHub {
  const [owner = '', repo = ''] = repository.split('/')
  const { read } = createReader(request, { owner, repo })

  return {
    ...createComments(request, repository, threadKind),
    ...createChanges(request, repository),
    ...createPullRequests(request, repository),

    async readPermission(login) {
      return await read({
        parse: (data) => PERMISSIONS.find((known) => known === readFields(data)['permission']),
        facts: {
          operation: `read the permission of ${login} on ${repository}`,
          permissions: ['metadata: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: login },
      })
    },

    async readThread(thread) {
      const answer = await read({
        parse: readObject,
        facts: factsFor(`read #${thread}`),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread },
      })
      const title = readForeignText(answer['title'])
      const url = readForeignText(answer['html_url'])
      return {
        kind: readObject(answer['pull_request']) === undefined ? 'issue' : 'pull request',
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url }),
      }
    },

    async readDescription(thread) {
      const { text } = await read({
        parse: parseDescription,
        facts: factsFor(`read the description of #${thread}`),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
        parameters: { issue_number: thread, headers: { accept: 'application/vnd.github.full+json' } },
      })
      return text
    },
  }

  function factsFor(operation: string): RequestFacts {
    return {
      operation: `${operation} of ${repository}`,
      permissions: permissionsFor(threadKind, 'read'),
      isRepeatable: true,
    }
  }
}

/** GitHub has null for both fields where nobody wrote a description. */
function parseDescription(data: unknown): { text: UntrustedText | undefined } | undefined {
  const { body, body_text } = readFields(data)
  const text = readForeignText(body_text)
  const isEmpty = body_text === null && (body ?? '') === ''
  return text === undefined && !isEmpty ? undefined : { text }
}
