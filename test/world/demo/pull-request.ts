import { isObject } from '../github/api-message.ts'
import type { RepositoryName } from '../github/world.ts'
import type { World } from '../index.ts'
import { type Author, readAuthor } from './post.ts'

/** A pull request as it is on GitHub, whatever the action says. */
export interface PullRequest {
  repository: RepositoryName
  number: number
  title: string
  body: string
  url: string
  author: Author
  isMerged: boolean
  head: string
  base: string
  /** First lines of the commit messages, oldest first. */
  commits: string[]
  files: ChangedFile[]
}

export interface ChangedFile {
  path: string
  additions: number
  deletions: number
  patch: string
}

/** The newest open pull request of a repository; undefined when there is none. */
export async function readNewestPullRequest(
  world: World,
  repository: RepositoryName,
): Promise<PullRequest | undefined> {
  const [newest] = readList(await world.github.call('maintainer', 'GET', `/repos/${repository}/pulls`))
  return newest && readPullRequest(world, repository, Number(newest['number']))
}

export async function readPullRequest(
  { github }: World,
  repository: RepositoryName,
  number: number,
): Promise<PullRequest> {
  const read = (path: string): Promise<unknown> =>
    github.call('maintainer', 'GET', `/repos/${repository}/${path}`)
  const [value, files] = await Promise.all([read(`pulls/${number}`), read(`pulls/${number}/files`)])
  const pull = isObject(value) ? value : {}
  // The emulator's list of commits ends where the pull request began.
  const range = `${readEnd(pull['base']).sha}...${readEnd(pull['head']).sha}`
  const comparison = await read(`compare/${range}`)
  return {
    repository,
    number,
    title: String(pull['title']),
    body: String(pull['body']),
    url: String(pull['html_url']),
    author: readAuthor(pull['user']),
    isMerged: pull['merged'] === true,
    head: readEnd(pull['head']).branch,
    base: readEnd(pull['base']).branch,
    commits: readList(isObject(comparison) && comparison['commits']).map(readSubject),
    files: readList(files).map(readFile),
  }
}

function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function readSubject({ commit }: Record<string, unknown>): string {
  const message = isObject(commit) ? String(commit['message']) : ''
  return message.split('\n', 1)[0] ?? ''
}

function readFile(file: Record<string, unknown>): ChangedFile {
  return {
    path: String(file['filename']),
    additions: Number(file['additions']),
    deletions: Number(file['deletions']),
    patch: String(file['patch'] ?? ''),
  }
}

function readEnd(value: unknown): { branch: string; sha: string } {
  const end = isObject(value) ? value : {}
  return { branch: String(end['ref']), sha: String(end['sha']) }
}
