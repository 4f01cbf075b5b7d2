import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentGithub, repositoryUrl, writeDocumentation } from './agent.ts'
import { RateLimiter, sendAnswer } from './answer.ts'
import { applyFault, type FaultExchange, Faults } from './faults.ts'
import { JobStore, type WorldJob } from './jobs.ts'
import { type DocsServiceState, handleRequest, type Scope } from './operations.ts'
import { createPageViews, type PageViews } from './page-views.ts'
import { RequestLog, type RequestMatch, type RequestRecord } from './request-log.ts'
import type { JobScenario, MessageScenario } from './scenarios.ts'

export interface DocsServiceWorldOptions {
  /** Default `mint_test_0123456789abcdef`, with both scopes. */
  apiKey?: string
  /** Further keys and what they may. Any other key is refused with 401, as an assistant's (`mint_dsc_…`) is. */
  keys?: { key: string; scopes: Scope[] }[]
  /** Default `docs-project`. */
  projectId?: string
  /** Further projects that exist. */
  projects?: string[]
  /** Longer prompts are answered 413, in characters. Default: no limit. */
  longestPrompt?: number
  /** What page views answer for a project that isn't there. Default 404. */
  unknownProjectStatus?: 400 | 404
  /** Course of every job that `nextJob` says nothing about. */
  scenario?: JobScenario
  /** Course of every message that `nextMessage` says nothing about. */
  messageScenario?: MessageScenario
  /** Where the agent opens its pull requests. Without it, links are made up. */
  github?: AgentGithub
  /** Default: 4000 pages over 90 days. */
  pageViews?: PageViews
  rateLimits?: RateLimits
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** Whether jobs end by themselves, and not when they are read. Default: only without `now`. */
  timers?: boolean
  /** Called when a request has arrived, before anything is done about it; the service waits for it. */
  onRequest?: RequestHook
  /** Called when an answer has been sent completely. */
  onAnswer?: RequestHook
  /** Default 0: any free one. */
  port?: number
}

type RequestHook = (request: RequestRecord) => void | Promise<void>

interface RateLimits {
  /** Create requests per project and hour. Default 100. */
  createPerHour?: number
  /** Messages per project and hour. Default 100. */
  messagesPerHour?: number
  /** Analytics requests per hour, all projects together. Default 100. */
  analyticsPerHour?: number
  /** Says when to come back. Default: not said, as the real service. */
  retryAfter?: 'seconds' | 'date'
}

/** A running docs service. Ends at once with `await using`, whatever is still open. */
export interface DocsServiceWorld extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string
  readonly apiKey: string
  readonly projectId: string
  /** All jobs, oldest first. */
  readonly jobs: readonly WorldJob[]
  /** All requests, in order of arrival. */
  readonly requests: readonly RequestRecord[]
  /** The most requests in flight at one time. Answers come so fast that only a fault with latency makes them overlap. */
  readonly maxInFlight: number
  /** Requests in flight now. */
  readonly inFlight: number
  readonly faults: Faults
  /** Course of the next job to be created; several calls queue up. */
  nextJob(scenario: JobScenario): void
  /** What the next message to any job sets off; several calls queue up. */
  nextMessage(scenario: MessageScenario): void
  /** Those of `requests` that match. */
  requestsTo(match: RequestMatch): RequestRecord[]
  /** Resolves when the `count`th matching request has arrived (default the first; past ones count). */
  waitForRequests(match: RequestMatch, count?: number): Promise<RequestRecord>
  /** Both hooks may be set later, too. */
  onRequest: RequestHook | undefined
  onAnswer: RequestHook | undefined
  /** Where the agent works from now on. */
  github: AgentGithub | undefined
  close(): Promise<void>
}

/**
 * Starts the docs service of the test world on loopback: the whole of the service's interface, with an agent that
 * really opens pull requests, faults on demand, and a log of requests.
 */
export async function startDocsService(options: DocsServiceWorldOptions = {}): Promise<DocsServiceWorld> {
  const { apiKey = 'mint_test_0123456789abcdef', projectId = 'docs-project', now = Date.now } = options
  const { rateLimits: limits = {} } = options
  const closing = new AbortController()
  const log = new RequestLog()
  const scenarios: JobScenario[] = []
  const messageScenarios: MessageScenario[] = []
  const jobs = new JobStore({
    now,
    timers: options.timers ?? options.now === undefined,
    source: () => sourceOf(world.github),
    writeDocumentation: async (task) =>
      world.github && (await writeDocumentation(world.github, task, closing.signal)),
  })
  const state: DocsServiceState = {
    longestPrompt: options.longestPrompt ?? Number.POSITIVE_INFINITY,
    unknownProjectStatus: options.unknownProjectStatus ?? 404,
    keys: new Map([
      [apiKey, new Set<Scope>(['read', 'write'])],
      ...(options.keys ?? []).map(({ key, scopes }): [string, Set<Scope>] => [key, new Set(scopes)]),
    ]),
    projects: new Set([projectId, ...(options.projects ?? [])]),
    jobs,
    takeScenario: () => ({ ...options.scenario, ...scenarios.shift() }),
    takeMessageScenario: () => ({ ...options.messageScenario, ...messageScenarios.shift() }),
    pageViews: options.pageViews ?? createPageViewsWhenAsked(),
    createLimiter: new RateLimiter(limits.createPerHour ?? 100, limits.retryAfter),
    messageLimiter: new RateLimiter(limits.messagesPerHour ?? 100, limits.retryAfter),
    analyticsLimiter: new RateLimiter(limits.analyticsPerHour ?? 100, limits.retryAfter),
  }
  const server = createServer((request, response) => {
    const record = log.begin(request, response, now())
    const exchange = { request, response, signal: closing.signal }
    const reportFailure = (failure: unknown): void => {
      // A client that is gone, or a service that closes, is part of many tests; anything else is a mistake in one.
      if (closing.signal.aborted || request.errored) return
      console.error('The docs service of the test world failed:', failure)
      response.destroy()
    }
    response.once('finish', () => {
      record.status = response.statusCode
      void callHook(world.onAnswer, record).catch(reportFailure)
    })
    serve(world, state, record, exchange).catch(reportFailure)
  })
  // As long as the test likes: nothing is closed for being idle or slow.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })

  const close = async (): Promise<void> => {
    closing.abort()
    jobs.close()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  const world: DocsServiceWorld = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    projectId,
    jobs: jobs.jobs,
    requests: log.records,
    get maxInFlight() {
      return log.maxInFlight
    },
    get inFlight() {
      return log.inFlight
    },
    faults: new Faults(),
    nextJob: (scenario) => void scenarios.push(scenario),
    nextMessage: (scenario) => void messageScenarios.push(scenario),
    requestsTo: (match) => log.find(match),
    waitForRequests: (match, count = 1) => log.waitFor(match, count),
    onRequest: options.onRequest,
    onAnswer: options.onAnswer,
    github: options.github,
    close,
    [Symbol.asyncDispose]: close,
  }
  return world
}

async function serve(
  world: DocsServiceWorld,
  state: DocsServiceState,
  record: RequestRecord,
  exchange: FaultExchange,
): Promise<void> {
  const { request, response } = exchange
  await readBody(request, record)
  await callHook(world.onRequest, record)
  const fault = world.faults.take(record)
  if (fault?.when === 'before handling' && !(await applyFault(fault.respond, exchange))) return
  const answer = await handleRequest(state, record)
  if (fault?.when === 'after handling' && !(await applyFault(fault.respond, exchange, answer))) return
  sendAnswer(response, answer)
}

async function callHook(hook: RequestHook | undefined, record: RequestRecord): Promise<void> {
  await hook?.(record)
}

/** Bodies larger than this are no prompt. */
const largestBody = 16 * 1024 * 1024

async function readBody(request: IncomingMessage, record: RequestRecord): Promise<void> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size <= largestBody) chunks.push(chunk)
  }
  if (size === 0) return
  record.bodyText = Buffer.concat(chunks).toString('utf8')
  try {
    record.body = JSON.parse(record.bodyText)
  } catch {
    // Stays undefined: the operation says that it is no JSON.
  }
}

function sourceOf(github: AgentGithub | undefined): { repository: string; ref: string } {
  return github === undefined
    ? { repository: 'https://github.com/acme/docs', ref: 'main' }
    : { repository: repositoryUrl(github), ref: github.base ?? 'main' }
}

/** Most tests never ask for page views: they need not wait for them to be made up. */
function createPageViewsWhenAsked(): PageViews {
  let pageViews: PageViews | undefined
  return {
    select(range) {
      pageViews ??= createPageViews()
      return pageViews.select(range)
    },
  }
}
