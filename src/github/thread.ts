import * as v from 'valibot'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Changes, createChanges } from './changes.ts'
import { type Comments, createComments } from './comments.ts'
import { GitHubError } from './errors.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import { permissionsFor, type ThreadKind } from './permissions.ts'
import { createPullRequests, type PullRequests } from './pull-requests.ts'
import { absentText, createReader, text } from './reader.ts'

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
   * answer that has only the Markdown is an error, since that may hide something.
   */
  readDescription(thread: number): Promise<UntrustedText | undefined>
}

const permissionSchema = v.object({ permission: v.picklist(['admin', 'write', 'read', 'none']) })
const threadSchema = v.object({
  title: absentText,
  html_url: absentText,
  pull_request: v.optional(v.unknown()),
})
const descriptionSchema = v.object({
  body: v.fallback(v.nullish(v.string()), undefined),
  body_text: v.fallback(v.nullish(text), undefined),
})

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
      const { permission } = await read({
        schema: permissionSchema,
        facts: {
          operation: `read the permission of ${login} on ${repository}`,
          permissions: ['metadata: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: login },
      })
      return permission
    },

    async readThread(thread) {
      const { title, html_url, pull_request } = await read({
        schema: threadSchema,
        facts: factsFor(`read #${thread}`),
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        parameters: { issue_number: thread },
      })
      return {
        kind: pull_request === undefined || pull_request === null ? 'issue' : 'pull request',
        ...(title !== undefined && { title }),
        ...(html_url !== undefined && { url: html_url }),
      }
    },

    async readDescription(thread) {
      const facts = factsFor(`read the description of #${thread}`)
      const { body, body_text } = await read({
        schema: descriptionSchema,
        facts,
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
        // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
        parameters: { issue_number: thread, headers: { accept: 'application/vnd.github.full+json' } },
      })
      // GitHub has null for both where nobody wrote a description.
      if (body_text === undefined || (body_text === null && (body ?? '') !== ''))
        throw new GitHubError(facts.operation, {
          status: 200,
          answer: 'the answer has no `body_text`',
          hint: 'Check GITHUB_API_URL, and whether a proxy changes the header `accept`.',
        })
      return body_text ?? undefined
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
