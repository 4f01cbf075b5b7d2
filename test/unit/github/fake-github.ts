import type { GitHubError } from '../../../src/github/errors.ts'
import { createGitHubRequest, type GitHubOptions } from '../../../src/github/octokit.ts'
import type { Query } from '../../../src/github/requests.ts'
import { createGate } from '../../../src/network/gate.ts'
import { createAllowance } from '../../../src/network/patience.ts'
import { readObject } from '../../../src/untrusted/json.ts'
import { createClock } from '../fake-clock.ts'

/** A request on the wire. */
interface SentRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

/** An answer of GitHub, or an error of the network. */
export type Answer = Error | (() => Response) | { status: number; body?: unknown; headers?: Record<string, string> }

/** When waits for a limit end. */
export const DEADLINE_MS = 600_000

/** A request function whose `fetch` returns these answers in turn, the last one forever. */
export function createRequest(answers: Answer[], options: Partial<GitHubOptions> = {}) {
  const clock = createClock()
  const { signal } = new AbortController()
  const allowance = createAllowance(clock, { deadline: () => DEADLINE_MS })
  const sent: SentRequest[] = []
  const fetch: GitHubOptions['fetch'] = async (input, init) => {
    sent.push({
      method: init.method,
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer === undefined || answer instanceof Error) throw answer
    if (typeof answer === 'function') return answer()
    const { status, body, headers } = answer
    const isEmpty = status === 204 || status === 304 || body === undefined
    return new Response(isEmpty ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    })
  }
  const request = createGitHubRequest({
    token: 'ghs_token',
    redact: (text) => text.replaceAll('ghs_token', '***'),
    apiUrl: 'https://github.example/api/v3',
    fetch,
    clock,
    random: () => 0,
    gate: createGate(clock),
    graphqlGate: createGate(clock),
    signals: [signal, signal],
    allowance: () => allowance,
    ...options,
  })
  return { request, sent, pauses: clock.pauses, elapsedMs: clock.now }
}

export const READ: Query<unknown> = {
  operation: 'read comment 1 in acme/app',
  permissions: ['issues: read'],
  route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  parameters: { owner: 'acme', repo: 'app', issue_number: 1, body: 'Hello' },
  parse: readObject,
}

export const WRITE: Query<unknown> = {
  ...READ,
  operation: 'comment on #1 in acme/app',
  permissions: ['issues: write'],
  isRepeatable: false,
}

/** The result of one request, by default a new comment, with these answers in turn. */
export async function send(answers: Answer[], facts = WRITE, options: Partial<GitHubOptions> = {}) {
  const { request, sent, pauses, elapsedMs } = createRequest(answers, options)
  const ending = await request(facts).then(
    (answer) => ({ answer, error: undefined }),
    (error: GitHubError) => ({ answer: undefined, error }),
  )
  return { ...ending, sent, tries: sent.length, pauses, elapsedMs: elapsedMs() }
}

/** The error of `fetch` for an error of the network. */
export const networkError = (code: string) => Object.assign(new Error(code), { code })
