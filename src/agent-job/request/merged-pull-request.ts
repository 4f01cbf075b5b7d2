import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { ListedPullRequest } from '../../github/pull-requests.ts'
import type { Clock } from '../../runner/clock.ts'
import type { Log } from '../../runner/log.ts'
import type { Inputs } from '../inputs.ts'
import type { Push, Thread, Trigger } from './trigger.ts'

/** What finding the pull request takes. */
export interface MergedPullRequestDependencies {
  /** Undefined without a token. */
  github: Pick<GitHub, 'fetchPullRequestsOfCommit'> | undefined
  clock: Pick<Clock, 'sleep'>
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  log: Pick<Log, 'warning'>
}

/**
 * Asks GitHub whether a push is a pull request: then that is what the run is about, unless `issue-number` names
 * something else.
 * @returns the trigger, with the pull request if there is one; what can't be read is a warning
 */
export async function addMergedPullRequest(
  trigger: Trigger,
  { issueNumber, ignoreAuthors }: Pick<Inputs, 'issueNumber' | 'ignoreAuthors'>,
  dependencies: MergedPullRequestDependencies,
): Promise<Trigger> {
  const { push } = trigger
  if (push === undefined || (issueNumber !== undefined && ignoreAuthors.length === 0)) return trigger
  try {
    const pullRequest = await findMergedPullRequest(push, dependencies)
    if (pullRequest === undefined) return trigger
    const known = { ...trigger, push: { ...push, pullRequest } }
    return issueNumber === undefined ? { ...known, thread: pullRequest } : known
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    dependencies.log.warning('The pull request of the push is not known', error.message)
    return trigger
  }
}

/**
 * The one pull request whose merge put the default branch to the commit where it is now, and that also brought the first
 * commit of the push: by a merge commit, a squash or a rebase. A merge queue may push several together. Of other branches,
 * GitHub doesn't name merged pull requests.
 */
async function findMergedPullRequest(
  { branch, isDefaultBranch, before, after, commits }: Push,
  dependencies: MergedPullRequestDependencies,
): Promise<Thread | undefined> {
  // The commits may come newest first.
  const first = (commits[0]?.id === after ? commits.at(-1) : commits[0])?.id
  if (!isDefaultBranch || before === undefined || after === undefined || first === undefined) return undefined
  const ofLast = await fetchOfCommit(after, dependencies)
  const merged = ofLast.filter((pull) => pull.mergeCommit === after && pull.base === branch)
  const [found] = merged
  if (found === undefined || merged.length > 1) return undefined
  const ofFirst = first === after ? ofLast : await fetchOfCommit(first, dependencies)
  return ofFirst.some(({ number }) => number === found.number) ? toThread(found) : undefined
}

/** GitHub may need a moment after a push until it names the pull request. */
const PAUSES_MS = [2_000, 5_000]

/** @throws GitHubError */
async function fetchOfCommit(
  commit: string,
  { github, clock, signal }: MergedPullRequestDependencies,
): Promise<ListedPullRequest[]> {
  if (github === undefined)
    throw new GitHubError(`list pull requests of commit ${commit}`, {
      answer: 'it was not asked, since `github-token` is empty',
      hint: 'Without it the push counts as any other push, whoever wrote its pull request.',
    })
  for (let pauses = 0; ; pauses += 1) {
    const found = await github.fetchPullRequestsOfCommit(commit).catch((error: unknown) => {
      if (error instanceof GitHubError && error.status === 404) return error
      throw error
    })
    const isFound = !(found instanceof GitHubError) && found.length > 0
    const pauseMs = PAUSES_MS[pauses]
    if (!isFound && pauseMs !== undefined) await clock.sleep(pauseMs, signal)
    else if (found instanceof GitHubError) throw found
    else return found
  }
}

function toThread({ number, title, url, author }: ListedPullRequest): Thread {
  return {
    kind: 'pull request',
    number,
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(author?.login !== undefined && { author: author.login }),
  }
}
