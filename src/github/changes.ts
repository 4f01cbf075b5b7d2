import { readCount, readFields, readList, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import { createReader, PAGE_SIZE, type Query, readForeignText } from './reader.ts'

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
  /** Whether `base` is an ancestor of `head`, and `head` has commits of its own. */
  isAhead: boolean
  /** At most a hundred, oldest first. */
  commits: { subject: UntrustedText }[]
  /** How many commits there are in all. */
  commitCount: number
}

/** A release as the list of releases has it. */
export interface ListedRelease {
  id: number
  tag: UntrustedText
  isPrerelease: boolean
  isDraft: boolean
  /** ISO 8601; undefined for a draft. */
  publishedAt: string | undefined
}

/** What changed. Every function throws `GitHubError`, or the signal's reason on a cancelled run. */
export interface Changes {
  /** The files of a pull request, at most 3,000; of this repository, unless `place` is another one on this server. */
  listChangedFiles(pullRequest: number, place?: { owner: string; repo: string }): Promise<ChangedFiles>
  /** What is in `head` and not in `base`; both are commits, tags or branches. At most 300 files. */
  compareCommits(base: string, head: string): Promise<CommitComparison>
  /** Releases, newest first, page by page until `isEnough` returns true, and up to 10,000. */
  listReleases(isEnough: (found: readonly ListedRelease[]) => boolean): Promise<ListedRelease[]>
}

/** https://docs.github.com/rest/pulls/pulls#list-pull-requests-files */
const MAXIMUM_FILES = 3_000
/** https://docs.github.com/rest/commits/commits#compare-two-commits */
const MAXIMUM_COMPARED_FILES = 300
/** A page of a hundred large files comes without patches and counts; a page of this many has them. */
const SMALL_PAGE_SIZE = 10

/** What changed in one repository. */
export function createChanges(request: GitHubRequest, repository: string): Changes {
  const [owner = '', repo = ''] = repository.split('/')
  const { read, readPages, readAllPages, readPageRange } = createReader(request, { owner, repo })

  return {
    async listChangedFiles(pullRequest, place = { owner, repo }) {
      const facts: RequestFacts = {
        operation: `list the files of #${pullRequest} of ${place.owner}/${place.repo}`,
        permissions: ['pull-requests: read'],
        isRepeatable: true,
      }
      const query: Query<ChangedFile[]> = {
        parse: parseFiles,
        facts,
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        parameters: { owner: place.owner, repo: place.repo, pull_number: pullRequest },
      }
      const pages = await readAllPages(query, MAXIMUM_FILES / PAGE_SIZE)
      const files: ChangedFile[] = []
      for (const [index, page] of pages.entries())
        files.push(...(page.some(hasContent) ? page : await readInSmallPages(query, index, page.length)))
      return { files, isWhole: files.length < MAXIMUM_FILES }
    },

    async compareCommits(base, head) {
      return await read({
        parse: parseComparison,
        facts: {
          operation: `compare ${base} with ${head} in ${repository}`,
          permissions: ['contents: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        // The first page has all files, whatever its size.
        parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE, page: 1 },
      })
    },

    async listReleases(isEnough) {
      return await readPages(
        {
          parse: (data) => readList(data, parseRelease),
          facts: {
            operation: `list the releases of ${repository}`,
            permissions: ['contents: read'],
            isRepeatable: true,
          },
          route: 'GET /repos/{owner}/{repo}/releases',
          parameters: {},
        },
        isEnough,
      )
    },
  }

  /** The files of page `index` (from 0) of a hundred, of which there are `fileCount`. */
  async function readInSmallPages(
    query: Query<ChangedFile[]>,
    index: number,
    fileCount: number,
  ): Promise<ChangedFile[]> {
    const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE }
    const first = (index * PAGE_SIZE) / SMALL_PAGE_SIZE + 1
    const last = first + Math.ceil(fileCount / SMALL_PAGE_SIZE) - 1
    return (await readPageRange({ ...query, parameters }, first, last)).flat()
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
  const path = readForeignText(fields['filename'])
  const previousPath = readForeignText(fields['previous_filename'])
  const patch = readForeignText(fields['patch'])
  if (path === undefined) return undefined
  return {
    path,
    status: readText(fields['status']) ?? '',
    additions: readLines(fields['additions']),
    deletions: readLines(fields['deletions']),
    ...(previousPath !== undefined && { previousPath }),
    // Where GitHub leaves out a patch, it may be an empty one.
    ...(patch !== undefined && patch !== untrustedText('') && { patch }),
  }
}

function readLines(value: unknown): number {
  const lines = readCount(value)
  return lines !== undefined && Number.isInteger(lines) ? lines : 0
}

function parseComparison(data: unknown): CommitComparison | undefined {
  const fields = readFields(data)
  const hasFiles = (fields['files'] ?? undefined) !== undefined
  const files = hasFiles ? parseFiles(fields['files']) : undefined
  const commits = readList(fields['commits'], parseCommit)
  if ((hasFiles && files === undefined) || commits === undefined) return undefined
  return {
    changed: files && { files, isWhole: files.length < MAXIMUM_COMPARED_FILES },
    isAhead: fields['status'] === 'ahead',
    commits,
    commitCount: readNumber(fields['total_commits']) ?? commits.length,
  }
}

function parseCommit(value: unknown): { subject: UntrustedText } | undefined {
  const message = readText(readFields(readFields(value)['commit'])['message'])
  if (message === undefined) return undefined
  return { subject: untrustedText(message.trimStart().split(/[\r\n]/u, 1)[0] ?? '') }
}

function parseRelease(value: unknown): ListedRelease | undefined {
  const fields = readFields(value)
  const id = readNumber(fields['id'])
  const tag = readForeignText(fields['tag_name'])
  if (id === undefined || tag === undefined) return undefined
  return {
    id,
    tag,
    isPrerelease: fields['prerelease'] === true,
    isDraft: fields['draft'] === true,
    publishedAt: readText(fields['published_at']),
  }
}
