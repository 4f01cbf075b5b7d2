import type { GitHubError } from '../../../src/github/errors.ts'
import { createGitHubRequest, type GitHubOptions } from '../../../src/github/octokit.ts'
import type { Query } from '../../../src/github/requests.ts'
import { createGate } from '../../../src/network/gate.ts'
import { createAllowance } from '../../../src/network/patience.ts'
import { readObject } from '../../../src/untrusted/json.ts'
import { fakeFetch } from '../docs-service/service-for-tests.ts'
import { createClock } from '../fake-clock.ts'

/** An answer of GitHub, or an error of the network. */
export type Answer = Error | (() => Response) | { status: number; body?: unknown; headers?: Record<string, string> }

/** When waits for a limit end. */
export const DEADLINE_MS = 600_000

/** A request function whose `fetch` returns these answers in turn, the last one forever. */
export function createRequest(answers: Answer[], options: Partial<GitHubOptions> = {}) {
  const clock = createClock()
  const { signal } = new AbortController()
  const allowance = createAllowance(clock, { deadline: () => DEADLINE_MS })
  const { fetch, calls } = fakeFetch(...answers.map(prepare))
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
  return { request, calls, pauses: clock.pauses, elapsedMs: clock.now }
}

function prepare(answer: Answer): Error | (() => Response) {
  if (answer instanceof Error || typeof answer === 'function') return answer
  const { status, body, headers } = answer
  const isPage = typeof body === 'string'
  const type = isPage ? 'text/html' : 'application/json'
  const text = isPage ? body : JSON.stringify(body)
  return () => new Response(text, { status, headers: { 'content-type': type, ...headers } })
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
  const { request, calls, pauses, elapsedMs } = createRequest(answers, options)
  const ending = await request(facts).then(
    (answer) => ({ answer, error: undefined }),
    (error: GitHubError) => ({ answer: undefined, error }),
  )
  const sent = calls.map(({ url, init: { method, headers, body } }) => ({
    method,
    url,
    headers: Object.fromEntries(new Headers(headers)),
    body: JSON.parse(body ?? 'null') as unknown,
  }))
  return { ...ending, sent, tries: sent.length, pauses, elapsedMs: elapsedMs() }
}
