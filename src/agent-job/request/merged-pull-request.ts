import { GitHubError } from '../../github/errors.ts'
import type { PullRequestOfCommit, PullRequests } from '../../github/pull-requests.ts'
import type { Log } from '../../runner/log.ts'
import type { Inputs } from '../inputs.ts'
import type { Push, Thread, Trigger } from './trigger.ts'

/**
 * Asks GitHub whether a push is a pull request: then that is what the run is about, unless `issue-number` names
 * something else.
 * @param github undefined without a token
 * @returns the trigger, with the pull request if there is one; what can't be read is a warning
 */
export async function addMergedPullRequest(
  trigger: Trigger,
  { issueNumber, ignoreAuthors }: Pick<Inputs, 'issueNumber' | 'ignoreAuthors'>,
  github: Pick<PullRequests, 'listPullRequestsOfCommit'> | undefined,
  log: Pick<Log, 'warning'>,
): Promise<Trigger> {
  const { push } = trigger
  if (push === undefined || (issueNumber !== undefined && ignoreAuthors.length === 0)) return trigger
  try {
    const pullRequest = await findMergedPullRequest(push, github ?? WITHOUT_TOKEN)
    if (pullRequest === undefined) return trigger
    const known = { ...trigger, push: { ...push, pullRequest } }
    return issueNumber === undefined ? { ...known, thread: pullRequest } : known
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    log.warning('The pull request of the push is not known', error.message)
    return trigger
  }
}

const WITHOUT_TOKEN: Pick<PullRequests, 'listPullRequestsOfCommit'> = {
  async listPullRequestsOfCommit(commit) {
    throw new GitHubError(`list pull requests of commit ${commit}`, {
      answer: 'it was not asked, since `github-token` is empty',
      hint: 'Without it the push counts as any other push, whoever wrote its pull request.',
    })
  },
}

/**
 * The one pull request whose merge put the branch to the commit where it is now, and that also brought the first commit
 * of the push: by a merge commit, a squash or a rebase. A merge queue may push several together.
 */
async function findMergedPullRequest(
  { branch, before, after, commits }: Push,
  github: Pick<PullRequests, 'listPullRequestsOfCommit'>,
): Promise<Thread | undefined> {
  const first = commits[0]?.id
  if (branch === undefined || before === undefined || after === undefined || first === undefined)
    return undefined
  const ofLast = await github.listPullRequestsOfCommit(after)
  const merged = ofLast.filter((pull) => pull.mergeCommit === after && pull.mergedInto === branch)
  const [found] = merged
  if (found === undefined || merged.length > 1) return undefined
  const ofFirst = first === after ? ofLast : await github.listPullRequestsOfCommit(first)
  return ofFirst.some(({ number }) => number === found.number) ? toThread(found) : undefined
}

function toThread({ number, title, url, author }: PullRequestOfCommit): Thread {
  return {
    kind: 'pull request',
    number,
    ...(title !== undefined && { title }),
    ...(url !== undefined && { url }),
    ...(author !== undefined && { author }),
  }
}
