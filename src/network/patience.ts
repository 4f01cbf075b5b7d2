import { raceAbort } from './fetch.ts'
import type { Clock, Gate } from './gate.ts'
import { backOff, formatTime } from './retry-after.ts'

/**
 * What failed: a `limit` was reached, so the request was certainly not carried out; `trouble` of the network or the
 * server, after which the request is safe to repeat; anything else is `final`.
 */
export interface Failure {
  kind: 'limit' | 'trouble' | 'final'
  /** How long the server asks to wait, in milliseconds. */
  retryAfterMs?: number | undefined
}

/** Of page views and outcomes: a longer wait costs more runner time than the rest of a report is worth. */
export const REPORT_PATIENCE = { tries: 4, waitingMs: 10 * 60_000 }

interface Situation {
  /** The attempt that failed, from 1. */
  attempt: number
  /** The most attempts of one request. */
  tries: number
  /** What is left for trouble, in milliseconds. */
  troubleLeftMs: number
  /** What is left for waits of any kind. */
  timeLeftMs: number
  /** At least 0, less than 1. */
  random: () => number
}

const LONGEST_BACK_OFF_MS = 8_000
/** For trouble, of all requests together: before the job, and again for the last edit. */
const TROUBLE_MS = 30_000

/**
 * The one rule of patience, for GitHub and for the service.
 * @returns the pause before the request is repeated, in milliseconds; undefined if it isn't repeated
 */
export function decidePause({ kind, retryAfterMs = 0 }: Failure, situation: Situation): number | undefined {
  const { attempt, tries, troubleLeftMs, timeLeftMs, random } = situation
  if (kind === 'final' || attempt >= tries) return undefined
  if (kind === 'limit') return retryAfterMs < timeLeftMs ? retryAfterMs : undefined
  const pauseMs = Math.min(backOff(attempt, random, LONGEST_BACK_OFF_MS), troubleLeftMs)
  return pauseMs > 0 && pauseMs < timeLeftMs ? pauseMs : undefined
}

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

type Budget = ReturnType<typeof createBudget>

export type Allowance = ReturnType<typeof createAllowance>

/** How long requests may wait. Waits side by side count once. */
export function createAllowance({ now }: Pick<Clock, 'now'>, options: AllowanceOptions = {}) {
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

function createBudget(now: () => number, totalMs: number) {
  let leftMs = totalMs
  let countedUntilMs = Number.NEGATIVE_INFINITY
  return {
    leftMs: () => Math.max(0, leftMs),
    /** Counts the time since `sinceMs` as spent. */
    spend(sinceMs: number): void {
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
  onWait?: ((event: WaitEvent) => void) | undefined
}

export interface PatientRequest<Value> {
  send: () => Promise<Value>
  /** @returns undefined for an error that isn't a failure of the request */
  judge: (error: unknown) => Failure | undefined
  /** The error of a request that isn't sent because of a limit. @param at its end, in milliseconds since 1970 */
  refuse: (at: number, error?: unknown) => unknown
  /** Whether it isn't worth a wait for a limit. */
  isHasty?: boolean | undefined
}

/**
 * Sends a request, and repeats it as `decidePause` has it.
 * @throws the last failure, or that of `refuse`
 */
export async function sendPatiently<Value>(request: PatientRequest<Value>, options: PatientOptions): Promise<Value> {
  const { gate, allowance, clock, onWait } = options
  let error: unknown
  for (let attempt = 1; ; attempt += 1) {
    const leave = await passGate(request, options, attempt - 1, error)
    const sentAtMs = clock.now()
    try {
      const value = await request.send()
      gate.open(sentAtMs)
      return value
    } catch (thrown) {
      error = thrown
    } finally {
      leave()
    }
    const failure = request.judge(error)
    if (failure === undefined) throw error
    const isLimit = failure.kind === 'limit'
    const delayMs = decideNext(failure, attempt, sentAtMs, request, options)
    if (delayMs === undefined) throw isLimit ? request.refuse(gate.endsAt(), error) : error
    // The gate waits for a limit.
    if (isLimit) continue
    onWait?.({ error, attempt, delayMs, until: clock.wallClock() + delayMs, isLimit })
    await rest(delayMs, options, allowance.trouble)
  }
}

/** Remembers what a failure says of the server. @returns as `decidePause` */
function decideNext<Value>(
  { kind, retryAfterMs }: Failure,
  attempt: number,
  sentAtMs: number,
  { isHasty }: PatientRequest<Value>,
  { gate, allowance: { tries, trouble, timeLeftMs }, random }: PatientOptions,
): number | undefined {
  if (kind === 'limit') gate.close(retryAfterMs, sentAtMs)
  else {
    gate.open(sentAtMs)
    trouble.spend(sentAtMs)
  }
  const most = kind === 'limit' && isHasty ? 1 : tries
  const situation = { attempt, tries: most, timeLeftMs: timeLeftMs(), troubleLeftMs: trouble.leftMs(), random }
  return decidePause({ kind, retryAfterMs: gate.leftMs() }, situation)
}

/** Waits while the server has asked to wait. @returns a function that ends the request */
async function passGate<Value>(
  { refuse, isHasty = false }: PatientRequest<Value>,
  options: PatientOptions,
  attempt: number,
  error: unknown,
): Promise<() => void> {
  const { gate, allowance, onWait, signals } = options
  const [, last] = signals
  for (;;) {
    const delayMs = gate.leftMs()
    const probe = gate.probe()
    if (last.aborted || (delayMs === 0 && probe === undefined)) return gate.enter()
    if (isHasty || delayMs >= allowance.timeLeftMs()) throw refuse(gate.endsAt(), error)
    if (delayMs === 0 && probe !== undefined) {
      await raceAbort(probe, last).catch(() => undefined)
      continue
    }
    onWait?.({ error, attempt, delayMs, until: gate.endsAt(), isLimit: true })
    await rest(delayMs, options)
  }
}

/** Waits before something is repeated that isn't one request. @returns false, without waiting, if it isn't repeated */
export async function pauseForTrouble(attempt: number, options: PatientOptions): Promise<boolean> {
  const { allowance, random } = options
  const situation = { attempt, tries: allowance.tries, timeLeftMs: allowance.timeLeftMs(), random }
  const delayMs = decidePause({ kind: 'trouble' }, { ...situation, troubleLeftMs: allowance.trouble.leftMs() })
  if (delayMs === undefined) return false
  await rest(delayMs, options, allowance.trouble)
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
export function describeWait(
  { error, attempt, delayMs, until, isLimit }: WaitEvent,
  who: string,
  nowMs: number,
): string {
  const what = error instanceof Error ? `${error.message} ` : ''
  if (isLimit) return `${what}${who} asks to wait. This run continues at ${formatTime(until, nowMs)}.`
  return `${what}Attempt ${attempt} failed. Retrying in ${(delayMs / 1000).toFixed(1)} s.`
}
