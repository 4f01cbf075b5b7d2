import type { AssociatedPullRequest } from '../../../../src/github/associated-pull-requests.ts'
import type { ChangedFiles, CommitComparison, ListedRelease } from '../../../../src/github/changes.ts'
import type { Commit } from '../../../../src/github/commits.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { changedFile } from './changes-for-tests.ts'

/** What GitHub has. An error is thrown. */
export interface Known {
  /** By the first of the two commits; by default, the second one is ahead. */
  comparisons?: Record<string, Partial<CommitComparison> | Error>
  /** By commit. */
  relations?: Record<string, AssociatedPullRequest[]>
  /** The commits that it relates only when it is asked once more. */
  late?: string[]
  /** The history since any time, the newest first. */
  history?: Commit[]
  /** Page by page. */
  releases?: ListedRelease[][]
  /** By `#1` or SHA; by default, `src/a.ts`. */
  files?: Record<string, string[] | Error>
  /** The lists of files that it cuts, by `#1` or SHA. */
  cut?: string[]
  /** Why the token can't see the repository. */
  repository?: Error
  /** Of every request. */
  failure?: Error
}

/** GitHub as far as changes are read from it, and the requests that it got. */
export function createReads(known: Known = {}) {
  const { comparisons = {}, relations = {}, late = [], history = [], releases = [], files = {}, cut = [] } = known
  const requests: string[] = []

  async function answer<Answer>(request: string, value: Answer | Error): Promise<Answer> {
    requests.push(request)
    if (known.failure !== undefined) throw known.failure
    if (value instanceof Error) throw value
    return value
  }

  async function list(name: string): Promise<ChangedFiles> {
    const paths = await answer(`files of ${name}`, files[name] ?? ['src/a.ts'])
    return { files: paths.map((path) => changedFile(path)), isWhole: !cut.includes(name) }
  }

  return {
    requests,
    async fetchComparison(base: string, head: string): Promise<CommitComparison> {
      const facts = await answer(`compare ${base}...${head}`, comparisons[base] ?? {})
      const commits = facts.commits ?? []
      return { commits, commitCount: commits.length, changed: undefined, status: 'ahead', mergeBase: base, ...facts }
    },
    fetchRepository: () => answer('repository', known.repository),
    fetchCommitsSince: (sha: string, since: string) => answer(`commits of ${sha} since ${since}`, history),
    async fetchReleases(isEnough: (found: readonly ListedRelease[]) => boolean) {
      const found: ListedRelease[] = []
      for (const page of releases) {
        found.push(...(await answer('releases', page)))
        if (isEnough(found)) break
      }
      return found
    },
    async fetchAssociatedPullRequests(ids: readonly string[]) {
      const shas = ids.map((id) => id.replace('node ', ''))
      const isFirst = !requests.some((request) => request.startsWith('relate'))
      const known = shas.filter((sha) => sha in relations && !(isFirst && late.includes(sha)))
      return await answer(`relate ${shas.join(' ')}`, new Map(known.map((sha) => [sha, relations[sha] ?? []])))
    },
    fetchChangedFiles: (number: number) => list(`#${number}`),
    fetchCommitFiles: list,
    fetchThread: (number: number) => answer(`thread #${number}`, { kind: 'pull request' } as const),
    fetchDescription: (number: number) => answer(`description of #${number}`, untrustedText('D')),
    fetchReleaseNotes: (id: number) => answer(`notes of ${id}`, untrustedText('N')),
  }
}

export function failing(status?: number): GitHubError {
  return new GitHubError('read', { status, answer: `GitHub returned ${status}`, hint: 'Hint.' })
}
