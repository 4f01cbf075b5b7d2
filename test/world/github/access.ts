import { type ApiAnswer, type ApiRequest, parseObject, problem } from './api-message.ts'
import { type Identity, type LayerContext, type LayerState, threadKey } from './state.ts'
import type { TokenPermissions } from './world.ts'

/** Who sends this; an answer when the token is none of ours, which the emulator would take for its first user. */
export function identify(
  state: LayerState,
  request: ApiRequest,
): { identity: LayerContext['identity'] } | { refused: ApiAnswer } {
  if (request.headers['authorization'] === undefined) return { identity: undefined }
  const identity = findIdentity(state, request)
  return identity === undefined ? { refused: problem(401, 'Bad credentials') } : { identity }
}

/** Whom the token of a request stands for, if anybody. */
export function findIdentity(state: LayerState, request: ApiRequest): Identity | undefined {
  return state.tokens.get((request.headers['authorization'] ?? '').replace(/^(bearer|token)\s+/i, ''))
}

/**
 * Refuses what the `permissions:` of a workflow do not cover, as GitHub does.
 * https://docs.github.com/rest/authentication/permissions-required-for-github-apps
 */
export async function refuseIntegration(
  context: LayerContext,
  request: ApiRequest,
): Promise<ApiAnswer | undefined> {
  const granted = context.identity?.permissions
  if (granted === undefined || request.method === 'GET') return undefined
  const rule = rules.find((each) => each.path.test(request.path))
  if (rule === undefined || granted[rule.needs] === 'write') return undefined
  if (await isAllowedByPullRequests(context, request, granted)) return undefined
  return problem(403, 'Resource not accessible by integration', { docs: rule.docs })
}

const rules: { path: RegExp; needs: keyof TokenPermissions; docs: string }[] = [
  {
    path: /^\/repos\/[^/]+\/[^/]+\/issues\/(comments\/)?\d+\/reactions/,
    needs: 'issues',
    docs: 'rest/reactions/reactions#create-reaction-for-an-issue-comment',
  },
  {
    path: /^\/repos\/[^/]+\/[^/]+\/issues\/comments\//,
    needs: 'issues',
    docs: 'rest/issues/comments#update-an-issue-comment',
  },
  {
    path: /^\/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments/,
    needs: 'issues',
    docs: 'rest/issues/comments#create-an-issue-comment',
  },
  { path: /^\/repos\/[^/]+\/[^/]+\/issues/, needs: 'issues', docs: 'rest/issues/issues' },
  {
    path: /^\/repos\/[^/]+\/[^/]+\/pulls\/comments\/\d+\/reactions/,
    needs: 'pull_requests',
    docs: 'rest/reactions/reactions#create-reaction-for-a-pull-request-review-comment',
  },
  { path: /^\/repos\/[^/]+\/[^/]+\/pulls/, needs: 'pull_requests', docs: 'rest/pulls/pulls' },
  {
    path: /^\/repos\/[^/]+\/[^/]+\/(contents|git|releases)(\/|$)/,
    needs: 'contents',
    docs: 'rest/repos/contents',
  },
]

/** On a pull request's conversation `pull-requests: write` does as well as `issues: write`. */
async function isAllowedByPullRequests(
  context: LayerContext,
  request: ApiRequest,
  granted: TokenPermissions,
): Promise<boolean> {
  if (granted.pull_requests !== 'write') return false
  const [, repository, comment, id] =
    /^\/repos\/([^/]+\/[^/]+)\/issues\/(comments\/)?(\d+)/.exec(request.path) ?? []
  if (repository === undefined || id === undefined) return false
  const number = comment === undefined ? id : await findThread(context, repository, id)
  return context.state.pulls.has(threadKey(repository, number))
}

async function findThread(context: LayerContext, repository: string, id: string): Promise<string> {
  const answer = await context.read(`/repos/${repository}/issues/comments/${id}`)
  return String(parseObject(String(answer.body))['issue_url']).replace(/^.*\//, '')
}
