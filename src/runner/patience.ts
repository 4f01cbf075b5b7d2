import { DAY_MS, formatTime, MINUTE_MS, SECOND_MS } from '../text/dates.ts'
import { ActionError } from './action-error.ts'
import type { Clock } from './clock.ts'
import { log } from './log.ts'

/** How long requests may go on. It changes while a run goes on: a canceled run has a few seconds more to report. */
export interface Lifetime {
  /** Ends every request and pause. */
  signal: AbortSignal
  /** When waiting for limits ends, in milliseconds since 1970. */
  deadline: number
}

export interface PatienceOptions {
  /** As people call it: `GitHub`. */
  server: string
  clock: Clock
  lifetime: Lifetime
  /** The pauses before a request is repeated after a failure that may pass, in milliseconds. */
  pausesMs: readonly number[]
}

export interface SendOptions {
  /** Whether the request may be sent again although it may have been carried out. */
  isSafe: boolean
  /** Whether it isn't worth a wait for a limit. */
  isHasty?: boolean
  /** Whether the caller asks for less where the server responds with a failure, so that nothing is repeated then. */
  isDivisible?: boolean
}

const MAXIMUM_LIMIT_MS = 5 * MINUTE_MS
/** A server may say anything, and a date has its limits. */
const LONGEST_LIMIT_MS = 365 * DAY_MS

/** Waits for the limits and short failures of one server. All requests to it share the time that limits may take. */
export class Patience {
  readonly #options: PatienceOptions
  #limitedUntil = 0
  /** How long all limits so far last together. */
  #limitMs = 0

  constructor(options: PatienceOptions) {
    this.#options = options
  }

  /**
   * Sends a request, and again after a limit or a failure that may pass.
   * @param attempt throws an ActionError that says what may be repeated
   * @throws ActionError of the last attempt, or of the limit that is too long
   */
  async send<Result>(attempt: () => Promise<Result>, options: SendOptions): Promise<Result> {
    const pauses = [...this.#options.pausesMs]
    let failure: ActionError | undefined
    for (;;) {
      await this.#waitForLimit(options, failure)
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        failure = error
        if (error.limitMs !== undefined) this.#noteLimit(error.limitMs)
        else await this.#pause(error, mayRepeat(error, options) ? pauses.shift() : undefined)
      }
    }
  }

  /** @throws `error` if there is no pause left, or no time for it */
  async #pause(error: ActionError, pauseMs: number | undefined): Promise<void> {
    const { clock, lifetime } = this.#options
    if (pauseMs === undefined || clock.now() + pauseMs > lifetime.deadline) throw error
    await clock.sleep(pauseMs, lifetime.signal)
  }

  #noteLimit(limitMs: number): void {
    const now = this.#options.clock.now()
    const until = now + Math.min(Math.max(limitMs, SECOND_MS), LONGEST_LIMIT_MS)
    // Requests that meet the same limit side by side wait for it together.
    this.#limitMs += Math.max(0, until - Math.max(this.#limitedUntil, now))
    this.#limitedUntil = Math.max(this.#limitedUntil, until)
  }

  /** @param failure of this request's last attempt, which may have met the limit */
  async #waitForLimit({ isHasty }: SendOptions, failure: ActionError | undefined): Promise<void> {
    const met = failure?.limitMs === undefined ? undefined : failure
    const { clock, lifetime, server } = this.#options
    // Another request may meet a longer limit meanwhile.
    for (let now = clock.now(); now < this.#limitedUntil; now = clock.now()) {
      const leftMs = this.#limitedUntil - now
      const end = formatTime(this.#limitedUntil, now)
      if (isHasty || this.#limitedUntil > lifetime.deadline || this.#limitMs > MAXIMUM_LIMIT_MS) {
        const hint = `Try again after ${end}.`
        const message = met?.message ?? `${server} asked to wait, so a request wasn't sent.`
        throw new ActionError(message, {
          status: met?.status,
          limitMs: leftMs,
          said: met?.said ?? '',
          hint,
          cause: met,
        })
      }
      if (met !== undefined) log.info(`${server} asks to wait. The run continues at ${end}.`)
      await clock.sleep(leftMs, lifetime.signal)
    }
  }
}

/** Whether a failure may pass, and repeating the request does no harm. */
function mayRepeat({ isTrouble, isRefused, status }: ActionError, { isSafe, isDivisible }: SendOptions): boolean {
  return isTrouble && (isSafe || isRefused) && (status === undefined || isDivisible !== true)
}

interface Headers {
  get(name: string): string | null | undefined
}

/**
 * How long a limit lasts, in milliseconds: as `Retry-After` says, in seconds or as a date, or until the time at which
 * GitHub counts anew; undefined if neither is told.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
 * @param nowMs milliseconds since 1970, for responses without a `Date`: the clocks of the two machines may differ
 */
export function readLimitMs(headers: Headers, nowMs: number): number | undefined {
  const sentAt = Date.parse(headers.get('date') ?? '') || nowMs
  const after = headers.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/u.test(after)) return Number(after) * SECOND_MS
  const at = after.includes(':') ? Date.parse(after) : Number.NaN
  if (!Number.isNaN(at)) return at - sentAt
  const resetSeconds = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  if (headers.get('x-ratelimit-remaining') !== '0' || Number.isNaN(resetSeconds)) return undefined
  return (resetSeconds + 1) * SECOND_MS - sentAt
}
