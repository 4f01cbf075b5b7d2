import type { JobRead } from './jobs.ts'

/** How the work on a prompt ends; `never` keeps the job active for good. */
export type JobEnd = 'pull-request' | 'no-pull-request' | 'failed' | 'archived' | 'never'

/** The course of the work on one prompt, decided beforehand. Every field has a default. */
export interface Course {
  /** Time from the prompt to the end, in milliseconds. Default 100. */
  durationMs?: number
  /** Ends at the read after this many reads found the job active, whatever the time. Replaces `durationMs`. */
  activeReads?: number
  /** Default `pull-request`. */
  endsAs?: JobEnd
  /** `prLink` stays null in this many reads that find the job terminal. Default 0. */
  prLinkAfterReads?: number
  /** Shown from the end on, instead of the agent's own link, however the job ends; the agent then does not work. */
  prLink?: string | null
}

/** The course of a job, decided beforehand. */
export interface JobScenario extends Course {
  /** The answer to the create request already shows the end. Default false. */
  terminalOnCreate?: boolean
  /** Instead of a made-up id. */
  id?: string
  /** Laid over every answer about this job; `undefined` removes a field. */
  fields?: Record<string, unknown>
  /** Last word on what is answered: gets the body (after `fields`), gives the one to send. */
  answer?: (body: Record<string, unknown>, read: JobRead) => unknown
}

/**
 * What a message to a job sets off; the course is the job's own where this says nothing. The status stays as it was while
 * `staleReads` lasts, also in the answer to the message.
 */
export interface MessageScenario extends Course {
  /** This many get requests after the message still find the old status. Default 0. */
  staleReads?: number
}

/** The work on one prompt: the job's own, or that of a message. It knows when it ends, and that it ends only once. */
export class Turn {
  /** 1 for the job's own prompt. */
  readonly number: number
  readonly prompt: string
  readonly course: Course
  readonly #startedAt: number
  readonly #timer: NodeJS.Timeout | undefined
  #ending: Promise<void> | undefined
  #activeReads = 0
  #terminalReads = 0

  /** `finish` is called when the time is up; without it, the turn ends when its job is read. */
  constructor(
    { number, prompt, course, startedAt }: Pick<Turn, 'number' | 'prompt' | 'course'> & { startedAt: number },
    finish: (() => void) | undefined,
  ) {
    this.number = number
    this.prompt = prompt
    this.course = course
    this.#startedAt = startedAt
    const durationMs = this.#durationMs()
    if (finish !== undefined && durationMs <= longestTimerMs) this.#timer = setTimeout(finish, durationMs)
  }

  /** What it does at its end, as far as that has begun. */
  get ending(): Promise<void> | undefined {
    return this.#ending
  }

  /** Ends it by `work`, unless it has an end already. */
  endBy(work: () => Promise<void>): Promise<void> {
    this.stopTimer()
    this.#ending ??= work()
    return this.#ending
  }

  stopTimer(): void {
    clearTimeout(this.#timer)
  }

  /** Whether a get request at `now` finds that it is time to end; counts the request. */
  isDue(now: number): boolean {
    const { activeReads, endsAs } = this.course
    if (endsAs === 'never') return false
    this.#activeReads += 1
    if (activeReads !== undefined) return this.#activeReads > activeReads
    return now - this.#startedAt >= this.#durationMs()
  }

  /** Whether a get request that found the job terminal is one of those without a link; counts the request. */
  isLinkLate(): boolean {
    this.#terminalReads += 1
    return this.#terminalReads <= (this.course.prLinkAfterReads ?? 0)
  }

  #durationMs(): number {
    const { activeReads, durationMs = 100, endsAs } = this.course
    return activeReads !== undefined || endsAs === 'never' ? Number.POSITIVE_INFINITY : durationMs
  }
}

/** The longest delay that a timer takes; anything longer fires at once. */
const longestTimerMs = 2 ** 31 - 1
