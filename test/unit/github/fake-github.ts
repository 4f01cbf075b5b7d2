import { createGitHubRequest, type GitHubOptions, type RequestFacts } from '../../../src/github/octokit.ts'

/** A request as it left. */
export interface SentRequest {
  method: string
  url: URL
  headers: Headers
  body: unknown
  redirect: string | undefined
}

/** An answer of GitHub's, or what the network throws. */
export type Answer = Error | { status: number; body?: unknown; headers?: Record<string, string> }

/**
 * A request function whose `fetch` gives these answers in turn, the last one for ever, and whose clock is moved by
 * nothing but its own sleeps.
 */
export function createRequest(answers: Answer[], options: Partial<GitHubOptions> = {}) {
  let nowMs = 0
  const sent: SentRequest[] = []
  const pauses: number[] = []
  const fetch: GitHubOptions['fetch'] = async (input, init) => {
    sent.push({
      method: init.method,
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      redirect: init.redirect,
    })
    const answer = answers[Math.min(sent.length, answers.length) - 1]
    if (answer === undefined || answer instanceof Error) throw answer
    const { status, body, headers } = answer
    const isEmpty = status === 204 || status === 304 || body === undefined
    return new Response(isEmpty ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', ...headers },
    })
  }
  const request = createGitHubRequest({
    token: 'ghs_token',
    apiUrl: 'https://github.example/api/v3',
    userAgent: 'docs-agent-action/test',
    fetch,
    clock: {
      now: () => nowMs,
      wallClock: () => 1_000_000 + nowMs,
      async sleep(ms, signal) {
        signal?.throwIfAborted()
        pauses.push(ms)
        nowMs += ms
      },
    },
    random: () => 0,
    signal: new AbortController().signal,
    ...options,
  })
  return { request, sent, pauses, elapsedMs: () => nowMs }
}

export const READ: RequestFacts = {
  operation: 'read comment 1 of acme/app',
  permissions: ['issues: read'],
  isRepeatable: true,
}

export const WRITE: RequestFacts = {
  operation: 'comment on #1 of acme/app',
  permissions: ['issues: write'],
  isRepeatable: false,
}

/** What `fetch` throws when the network does. */
export function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
}
