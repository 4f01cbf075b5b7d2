import {
  type ApiAnswer,
  type ApiRequest,
  isObject,
  json,
  noContent,
  parseJson,
  parseObject,
  problem,
} from './api-message.ts'
import { paginate } from './pagination.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, threadKey } from './state.ts'

/** For GitHub every pull request is an issue, too; and the emulator makes up the files of a pull request. */
export const pullRoutes: Route[] = [
  route('GET', '/pulls/{id}/files', listFiles),
  route('GET', '/pulls/{id}', readPull),
  route('POST', '/pulls', createPull),
  route('GET', '/issues/{id}', readIssue),
  route('PUT', '/issues/{id}/lock', (context, _request, parts) => lock(context, parts, true)),
  route('DELETE', '/issues/{id}/lock', (context, _request, parts) => lock(context, parts, false)),
]

/** The `pull_request` field of an issue that is one, and the addresses that differ. */
export function asIssueOfPull(issue: Record<string, unknown>): Record<string, unknown> {
  const url = String(issue['url']).replace(/\/issues\/(?=\d+$)/, '/pulls/')
  const htmlUrl = String(issue['html_url']).replace(/\/issues\/(?=\d+$)/, '/pull/')
  const pull = {
    url,
    html_url: htmlUrl,
    diff_url: `${htmlUrl}.diff`,
    patch_url: `${htmlUrl}.patch`,
    merged_at: issue['merged_at'] ?? null,
  }
  return { ...issue, html_url: htmlUrl, draft: issue['draft'] ?? false, pull_request: pull }
}

async function listFiles(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const files = await readFiles(context, parts)
  return Array.isArray(files) ? paginate(files, request, context.state.apiUrl) : files
}

async function readPull(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const answer = await moveHead(context, await context.forward(request), parts)
  const files = answer.status === 200 ? await readFiles(context, parts) : []
  if (!Array.isArray(files)) return answer
  const counts = (name: string) => files.map((file) => Number(isObject(file) ? file[name] : 0))
  const sum = (name: string) => counts(name).reduce((total, count) => total + count, 0)
  return json(
    answer.status,
    answer.status === 200
      ? {
          ...parseObject(String(answer.body)),
          changed_files: files.length,
          additions: sum('additions'),
          deletions: sum('deletions'),
        }
      : parseObject(String(answer.body)),
  )
}

async function createPull(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const answer = await context.forward(request)
  const { number } = parseObject(String(answer.body))
  if (answer.status === 201) context.state.pulls.add(threadKey(parts.repository, String(number)))
  return answer
}

async function readIssue(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  if (!context.state.pulls.has(threadKey(parts.repository, parts.id))) {
    return context.forward(request)
  }
  const answer = await context.read(request.path.replace('/issues/', '/pulls/'))
  const pull = parseObject(String(answer.body))
  const url = String(pull['issue_url'])
  const kept = Object.entries(pull).filter(([name]) => issueFields.includes(name))
  return json(
    answer.status,
    asIssueOfPull({
      ...Object.fromEntries(kept),
      url,
      repository_url: url.replace(/\/issues\/\d+$/, ''),
      labels_url: `${url}/labels{/name}`,
      events_url: `${url}/events`,
      timeline_url: `${url}/timeline`,
      state_reason: null,
      active_lock_reason: null,
      closed_by: null,
      performed_via_github_app: null,
      reactions: { url: `${url}/reactions` },
    }),
  )
}

/** The fields that an issue and a pull request share. */
const issueFields = [
  ...['id', 'node_id', 'number', 'html_url', 'comments_url', 'title', 'user', 'labels', 'state', 'locked'],
  ...['assignee', 'assignees', 'milestone', 'comments', 'created_at', 'updated_at', 'closed_at', 'body'],
  ...['author_association', 'draft'],
]

/** The emulator locks issues only; a locked conversation may be a pull request's. */
async function lock(context: LayerContext, parts: PathParts, on: boolean): Promise<ApiAnswer> {
  const key = threadKey(parts.repository, parts.id)
  const kind = context.state.pulls.has(key) ? 'pulls' : 'issues'
  const answer = await context.read(`/repos/${parts.repository}/${kind}/${parts.id}`)
  if (answer.status !== 200) return problem(404, 'Not Found')
  if (on) context.state.locked.add(key)
  else context.state.locked.delete(key)
  return noContent()
}

/** The files between base and head, as the comparison has them; an error answer if there is no such pull request. */
async function readFiles(context: LayerContext, parts: PathParts): Promise<unknown[] | ApiAnswer> {
  const path = `/repos/${parts.repository}/pulls/${parts.id}`
  const pull = await moveHead(context, await context.read(path), parts)
  if (pull.status !== 200) return pull
  const { base, head } = parseObject(String(pull.body))
  const range = [base, head].map((end) => String(isObject(end) ? end['sha'] : '')).join('...')
  const comparison = await context.read(`/repos/${parts.repository}/compare/${range}`)
  const value = parseJson(String(comparison.body))
  return isObject(value) && Array.isArray(value['files']) ? value['files'] : comparison
}

/** The emulator keeps the head that a pull request began with; on GitHub an open one follows its branch. */
async function moveHead(context: LayerContext, answer: ApiAnswer, parts: PathParts): Promise<ApiAnswer> {
  const pull = parseObject(String(answer.body))
  const { head, state } = pull
  if (answer.status !== 200 || state !== 'open' || !isObject(head)) return answer
  const branch = await context.read(`/repos/${parts.repository}/git/ref/heads/${String(head['ref'])}`)
  const { object } = parseObject(String(branch.body))
  return isObject(object) ? json(200, { ...pull, head: { ...head, sha: object['sha'] } }) : answer
}
