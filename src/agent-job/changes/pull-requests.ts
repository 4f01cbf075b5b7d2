import { type CommitPullRequestsQuery, commitPullRequests } from '../../github/commit-pull-requests.graphql.ts'
import { formatLogin } from '../../github/login.ts'
import { ActionError, explain } from '../../runner/action-error.ts'
import { SECOND_MS } from '../../text/dates.ts'
import type { Connected } from '../context.ts'
import type { Change, ChangedCommit, ChangedPullRequest } from './changes.ts'
import type { Commit } from './range.ts'

type CommitNode = Extract<NonNullable<CommitPullRequestsQuery['nodes'][number]>, { id: string }>
type Related = NonNullable<CommitNode['associatedPullRequests']>
type PullRequestNode = NonNullable<NonNullable<Related['nodes']>[number]>

const OPERATION = "Couldn't read which pull requests brought the commits"
const MAXIMUM_IDS = 100
/** GitHub may need a moment after a push until it relates a commit to its pull request. */
const PAUSE_MS = 3 * SECOND_MS

/**
 * Finds the pull request that brought each commit, as GitHub relates them: of several, one that was merged into
 * `branch` comes first, then one that was merged elsewhere.
 * @param commits oldest first
 * @returns the pull requests, and then the commits that came without one, each from the newest to the oldest
 * @throws ActionError: what brought a commit decides what may be told, so nothing is sent without it
 */
export async function findPullRequests(
  context: Connected,
  commits: readonly Commit[],
  branch: string,
): Promise<Change[]> {
  const related = await relate(context, commits, branch)
  const missing = commits.filter(({ nodeId }) => related.get(nodeId) === undefined)
  if (missing.length > 0) {
    await context.clock.sleep(PAUSE_MS, context.signal)
    for (const [id, pullRequest] of await relate(context, missing, branch)) related.set(id, pullRequest)
  }
  const pullRequests = new Map<number, PullRequestNode>()
  const without: ChangedCommit[] = []
  for (const { sha, nodeId, subject, author } of commits.toReversed()) {
    const pullRequest = related.get(nodeId)
    if (pullRequest !== undefined) pullRequests.set(pullRequest.number, pullRequest)
    else if (related.has(nodeId)) without.push({ kind: 'commit', sha, subject, author })
    else throw explainIncomplete()
  }
  const newest = [...pullRequests.values()].sort((a, b) => compareTimes(b, a))
  return [...newest.map(parsePullRequest), ...without]
}

/** The pull request of each commit of which GitHub says it, or says that there is none, by the commit's node ID. */
async function relate(
  context: Connected,
  commits: readonly Commit[],
  branch: string,
): Promise<Map<string, PullRequestNode | undefined>> {
  const related = new Map<string, PullRequestNode | undefined>()
  for (let start = 0; start < commits.length; start += MAXIMUM_IDS) {
    const ids = commits.slice(start, start + MAXIMUM_IDS).map(({ nodeId }) => nodeId)
    for (const node of await query(context, ids))
      if (isComplete(node)) related.set(node.id, await choose(context, node, branch))
  }
  return related
}

/** Asks for the pull requests of commits; in halves, where that is too heavy for GitHub. */
async function query(context: Connected, ids: string[], after: string | null = null): Promise<CommitNode[]> {
  try {
    const request = { isDivisible: ids.length > 1 }
    const { nodes } = await context.github.graphql<CommitPullRequestsQuery>(commitPullRequests, { ids, after, request })
    return nodes.filter((node): node is CommitNode => node !== null && 'id' in node)
  } catch (error) {
    const isHeavy = error instanceof ActionError && error.isTrouble && error.status !== undefined && ids.length > 1
    if (!isHeavy) return explain(OPERATION)(error)
    const middle = Math.ceil(ids.length / 2)
    return [...(await query(context, ids.slice(0, middle))), ...(await query(context, ids.slice(middle)))]
  }
}

/** Chooses among the pull requests of a commit, and reads on where the list is cut before a match. */
async function choose(context: Connected, node: CompleteNode, branch: string): Promise<PullRequestNode | undefined> {
  const repository = `${context.run.owner}/${context.run.repo}`.toLowerCase()
  const merged: PullRequestNode[] = []
  for (let page = node; ; ) {
    const { nodes, pageInfo } = page.associatedPullRequests
    // A fork's commits are also related to pull requests of its parent.
    merged.push(...nodes.filter((each) => isMergedInto(each, repository)))
    merged.sort(compareTimes)
    const here = merged.find(({ baseRefName }) => baseRefName === branch)
    if (here !== undefined || !pageInfo.hasNextPage) return here ?? merged[0]
    const [next] = await query(context, [node.id], pageInfo.endCursor)
    if (next === undefined || !isComplete(next)) throw explainIncomplete()
    page = next
  }
}

interface CompleteNode {
  id: string
  associatedPullRequests: { nodes: PullRequestNode[]; pageInfo: Related['pageInfo'] }
}

/** Whether GitHub says all that it was asked: a part that it can't read is `null`. */
function isComplete(node: CommitNode): node is CompleteNode {
  const { nodes } = node.associatedPullRequests ?? {}
  return Array.isArray(nodes) && nodes.every((each) => each !== null)
}

function explainIncomplete(): ActionError {
  return new ActionError(`${OPERATION}. GitHub's response is incomplete.`, {
    hint: 'Try again later.',
    isTrouble: true,
  })
}

function isMergedInto({ mergedAt, baseRepository }: PullRequestNode, repository: string): boolean {
  return mergedAt !== null && baseRepository?.nameWithOwner.toLowerCase() === repository
}

/** By the time of the merge, the first one first. */
function compareTimes(a: PullRequestNode, b: PullRequestNode): number {
  return (a.mergedAt ?? '').localeCompare(b.mergedAt ?? '') || a.number - b.number
}

function parsePullRequest({ number, title, url, author, labels }: PullRequestNode): ChangedPullRequest {
  const names = (labels?.nodes ?? []).flatMap((label) => label?.name ?? [])
  return { kind: 'pull request', number, title, url, author: formatLogin(author), labels: names }
}
