import { dropAbsent, readFields, readNumber, readObject } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { createAssociatedPullRequests } from './associated-pull-requests.ts'
import { createChanges } from './changes.ts'
import { createComments } from './comments.ts'
import { createCommits } from './commits.ts'
import { permissionsFor, type ThreadKind } from './permissions.ts'
import { createPullRequestList } from './pull-request-list.ts'
import type { RepositoryPlace } from './pull-request-url.ts'
import { createPullRequests } from './pull-requests.ts'
import { createReactions } from './reactions.ts'
import { parseRenderedText, RENDERED } from './rendered-text.ts'
import { createRequests, type GitHubRequest, parseForeignText, type Requests } from './requests.ts'
import { createViewer } from './viewer.ts'

/** https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user */
const PERMISSIONS = ['admin', 'write', 'read', 'none'] as const
export type RepositoryPermission = (typeof PERMISSIONS)[number]

/** All requests to GitHub. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export type GitHub = ReturnType<typeof createGitHub>

/** The requests to one repository, `owner/name`. Errors name the permission that a thread of `threadKind` needs. */
export function createGitHub(request: GitHubRequest, repository: string, threadKind?: ThreadKind) {
  const requests = createRequests(request, repository, threadKind)
  return {
    ...createThreads(requests),
    ...createComments(requests),
    ...createReactions(requests),
    ...createChanges(requests),
    ...createCommits(requests),
    ...createPullRequests(requests),
    ...createAssociatedPullRequests(requests),
    ...createPullRequestList(requests),
    ...createViewer(requests),
  }
}

function createThreads({ threadKind, fetch }: Requests) {
  const read = <Output>(
    operation: string,
    thread: number,
    parse: (data: unknown) => Output | undefined,
    headers = {},
  ) =>
    fetch({
      operation,
      permissions: permissionsFor(threadKind, 'read'),
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: thread, headers },
      parse: (data) => (readNumber(readFields(data)['number']) === undefined ? undefined : parse(data)),
    })

  return {
    fetchPermission: (login: string): Promise<RepositoryPermission> =>
      fetch({
        operation: `read the permission of ${login}`,
        permissions: ['metadata: read'],
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: login },
        parse: (data) => PERMISSIONS.find((known) => known === readFields(data)['permission']),
      }),

    /** Whether the token can see a repository, by default that of the run: GitHub answers 404 where it can't. */
    async fetchRepository(place?: RepositoryPlace): Promise<void> {
      await fetch({
        operation: 'read the repository',
        permissions: ['metadata: read'],
        route: 'GET /repos/{owner}/{repo}',
        parameters: { ...place },
        parse: readObject,
      })
    },

    async fetchThread(thread: number) {
      const answer = await read(`read #${thread}`, thread, readObject)
      const isIssue = readObject(answer['pull_request']) === undefined
      return dropAbsent({
        kind: isIssue ? ('issue' as const) : ('pull request' as const),
        title: parseForeignText(answer['title']),
        url: parseForeignText(answer['html_url']),
      })
    },

    /** The visible text of a description; undefined if there is no description. */
    async fetchDescription(thread: number): Promise<UntrustedText | undefined> {
      const operation = `read the description of #${thread}`
      return (await read(operation, thread, parseRenderedText, RENDERED)).text
    },
  }
}
