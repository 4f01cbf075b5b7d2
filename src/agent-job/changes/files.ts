import type { Octokit } from '../../github/octokit.ts'
import { explain } from '../../runner/action-error.ts'
import type { Connected } from '../context.ts'
import type { Change, ChangedFile } from './changes.ts'

/**
 * The files that a pull request or a commit changes; of a pull request at most 3,000, which is GitHub's limit.
 * https://docs.github.com/rest/pulls/pulls#list-pull-requests-files
 */
export async function fetchFiles({ run, github }: Connected, change: Change): Promise<ChangedFile[]> {
  const { owner, repo } = run
  if (change.kind === 'commit') {
    const what = `Couldn't list the files of commit ${change.sha.slice(0, 7)}`
    const { data } = await github.rest.repos.getCommit({ owner, repo, ref: change.sha }).catch(explain(what))
    return (data.files ?? []).map(parseFile)
  }
  const files = await github
    .paginate(github.rest.pulls.listFiles, { owner, repo, pull_number: change.number, per_page: 100 })
    .catch(explain(`Couldn't list the files of #${change.number}`))
  return files.map(parseFile)
}

type ListedFile = Awaited<ReturnType<Octokit['rest']['pulls']['listFiles']>>['data'][number]

/** A file, as REST lists it. */
export function parseFile({
  filename,
  previous_filename,
  status,
  additions,
  deletions,
  patch = '',
}: ListedFile): ChangedFile {
  return { path: filename, previousPath: previous_filename, status, additions, deletions, patch }
}

/** The most characters of patches in a prompt. */
const PATCH_LIMIT = 60_000

/**
 * Chooses the files whose patches are shown, without those that a tool writes: whole patches, the smallest first,
 * until the limit is used up. Many small changes say more than a large one.
 */
export function choosePatches(files: readonly ChangedFile[]): Set<ChangedFile> {
  const chosen = new Set<ChangedFile>()
  let left = PATCH_LIMIT
  const candidates = files.filter(({ path, patch }) => patch !== '' && !isGenerated(path))
  for (const file of candidates.sort((a, b) => a.patch.length - b.patch.length)) {
    left -= file.patch.length
    if (left < 0) break
    chosen.add(file)
  }
  return chosen
}

/** Whether a tool writes the file, so that its patch says nothing. A description of an API says something. */
export function isGenerated(path: string): boolean {
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  return (folders.some((folder) => TOOL_FOLDERS.has(folder)) || TOOL_FILES.test(name)) && !API_DESCRIPTIONS.test(name)
}

const TOOL_FOLDERS: ReadonlySet<string> = new Set([
  ...['dist', 'build', 'vendor', 'third_party', 'node_modules'],
  ...['generated', '__generated__', '__snapshots__'],
])
const TOOL_FILES =
  /(?:\.lock|-lock\..*|\.min\..*|\.map|\.snap|\.generated\..*|\.pb\..*|_pb2\.pyi?)$|^(?:go\.sum|npm-shrinkwrap\.json)$/u
const API_DESCRIPTIONS = /(?:^|\.)openapi\.|^swagger\./u
