import { readFields, readNumber, readObject, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { createChanges, createReleases } from './changes.ts'
import { createComments, createRepositoryComments } from './comments.ts'
import { createCommits } from './commits.ts'
import { GitHubError } from './errors.ts'
import { permissionsFor, type ThreadKind } from './permissions.ts'
import { createPullRequests } from './pull-requests.ts'
import { createReactions } from './reactions.ts'
import { createRequests, type GitHubRequest, parseForeignText, type Requests } from './requests.ts'

/** What a person may do in a repository, as the collaborator permission API says it. */
export type RepositoryPermission = 'admin' | 'write' | 'read' | 'none'

/** What is known of an issue or pull request that the event did not bring. */
export interface ThreadFacts {
  kind: ThreadKind
  title?: UntrustedText
  url?: UntrustedText
}

/** What the action asks of GitHub. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export type GitHub = ReturnType<typeof createGitHub>

/**
 * GitHub as one repository shows it.
 * @param repository `owner/name`
 * @param threadKind of the thread that the run is about: errors then name the permission that it needs
 */
export function createGitHub(request: GitHubRequest, repository: string, threadKind?: ThreadKind) {
  const requests = createRequests(request, repository, threadKind)
  return {
    ...createThreads(requests),
    ...createComments(requests),
    ...createRepositoryComments(requests),
    ...createReactions(requests),
    ...createChanges(requests),
    ...createReleases(requests),
    ...createCommits(requests),
    ...createPullRequests(requests),
  }
}

const PERMISSIONS: readonly RepositoryPermission[] = ['admin', 'write', 'read', 'none']

function createThreads({ threadKind, fetch }: Requests) {
  const read = (operation: string, thread: number, headers = {}) =>
    fetch({
      operation,
      permissions: permissionsFor(threadKind, 'read'),
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: thread, headers },
      parse: (data) => (readNumber(readFields(data)['number']) === undefined ? undefined : readFields(data)),
    })

  return {
    async fetchPermission(login: string): Promise<RepositoryPermission> {
      return await fetch({
        operation: `read the permission of ${login}`,
        permissions: ['metadata: read'],
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: login },
        parse: (data) => PERMISSIONS.find((known) => known === readFields(data)['permission']),
      })
    },

    /** Whether the token can see the repository: GitHub answers 404 where it can't. */
    async fetchRepository(): Promise<void> {
      await fetch({
        operation: 'read the repository',
        permissions: ['metadata: read'],
        route: 'GET /repos/{owner}/{repo}',
        parameters: {},
        parse: readObject,
      })
    },

    async fetchThread(thread: number): Promise<ThreadFacts> {
      const answer = await read(`read #${thread}`, thread)
      const title = parseForeignText(answer['title'])
      const url = parseForeignText(answer['html_url'])
      return {
        kind: readObject(answer['pull_request']) === undefined ? 'issue' : 'pull request',
        ...(title !== undefined && { title }),
        ...(url !== undefined && { url }),
      }
    },

    /**
     * The description of an issue or pull request, without what GitHub doesn't show; undefined when there is none. An
     * answer that has it only with what GitHub hides is an error.
     */
    async fetchDescription(thread: number): Promise<UntrustedText | undefined> {
      const operation = `read the description of #${thread}`
      // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#media-types
      const answer = await read(operation, thread, { accept: 'application/vnd.github.full+json' })
      const text = parseForeignText(answer['body_text'])
      // GitHub has null for both fields where nobody wrote a description.
      const isEmpty = answer['body_text'] === null && (readText(answer['body']) ?? '') === ''
      if (text !== undefined || isEmpty) return text
      throw new GitHubError(operation, {
        answer: 'the answer has no `body_text`',
        hint: "This GitHub doesn't say what it shows of a description.",
      })
    },
  }
}
