import { type JsonObject, readFields, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { GitHubError } from './errors.ts'
import type { Permissions, ThreadKind } from './permissions.ts'
import type { RepositoryPlace } from './pull-request-url.ts'

/** GitHub's largest page. */
export const PAGE_SIZE = 100
const MAXIMUM_PAGES = 100

/** What is asked, and the form of the answer. */
export interface Query<Output> {
  /** What is tried, on what: the start of every error message. The repository is added to it. */
  operation: string
  /** What the token needs for it. */
  permissions: Permissions
  route: string
  /** `owner` and `repo` are those of the repository unless they are given. */
  parameters: Record<string, unknown>
  /** The data of the answer; undefined when it doesn't have the form that GitHub documents. */
  parse: (data: unknown) => Output | undefined
  /** False where carrying it out twice does harm: a comment would be posted twice. */
  isRepeatable?: false
  /** Its failures are counted apart: what depends on a reaction can wait less than the claim of a run. */
  isReaction?: true
}

/** An answer of GitHub's with a status below 300. */
export interface Answer<Output> {
  status: number
  data: Output
  /** The `Link` header, for pages. */
  link: string
}

/**
 * Sends one request, and repeats it where that is safe and may help. It throws `GitHubError`, or the signal's reason on
 * a cancelled run, and so does every function that is made of it.
 */
export type GitHubRequest = <Output>(query: Query<Output>) => Promise<Answer<Output>>

/** @throws GitHubError, with the status of a success, when the data isn't what the documentation promises */
export function parseAnswer<Output>(query: Query<Output>, answer: Answer<unknown>): Answer<Output> {
  const data = query.parse(answer.data)
  if (data !== undefined) return { ...answer, data }
  throw new GitHubError(query.operation, {
    status: answer.status,
    answer: 'the answer does not have the form that GitHub documents',
    hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
  })
}

/** The requests to one repository. */
export type Requests = ReturnType<typeof createRequests>

/**
 * @param repository `owner/name`
 * @param threadKind of the thread that the run is about, which the permission depends on; undefined when it isn't known
 */
export function createRequests(request: GitHubRequest, repository: string, threadKind?: ThreadKind) {
  const [owner = '', repo = ''] = repository.split('/')
  const own: RepositoryPlace = { owner, repo }

  function send<Output>(query: Query<Output>): Promise<Answer<Output>> {
    // The place of a pull request has its number, too; the routes call it by another name.
    const { number: _, ...parameters }: Record<string, unknown> = { ...own, ...query.parameters }
    const operation = `${query.operation} in ${parameters['owner']}/${parameters['repo']}`
    return request({ ...query, operation, parameters })
  }

  return {
    repository,
    threadKind,
    send,

    async fetch<Output>(query: Query<Output>): Promise<Output> {
      return (await send(query)).data
    },

    /**
     * Reads pages until there is no next one, there are `maximum`, or `isEnough`. A list that changes meanwhile shows
     * an item twice: it is `identify` that tells items apart.
     */
    async fetchAll<Item>(
      query: Query<Item[]>,
      identify: (item: Item) => unknown,
      maximum = MAXIMUM_PAGES,
      isEnough: (found: readonly Item[]) => boolean = () => false,
    ): Promise<Item[]> {
      const items = new Map<unknown, Item>()
      for await (const page of fetchPages(send, query, identify, maximum)) {
        for (const item of page) items.set(identify(item), item)
        if (isEnough([...items.values()])) break
      }
      return [...items.values()]
    },

    /** What a request about a pull request needs. No line of `permissions:` opens another repository. */
    permissionsIn({ owner, repo }: RepositoryPlace = own, level: 'read' | 'write'): Permissions {
      const isOwn = isSameRepository(`${owner}/${repo}`, repository)
      return [isOwn || level === 'write' ? `pull-requests: ${level}` : 'metadata: read']
    },
  }
}

/** Page after page, until there is no next one, or one brings nothing new. */
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
    const before = known.size
    for (const item of data) known.add(identify(item))
    if (known.size === before) return
    yield data
    // A GitHub without links has a next page as long as pages are full.
    if (!link.includes('rel="next"') && (link !== '' || data.length < PAGE_SIZE)) return
  }
}

/** Whether two names, `owner/name`, are those of one repository. */
export function isSameRepository(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** Text that anybody may have written; undefined where GitHub leaves it out. */
export function parseForeignText(value: unknown): UntrustedText | undefined {
  const text = readText(value)
  return text === undefined ? undefined : untrustedText(text)
}

export type Account = ReturnType<typeof parseAccount>

/** An account; each part is undefined where GitHub names none, as for a deleted one. `type`: `User`, `Bot`, ... */
export function parseAccount(value: unknown) {
  const { id, login, type }: JsonObject = readFields(value)
  return { id: readNumber(id), login: readText(login), type: readText(type) }
}
