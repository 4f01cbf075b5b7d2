import { randomUUID } from 'node:crypto'
import type { AgentPullRequest, AgentTask } from './agent.ts'
import type { Course, JobEnd, JobScenario, MessageScenario } from './scenarios.ts'
import { Turn } from './scenarios.ts'

export type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

/** The answer that shows the job. */
export interface JobRead {
  operation: 'create' | 'get' | 'message'
  /** How many get requests there were, this one included. */
  number: number
}

/** What the jobs need from around them. */
export interface JobSurroundings {
  now: () => number
  /** Whether jobs end by themselves; without, they end when they are read. */
  timers: boolean
  /** Where the docs live (https://www.mintlify.com/docs/api/agent/v2/create-agent-job, `source`). */
  source: () => { repository: string; ref: string | null }
  /** Has the agent do the work; gives nothing when it has no repository to work in. */
  writeDocumentation: (task: AgentTask) => Promise<AgentPullRequest | undefined>
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

/** What answers show for a while after a message, instead of the truth. */
interface StaleState {
  status: JobStatus
  prLink: string | null
  readsLeft: number
}

/** A job as the world sees it. `status` and `prLink` are the real ones, before `fields` and `answer` of the scenario. */
export class WorldJob {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  readonly scenario: JobScenario
  readonly createdAt: Date
  /** The prompts of the messages that it was sent, oldest first. */
  readonly messages: string[] = []
  status: JobStatus = 'active'
  prLink: string | null = null
  archivedAt: Date | null = null
  /** Number of get requests about it so far. */
  reads = 0
  /** What the agent left behind on GitHub. */
  pullRequest: AgentPullRequest | undefined
  /** Why the agent could not work on GitHub; the job has then failed. */
  agentFailure: Error | undefined
  readonly #surroundings: JobSurroundings
  readonly #source: { repository: string; ref: string | null }
  #turn: Turn
  #stale: StaleState | undefined
  /** Ends when the agent has put down what it was doing. */
  #atWork: Promise<unknown> = Promise.resolve()

  constructor(projectId: string, prompt: string, scenario: JobScenario, surroundings: JobSurroundings) {
    this.id = scenario.id ?? randomUUID()
    this.projectId = projectId
    this.prompt = prompt
    this.scenario = scenario
    this.#surroundings = surroundings
    this.#source = surroundings.source()
    this.createdAt = new Date(surroundings.now())
    this.#turn = this.#startTurn(1, prompt, scenario)
  }

  /** Ends the work under way (as its scenario says, or as asked), the agent's included. The work on a prompt ends only once. */
  finish(end?: JobEnd): Promise<void> {
    const turn = this.#turn
    const wanted = end ?? turn.course.endsAs ?? 'pull-request'
    return turn.endBy(() => this.#finish(turn, wanted === 'never' ? 'pull-request' : wanted))
  }

  /** Sets the agent to work again. What it is doing ends first, without a trace in the job's status. */
  receiveMessage(prompt: string, { staleReads = 0, ...course }: MessageScenario): void {
    const { status, prLink } = this
    this.stopTimer()
    this.messages.push(prompt)
    this.#stale = { status, prLink, readsLeft: staleReads }
    this.status = 'active'
    this.prLink = null
    this.agentFailure = undefined
    this.#turn = this.#startTurn(this.#turn.number + 1, prompt, { ...this.scenario, ...course })
  }

  /** The body of an answer about it; ends the work first when that is due. */
  async read(operation: JobRead['operation']): Promise<unknown> {
    if (operation === 'get') this.reads += 1
    const { status, prLink } = this.#readStale(operation) ?? (await this.#readCurrent(operation))
    const body: Record<string, unknown> = {
      id: this.id,
      status,
      source: this.#source,
      model: 'docs-writer-2',
      prLink,
      createdAt: this.createdAt.toISOString(),
      archivedAt: this.archivedAt?.toISOString() ?? null,
      ...this.scenario.fields,
    }
    const { answer } = this.scenario
    return answer === undefined ? body : answer(body, { operation, number: this.reads })
  }

  stopTimer(): void {
    this.#turn.stopTimer()
  }

  #startTurn(number: number, prompt: string, course: Course): Turn {
    const startedAt = this.#surroundings.now()
    const finish = this.#surroundings.timers ? () => void this.finish() : undefined
    return new Turn({ number, prompt, course, startedAt }, finish)
  }

  #readStale(operation: JobRead['operation']): StaleState | undefined {
    const stale = this.#stale
    if (stale === undefined || stale.readsLeft <= 0) return undefined
    if (operation === 'get') stale.readsLeft -= 1
    return stale
  }

  async #readCurrent(operation: JobRead['operation']): Promise<Pick<WorldJob, 'status' | 'prLink'>> {
    if (this.status === 'active' && this.#isDue(operation)) await this.finish()
    const hidesLink = this.status !== 'active' && operation === 'get' && this.#turn.isLinkLate()
    return { status: this.status, prLink: hidesLink ? null : this.prLink }
  }

  #isDue(operation: JobRead['operation']): boolean {
    if (operation === 'get') return this.#turn.isDue(this.#surroundings.now())
    return (
      operation === 'create' && this.scenario.terminalOnCreate === true && this.scenario.endsAs !== 'never'
    )
  }

  async #finish(turn: Turn, end: Exclude<JobEnd, 'never'>): Promise<void> {
    const { prLink: fixedLink } = turn.course
    const prLink = fixedLink !== undefined ? fixedLink : await this.#work(turn, end)
    if (turn !== this.#turn) return
    this.status = this.agentFailure ? 'failed' : statusAt(end)
    if (this.status === 'archived') this.archivedAt ??= new Date(this.#surroundings.now())
    this.prLink = prLink
  }

  async #work(turn: Turn, end: JobEnd): Promise<string | null> {
    if (end !== 'pull-request') return null
    const work = this.#atWork.then(() => this.#writeDocumentation(turn))
    this.#atWork = work
    return work
  }

  async #writeDocumentation(turn: Turn): Promise<string | null> {
    const { id, pullRequest } = this
    const { number, prompt } = turn
    try {
      const task = { jobId: id, turn: number, prompt, ...(pullRequest && { pullRequest }) }
      this.pullRequest = await this.#surroundings.writeDocumentation(task)
      return this.pullRequest?.url ?? `${this.#source.repository}/pull/${madeUpNumber(id)}`
    } catch (failure) {
      const error = failure instanceof Error ? failure : new Error(String(failure))
      if (turn === this.#turn) this.agentFailure = error
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
