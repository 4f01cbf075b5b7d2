import { formatTime } from '../formatting/times.ts'
import type { Clock, Gate } from './gate.ts'

/**
 * What failed: a `limit` was reached, so the request was certainly not carried out; `trouble` of the network or the
 * server, after which the request is safe to repeat; anything else is `final`.
 */
export interface RetryDecision {
  kind: 'limit' | 'trouble' | 'final'
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined
}

/** Of page views and outcomes: a longer wait costs more runner time than the rest of a report is worth. */
export const REPORT_PATIENCE = { tries: 4, waitingMs: 10 * 60_000 }

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** For trouble, of all requests together: before the job, and again for the last edit. */
const TROUBLE_MS = 30_000

export interface AllowanceOptions {
  /** When waits end, on the monotonic clock. */
  deadline?: (() => number) | undefined
  tries?: number | undefined
  troubleMs?: number | undefined
  /** For all waits together, in milliseconds. */
  waitingMs?: number | undefined
  /** Shared with other allowances; instead of `waitingMs`. */
  waiting?: Budget | undefined
}

/** Time that is spent bit by bit. */
interface Budget {
  leftMs(): number
  /** Counts the time since `sinceMs` as spent. */
  spend(sinceMs: number): void
}

/** How often requests are sent, and how long they may wait. Waits side by side count once. */
export interface Allowance {
  tries: number
  trouble: Budget
  waiting: Budget
  timeLeftMs(): number
}

export function createAllowance({ now }: Pick<Clock, 'now'>, options: AllowanceOptions = {}): Allowance {
  const { deadline, tries = Number.POSITIVE_INFINITY } = options
  // Trouble ends by the number of tries, or else by time.
  const { troubleMs = Number.isFinite(tries) ? Number.POSITIVE_INFINITY : TROUBLE_MS } = options
  const trouble = createBudget(now, troubleMs)
  const waiting = options.waiting ?? createBudget(now, options.waitingMs ?? Number.POSITIVE_INFINITY)
  return {
    tries,
    trouble,
    waiting,
    timeLeftMs: () => Math.min(waiting.leftMs(), (deadline?.() ?? Number.POSITIVE_INFINITY) - now()),
  }
}

function createBudget(now: () => number, totalMs: number): Budget {
  let leftMs = totalMs
  let countedUntilMs = Number.NEGATIVE_INFINITY
  return {
    leftMs: () => Math.max(0, leftMs),
    spend(sinceMs) {
      const nowMs = now()
      leftMs -= Math.max(0, nowMs - Math.max(sinceMs, countedUntilMs))
      countedUntilMs = Math.max(nowMs, countedUntilMs)
    },
  }
}

/** A wait that begins. */
export interface WaitEvent {
  error: unknown
  /** The attempt that failed, from 1; 0 if the request wasn't sent yet. */
  attempt: number
  delayMs: number
  /** When it ends, in milliseconds since 1970. */
  until: number
  isLimit: boolean
}

export interface PatientOptions {
  gate: Gate
  allowance: Allowance
  clock: Clock
  random: () => number
  /** The first ends a wait at once; what is left of the time decides on another. The last ends everything. */
  signals: readonly [AbortSignal, AbortSignal]
  /** Awaited before each wait. */
  onWait?: ((event: WaitEvent) => void | Promise<void>) | undefined
}

export interface PatientRequest<Value> {
  send: () => Promise<Value>
  /** @returns undefined for an error that isn't a failure of the request */
  judge: (error: unknown) => RetryDecision | undefined
  /** The error of a request that isn't sent because of a limit. @param at its end, in milliseconds since 1970 */
  refuse: (at: number, error?: unknown) => unknown
  /** Whether it isn't worth a wait for a limit. */
  isHasty?: boolean | undefined
}

/**
 * The one rule of patience, for GitHub and for the service: sends a request, and repeats it after a limit or trouble.
 * @throws the last failure, or that of `refuse`
 */
export async function sendPatiently<Value>(request: PatientRequest<Value>, options: PatientOptions): Promise<Value> {
  const { gate, allowance, clock } = options
  let error: unknown
  for (let attempt = 1; ; attempt += 1) {
    await passGate(request, options, attempt - 1, error)
    const sentAtMs = clock.now()
    try {
      const value = await request.send()
      gate.open(sentAtMs)
      return value
    } catch (thrown) {
      error = thrown
    }
    const failure = request.judge(error)
    if (failure === undefined) throw error
    if (failure.kind === 'limit') {
      gate.close(failure.retryAfterMs, sentAtMs)
      if (attempt >= allowance.tries) throw request.refuse(gate.endsAt(), error)
      continue
    }
    gate.open(sentAtMs)
    allowance.trouble.spend(sentAtMs)
    if (failure.kind === 'final' || !(await pauseForTrouble(attempt, options, error))) throw error
  }
}

/** Waits while the server has asked to wait. */
async function passGate<Value>(
  { refuse, isHasty = false }: PatientRequest<Value>,
  options: PatientOptions,
  attempt: number,
  error: unknown,
): Promise<void> {
  const { gate, allowance, onWait, signals } = options
  const [, last] = signals
  for (let delayMs = gate.leftMs(); delayMs > 0 && !last.aborted; delayMs = gate.leftMs()) {
    if (isHasty || delayMs >= allowance.timeLeftMs()) throw refuse(gate.endsAt(), error)
    await onWait?.({ error, attempt, delayMs, until: gate.endsAt(), isLimit: true })
    await rest(gate.leftMs(), options)
  }
}

/**
 * Waits before something is repeated: twice as long each time, shortened by up to half at random. `onWait` gets the
 * error, if there is one.
 * @returns false, without waiting, if it isn't repeated
 */
export async function pauseForTrouble(attempt: number, options: PatientOptions, error?: unknown): Promise<boolean> {
  const { allowance, clock, random, onWait } = options
  const { tries, trouble } = allowance
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
  const delayMs = Math.min(Math.round(pauseMs * (1 - random() / 2)), trouble.leftMs())
  if (attempt >= tries || delayMs === 0 || delayMs >= allowance.timeLeftMs()) return false
  if (error !== undefined)
    await onWait?.({ error, attempt, delayMs, until: clock.wallClock() + delayMs, isLimit: false })
  await rest(delayMs, options, trouble)
  return true
}

/** After a cancellation, the next step decides. */
async function rest(ms: number, { clock, signals, allowance }: PatientOptions, also?: Budget) {
  const [first, last] = signals
  const startedAtMs = clock.now()
  const signal = first.aborted ? last : first
  await clock.sleep(ms, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  allowance.waiting.spend(startedAtMs)
  also?.spend(startedAtMs)
}

/** A line for the log. Not a warning: many of them would hide the result. */
export function describeWait(event: WaitEvent, who: string, nowMs: number): string {
  const { error, attempt, delayMs, until, isLimit } = event
  const what = error instanceof Error ? `${error.message} ` : ''
  if (isLimit) return `${what}${who} asks to wait. This run continues at ${formatTime(until, nowMs)}.`
  return `${what}Attempt ${attempt} failed. Retrying in ${(delayMs / 1000).toFixed(1)} s.`
}
