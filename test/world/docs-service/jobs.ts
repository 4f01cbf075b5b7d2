import { randomUUID } from 'node:crypto'
import type { AgentPullRequest, AgentTask } from './agent.ts'
import type { Course, JobEnd, JobScenario } from './scenarios.ts'

type JobStatus = 'active' | 'completed' | 'archived' | 'failed'

/** What answers show of the work. */
interface Shown {
  status: JobStatus
  prLink: string | null
}

/** The answer that shows the job. */
export interface JobRead {
  operation: 'create' | 'get' | 'message'
  /** How many get requests there were, this one included. */
  number: number
}

/** What the jobs need from around them. */
export interface JobSurroundings {
  now: () => number
  /** Where the docs live (https://www.mintlify.com/docs/api/agent/v2/create-agent-job, `source`). */
  source: { repository: string; ref: string | null }
  /** Has the agent do the work; gives nothing when it has no repository to work in. */
  writeDocumentation: (task: AgentTask) => Promise<AgentPullRequest | undefined>
}

/** The work on one prompt: the job's own, or that of a message. It ends only once. */
interface Turn {
  /** 1 for the job's own prompt. */
  number: number
  prompt: string
  course: Course
  endsAt: number
  timer: NodeJS.Timeout | undefined
  ending?: Promise<void>
  activeReads: number
  terminalReads: number
}

/** A job as the world sees it. `status` and `prLink` are the real ones, before `fields` and `answer` of the scenario. */
export class WorldJob implements Shown {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  /** The prompts of the messages that it was sent, oldest first. */
  readonly messages: string[] = []
  status: JobStatus = 'active'
  prLink: string | null = null
  /** What the agent left behind on GitHub. */
  pullRequest: AgentPullRequest | undefined
  readonly #scenario: JobScenario
  readonly #surroundings: JobSurroundings
  readonly #createdAt: Date
  #archivedAt: string | null = null
  #reads = 0
  #turn: Turn
  /** Ends when the agent has put down what it was doing. */
  #atWork: Promise<unknown> = Promise.resolve()

  constructor(projectId: string, prompt: string, scenario: JobScenario, surroundings: JobSurroundings) {
    this.id = scenario.id ?? randomUUID()
    this.projectId = projectId
    this.prompt = prompt
    this.#scenario = scenario
    this.#surroundings = surroundings
    this.#createdAt = new Date(surroundings.now())
    this.#turn = this.#startTurn(1, prompt, scenario)
  }

  /** Ends the work under way (as its scenario says, or as asked), the agent's included. The work on a prompt ends only once. */
  finish(end?: JobEnd): Promise<void> {
    const turn = this.#turn
    const wanted = end ?? turn.course.endsAs ?? 'pull-request'
    this.stopTimer()
    turn.ending ??= this.#finish(turn, wanted === 'never' ? 'pull-request' : wanted)
    return turn.ending
  }

  /** Sets the agent to work again. What it is doing ends first, without a trace in the job's status. */
  receiveMessage(prompt: string, course: Course): void {
    this.stopTimer()
    this.messages.push(prompt)
    this.status = 'active'
    this.prLink = null
    this.#turn = this.#startTurn(this.#turn.number + 1, prompt, { ...this.#scenario, ...course })
  }

  /** The body of an answer about it; ends the work first when that is due. */
  async read(operation: JobRead['operation']): Promise<unknown> {
    if (operation === 'get') this.#reads += 1
    if (this.status === 'active' && this.#isDue(operation)) await this.finish()
    const { fields, answer } = this.#scenario
    const body: Record<string, unknown> = {
      id: this.id,
      status: this.status,
      source: this.#surroundings.source,
      model: 'docs-writer-2',
      prLink: this.#isLinkLate(operation) ? null : this.prLink,
      createdAt: this.#createdAt.toISOString(),
      archivedAt: this.#archivedAt,
      ...fields,
    }
    return answer === undefined ? body : answer(body, { operation, number: this.#reads })
  }

  stopTimer(): void {
    clearTimeout(this.#turn.timer)
  }

  #startTurn(number: number, prompt: string, course: Course): Turn {
    const { activeReads, durationMs = 100, endsAs } = course
    const hasTime = activeReads === undefined && endsAs !== 'never'
    // In the machine's time. Where a world's time passes faster, a read finds that the work is over.
    const timer = hasTime && durationMs <= longestTimerMs && setTimeout(() => this.finish(), durationMs)
    const endsAt = hasTime ? this.#surroundings.now() + durationMs : Number.POSITIVE_INFINITY
    return { number, prompt, course, endsAt, timer: timer || undefined, activeReads: 0, terminalReads: 0 }
  }

  /** Whether a request finds that it is time to end; counts those that read. */
  #isDue(operation: JobRead['operation']): boolean {
    const { terminalOnCreate, endsAs } = this.#scenario
    const turn = this.#turn
    if (operation === 'create') return terminalOnCreate === true && endsAs !== 'never'
    if (operation === 'message' || turn.course.endsAs === 'never') return false
    turn.activeReads += 1
    const { activeReads = Number.POSITIVE_INFINITY } = turn.course
    return turn.activeReads > activeReads || this.#surroundings.now() >= turn.endsAt
  }

  /** Whether a read is one of those that find the work over, but no link yet; counts them. */
  #isLinkLate(operation: JobRead['operation']): boolean {
    const turn = this.#turn
    if (this.status === 'active' || operation !== 'get') return false
    turn.terminalReads += 1
    return turn.terminalReads <= (turn.course.prLinkAfterReads ?? 0)
  }

  async #finish(turn: Turn, end: Exclude<JobEnd, 'never'>): Promise<void> {
    const { status, prLink } = await this.#conclude(turn, end)
    if (turn !== this.#turn) return
    this.status = status
    this.prLink = prLink
    if (status === 'archived') this.#archivedAt ??= new Date(this.#surroundings.now()).toISOString()
  }

  async #conclude(turn: Turn, end: Exclude<JobEnd, 'never'>): Promise<Shown> {
    const status = end === 'failed' || end === 'archived' ? end : 'completed'
    const { prLink } = turn.course
    if (prLink !== undefined || end !== 'pull-request') return { status, prLink: prLink ?? null }
    const work = this.#atWork.then(() => this.#writeDocumentation(turn))
    this.#atWork = work.catch(() => undefined)
    return work.then(
      (link) => ({ status, prLink: link }),
      () => ({ status: 'failed', prLink: null }),
    )
  }

  /** Gives the link to what the agent has written. */
  async #writeDocumentation({ number, prompt }: Turn): Promise<string> {
    const { id, pullRequest } = this
    const task = { jobId: id, turn: number, prompt, ...(pullRequest && { pullRequest }) }
    this.pullRequest = await this.#surroundings.writeDocumentation(task)
    return this.pullRequest?.url ?? `${this.#surroundings.source.repository}/pull/1`
  }
}

/** The longest delay that a timer takes; anything longer fires at once. */
const longestTimerMs = 2 ** 31 - 1
