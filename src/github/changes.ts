import * as v from 'valibot'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import type { GitHubRequest, RequestFacts } from './octokit.ts'
import { absentText, createReader, PAGE_SIZE, type Query, text } from './reader.ts'

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

const lineCount = v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0)
const filesSchema = v.array(
  v.object({
    filename: text,
    previous_filename: absentText,
    status: v.fallback(v.string(), ''),
    additions: lineCount,
    deletions: lineCount,
    patch: absentText,
  }),
)
const firstLine = v.pipe(
  v.string(),
  v.transform((message) => untrustedText(message.trimStart().split(/[\r\n]/u, 1)[0] ?? '')),
)
const comparisonSchema = v.object({
  status: v.fallback(v.optional(v.string()), undefined),
  files: v.optional(v.nullable(filesSchema)),
  commits: v.array(v.object({ commit: v.object({ message: firstLine }) })),
  total_commits: v.fallback(v.optional(v.number()), undefined),
})
const releaseSchema = v.object({
  id: v.number(),
  tag_name: text,
  prerelease: v.fallback(v.boolean(), false),
  draft: v.fallback(v.boolean(), false),
  published_at: v.fallback(v.nullish(v.string()), undefined),
})

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
      const query: Query<File[]> = {
        schema: filesSchema,
        facts,
        route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
        parameters: { owner: place.owner, repo: place.repo, pull_number: pullRequest },
      }
      const pages = await readAllPages(query, MAXIMUM_FILES / PAGE_SIZE)
      const files: File[] = []
      for (const [index, page] of pages.entries())
        files.push(...(page.some(hasContent) ? page : await readInSmallPages(query, index, page.length)))
      return { files: files.map(toChangedFile), isWhole: files.length < MAXIMUM_FILES }
    },

    async compareCommits(base, head) {
      const { status, files, commits, total_commits } = await read({
        schema: comparisonSchema,
        facts: {
          operation: `compare ${base} with ${head} in ${repository}`,
          permissions: ['contents: read'],
          isRepeatable: true,
        },
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        // The first page has all files, whatever its size.
        parameters: { basehead: `${base}...${head}`, per_page: PAGE_SIZE, page: 1 },
      })
      const changed = files && {
        files: files.map(toChangedFile),
        isWhole: files.length < MAXIMUM_COMPARED_FILES,
      }
      return {
        changed: changed ?? undefined,
        isAhead: status === 'ahead',
        commits: commits.map(({ commit }) => ({ subject: commit.message })),
        commitCount: total_commits ?? commits.length,
      }
    },

    async listReleases(isEnough) {
      return await readPages(
        {
          schema: v.array(v.pipe(releaseSchema, v.transform(toListedRelease))),
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
  async function readInSmallPages(query: Query<File[]>, index: number, fileCount: number): Promise<File[]> {
    const parameters = { ...query.parameters, per_page: SMALL_PAGE_SIZE }
    const first = (index * PAGE_SIZE) / SMALL_PAGE_SIZE + 1
    const last = first + Math.ceil(fileCount / SMALL_PAGE_SIZE) - 1
    return (await readPageRange({ ...query, parameters }, first, last)).flat()
  }
}

type File = v.InferOutput<typeof filesSchema>[number]

function hasContent({ patch, additions, deletions }: File): boolean {
  return hasText(patch) || additions + deletions > 0
}

/** Where GitHub leaves out a patch, it may be an empty one. */
function hasText(patch: UntrustedText | undefined): patch is UntrustedText {
  return patch !== undefined && patch !== untrustedText('')
}

function toChangedFile({ filename, previous_filename, patch, ...rest }: File): ChangedFile {
  return {
    path: filename,
    ...rest,
    ...(previous_filename !== undefined && { previousPath: previous_filename }),
    ...(hasText(patch) && { patch }),
  }
}

function toListedRelease(release: v.InferOutput<typeof releaseSchema>): ListedRelease {
  const { id, tag_name, prerelease, draft, published_at } = release
  return {
    id,
    tag: tag_name,
    isPrerelease: prerelease,
    isDraft: draft,
    publishedAt: published_at ?? undefined,
  }
}
