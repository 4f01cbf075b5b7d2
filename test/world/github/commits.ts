import { type ApiAnswer, type ApiRequest, isObject, paginate, parseJson, parseObject } from './api-message.ts'
import { readHead } from './files.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, threadKey } from './state.ts'

/** What the emulator does not know, or orders otherwise, about commits and releases. */
export const commitRoutes: Route[] = [
  route('GET', '/commits/{sha}/pulls', listPulls),
  route('GET', '/releases', listReleases),
]

/** https://docs.github.com/rest/commits/commits#list-pull-requests-associated-with-a-commit */
async function listPulls(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const base = `/repos/${parts.repository}`
  const commit = await context.read(`${base}/commits/${parts.sha}`)
  if (commit.status !== 200) return commit
  const pulls = await readList(context, `${base}/pulls`, { state: 'all' })
  const brought: unknown[] = []
  for (const pull of pulls) {
    if (!isObject(pull)) continue
    const ended = context.state.endedPulls.get(threadKey(parts.repository, String(pull['number'])))
    if (ended?.brought.includes(parts.sha) || (await isIn(context, parts, pull))) brought.push(pull)
  }
  return paginate(brought, request, context.state.apiUrl)
}

/** Whether a commit is one of those that a pull request asks to merge. */
async function isIn(
  context: LayerContext,
  { repository, sha }: PathParts,
  pull: Record<string, unknown>,
): Promise<boolean> {
  const { base } = pull
  const range = `${String(isObject(base) ? base['sha'] : '')}...${await readHead(context, repository, pull)}`
  const { commits } = parseObject(String((await context.read(`/repos/${repository}/compare/${range}`)).body))
  return Array.isArray(commits) && commits.some((each) => isObject(each) && each['sha'] === sha)
}

/** By the time of creation, with those of the same moment in order as well. */
async function listReleases(
  context: LayerContext,
  request: ApiRequest,
  parts: PathParts,
): Promise<ApiAnswer> {
  const known = await context.read(`/repos/${parts.repository}/releases`)
  if (known.status !== 200) return known
  const releases = await readList(context, `/repos/${parts.repository}/releases`)
  const timeOf = (release: Record<string, unknown>): string => String(release['created_at'])
  const order = releases
    .filter(isObject)
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)) || Number(b['id']) - Number(a['id']))
  return paginate(order, request, context.state.apiUrl)
}

async function readList(
  context: LayerContext,
  path: string,
  query: Record<string, string> = {},
): Promise<unknown[]> {
  const all: unknown[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ ...query, per_page: '100', page: String(page) })
    const answer = await context.forward({ method: 'GET', path, query: search, headers: {}, bodyText: '' })
    const found = parseJson(String(answer.body))
    if (!Array.isArray(found)) return all
    all.push(...found)
    if (found.length < 100) return all
  }
}
