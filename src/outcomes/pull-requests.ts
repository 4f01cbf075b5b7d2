import type { Octokit } from '../github/octokit.ts'
import { ActionError } from '../runner/action-error.ts'
import { SECOND_MS } from '../text/dates.ts'
import { findPreviousPeriod, type Period } from '../text/period.ts'
import { type CountsQuery, counts as countsQuery } from './counts.graphql.ts'
import type { Inputs } from './inputs.ts'
import { type SearchQuery, search as searchQuery } from './search.graphql.ts'

/** A pull request that a search found; its first hundred commits, if it was merged. Times are ISO 8601. */
export type PullRequest = Extract<NonNullable<SearchQuery['search']['nodes']>[number], { number: number }>

/** What a search finds. */
export interface Found {
  /** GitHub's own count. */
  count: number
  /** At most 1,000 of them, which is GitHub's limit. */
  listed: PullRequest[]
}

/** What became of the pull requests in a period. */
export interface Outcomes {
  merged: Found
  open: Found
  previousMerged: number
  closed: number
  opened: number
}

/** The search for each figure, as GitHub's search box takes it. */
export function formatSearches({ owner, repo, query, period }: Inputs): Record<keyof Outcomes, string> {
  const scope = `repo:${owner}/${repo} is:pr (${query})`
  return {
    merged: `${scope} merged:${formatRange(period)}`,
    open: `${scope} is:open`,
    previousMerged: `${scope} merged:${formatRange(findPreviousPeriod(period))}`,
    closed: `${scope} is:unmerged closed:${formatRange(period)}`,
    opened: `${scope} created:${formatRange(period)}`,
  }
}

/** Both ends of a range in a search are inclusive. */
function formatRange({ fromMs, toMs }: Period): string {
  return [fromMs, toMs - SECOND_MS].map((ms) => new Date(ms).toISOString().replace('.000Z', 'Z')).join('..')
}

/**
 * Reads what became of the pull requests, in a request for the counts, and one for each page of those that are open
 * or were merged.
 * @throws ActionError if anything couldn't be read, or the repository isn't visible
 */
export async function readOutcomes(github: Octokit, inputs: Inputs): Promise<Outcomes> {
  const { owner, repo, query } = inputs
  const repository = `${owner}/${repo}`
  const searches = formatSearches(inputs)
  try {
    const counts = await fetchCounts(github, inputs, searches)
    const count = (figure: keyof Outcomes) => {
      checkRepository(counts[figure].nodes, repository)
      return counts[figure].issueCount
    }
    const list = (figure: 'merged' | 'open', withCommits: boolean) =>
      fetchList(github, repository, count(figure), { search: searches[figure], withCommits })
    return {
      previousMerged: count('previousMerged'),
      closed: count('closed'),
      opened: count('opened'),
      open: await list('open', false),
      merged: await list('merged', true),
    }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const what = `Couldn't read the pull requests of ${repository} that match \`${query.replaceAll('`', "'")}\`.`
    // GitHub doesn't say which permission a query lacks.
    const isPermission = error.status === 403 && error.limitMs === undefined && error.hint !== ''
    const hint = isPermission ? PERMISSIONS : error.hint
    throw new ActionError(`${what} ${error.message}`, { ...error, hint })
  }
}

const PERMISSIONS =
  '`github-token` needs `pull-requests: read` and `contents: read` in the repository. ' +
  "Add both to `permissions:` in the workflow's job. For another private repository, " +
  'set `github-token` to a token of a GitHub App.'

async function fetchCounts(github: Octokit, { owner, repo }: Inputs, searches: object): Promise<CountsQuery> {
  const data = await github.graphql<CountsQuery>(countsQuery, { owner, name: repo, ...searches })
  const name = data.repository?.nameWithOwner ?? ''
  if (name.toLowerCase() === `${owner}/${repo}`.toLowerCase()) return data
  // A search by a former name finds nothing.
  if (name !== '')
    throw new ActionError(`The repository is now named ${name}.`, { hint: `Set \`repository\` to \`${name}\`.` })
  throw new ActionError("GitHub couldn't find the repository.", {
    hint:
      "Either it doesn't exist, or `github-token` can't see it: " +
      "the token of a workflow can't read other private repositories.",
  })
}

/**
 * Reads all pages of a search: smaller ones, where a page is too heavy for GitHub.
 * @param expected how many it finds: GitHub's limits count what a request may return
 */
async function fetchList(
  github: Octokit,
  repository: string,
  expected: number,
  query: { search: string; withCommits: boolean },
): Promise<Found> {
  // The list may shift while it is read.
  const listed = new Map<number, PullRequest>()
  let first = Math.min(100, expected)
  let after: string | null = null
  let count = expected
  let hasNextPage = expected > 0
  while (hasNextPage) {
    try {
      const options = { ...query, first, request: { isDivisible: first > 1 } }
      const { search }: SearchQuery = await github.graphql<SearchQuery>(searchQuery, { ...options, after })
      for (const node of checkRepository(search.nodes, repository)) listed.set(node.number, node)
      count = search.issueCount
      after = search.pageInfo.endCursor
      hasNextPage = search.pageInfo.hasNextPage
    } catch (error) {
      const isHeavy = error instanceof ActionError && error.isTrouble && error.status !== undefined && first > 1
      if (!isHeavy) throw error
      first = Math.floor(first / 2)
    }
  }
  return { count, listed: [...listed.values()] }
}

/** @returns the pull requests of the nodes @throws ActionError if one is in another repository */
function checkRepository<Node extends { url: string; repository: { nameWithOwner: string } }>(
  nodes: readonly (Node | Record<PropertyKey, never> | null)[] | null,
  repository: string,
): Node[] {
  const found = (nodes ?? []).filter((node): node is Node => node !== null && 'repository' in node)
  const foreign = found.find((node) => node.repository.nameWithOwner.toLowerCase() !== repository.toLowerCase())
  if (foreign === undefined) return found
  throw new ActionError(`The search found ${foreign.url}, which is in another repository.`, {
    hint: 'Leave out `repo:` in `query`, and set `repository`.',
  })
}
