import type { Octokit } from '../github/octokit.ts'
import { ActionError } from '../runner/action-error.ts'
import { SECOND_MS } from '../text/dates.ts'
import { findPreviousPeriod, type Period } from '../text/period.ts'
import { type CountFragment, type CountsQuery, counts as countsQuery } from './counts.graphql.ts'
import type { Inputs } from './inputs.ts'
import { type SearchQuery, type SearchQueryVariables, search as searchQuery } from './search.graphql.ts'

type Page = SearchQuery['search']

/** A pull request that a search found; its first hundred commits, if it was merged. Times are ISO 8601. */
export type PullRequest = Extract<NonNullable<NonNullable<Page['nodes']>[number]>, { number: number }>

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

/** The searches by figure, as GitHub's search box takes them. */
export type Searches = Readonly<Record<keyof Outcomes, string>>

const MAXIMUM_LISTED = 1000
const MAXIMUM_PAGE = 100

/** The search for each figure. */
export function formatSearches({ owner, repo, query, period }: Inputs): Searches {
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
 * Reads what became of the pull requests, in a request for the counts, and one for each page of those that are open or were
 * merged.
 * @throws ActionError if anything couldn't be read, or the repository isn't visible
 */
export async function readOutcomes(github: Octokit, inputs: Inputs): Promise<Outcomes> {
  const { owner, repo, query } = inputs
  const searches = formatSearches(inputs)
  const repository = `${owner}/${repo}`
  try {
    const { merged, open, previousMerged, closed, opened } = await fetchCounts(github, inputs, searches)
    return {
      previousMerged: count(previousMerged, repository),
      closed: count(closed, repository),
      opened: count(opened, repository),
      open: await list(github, repository, count(open, repository), { search: searches.open, withCommits: false }),
      merged: await list(github, repository, count(merged, repository), { search: searches.merged, withCommits: true }),
    }
  } catch (error) {
    if (!(error instanceof ActionError)) throw error
    const what = `Couldn't read the pull requests of ${repository} that match \`${query.replaceAll('`', "'")}\`.`
    // GitHub doesn't say which permission a query lacks.
    const hint = error.hint.includes('`permissions:`') ? PERMISSIONS : error.hint
    throw new ActionError(`${what} ${error.message}`, { ...error, hint })
  }
}

const PERMISSIONS =
  '`github-token` needs `pull-requests: read` and `contents: read` in the repository. Add both to `permissions:` of the ' +
  "workflow's job. For another private repository, set `github-token` to a token of a GitHub App."

async function fetchCounts(github: Octokit, { owner, repo }: Inputs, searches: Searches): Promise<CountsQuery> {
  const data = await github.graphql<CountsQuery>(countsQuery, { owner, name: repo, ...searches })
  const name = data.repository?.nameWithOwner ?? ''
  if (name.toLowerCase() === `${owner}/${repo}`.toLowerCase()) return data
  // A search by a former name finds nothing.
  if (name !== '')
    throw new ActionError(`The repository is now named ${name}.`, { hint: `Set \`repository\` to \`${name}\`.` })
  throw new ActionError('GitHub found no such repository.', {
    hint: `Either it doesn't exist, or \`github-token\` can't see it: the token of a workflow can't read other private repositories.`,
  })
}

function count({ issueCount, nodes }: CountFragment, repository: string): number {
  readNodes(nodes, repository)
  return issueCount
}

/**
 * Reads all pages of a search.
 * @param expected how many it finds: GitHub's limits count what a request may return
 */
async function list(
  github: Octokit,
  repository: string,
  expected: number,
  query: Pick<SearchQueryVariables, 'search' | 'withCommits'>,
): Promise<Found> {
  const listed = new Map<number, PullRequest>()
  if (expected === 0) return { count: 0, listed: [] }
  let first = Math.min(MAXIMUM_PAGE, expected)
  let after: string | null = null
  for (;;) {
    const [page, size] = await fetchPage(github, { ...query, first, after })
    const before = listed.size
    // The list may shift while it is read.
    for (const node of readNodes(page.nodes, repository)) listed.set(node.number, node)
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage || listed.size === before || listed.size >= MAXIMUM_LISTED)
      return { count: page.issueCount, listed: [...listed.values()] }
    after = endCursor
    first = Math.min(MAXIMUM_PAGE, 2 * size)
  }
}

/** Reads a page, and how many it was asked for: half as many, where the page is too heavy for GitHub. */
async function fetchPage(github: Octokit, variables: SearchQueryVariables): Promise<[Page, first: number]> {
  const { first } = variables
  try {
    const options = { ...variables, request: { isRepeated: first === 1 } }
    const { search } = await github.graphql<SearchQuery>(searchQuery, options)
    return [search, first]
  } catch (error) {
    const isHeavy = error instanceof ActionError && (error.status ?? 500) >= 500 && first > 1
    if (!isHeavy) throw error
    return await fetchPage(github, { ...variables, first: Math.floor(first / 2) })
  }
}

interface FoundNode {
  url: string
  repository: { nameWithOwner: string }
}

/** @throws ActionError if one is in another repository */
function readNodes<Node extends FoundNode>(
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
