import { abortLater } from '../runner/cancellation.ts'
import type { Clock } from '../runner/clock.ts'
import { createFetch, USER_AGENT } from '../runner/fetch.ts'
import { type Lifetime, Patience } from '../runner/patience.ts'
import { MINUTE_MS, SECOND_MS } from '../text/dates.ts'
import { redact } from '../text/secrets.ts'
import { explainFailure, explainResponse, explainUnreadable, type Operation } from './errors.ts'
import { type AgentJob, parseJob } from './job.ts'
import { parseViewsPage, type ViewsPage, type ViewsQuery } from './views.ts'

/** The documentation service, for one project and key. Every call throws an ActionError, or the signal's reason. */
export interface Service {
  /**
   * Creates a job (section 4.1). The request is repeated only if it certainly wasn't accepted; the error of one that
   * may have been accepted isn't `isRefused`.
   */
  createJob(prompt: string): Promise<AgentJob>
  /** Sends another prompt to a job, by the same rules. A service without messages returns 404 or 405. */
  sendMessage(id: string, prompt: string): Promise<AgentJob>
  /** Reads a job (section 4.2), in up to five tries, or once where a later look repeats it anyway. */
  getJob(id: string, options?: { once: boolean }): Promise<AgentJob>
  /** Reads one page of page views (section 4.3), in up to five tries. */
  getViews(query: ViewsQuery): Promise<ViewsPage>
}

export interface ServiceOptions {
  /** Its path is a prefix of all paths. */
  baseUrl: URL
  apiKey: string
  projectId: string
  clock: Clock
  lifetime: Lifetime
}

const TIME_LIMIT_MS = 30 * SECOND_MS
const SEND_TIME_LIMIT_MS = 2 * MINUTE_MS
/** A canceled run waits this long for the response to a prompt: only the response has the job's ID. */
const SEND_GRACE_MS = 2 * SECOND_MS
const PAUSES_MS = [SECOND_MS, 3 * SECOND_MS, 9 * SECOND_MS, 17 * SECOND_MS]

/** Connects to the service. No request is sent. */
export function connectService(options: ServiceOptions): Service {
  return new Client(options)
}

class Client implements Service {
  readonly #options: ServiceOptions
  readonly #fetch: ReturnType<typeof createFetch>
  readonly #patience: Patience

  constructor(options: ServiceOptions) {
    this.#options = options
    this.#fetch = createFetch(options.baseUrl.href)
    this.#patience = new Patience({ ...options, server: 'The service', pausesMs: PAUSES_MS })
  }

  async createJob(prompt: string): Promise<AgentJob> {
    const operation = { name: 'create an agent job', url: this.#locateJob(), sendsPrompt: true }
    return await this.#sendPrompt(operation, prompt, (job) => (job.id === '' ? 'a job without an ID' : job))
  }

  async sendMessage(id: string, prompt: string): Promise<AgentJob> {
    const operation = { name: 'send a message', url: this.#locateJob(id, 'message'), sendsPrompt: true }
    return await this.#sendPrompt(operation, prompt, (job) => job)
  }

  async getJob(id: string, { once } = { once: false }): Promise<AgentJob> {
    const operation = { name: 'get an agent job', url: this.#locateJob(id), sendsPrompt: false }
    return await this.#patience.send(() => this.#send(operation, undefined, parseJobOrSay), { isSafe: !once })
  }

  async getViews(query: ViewsQuery): Promise<ViewsPage> {
    const url = this.#locate('v1', 'analytics', this.#options.projectId, 'views')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    const operation = { name: 'get page views', url, sendsPrompt: false }
    return await this.#patience.send(() => this.#send(operation, undefined, parseViewsPage), { isSafe: true })
  }

  #locate(...segments: string[]): URL {
    const { origin, pathname } = this.#options.baseUrl
    return new URL([origin + pathname.replace(/\/+$/u, ''), ...segments.map(encodeURIComponent)].join('/'))
  }

  #locateJob(...segments: string[]): URL {
    return this.#locate('v2', 'agent', this.#options.projectId, 'job', ...segments)
  }

  async #sendPrompt(
    operation: Operation,
    prompt: string,
    check: (job: AgentJob) => AgentJob | string,
  ): Promise<AgentJob> {
    const parse = (value: unknown) => {
      const job = parseJobOrSay(value)
      return typeof job === 'string' ? job : check(job)
    }
    return await this.#patience.send(() => this.#send(operation, JSON.stringify({ prompt }), parse), { isSafe: false })
  }

  /** Sends a request once. @param parse returns, as a text, what is wrong with a response */
  async #send<Result extends object>(
    operation: Operation,
    body: string | undefined,
    parse: (value: unknown) => Result | string,
  ): Promise<Result> {
    const { apiKey, clock, lifetime } = this.#options
    const { signal } = lifetime
    signal.throwIfAborted()
    const { url, sendsPrompt } = operation
    const timeLimit = AbortSignal.timeout(sendsPrompt ? SEND_TIME_LIMIT_MS : TIME_LIMIT_MS)
    const response = await this.#fetch(url, {
      method: sendsPrompt ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'user-agent': USER_AGENT,
        accept: 'application/json',
        ...(sendsPrompt && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      // A redirect would send the prompt, or the key, to another host.
      redirect: 'manual',
      signal: AbortSignal.any([sendsPrompt ? abortLater(signal, SEND_GRACE_MS) : signal, timeLimit]),
    }).catch((cause: unknown) => {
      if (!sendsPrompt) signal.throwIfAborted()
      throw explainFailure(operation, cause)
    })
    const { status, headers } = response
    const received = { status, headers, body: await response.text() }
    if (!response.ok) throw explainResponse(operation, received, clock.now())
    const result = parse(parseJson(received.body))
    if (typeof result === 'string') throw explainUnreadable(operation, received, result)
    return result
  }
}

function parseJobOrSay(value: unknown): AgentJob | string {
  return parseJob(value) ?? 'something other than a job'
}

/** Parses JSON, without secrets, which may be escaped in it; undefined if it isn't JSON. */
function parseJson(text: string): unknown {
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? redact(value) : value)
  try {
    return text.includes('\\') ? JSON.parse(text, clean) : JSON.parse(text)
  } catch {
    return undefined
  }
}
