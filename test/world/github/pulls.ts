import { type ApiAnswer, type ApiRequest, json, parseObject } from './api-message.ts'
import { completePull, readHead } from './files.ts'
import { renderBody } from './rendered-body.ts'
import { type PathParts, type Route, route } from './routes.ts'
import { type LayerContext, threadKey } from './state.ts'

/** For GitHub every pull request is an issue, too. */
export const pullRoutes: Route[] = [
  route('POST', '/pulls', createPull),
  route('PATCH', '/pulls/{id}', updatePull),
  route('GET', '/issues/{id}', readIssue),
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

async function createPull(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const answer = await context.forward(request)
  const { number } = parseObject(String(answer.body))
  if (answer.status === 201) context.state.pulls.add(threadKey(parts.repository, String(number)))
  return answer
}

/** A pull request that is closed keeps the head that it has then, whatever becomes of its branch. */
async function updatePull(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const before = await context.read(request.path)
  if (before.status !== 200) return before
  const pull = parseObject(String(before.body))
  const key = threadKey(parts.repository, parts.id)
  const { state } = parseObject(request.bodyText)
  const head = await readHead(context, parts.repository, pull)
  if (state === 'closed' && pull['state'] === 'open') context.state.endedPulls.set(key, { head, brought: [] })
  if (state === 'open' && pull['merged'] !== true) context.state.endedPulls.delete(key)
  return completePull(context, await context.forward(request), parts)
}

/** With the media type `full`, the description comes as HTML and as text, too. */
async function readIssue(context: LayerContext, request: ApiRequest, parts: PathParts): Promise<ApiAnswer> {
  const answer = await readPlainIssue(context, request, parts)
  const { accept = '' } = request.headers
  if (answer.status !== 200 || !/^application\/vnd\.github(\.v3)?\.full\+json$/.test(accept)) return answer
  const issue = parseObject(String(answer.body))
  const body = typeof issue['body'] === 'string' ? issue['body'] : ''
  return json(200, { ...issue, ...renderBody(body) })
}

async function readPlainIssue(
  context: LayerContext,
  request: ApiRequest,
  parts: PathParts,
): Promise<ApiAnswer> {
  if (!context.state.pulls.has(threadKey(parts.repository, parts.id))) return context.forward(request)
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
