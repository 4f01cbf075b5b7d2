import { randomUUID } from 'node:crypto'

export type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

/** How a job ends; `never` keeps it active for good. */
export type JobEnd = 'pull-request' | 'no-pull-request' | 'failed' | 'archived' | 'never'

/** The course of a job, decided beforehand. Every field has a default. */
export interface JobScenario {
  /** Time from creation to the end, in milliseconds. Default 100. */
  durationMs?: number
  /** Ends at the read after this many reads found it active, whatever the time. Replaces `durationMs`. */
  activeReads?: number
  /** Default `pull-request`. */
  endsAs?: JobEnd
  /** The answer to the create request already shows the end. Default false. */
  terminalOnCreate?: boolean
  /** `prLink` stays null in this many reads that find the job terminal. Default 0. */
  prLinkAfterReads?: number
  /** Shown from the end on, instead of the agent's own link, however the job ends; the agent then does not work. */
  prLink?: string | null
  /** Instead of a made-up id. */
  id?: string
  /** Laid over every answer about this job; `undefined` removes a field. */
  fields?: Record<string, unknown>
  /** Last word on what is answered: gets the body (after `fields`), gives the one to send. */
  answer?: (body: Record<string, unknown>, read: JobRead) => unknown
}

export interface JobRead {
  operation: 'create' | 'get'
  /** 0 for the answer to create, then 1 for the first get. */
  number: number
}

/** What the agent left behind on GitHub. */
export interface AgentPullRequest {
  number: number
  url: string
  branch: string
  file: string
}

/** What the jobs need from around them. */
export interface JobSurroundings {
  now: () => number
  /** Whether jobs end by themselves; without, they end when they are read. */
  timers: boolean
  /** Where the docs live (interface section 2.2). */
  source: () => { repository: string; ref: string | null }
  /** Has the agent do the work; gives nothing when it has no repository to work in. */
  openPullRequest: (job: WorldJob) => Promise<AgentPullRequest | undefined>
}

/** All jobs, oldest first. */
export class JobStore {
  readonly jobs: WorldJob[] = []
  readonly #surroundings: JobSurroundings

  constructor(surroundings: JobSurroundings) {
    this.#surroundings = surroundings
  }

  create(projectId: string, prompt: string, scenario: JobScenario): WorldJob {
    const job = new WorldJob(projectId, prompt, scenario, this.#surroundings)
    this.jobs.push(job)
    return job
  }

  /** The newest job of that id, as scenarios may give an id twice. */
  find(projectId: string, id: string): WorldJob | undefined {
    return this.jobs.findLast((job) => job.projectId === projectId && job.id === id)
  }

  close(): void {
    for (const job of this.jobs) job.stopTimer()
  }
}

/** The longest delay that a timer takes; anything longer fires at once. */
const longestTimerMs = 2 ** 31 - 1

/** A job as the world sees it. `status` and `prLink` are the real ones, before `fields` and `answer` of the scenario. */
export class WorldJob {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  readonly scenario: JobScenario
  readonly createdAt: Date
  status: JobStatus = 'active'
  prLink: string | null = null
  archivedAt: Date | null = null
  /** Number of get requests about it so far. */
  reads = 0
  pullRequest: AgentPullRequest | undefined
  /** Why the agent could not work on GitHub; the job has then failed. */
  agentFailure: Error | undefined
  readonly #surroundings: JobSurroundings
  readonly #source: { repository: string; ref: string | null }
  readonly #timer: NodeJS.Timeout | undefined
  #ending: Promise<void> | undefined
  #terminalReads = 0

  constructor(projectId: string, prompt: string, scenario: JobScenario, surroundings: JobSurroundings) {
    this.id = scenario.id ?? randomUUID()
    this.projectId = projectId
    this.prompt = prompt
    this.scenario = scenario
    this.#surroundings = surroundings
    this.#source = surroundings.source()
    this.createdAt = new Date(surroundings.now())
    const durationMs = this.#durationMs()
    if (surroundings.timers && durationMs <= longestTimerMs) {
      this.#timer = setTimeout(() => void this.finish(), durationMs)
    }
  }

  /** Ends the job now (as its scenario says, or as asked), the agent's work included. A job ends only once. */
  finish(end: JobEnd = this.scenario.endsAs ?? 'pull-request'): Promise<void> {
    this.#ending ??= this.#finish(end === 'never' ? 'pull-request' : end)
    return this.#ending
  }

  /** Archives it now, whatever its state; a pull request stays linked. */
  archive(): void {
    this.stopTimer()
    this.#ending ??= Promise.resolve()
    this.status = 'archived'
    this.archivedAt = new Date(this.#surroundings.now())
  }

  /** The body of an answer about it; ends the job first when that is due. */
  async read(operation: JobRead['operation']): Promise<unknown> {
    if (operation === 'get') this.reads += 1
    if (this.#isDue(operation)) await this.finish()
    const hidesLink = this.status !== 'active' && operation === 'get' && this.#linkIsLate()
    const body: Record<string, unknown> = {
      id: this.id,
      status: this.status,
      source: this.#source,
      model: 'docs-writer-2',
      prLink: hidesLink ? null : this.prLink,
      createdAt: this.createdAt.toISOString(),
      archivedAt: this.archivedAt?.toISOString() ?? null,
      ...this.scenario.fields,
    }
    const { answer } = this.scenario
    return answer === undefined ? body : answer(body, { operation, number: this.reads })
  }

  stopTimer(): void {
    clearTimeout(this.#timer)
  }

  #durationMs(): number {
    const { activeReads, durationMs = 100, endsAs } = this.scenario
    return activeReads !== undefined || endsAs === 'never' ? Number.POSITIVE_INFINITY : durationMs
  }

  #isDue(operation: JobRead['operation']): boolean {
    if (this.status !== 'active' || this.scenario.endsAs === 'never') return false
    if (operation === 'create') return this.scenario.terminalOnCreate === true
    const { activeReads } = this.scenario
    if (activeReads !== undefined) return this.reads > activeReads
    return this.#surroundings.now() - this.createdAt.getTime() >= this.#durationMs()
  }

  #linkIsLate(): boolean {
    this.#terminalReads += 1
    return this.#terminalReads <= (this.scenario.prLinkAfterReads ?? 0)
  }

  async #finish(end: Exclude<JobEnd, 'never'>): Promise<void> {
    this.stopTimer()
    const prLink = this.scenario.prLink !== undefined ? this.scenario.prLink : await this.#work(end)
    // Somebody may have archived it while the agent was at work.
    if (this.status === 'active') this.status = this.agentFailure ? 'failed' : statusAt(end)
    if (this.status === 'archived') this.archivedAt ??= new Date(this.#surroundings.now())
    this.prLink = prLink
  }

  async #work(end: JobEnd): Promise<string | null> {
    if (end !== 'pull-request') return null
    try {
      this.pullRequest = await this.#surroundings.openPullRequest(this)
      return this.pullRequest?.url ?? `${this.#source.repository}/pull/${madeUpNumber(this.id)}`
    } catch (failure) {
      this.agentFailure = failure instanceof Error ? failure : new Error(String(failure))
      return null
    }
  }
}

function statusAt(end: Exclude<JobEnd, 'never'>): JobStatus {
  return end === 'failed' || end === 'archived' ? end : 'completed'
}

/** The same for the same job, so that a link stays the same. */
function madeUpNumber(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9000
  return sum + 1000
}
