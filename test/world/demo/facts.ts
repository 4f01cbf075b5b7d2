import type { pullJson } from '../github/pulls.ts'
import type { Comment, ListedFile, RepositoryName } from '../github/world.ts'
import type { World } from '../index.ts'

/** A comment and its reactions. */
export interface Post extends Comment {
  reactions: string[]
}

/** An issue: its description and the comments on it, oldest first. */
export interface Thread extends Post {
  number: number
  title: string
  comments: Post[]
}

/** A pull request as GitHub has it, with the first lines of its commit messages, oldest first. */
export type PullRequest = Awaited<ReturnType<typeof readPullRequest>>

/** An issue as it is now. */
export async function readThread({ github }: World, number: number): Promise<Thread> {
  const issue = await github.call('maintainer', 'GET', `/repos/acme/app/issues/${number}`)
  const comments: Post[] = []
  for (const comment of await github.commentsOf(number)) {
    const reactions = await github.reactionsOf(comment.id)
    comments.push({ ...comment, reactions: reactions.map(({ content }) => content) })
  }
  return { ...(issue as Thread), reactions: [], comments }
}

/** The newest open documentation pull request, if there is one. */
export async function readDocumentation(world: World): Promise<PullRequest | undefined> {
  const open = await world.github.call('maintainer', 'GET', '/repos/acme/docs/pulls')
  const [newest] = open as ReturnType<typeof pullJson>[]
  return newest && readPullRequest(world, 'acme/docs', newest.number)
}

export async function readPullRequest({ github }: World, repository: RepositoryName, number: number) {
  const read = (path: string) => github.call('maintainer', 'GET', `/repos/${repository}/${path}`)
  const pull = (await read(`pulls/${number}`)) as ReturnType<typeof pullJson>
  const files = (await read(`pulls/${number}/files`)) as ListedFile[]
  // This GitHub doesn't list the commits of a pull request.
  const compared = await read(`compare/${pull.base.sha}...${pull.head.sha}`)
  const { commits } = compared as { commits: { commit: { message: string } }[] }
  const subjects = commits.map(({ commit }) => commit.message.split('\n', 1).join())
  return { ...pull, repository, files, subjects }
}
