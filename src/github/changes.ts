import { readCount, readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { type Commit, parseCommit } from './commits.ts'
import type { RepositoryPlace } from './pull-request-url.ts'
import { fetchPages, PAGE_SIZE, parseForeignText, type Requests } from './requests.ts'

/** A file that a pull request, a push or a release changes. */
export interface ChangedFile {
  path: UntrustedText
  /** Its path before it was renamed. */
  previousPath?: UntrustedText
  /** `added`, `modified`, `removed`, `renamed` and the like, as GitHub says it. */
  status: string
  /** Lines. */
  additions: number
  /** Lines. */
  deletions: number
  /** Undefined for binary files, and where the change is too large; never empty. */
  patch?: UntrustedText
}

/** Changed files, and whether these are all of them. */
export interface ChangedFiles {
  files: ChangedFile[]
  /** False when there are as many files as GitHub lists at most: there may be more. */
  isWhole: boolean
}

/** What happened between two commits. */
export interface CommitComparison {
  /** Undefined where the answer says nothing of files. */
  changed: ChangedFiles | undefined
  /** How `head` relates to `base`; undefined where GitHub says something else. */
  status: 'ahead' | 'behind' | 'identical' | 'diverged' | undefined
  /** Of `head` and not of `base`, oldest first; at most a hundred for each page. */
  commits: Commit[]
  /** How many commits there are in all. */
  commitCount: number
  /** The newest commit that both have. */
  mergeBase: string | undefined
}

/** What changed in one repository. */
export type Changes = ReturnType<typeof createChanges> & ReturnType<typeof createReleases>

/** A release as the list of releases has it. */
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
/** A page of a hundred large files comes without patches and counts; a page of this many has them. */
const SMALL_PAGE_SIZE = 10

/** What changed in one repository. */
export function createChanges({ send, fetch, permissionsIn }: Requests) {
  return {
    /**
     * The files of a pull request; of this repository, unless `place` is another one on this server.
     * @param maximum of files; where only the first are read, a page without patches and counts stays as it is
     */
    async fetchChangedFiles(
      pullRequest: number,
      place?: RepositoryPlace,
      maximum = MAXIMUM_FILES,
    ): Promise<ChangedFiles> {
      const query = {
        operation: `list the files of #${pullRequest}`,
        permissions: permissionsIn(place, 'read'),
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        parameters: { ...place, pull_number: pullRequest },
        parse: parseFiles,
      }
      const files: ChangedFile[] = []
      let number = 0
      for await (const page of fetchPages(send, query, ({ path }) => path, maximum / PAGE_SIZE)) {
        const isEnough = maximum < MAXIMUM_FILES || page.some(hasContent)
        files.push(...(isEnough ? page : await fetchSmallPages(number, page.length)))
        number += 1
      }
      return { files, isWhole: files.length < maximum }

      /** The files of page `index` (from 0) of a hundred, of which there are `count`. */
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
     * What is in `head` and not in `base`; both are commits, tags or branches. At most 300 files.
     * @param maximumPages of commits
     */
    async fetchComparison(base: string, head: string, maximumPages = 1): Promise<CommitComparison> {
      const query = {
        operation: `compare ${base} with ${head}`,
        permissions: ['contents: read'] as const,
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE },
        parse: parseComparison,
      }
      // The first page has all files, whatever its size.
      const fetchPage = (page: number) => fetch({ ...query, parameters: { ...query.parameters, page } })
      const comparison = await fetchPage(1)
      const { commits, commitCount } = comparison
      for (let page = 2; page <= maximumPages && commits.length < commitCount; page += 1) {
        const more = (await fetchPage(page)).commits
        if (more.length === 0) break
        commits.push(...more)
      }
      return comparison
    },
  }
}

/** https://docs.github.com/rest/releases/releases */
export function createReleases({ fetchAll }: Requests) {
  return {
    /** Releases, newest first, page by page until `isEnough` returns true, and up to 10,000. */
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
  const previousPath = parseForeignText(fields['previous_filename'])
  const patch = parseForeignText(fields['patch'])
  if (path === undefined) return undefined
  return {
    path,
    status: readText(fields['status']) ?? '',
    additions: parseLines(fields['additions']),
    deletions: parseLines(fields['deletions']),
    ...(previousPath !== undefined && { previousPath }),
    // Where GitHub leaves out a patch, it may be an empty one.
    ...(patch !== undefined && patch !== untrustedText('') && { patch }),
  }
}

function parseLines(value: unknown): number {
  const lines = readCount(value)
  return lines !== undefined && Number.isInteger(lines) ? lines : 0
}

const STATUSES = ['ahead', 'behind', 'identical', 'diverged'] as const

function parseComparison(data: unknown): CommitComparison | undefined {
  const fields = readFields(data)
  const hasFiles = (fields['files'] ?? undefined) !== undefined
  const files = hasFiles ? parseFiles(fields['files']) : undefined
  const commits = readList(fields['commits'], parseCommit)
  if ((hasFiles && files === undefined) || commits === undefined) return undefined
  return {
    changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
    status: STATUSES.find((status) => status === fields['status']),
    commits,
    commitCount: readNumber(fields['total_commits']) ?? commits.length,
    mergeBase: readText(readFields(fields['merge_base_commit'])['sha']),
  }
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
