import { GitHubError } from '../../github/errors.ts'
import type { GitHub } from '../../github/github.ts'
import type { ListedPullRequest } from '../../github/pull-requests.ts'
import type { Clock } from '../../network/gate.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import type { Inputs } from '../inputs.ts'
import type { Push, ReportedTrigger, Thread } from './trigger.ts'

interface Dependencies {
  github: Pick<GitHub, 'fetchPullRequestsOfCommit'>
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  log: Pick<Log, 'warning'>
}

/**
 * Asks GitHub whether a push is a pull request: then the run is about that, unless `issue-number` names another thread.
 * @returns the trigger, with the pull request if there is one; what can't be read is a warning
 */
export async function addMergedPullRequest(
  trigger: ReportedTrigger,
  { issueNumber, ignoreAuthors }: Pick<Inputs, 'issueNumber' | 'ignoreAuthors'>,
  dependencies: Dependencies,
): Promise<ReportedTrigger> {
  const { push } = trigger
  if (push === undefined || (issueNumber !== undefined && ignoreAuthors.length === 0)) return trigger
  try {
    const pullRequest = await findMergedPullRequest(push, dependencies)
    if (pullRequest === undefined) return trigger
    const known = { ...trigger, push: { ...push, pullRequest } }
    return issueNumber === undefined ? { ...known, thread: pullRequest, reportThread: pullRequest } : known
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    dependencies.log.warning("Couldn't find the push's pull request", error.message)
    return trigger
  }
}

/**
 * The one pull request whose merge moved the default branch to its current commit, and that also brought the first
 * commit of the push: by a merge commit, a squash or a rebase. A merge queue may push several together. GitHub doesn't
 * name the merged pull requests of other branches.
 */
async function findMergedPullRequest(
  { branch, isDefaultBranch, before, after, commits }: Push,
  dependencies: Dependencies,
): Promise<Thread | undefined> {
  // The commits may come newest first.
  const first = (commits[0]?.id === after ? commits.at(-1) : commits[0])?.id
  if (!isDefaultBranch || before === undefined || after === undefined || first === undefined) return undefined
  const ofLast = await fetchOfCommit(after, dependencies)
  const [found, other] = ofLast.filter((pull) => pull.mergeCommit === after && pull.base === branch)
  if (found === undefined || other !== undefined) return undefined
  const { number, title, url, author } = found
  const ofFirst = first === after ? ofLast : await fetchOfCommit(first, dependencies)
  return ofFirst.some((pull) => pull.number === number)
    ? dropAbsent({ kind: 'pull request' as const, number, title, url, author: author?.login })
    : undefined
}

/** GitHub may need a moment after a push until it names the pull request. */
const PAUSE_MS = 3_000

async function fetchOfCommit(commit: string, { github, clock, signal }: Dependencies): Promise<ListedPullRequest[]> {
  const found = await github.fetchPullRequestsOfCommit(commit).catch((error: unknown) => {
    if (error instanceof GitHubError && error.status === 404) return []
    throw error
  })
  if (found.length > 0) return found
  await clock.sleep(PAUSE_MS, signal)
  return await github.fetchPullRequestsOfCommit(commit)
}
