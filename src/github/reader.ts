import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, readFields, readNumber, readText } from '../untrusted/json.ts'
import { type UntrustedText, untrustedText } from '../untrusted/text.ts'
import { GitHubError } from './errors.ts'
import type { Answer, GitHubRequest, RequestFacts } from './octokit.ts'

/** GitHub's largest page. */
export const PAGE_SIZE = 100
const MAXIMUM_PAGES = 100
/** GitHub asks for few requests side by side, and counts them together with those of other jobs. */
const PAGES_SIDE_BY_SIDE = 6

/** Text that anybody may have written; undefined where GitHub leaves it out. */
export function readForeignText(value: unknown): UntrustedText | undefined {
  const text = readText(value)
  return text === undefined ? undefined : untrustedText(text)
}

/** An account; each part is undefined where GitHub names none, as for a deleted one. */
export function readAccount(value: unknown): { id: number | undefined; login: string | undefined } {
  const { id, login }: JsonObject = readFields(value)
  return { id: readNumber(id), login: readText(login) }
}

/** What is asked, and the form of the answer. */
export interface Query<Output> {
  /** Reads the data of the answer; undefined when it has not the form that GitHub documents. */
  parse: (data: unknown) => Output | undefined
  facts: RequestFacts
  route: string
  parameters: Record<string, unknown>
}

/** Reads answers. Every function throws `GitHubError` when GitHub doesn't answer as documented. */
export interface Reader {
  read<Output>(query: Query<Output>): Promise<Output>
  /**
   * Reads page after page, until there is no next one, one brings nothing new, or `isEnough`. A list that changes
   * meanwhile shows an item twice: it is `identify` that tells items apart.
   */
  readPages<Item>(
    query: Query<Item[]>,
    isEnough?: (found: readonly Item[]) => boolean,
    identify?: (item: Item) => unknown,
  ): Promise<Item[]>
  /** Reads all pages, at most `maximumPages`: side by side, if the first one says how many there are. */
  readAllPages<Item>(query: Query<Item[]>, maximumPages: number): Promise<Item[][]>
  /** Reads the pages from `first` to `last`, side by side. */
  readPageRange<Page>(query: Query<Page>, first: number, last: number): Promise<Page[]>
}

/** A reader of what GitHub answers to `request`; `common` are parameters of every route. */
export function createReader(request: GitHubRequest, common: Record<string, unknown>): Reader {
  return {
    async read(query) {
      const answer = await request(query.facts, query.route, { ...common, ...query.parameters })
      return readAnswer(query, answer)
    },

    async readPages<Item>(
      query: Query<Item[]>,
      isEnough: (found: readonly Item[]) => boolean = () => false,
      identify: (item: Item) => unknown = (item) => item,
    ) {
      const items = new Map<unknown, Item>()
      for (let page = 1; page <= MAXIMUM_PAGES; page += 1) {
        const answer = await requestPage(query, page)
        const found = readAnswer(query, answer)
        const known = items.size
        for (const item of found) items.set(identify(item), item)
        if (items.size === known || isLastPage(answer, found.length) || isEnough([...items.values()])) break
      }
      return [...items.values()]
    },

    async readAllPages(query, maximumPages) {
      let answer = await requestPage(query, 1)
      let page = readAnswer(query, answer)
      const pages = [page]
      const last = Math.min(maximumPages, readLastPage(answer.link))
      if (last > 1) return [page, ...(await readPageRange(query, 2, last))]
      // A proxy may have dropped the links.
      while (pages.length < maximumPages && !isLastPage(answer, page.length)) {
        answer = await requestPage(query, pages.length + 1)
        const next = readAnswer(query, answer)
        if (isDeepStrictEqual(next, page)) break
        pages.push(next)
        page = next
      }
      return pages
    },

    readPageRange,
  }

  async function readPageRange<Page>(query: Query<Page>, first: number, last: number): Promise<Page[]> {
    const pages: Page[] = []
    while (first + pages.length <= last) {
      const from = first + pages.length
      const numbers = Array.from(
        { length: Math.min(PAGES_SIDE_BY_SIDE, last - from + 1) },
        (_, i) => from + i,
      )
      const answers = await Promise.all(numbers.map((number) => requestPage(query, number)))
      pages.push(...answers.map((answer) => readAnswer(query, answer)))
    }
    return pages
  }

  function requestPage({ facts, route, parameters }: Query<unknown>, page: number): Promise<Answer> {
    return request(facts, route, { ...common, per_page: PAGE_SIZE, ...parameters, page })
  }
}

/** A GitHub without links has a next page as long as pages are full. */
function isLastPage({ link }: Answer, count: number): boolean {
  return count === 0 || !(link.includes('rel="next"') || (link === '' && count >= PAGE_SIZE))
}

/** https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api#using-link-headers */
function readLastPage(link: string): number {
  const [, page = '1'] = /<[^<>]*[?&]page=(\d{1,6})[^<>]*>;\s*rel="last"/u.exec(link) ?? []
  return Number(page)
}

/** @throws GitHubError, with the status of a success, when the data is not what the documentation promises. */
function readAnswer<Output>({ parse, facts }: Query<Output>, { status, data }: Answer): Output {
  const output = parse(data)
  if (output !== undefined) return output
  throw new GitHubError(facts.operation, {
    status,
    answer: 'the answer does not have the form that GitHub documents',
    hint: 'Check GITHUB_API_URL, and whether a proxy answers instead of GitHub.',
  })
}
