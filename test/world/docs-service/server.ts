import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseJson } from '../github/api-message.ts'
import type { AgentGithub } from './agent.ts'
import { applyFault, Faults, isHandled, sendAnswer } from './faults.ts'
import { WorldJob } from './jobs.ts'
import { handleRequest, type Scope } from './operations.ts'
import { type PageViews, servePageViews } from './page-views.ts'
import { describeRequest, matchesRequest, type RequestMatch, type RequestRecord } from './request-log.ts'
import type { Course, JobScenario } from './scenarios.ts'

export interface DocsServiceWorldOptions {
  /** Default `mint_test_0123456789abcdef`, with both scopes. */
  apiKey?: string
  /** Further keys and what they may. Any other key is refused with 401, as an assistant's (`mint_dsc_…`) is. */
  keys?: { key: string; scopes: Scope[] }[]
  /** Projects that exist besides `docs-project`. */
  projects?: string[]
  /** Course of every job that `nextJob` says nothing about. */
  scenario?: JobScenario
  github: AgentGithub
  /** Default: one page. */
  pageViews?: PageViews
  now?: () => number
  /** Default: any free one. */
  port?: number
}

type RequestHook = (request: RequestRecord) => void | Promise<void>

/**
 * Starts the documentation service of the test world on loopback: the whole of the service's interface, with an agent that
 * really opens pull requests, faults on demand, and a log of requests. It has no limits on rates and sizes: faults do.
 */
export async function startDocsService(options: DocsServiceWorldOptions): Promise<DocsServiceWorld> {
  const service = new DocsServiceWorld(options)
  await service.listen(options.port)
  return service
}

export class DocsServiceWorld {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url = ''
  readonly apiKey: string
  readonly keys: { key: string; scopes: Scope[] }[]
  readonly projectId = 'docs-project'
  readonly projects: readonly string[]
  readonly pageViews: PageViews
  readonly faults = new Faults()
  /** In order of arrival. */
  readonly requests: RequestRecord[] = []
  readonly jobs: WorldJob[] = []
  /** Called when a request has arrived, before anything is done about it; the service waits for it. */
  onRequest: RequestHook | undefined
  /** Called when an answer has been sent completely. */
  onAnswer: RequestHook | undefined
  readonly #options: DocsServiceWorldOptions
  readonly #jobCourses: JobScenario[] = []
  readonly #messageCourses: Course[] = []
  // As long as the test likes: nothing is closed for being idle or slow.
  readonly #server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      // A client that is gone, or a service that closes, is part of many tests; anything else is a mistake in one.
      if (this.#server.listening && !request.errored) console.error('The documentation service failed:', error)
      response.destroy()
    })
  })

  constructor(options: DocsServiceWorldOptions) {
    const { apiKey = 'mint_test_0123456789abcdef', keys = [], projects = [], pageViews } = options
    this.#options = options
    this.apiKey = apiKey
    this.keys = [{ key: apiKey, scopes: ['read', 'write'] }, ...keys]
    this.projects = [this.projectId, ...projects]
    this.pageViews = pageViews ?? servePageViews([{ path: '/', human: 2, ai: 1, total: 3 }])
  }

  nextJob(scenario: JobScenario): void {
    this.#jobCourses.push(scenario)
  }

  /** What the next message to any job sets off; several calls queue up. */
  nextMessage(course: Course): void {
    this.#messageCourses.push(course)
  }

  get inFlight(): number {
    return this.requests.filter(({ ended }) => ended === undefined).length
  }

  requestsTo(match: RequestMatch): RequestRecord[] {
    return this.requests.filter((record) => matchesRequest(match, record))
  }

  /** Resolves when a matching request has arrived; past ones count. */
  async waitForRequests(match: RequestMatch): Promise<void> {
    while (this.requestsTo(match).length === 0) await once(this.#server, 'request')
  }

  createJob(projectId: string, prompt: string): WorldJob {
    const { scenario, now = Date.now, github } = this.#options
    const job = new WorldJob(projectId, prompt, { ...scenario, ...this.#jobCourses.shift() }, { now, github })
    this.jobs.push(job)
    return job
  }

  sendMessage(job: WorldJob, prompt: string): Promise<void> {
    return job.receiveMessage(prompt, this.#messageCourses.shift() ?? {})
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Ends at once, whatever is still open. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = describeRequest(request, (this.#options.now ?? Date.now)())
    this.requests.push(record)
    const end = () => {
      if (response.headersSent) record.status = response.statusCode
      record.ended = true
    }
    response.once('close', end).once('finish', end)
    response.once('finish', () => this.onAnswer?.(record))
    const body = await text(request)
    if (body !== '') record.body = parseJson(body)
    await this.onRequest?.(record)
    const fault = this.faults.take(record)
    const nothing = { status: 200, headers: {}, body: '' }
    const answer = fault === undefined || isHandled(fault) ? await handleRequest(this, record) : nothing
    if (fault === undefined) sendAnswer(response, answer)
    else applyFault(fault.respond, answer, response)
  }
}
