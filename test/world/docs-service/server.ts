import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseJson } from '../github/api-message.ts'
import { type AgentGithub, writeDocumentation } from './agent.ts'
import { applyFault, Faults, isHandled, sendAnswer, unhandledAnswer } from './faults.ts'
import { type JobSurroundings, WorldJob } from './jobs.ts'
import { handleRequest, type Scope } from './operations.ts'
import { createPageViews, type PageViews } from './page-views.ts'
import { RequestLog, type RequestRecord } from './request-log.ts'
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
  /** Where the agent opens its pull requests. Without it, links are made up. */
  github?: AgentGithub
  /** Default: 4000 pages over 120 days. */
  pageViews?: PageViews
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** Default 0: any free one. */
  port?: number
}

type RequestHook = (request: RequestRecord) => void | Promise<void>

/**
 * Starts the docs service of the test world on loopback: the whole of the service's interface, with an agent that
 * really opens pull requests, faults on demand, and a log of requests. It has no limits on rates and sizes: faults do.
 */
export async function startDocsService(options: DocsServiceWorldOptions = {}): Promise<DocsServiceWorld> {
  const service = new DocsServiceWorld(options)
  await service.listen()
  return service
}

/** A docs service. Ends at once with `await using`, whatever is still open. */
export class DocsServiceWorld extends RequestLog implements AsyncDisposable {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url = ''
  readonly apiKey: string
  readonly keys: { key: string; scopes: Scope[] }[]
  readonly projectId = 'docs-project'
  readonly projects: readonly string[]
  readonly faults = new Faults()
  /** All jobs, oldest first. */
  readonly jobs: WorldJob[] = []
  /** Called when a request has arrived, before anything is done about it; the service waits for it. */
  onRequest: RequestHook | undefined
  /** Called when an answer has been sent completely. */
  onAnswer: RequestHook | undefined
  readonly #options: DocsServiceWorldOptions
  readonly #surroundings: JobSurroundings
  readonly #jobCourses: JobScenario[] = []
  readonly #messageCourses: Course[] = []
  // As long as the test likes: nothing is closed for being idle or slow.
  readonly #server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) =>
    this.#receive(request, response),
  )
  #pageViews: PageViews | undefined

  constructor(options: DocsServiceWorldOptions) {
    super()
    const { apiKey = 'mint_test_0123456789abcdef', keys = [], projects = [], github, now = Date.now } = options
    this.#options = options
    this.apiKey = apiKey
    this.keys = [{ key: apiKey, scopes: ['read', 'write'] }, ...keys]
    this.projects = [this.projectId, ...projects]
    const repository = `${github?.serverUrl ?? 'https://github.com'}/acme/docs`
    this.#surroundings = {
      now,
      source: { repository, ref: 'main' },
      writeDocumentation: async (job, prompt) => github && writeDocumentation(github, job, prompt),
    }
  }

  get pageViews(): PageViews {
    // Most tests never ask for them: they need not wait for them to be made up.
    this.#pageViews ??= this.#options.pageViews ?? createPageViews()
    return this.#pageViews
  }

  /** Course of the next job to be created; several calls queue up. */
  nextJob(scenario: JobScenario): void {
    this.#jobCourses.push(scenario)
  }

  /** What the next message to any job sets off; several calls queue up. */
  nextMessage(course: Course): void {
    this.#messageCourses.push(course)
  }

  createJob(projectId: string, prompt: string): WorldJob {
    const scenario = { ...this.#options.scenario, ...this.#jobCourses.shift() }
    const job = new WorldJob(projectId, prompt, scenario, this.#surroundings)
    this.jobs.push(job)
    return job
  }

  sendMessage(job: WorldJob, prompt: string): Promise<void> {
    return job.receiveMessage(prompt, this.#messageCourses.shift() ?? {})
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#options.port ?? 0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  readonly [Symbol.asyncDispose] = (): Promise<void> => this.close()

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const record = this.enterRequest(request, response, this.#surroundings.now())
    const reportFailure = (failure: unknown): void => {
      // A client that is gone, or a service that closes, is part of many tests; anything else is a mistake in one.
      if (!this.#server.listening || request.errored) return
      console.error('The docs service of the test world failed:', failure)
      response.destroy()
    }
    response.once('finish', async () => {
      record.status = response.statusCode
      await Promise.resolve(this.onAnswer?.(record)).catch(reportFailure)
    })
    this.#serve(record, request, response).catch(reportFailure)
  }

  async #serve(record: RequestRecord, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (body !== '') record.body = parseJson(body)
    await this.onRequest?.(record)
    const fault = this.faults.take(record)
    if (fault === undefined) return sendAnswer(response, await handleRequest(this, record))
    const answer = isHandled(fault) ? await handleRequest(this, record) : unhandledAnswer
    applyFault(fault.respond, answer, response)
  }
}
