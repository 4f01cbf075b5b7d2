import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseJson } from '../github/api-message.ts'
import { type AgentGithub, repositoryUrl, writeDocumentation } from './agent.ts'
import { sendAnswer } from './answer.ts'
import { applyFault, type FaultExchange, Faults, unhandledAnswer } from './faults.ts'
import { type JobSurroundings, WorldJob } from './jobs.ts'
import { type DocsServiceState, handleRequest, type Scope } from './operations.ts'
import { createPageViews, type PageViews } from './page-views.ts'
import { RequestLog, type RequestMatch, type RequestRecord } from './request-log.ts'
import type { Course, JobScenario } from './scenarios.ts'

export interface DocsServiceWorldOptions {
  /** Default `mint_test_0123456789abcdef`, with both scopes. */
  apiKey?: string
  /** Further keys and what they may. Any other key is refused with 401, as an assistant's (`mint_dsc_…`) is. */
  keys?: { key: string; scopes: Scope[] }[]
  /** Default `docs-project`. */
  projectId?: string
  /** Further projects that exist. */
  projects?: string[]
  /** Course of every job that `nextJob` says nothing about. */
  scenario?: JobScenario
  /** Course of every message that `nextMessage` says nothing about. */
  messageScenario?: Course
  /** Where the agent opens its pull requests. Without it, links are made up. */
  github?: AgentGithub
  /** Default: 4000 pages over 90 days. */
  pageViews?: PageViews
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** Called when a request has arrived, before anything is done about it; the service waits for it. */
  onRequest?: RequestHook
  /** Called when an answer has been sent completely. */
  onAnswer?: RequestHook
  /** Default 0: any free one. */
  port?: number
}

type RequestHook = (request: RequestRecord) => void | Promise<void>

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
  nextMessage(course: Course): void
  /** Those of `requests` that match. */
  requestsTo(match: RequestMatch): RequestRecord[]
  /** Resolves when the `count`th matching request has arrived (default the first; past ones count). */
  waitForRequests(match: RequestMatch, count?: number): Promise<RequestRecord>
  /** Both hooks may be set later, too. */
  onRequest: RequestHook | undefined
  onAnswer: RequestHook | undefined
  close(): Promise<void>
}

/**
 * Starts the docs service of the test world on loopback: the whole of the service's interface, with an agent that
 * really opens pull requests, faults on demand, and a log of requests. It has no limits on rates and sizes: faults do.
 */
export async function startDocsService(options: DocsServiceWorldOptions = {}): Promise<DocsServiceWorld> {
  const { apiKey = 'mint_test_0123456789abcdef', projectId = 'docs-project', now = Date.now } = options
  const { github, keys = [], projects = [] } = options
  const closing = new AbortController()
  const log = new RequestLog()
  const jobs: WorldJob[] = []
  const jobCourses: JobScenario[] = []
  const messageCourses: Course[] = []
  const surroundings: JobSurroundings = {
    now,
    source: { repository: github ? repositoryUrl(github) : 'https://github.com/acme/docs', ref: 'main' },
    writeDocumentation: async (task) => github && (await writeDocumentation(github, task, closing.signal)),
  }
  let { pageViews } = options
  const state: DocsServiceState = {
    keys: new Map(
      [{ key: apiKey, scopes: ['read', 'write'] as const }, ...keys].map(({ key, scopes }) => [key, scopes]),
    ),
    projects: [projectId, ...projects],
    jobs,
    createJob(project, prompt) {
      const job = new WorldJob(project, prompt, { ...options.scenario, ...jobCourses.shift() }, surroundings)
      jobs.push(job)
      return job
    },
    sendMessage: (job, prompt) =>
      job.receiveMessage(prompt, { ...options.messageScenario, ...messageCourses.shift() }),
    pageViews() {
      // Most tests never ask for them: they need not wait for them to be made up.
      pageViews ??= createPageViews()
      return pageViews
    },
  }
  const server = createServer((request, response) => {
    const record = log.begin(request, response, now())
    const reportFailure = (failure: unknown): void => {
      // A client that is gone, or a service that closes, is part of many tests; anything else is a mistake in one.
      if (closing.signal.aborted || request.errored) return
      console.error('The docs service of the test world failed:', failure)
      response.destroy()
    }
    const tell = async (): Promise<void> => await world.onAnswer?.(record)
    response.once('finish', () => {
      record.status = response.statusCode
      tell().catch(reportFailure)
    })
    serve(world, state, record, { request, response, signal: closing.signal }).catch(reportFailure)
  })
  // As long as the test likes: nothing is closed for being idle or slow.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')

  const close = async (): Promise<void> => {
    closing.abort()
    for (const job of jobs) job.stopTimer()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  const world: DocsServiceWorld = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    projectId,
    jobs,
    requests: log.records,
    get maxInFlight() {
      return log.maxInFlight
    },
    get inFlight() {
      return log.inFlight
    },
    faults: new Faults(),
    nextJob: (scenario) => void jobCourses.push(scenario),
    nextMessage: (course) => void messageCourses.push(course),
    requestsTo: (match) => log.find(match),
    waitForRequests: (match, count = 1) => log.waitFor(match, count),
    onRequest: options.onRequest,
    onAnswer: options.onAnswer,
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
  const body = await text(exchange.request)
  if (body !== '') record.body = parseJson(body)
  await world.onRequest?.(record)
  const fault = world.faults.take(record)
  if (fault === undefined) return sendAnswer(exchange.response, await handleRequest(state, record))
  const answer = fault.isHandled ? await handleRequest(state, record) : unhandledAnswer
  await applyFault(fault.respond, exchange, answer)
}
