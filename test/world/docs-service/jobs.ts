import { randomUUID } from 'node:crypto'
import { type AgentGithub, type AgentPullRequest, writeDocumentation } from './agent.ts'
import type { JobEnd, JobScenario } from './scenarios.ts'

export interface JobSurroundings {
  now: () => number
  github: AgentGithub
}

/** The work on one prompt: the job's own, or that of a message. It ends only once. */
interface Turn {
  prompt: string
  course: JobScenario
  endsAt: number
  reads: number
  ending?: Promise<void>
}

/**
 * A job as the world sees it. `status` and `prLink` are the real ones, before `fields` of the scenario. Work whose time is
 * over ends when it is read.
 */
export class WorldJob {
  readonly id: string
  readonly projectId: string
  readonly prompt: string
  /** The prompts of the messages that it was sent, oldest first. */
  readonly messages: string[] = []
  status: 'active' | 'completed' | 'archived' | 'failed' = 'active'
  prLink: string | null = null
  pullRequest: AgentPullRequest | undefined
  readonly #scenario: JobScenario
  readonly #surroundings: JobSurroundings
  readonly #createdAt: string
  #turn: Turn

  constructor(projectId: string, prompt: string, scenario: JobScenario, surroundings: JobSurroundings) {
    this.id = scenario.id ?? randomUUID()
    this.projectId = projectId
    this.prompt = prompt
    this.#scenario = scenario
    this.#surroundings = surroundings
    this.#createdAt = new Date(surroundings.now()).toISOString()
    this.#turn = this.#startTurn(prompt, scenario)
  }

  /** The body of an answer about it; ends the work first when that is due. */
  async read(operation: 'create' | 'get' | 'message'): Promise<object> {
    if (this.#isDue(operation)) await this.finish()
    return {
      id: this.id,
      status: this.status,
      source: { repository: `${this.#surroundings.github.serverUrl}/acme/docs`, ref: 'main' },
      model: 'docs-writer-2',
      prLink: this.prLink,
      createdAt: this.#createdAt,
      archivedAt: this.status === 'archived' ? this.#createdAt : null,
      ...this.#scenario.fields,
    }
  }

  /** Sets the agent to work again, after what is due or under way. */
  async receiveMessage(prompt: string, course: JobScenario): Promise<void> {
    if (this.#isDue('get') || this.#turn.ending !== undefined) await this.finish()
    this.messages.push(prompt)
    this.status = 'active'
    this.prLink = null
    this.#turn = this.#startTurn(prompt, { ...this.#scenario, ...course })
  }

  /** Ends the work under way, the agent's included: as its course says, or as asked. */
  finish(end: JobEnd = this.#turn.course.endsAs ?? 'pull-request'): Promise<void> {
    this.#turn.ending ??= this.#end(end, this.#turn)
    return this.#turn.ending
  }

  async #end(end: JobEnd, { prompt, course: { prLink } }: Turn): Promise<void> {
    const isToWrite = prLink === undefined && (end === 'pull-request' || end === 'never')
    try {
      if (isToWrite) this.pullRequest = await writeDocumentation(this.#surroundings.github, this, prompt)
      this.prLink = (isToWrite ? this.pullRequest?.url : prLink) ?? null
      this.status = end === 'failed' || end === 'archived' ? end : 'completed'
    } catch (error) {
      console.error('GitHub refused a step of the agent:', error)
      this.status = 'failed'
    }
  }

  #startTurn(prompt: string, course: JobScenario): Turn {
    return { prompt, course, endsAt: this.#surroundings.now() + (course.durationMs ?? 0), reads: 0 }
  }

  /** Whether a request finds that it is time to end; counts those that read. */
  #isDue(operation: 'create' | 'get' | 'message'): boolean {
    const { course, endsAt } = this.#turn
    if (course.endsAs === 'never') return false
    if (operation !== 'get') return operation === 'create' && course.terminalOnCreate === true
    this.#turn.reads += 1
    if (course.durationMs !== undefined) return this.#surroundings.now() >= endsAt
    return this.#turn.reads > (course.activeReads ?? 1)
  }
}
