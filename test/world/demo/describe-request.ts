import type { RequestRecord } from '../docs-service/request-log.ts'
import { isObject } from '../github/api-message.ts'
import { agentBot } from '../github/people.ts'
import type { RecordedRequest } from '../github/recorder.ts'

export interface Deed {
  who: 'github' | 'agent' | 'service'
  what: string
}

/** An answered request to GitHub as a sentence; undefined for what is no news. */
export function describeGitHubRequest(request: RecordedRequest): Deed | undefined {
  const isAgent = request.login === agentBot
  const rules = isAgent ? agentRules : actionRules
  const call = `${request.method} ${request.path}`
  for (const [pattern, describe] of rules) {
    const match = pattern.exec(call)
    if (match !== null) return { who: isAgent ? 'agent' : 'github', what: describe(match, request) }
  }
  return undefined
}

/** An answered request to the docs service as a sentence. */
export function describeServiceRequest({ method, path, status }: RequestRecord): Deed {
  return { who: 'service', what: `${method} ${path.replace(/[\w-]{20,}/, '…')} → ${status}` }
}

type Rule = [RegExp, (match: RegExpExecArray, request: RecordedRequest) => string]

const actionRules: Rule[] = [
  [
    /^GET .*\/collaborators\/([^/]+)\/permission$/,
    ([, login], { responseBody }) => `what may ${login}? ${fieldOf(responseBody, 'permission')}`,
  ],
  [
    /^POST .*\/reactions$/,
    (_match, { body }) => `${emojiOf(fieldOf(body, 'content'))} reaction on the comment`,
  ],
  [
    /^GET \/repos\/(.+)\/pulls\/(\d+)$/,
    ([, repository, number], { responseBody }) =>
      `${repository}#${number} is ${fieldOf(responseBody, 'state')}`,
  ],
  [
    /^GET \/repos\/(.+)\/pulls\/(\d+)\/files$/,
    ([, repository, number]) => `lists the files of ${repository}#${number}`,
  ],
  [/^POST .*\/issues\/\d+\/comments$/, () => 'the status comment is posted'],
  [/^PATCH .*\/issues\/comments\/\d+$/, () => 'the status comment is edited in place'],
]

const agentRules: Rule[] = [
  [
    /^POST .*\/git\/refs$/,
    (_match, { body }) => `branch ${fieldOf(body, 'ref').replace(/^refs\/heads\//, '')}`,
  ],
  [/^PUT .*\/contents\/(.+)$/, ([, path = '']) => `edits ${decodeURIComponent(path)} and commits`],
  [
    /^POST \/repos\/(.+)\/pulls$/,
    ([, repository], { responseBody }) =>
      `opens pull request ${repository}#${fieldOf(responseBody, 'number')}`,
  ],
]

const emojis: Record<string, string> = {
  eyes: '👀',
  rocket: '🚀',
  confused: '😕',
  '+1': '👍',
  '-1': '👎',
  heart: '❤️',
  laugh: '😄',
  hooray: '🎉',
}

/** The picture of a reaction: https://docs.github.com/rest/reactions/reactions */
export function emojiOf(content: string): string {
  return emojis[content] ?? content
}

function fieldOf(value: unknown, name: string): string {
  return isObject(value) ? String(value[name] ?? '') : ''
}
