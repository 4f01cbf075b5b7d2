import {
  type ApiAnswer,
  type ApiRequest,
  isObject,
  json,
  paginate,
  parseJson,
  parseObject,
} from './api-message.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, threadKey } from './state.ts'
import type { ListedFile } from './world.ts'

/** The emulator makes up the files of a pull request. https://docs.github.com/rest/pulls/pulls#list-pull-requests-files */
export const fileRoutes: Route[] = [
  route('GET', '/pulls/{id}/files', listFiles),
  route('GET', '/pulls/{id}', readPull),
]

const MOST_FILES = 3_000

async function listFiles(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const files = await readFiles(context, parts)
  if (!Array.isArray(files)) return files
  return paginate(files.slice(0, MOST_FILES), request, context.state.apiUrl)
}

async function readPull(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  return completePull(context, await context.forward(request), parts)
}

/** A pull request with the head and the counts that GitHub shows. */
export async function completePull(
  context: LayerContext,
  forwarded: ApiAnswer,
  parts: PathParts,
): Promise<ApiAnswer> {
  const answer = await moveHead(context, forwarded, parts)
  const files = answer.status === 200 ? await readFiles(context, parts) : []
  if (answer.status !== 200 || !Array.isArray(files)) return answer
  const counts = (name: string) => files.map((file) => Number(isObject(file) ? file[name] : 0))
  const sum = (name: string) => counts(name).reduce((total, count) => total + count, 0)
  return json(200, {
    ...parseObject(String(answer.body)),
    changed_files: files.length,
    additions: sum('additions'),
    deletions: sum('deletions'),
  })
}

/** The files between base and head, as the comparison has them; an error answer if there is no such pull request. */
async function readFiles(context: LayerContext, parts: PathParts): Promise<unknown[] | ApiAnswer> {
  const path = `/repos/${parts.repository}/pulls/${parts.id}`
  const pull = await moveHead(context, await context.read(path), parts)
  if (pull.status !== 200) return pull
  const listed = context.state.listedFiles.get(threadKey(parts.repository, parts.id))
  if (listed !== undefined) return listed.map((file) => completeFile(context, parts, file))
  const { base, head } = parseObject(String(pull.body))
  const range = [base, head].map((end) => String(isObject(end) ? end['sha'] : '')).join('...')
  const comparison = await context.read(`/repos/${parts.repository}/compare/${range}`)
  const value = parseJson(String(comparison.body))
  return isObject(value) && Array.isArray(value['files']) ? value['files'] : comparison
}

/** The emulator keeps the head that a pull request began with; on GitHub an open one follows its branch. */
async function moveHead(context: LayerContext, answer: ApiAnswer, parts: PathParts): Promise<ApiAnswer> {
  const pull = parseObject(String(answer.body))
  const { head } = pull
  if (answer.status !== 200 || !isObject(head)) return answer
  const sha = await readHead(context, parts.repository, pull)
  return json(200, { ...pull, head: { ...head, sha } })
}

/** Where the branch of a pull request stands, or stood when the pull request ended. */
export async function readHead(
  context: LayerContext,
  repository: string,
  { number, state, head }: Record<string, unknown>,
): Promise<string> {
  const { ref, sha } = isObject(head) ? head : {}
  const ended = context.state.endedPulls.get(threadKey(repository, String(number)))
  if (ended !== undefined || state !== 'open') return ended?.head ?? String(sha)
  const branch = await context.read(`/repos/${repository}/git/ref/heads/${String(ref)}`)
  const { object } = parseObject(String(branch.body))
  return String(isObject(object) ? object['sha'] : sha)
}

function completeFile({ state }: LayerContext, { repository }: PathParts, file: ListedFile): unknown {
  const { additions = 0, deletions = 0, status = 'modified' } = file
  const path = encodeURIComponent(file.filename)
  const sha = Buffer.from(file.filename).toString('hex').padEnd(40, '0').slice(0, 40)
  return {
    sha,
    status,
    ...file,
    ...{ additions, deletions, changes: additions + deletions },
    blob_url: `${state.serverUrl}/${repository}/blob/${sha}/${path}`,
    raw_url: `${state.serverUrl}/${repository}/raw/${sha}/${path}`,
    contents_url: `${state.apiUrl}/repos/${repository}/contents/${path}?ref=${sha}`,
  }
}
