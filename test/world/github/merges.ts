import { isObject } from './api-message.ts'
import { makeCommit, type PushedCommit, pushMade, readBranch } from './push-commits.ts'
import { threadKey, type WorldParts } from './state.ts'
import type { MergeMethod, RepositoryName } from './world.ts'

/** Who merges. */
const MERGER = 'maintainer'

/**
 * Merges pull requests into their base branch, one on top of the other, and pushes that once. The emulator only marks them
 * as merged: its own commit is on the base that the pull request began with, and it has no rebase, and no push.
 * https://docs.github.com/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges
 * @returns the ids of the pull requests, and the commit that was pushed
 */
export async function mergePulls(
  parts: WorldParts,
  numbers: readonly number[],
  how: MergeMethod,
  on: RepositoryName,
): Promise<{ ids: number[]; after: string }> {
  const { call, state } = parts
  const pulls = await Promise.all(
    numbers.map(async (number) => (await call(MERGER, 'GET', `/repos/${on}/pulls/${number}`)) as Pull),
  )
  const branch = pulls[0]?.base.ref ?? 'main'
  const before = await readBranch(parts, on, branch, MERGER)
  const pushed: PushedCommit[] = []
  for (const pull of pulls) {
    const brought = await bring(parts, on, pull, { how, tip: pushed.at(-1)?.id ?? before })
    pushed.push(...brought)
    state.endedPulls.set(threadKey(on, pull.number), {
      head: pull.head.sha,
      mergeCommit: brought.at(-1)?.id ?? before,
      brought: brought.map(({ id }) => id),
    })
    await call(MERGER, 'PUT', `/repos/${on}/pulls/${pull.number}/merge`, {})
  }
  const after = await pushMade(parts, { on, branch, before, pusher: MERGER, commits: pushed })
  return { ids: pulls.map(({ id }) => id), after }
}

/** The commits that a pull request brings to its base branch, oldest first. */
async function bring(
  parts: WorldParts,
  on: RepositoryName,
  pull: Pull,
  { how, tip }: { how: MergeMethod; tip: string },
): Promise<PushedCommit[]> {
  const { title, number, user, base, head } = pull
  const whole = await compare(parts, on, base.sha, head.sha)
  if (how === 'squash') {
    const message = `${title} (#${number})`
    return [await makeCommit(parts, on, { ...whole, message, asLogin: user.login, parents: [tip] })]
  }
  if (how === 'merge') {
    const message = `Merge pull request #${number} from ${head.label}\n\n${title}`
    const parents = [tip, head.sha]
    return [
      ...whole.commits.map(describe),
      await makeCommit(parts, on, { ...whole, message, asLogin: MERGER, parents }),
    ]
  }
  const rebased: PushedCommit[] = []
  for (const { sha, parents, commit, author } of whole.commits) {
    const { entries } = await compare(parts, on, parents[0]?.sha ?? base.sha, sha)
    const asLogin = author?.login ?? user.login
    const { message } = commit
    const made = { entries, message, asLogin, parents: [rebased.at(-1)?.id ?? tip] }
    rebased.push(await makeCommit(parts, on, made))
  }
  return rebased
}

async function compare({ call }: WorldParts, on: RepositoryName, base: string, head: string) {
  const compared = (await call(MERGER, 'GET', `/repos/${on}/compare/${base}...${head}`)) as Comparison
  const entry = { mode: '100644', type: 'blob' } as const
  const entries = compared.files.flatMap(({ filename, previous_filename, status, sha }) => [
    ...(previous_filename === undefined ? [] : [{ ...entry, path: previous_filename, sha: null }]),
    { ...entry, path: filename, sha: status === 'removed' ? null : sha },
  ])
  return { entries, commits: compared.commits }
}

/** A commit of the pull request itself, as the event `push` has it. */
function describe({ sha, html_url, commit, author }: ListedCommit): PushedCommit {
  const { name, email, date } = commit.author
  const person = { name, email, ...(isObject(author) ? { username: author.login } : {}) }
  return {
    ...{ id: sha, distinct: true, message: commit.message, timestamp: date, url: html_url },
    ...{ author: person, committer: person },
  }
}

interface Pull {
  id: number
  number: number
  title: string
  user: { login: string }
  base: { ref: string; sha: string }
  head: { label: string; sha: string }
}

interface ListedCommit {
  sha: string
  html_url: string
  parents: { sha: string }[]
  author: { login: string } | null
  commit: { message: string; author: { name: string; email: string; date: string } }
}

interface Comparison {
  commits: ListedCommit[]
  files: { filename: string; previous_filename?: string; status: string; sha: string }[]
}
