import { readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { GitHubError } from './errors.ts'
import { GRAPHQL_ROUTE, type GraphqlQuery } from './graphql.ts'
import type { Permissions, ThreadKind } from './permissions.ts'
import type { RepositoryPlace } from './pull-request-url.ts'

export const PAGE_SIZE = 100
const MAXIMUM_PAGES = 100

/** A request, and the parser of its answer. */
export interface Query<Output> {
  /** The operation and its target: the start of every error message. The repository is added to it. */
  operation: string
  permissions: Permissions
  route: string
  /** By default, `owner` and `repo` are those of the run. */
  parameters: Record<string, unknown>
  /** Parses the data of the answer; undefined if it doesn't have the form that GitHub documents. */
  parse: (data: unknown) => Output | undefined
  /** False if a second request would do harm, such as create a second comment. */
  isRepeatable?: false
  /** Its failures have a smaller budget of their own. */
  isReaction?: true
}

/** An answer with a status below 300. */
export interface Answer<Output> {
  status: number
  data: Output
  /** The `Link` header, for pages. */
  link: string
}

/** Sends a request, and repeats it if that is safe and may help. @throws GitHubError, or the signal's reason */
export type GitHubRequest = <Output>(query: Query<Output>) => Promise<Answer<Output>>

/** @throws GitHubError, with the status of a success, if the data doesn't have the documented form */
export function parseAnswer<Output>(query: Query<Output>, answer: Answer<unknown>): Answer<Output> {
  const data = query.parse(answer.data)
  if (data !== undefined) return { ...answer, data }
  throw new GitHubError(query.operation, {
    status: answer.status,
    answer: "GitHub's response doesn't have the documented form",
    hint: 'Check GITHUB_API_URL, and whether a proxy responds instead of GitHub.',
  })
}

export type Requests = ReturnType<typeof createRequests>

/** The arguments are those of `createGitHub`. */
export function createRequests(request: GitHubRequest, repository: string, threadKind?: ThreadKind) {
  const [owner = '', repo = ''] = repository.split('/')
  const own: RepositoryPlace = { owner, repo }

  function send<Output>(query: Query<Output>): Promise<Answer<Output>> {
    // The place of a pull request includes its number, which has another name in routes.
    const { number: _, ...parameters }: Record<string, unknown> = { ...own, ...query.parameters }
    const operation = `${query.operation} in ${parameters['owner']}/${parameters['repo']}`
    return request({ ...query, operation, parameters })
  }

  return {
    repository,
    threadKind,
    send,

    /** Sends a GraphQL query, and returns its parsed `data`. */
    async query<Output>({ text, variables, place = own, ...query }: GraphqlQuery<Output>): Promise<Output> {
      const operation = `${query.operation} in ${place.owner}/${place.repo}`
      return (await request({ ...query, operation, route: GRAPHQL_ROUTE, parameters: { query: text, variables } })).data
    },

    async fetch<Output>(query: Query<Output>): Promise<Output> {
      return (await send(query)).data
    },

    /** Fetches up to `maximum` pages, as `fetchPages`, until `isEnough` returns true. */
    async fetchAll<Item>(
      query: Query<Item[]>,
      identify: (item: Item) => unknown,
      maximum = MAXIMUM_PAGES,
      isEnough: (found: readonly Item[]) => boolean = () => false,
    ): Promise<Item[]> {
      const items: Item[] = []
      for await (const page of fetchPages(send, query, identify, maximum)) {
        items.push(...page)
        if (isEnough(items)) break
      }
      return items
    },

    /** To read a pull request. The `permissions:` of a workflow don't apply to other repositories. */
    permissionsIn({ owner, repo }: RepositoryPlace = own): Permissions {
      return [isSameRepository(`${owner}/${repo}`, repository) ? 'pull-requests: read' : 'metadata: read']
    },
  }
}

/**
 * Fetches the new items of each page, until there is no next page, or a page has none.
 * @param identify the ID of an item: a list that changes in between may show an item twice
 */
export async function* fetchPages<Item>(
  send: GitHubRequest,
  query: Query<Item[]>,
  identify: (item: Item) => unknown,
  maximum: number,
): AsyncGenerator<Item[], void> {
  const known = new Set<unknown>()
  for (let page = 1; page <= maximum; page += 1) {
    const parameters = { per_page: PAGE_SIZE, ...query.parameters, page }
    const { data, link } = await send({ ...query, parameters })
    const items = data.filter((item) => !known.has(identify(item)))
    if (items.length === 0) return
    for (const item of items) known.add(identify(item))
    yield items
    // Servers without the `Link` header have a next page if this one is full.
    if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE)) return
  }
}

/** Compares two names, `owner/name`. */
export function isSameRepository(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** Parses a text that anybody may have written. */
export function parseForeignText(value: unknown): UntrustedText | undefined {
  const text = readText(value)
  return text === undefined ? undefined : untrustedText(text)
}
