import type { Comment, RepositoryName } from '../github/world.ts'
import type { World } from '../index.ts'

/** An issue's description, or a comment. */
export interface Post {
  author: Author
  body: string
  createdAt: string
  url: string
  /** Contents of its reactions, oldest first. */
  reactions: string[]
}

/** An issue, with its description. */
export interface Issue extends Post {
  number: number
  title: string
}

export interface Author {
  login: string
  isBot: boolean
}

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

/** An issue as it is now, without its comments. */
export async function readIssue({ github }: World, number: number): Promise<Issue> {
  const issue = await github.call('maintainer', 'GET', `/repos/acme/app/issues/${number}`)
  return { ...readPost(issue as Comment), number, title: (issue as { title: string }).title }
}

/** All comments of a thread with their reactions, oldest first. */
export async function readThread({ github }: World, number: number): Promise<Post[]> {
  const comments = await github.commentsOf(number)
  return await Promise.all(
    comments.map(async (comment) => {
      const reactions = await github.reactionsOf(comment.id)
      return { ...readPost(comment), reactions: reactions.map(({ content }) => content) }
    }),
  )
}

/** The newest open pull request of a repository; undefined when there is none. */
export async function readNewestPullRequest(
  world: World,
  repository: RepositoryName,
): Promise<PullRequest | undefined> {
  const open = await world.github.call('maintainer', 'GET', `/repos/${repository}/pulls`)
  const [newest] = open as { number: number }[]
  return newest && readPullRequest(world, repository, newest.number)
}

export async function readPullRequest(
  { github }: World,
  repository: RepositoryName,
  number: number,
): Promise<PullRequest> {
  const read = (path: string) => github.call('maintainer', 'GET', `/repos/${repository}/${path}`)
  const pull = (await read(`pulls/${number}`)) as RawPull
  const files = (await read(`pulls/${number}/files`)) as (ChangedFile & { filename: string })[]
  // The list of commits of a pull request is no route of this GitHub.
  const { commits } = (await read(`compare/${pull.base.sha}...${pull.head.sha}`)) as {
    commits: { commit: { message: string } }[]
  }
  return {
    repository,
    number,
    title: pull.title,
    body: pull.body,
    url: pull.html_url,
    author: readAuthor(pull.user),
    isMerged: pull.merged,
    head: pull.head.ref,
    base: pull.base.ref,
    commits: commits.map(({ commit }) => commit.message.split('\n', 1)[0] ?? ''),
    files: files.map(({ filename, patch = '', ...file }) => ({ ...file, path: filename, patch })),
  }
}

interface RawPull extends Pick<Comment, 'html_url' | 'body' | 'user'> {
  title: string
  merged: boolean
  head: { ref: string; sha: string }
  base: { ref: string; sha: string }
}

function readPost({ user, body, created_at, html_url }: Comment): Post {
  return { author: readAuthor(user), body, createdAt: created_at, url: html_url, reactions: [] }
}

function readAuthor({ login, type }: Comment['user']): Author {
  return { login: login.replace('[bot]', ''), isBot: type === 'Bot' }
}
