import { readCount, readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import type { UntrustedText } from '../untrusted/text.ts'
import { type Commit, parseCommit } from './commits.ts'
import type { RepositoryPlace } from './pull-request-url.ts'
import { parseRenderedText, RENDERED } from './rendered-text.ts'
import { fetchPages, PAGE_SIZE, parseForeignText, type Requests } from './requests.ts'

export interface ChangedFile {
  path: UntrustedText
  /** Before it was renamed. */
  previousPath?: UntrustedText | undefined
  /** `added`, `modified`, `removed`, `renamed`, or another status that GitHub names. */
  status: string
  additions: number
  deletions: number
  /** Undefined for binary files and for changes that are too large; never empty. */
  patch?: UntrustedText | undefined
}

export interface ChangedFiles {
  files: readonly ChangedFile[]
  /** False if GitHub's limit was reached, so that files may be missing. */
  isWhole: boolean
}

/** What happened between two commits. */
export interface CommitComparison {
  /** What differs between the two; undefined if the answer has no files. */
  changed: ChangedFiles | undefined
  /** Undefined for a word that isn't known. */
  status: (typeof STATUSES)[number] | undefined
  /** The commits of `head` that `base` doesn't have, oldest first: the last thousand. */
  commits: Commit[]
  /** How many there are. */
  commitCount: number
  /** The newest commit that both have. */
  mergeBase: string | undefined
}

export interface ListedRelease {
  id: number
  tag: UntrustedText
  isPrerelease: boolean
  isDraft: boolean
  /** ISO 8601; undefined for a draft. */
  publishedAt: string | undefined
}

/** https://docs.github.com/rest/pulls/pulls#list-pull-requests-files */
const MAXIMUM_FILES = 3_000
/** https://docs.github.com/rest/commits/commits#compare-two-commits */
const MAXIMUM_COMPARED_FILES = 300
const MAXIMUM_COMMIT_PAGES = 10
/** A page of a hundred large files lacks patches and counts; a page of ten has them. */
const SMALL_PAGE_SIZE = 10
const STATUSES = ['ahead', 'behind', 'identical', 'diverged'] as const

export function createChanges({ send, fetch, fetchAll, permissionsIn }: Requests) {
  return {
    /** The files of a pull request; of this repository, unless `place` is another one on this server. */
    async fetchChangedFiles(pullRequest: number, place?: RepositoryPlace): Promise<ChangedFiles> {
      const query = {
        operation: `list the files of #${pullRequest}`,
        permissions: permissionsIn(place),
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        parameters: { ...place, pull_number: pullRequest },
        parse: parseFiles,
      }
      const files: ChangedFile[] = []
      let number = 0
      for await (const page of fetchPages(send, query, ({ path }) => path, MAXIMUM_FILES / PAGE_SIZE)) {
        files.push(...(page.some(hasContent) ? page : await fetchSmallPages(number, page.length)))
        number += 1
      }
      return { files, isWhole: files.length < MAXIMUM_FILES }

      /** The `count` files of page `index` (from 0). */
      async function fetchSmallPages(index: number, count: number): Promise<ChangedFile[]> {
        const found: ChangedFile[] = []
        const first = (index * PAGE_SIZE) / SMALL_PAGE_SIZE + 1
        for (let page = first; page < first + count / SMALL_PAGE_SIZE; page += 1) {
          const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE, page }
          found.push(...(await fetch({ ...query, parameters })))
        }
        return found
      }
    },

    /**
     * The files of a commit, compared with its first parent.
     * https://docs.github.com/rest/commits/commits#get-a-commit
     */
    async fetchCommitFiles(sha: string): Promise<ChangedFiles> {
      const query = {
        operation: `list the files of commit ${sha.slice(0, 7)}`,
        permissions: ['contents: read'] as const,
        route: 'GET /repos/{owner}/{repo}/commits/{ref}',
        parameters: { ref: sha },
        parse: (data: unknown) => parseFiles(readFields(data)['files'] ?? []),
      }
      const files = await fetchAll(query, ({ path }) => path, MAXIMUM_FILES / PAGE_SIZE)
      return { files, isWhole: files.length < MAXIMUM_FILES }
    },

    /**
     * Compares two commits, tags or branches. The result has at most 300 files, and the last thousand commits.
     * @throws GitHubError, with status 404 also if the two share nothing
     */
    async fetchComparison(base: string, head: string): Promise<CommitComparison> {
      const query = {
        operation: `compare ${base} with ${head}`,
        permissions: ['contents: read'] as const,
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE },
        parse: parseComparison,
      }
      // The oldest commits come first. Only the first page has files.
      const fetchPage = (page: number) => fetch({ ...query, parameters: { ...query.parameters, page } })
      const comparison = await fetchPage(1)
      const last = Math.ceil(comparison.commitCount / PAGE_SIZE)
      const first = Math.max(1, last - MAXIMUM_COMMIT_PAGES + 1)
      const commits = first === 1 ? comparison.commits : []
      for (let page = Math.max(2, first); page <= last; page += 1) commits.push(...(await fetchPage(page)).commits)
      // A server without pages sends the same ones again.
      return { ...comparison, commits: [...new Map(commits.map((commit) => [commit.sha, commit])).values()] }
    },

    /** What GitHub shows of the notes of a release; undefined if there are none. */
    async fetchReleaseNotes(release: number): Promise<UntrustedText | undefined> {
      const notes = await fetch({
        operation: 'read the release notes',
        permissions: ['contents: read'],
        route: 'GET /repos/{owner}/{repo}/releases/{release_id}',
        parameters: { release_id: release, headers: RENDERED },
        parse: parseRenderedText,
      })
      return notes.text
    },

    /** Releases, newest first, until `isEnough` returns true. https://docs.github.com/rest/releases/releases */
    fetchReleases: (isEnough: (found: readonly ListedRelease[]) => boolean) =>
      fetchAll(
        {
          operation: 'list the releases',
          permissions: ['contents: read'],
          route: 'GET /repos/{owner}/{repo}/releases',
          parameters: {},
          parse: (data) => readList(data, parseRelease),
        },
        ({ id }) => id,
        undefined,
        isEnough,
      ),
  }
}

function hasContent({ patch, additions, deletions }: ChangedFile): boolean {
  return patch !== undefined || additions + deletions > 0
}

function parseFiles(data: unknown): ChangedFile[] | undefined {
  return readList(data, parseFile)
}

function parseFile(value: unknown): ChangedFile | undefined {
  const fields = readFields(value)
  const path = parseForeignText(fields['filename'])
  if (path === undefined) return undefined
  return {
    path,
    previousPath: parseForeignText(fields['previous_filename']),
    status: readText(fields['status']) ?? '',
    additions: readCount(fields['additions']) ?? 0,
    deletions: readCount(fields['deletions']) ?? 0,
    patch: parseForeignText(fields['patch'] || undefined),
  }
}

function parseComparison(data: unknown): CommitComparison | undefined {
  const fields = readFields(data)
  const hasFiles = (fields['files'] ?? undefined) !== undefined
  const files = hasFiles ? parseFiles(fields['files']) : undefined
  const commits = readList(fields['commits'], parseComparedCommit)
  if ((hasFiles && files === undefined) || commits === undefined) return undefined
  return {
    changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
    status: STATUSES.find((status) => status === fields['status']),
    commits,
    commitCount: readCount(fields['total_commits']) ?? commits.length,
    mergeBase: readText(readFields(fields['merge_base_commit'])['sha']),
  }
}

/** Without the ID for GraphQL, nobody could say which pull request brought it. */
function parseComparedCommit(value: unknown): Commit | undefined {
  const commit = parseCommit(value)
  return commit?.nodeId === undefined ? undefined : commit
}

function parseRelease(value: unknown): ListedRelease | undefined {
  const fields = readFields(value)
  const id = readNumber(fields['id'])
  const tag = parseForeignText(fields['tag_name'])
  if (id === undefined || tag === undefined) return undefined
  return {
    id,
    tag,
    isPrerelease: fields['prerelease'] === true,
    isDraft: fields['draft'] === true,
    publishedAt: readText(fields['published_at']),
  }
}
