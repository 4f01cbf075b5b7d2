import type { Course } from './scenarios.ts'

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
