import { delayAbort } from '../network/cancelled-requests.ts'
import { type Clock, createGate } from '../network/gate.ts'
import { type AllowanceOptions, createAllowance, pauseForTrouble } from '../network/patience.ts'
import type { WorkflowRun } from '../runner/event.ts'
import { createGitHub, type GitHub } from './github.ts'
import { createGitHubRequest, type GitHubOptions } from './octokit.ts'
import type { ThreadKind } from './permissions.ts'

/** GitHub as this run's token sees it. */
export interface GitHubConnection {
  github: GitHub
  /** Waits before something is repeated, from attempt 1. @returns false, without waiting, if no time is left for it */
  pause(attempt: number): Promise<boolean>
  /** Gives the last edit time of its own; for limits only where a prompt may have been received. */
  allowLastEdit(isSent: boolean): void
  /** The time by GitHub's clock, in milliseconds since 1970; by this machine's before the first answer. */
  now(): number
  /** Ends what is still in flight, so that it doesn't keep the process alive. */
  end(): void
}

interface GitHubConnectionOptions
  extends Pick<GitHubOptions, 'token' | 'redact' | 'fetch' | 'onWait'>,
    Pick<AllowanceOptions, 'tries' | 'waitingMs' | 'waiting' | 'troubleMs'> {
  run: WorkflowRun
  clock: Clock
  /** Ends every wait. */
  signal: AbortSignal
  /** How long requests may go on after that, in milliseconds. The default is 0. */
  graceMs?: number
  /** The kind of the thread that the run reports on, if it is known. */
  threadKind?: ThreadKind | undefined
  /** When waits for a limit end, on the monotonic clock. */
  deadline?: number
  /** Until then, nothing is sent: GitHub asked to wait. In milliseconds since 1970. */
  notBefore?: number
  /** Called with the end of each limit, in milliseconds since 1970. */
  onLimit?: (until: number) => void
}

/** For limits, the last edit after a job has at least this long. */
const LAST_EDIT_MS = 5 * 60_000

/** Connects to GitHub. No request is sent. */
export function connectGitHub(options: GitHubConnectionOptions): GitHubConnection {
  const { run, clock, signal: cancelled, graceMs = 0, threadKind, notBefore = 0, onLimit } = options
  const ending = new AbortController()
  const signal = AbortSignal.any([cancelled, ending.signal])
  const random = Math.random
  const gate = createGate(clock, onLimit)
  const early = notBefore - clock.wallClock()
  if (early > 0) gate.close(early, clock.now())
  let deadline = options.deadline ?? Number.POSITIVE_INFINITY
  signal.addEventListener('abort', () => {
    deadline = Math.min(deadline, clock.now() + graceMs)
  })
  const allow = () => createAllowance(clock, { ...options, deadline: () => deadline })
  let allowance = allow()
  const last = graceMs > 0 ? AbortSignal.any([delayAbort(cancelled, graceMs), ending.signal]) : signal
  // GraphQL has a limit of its own.
  const patience = {
    gate,
    graphqlGate: createGate(clock),
    clock,
    random,
    signals: [signal, last],
    onWait: options.onWait,
  } as const
  /** GitHub's clock minus the clock of this machine. */
  let aheadMs: number | undefined
  const onTime = (ms: number) => {
    aheadMs = ms - clock.now()
  }
  const own = { apiUrl: run.apiUrl, allowance: () => allowance, onTime }
  const request = createGitHubRequest({ ...options, ...patience, ...own })

  return {
    github: createGitHub(request, run.repository, threadKind),
    pause: (attempt) => pauseForTrouble(attempt, { ...patience, allowance }),
    allowLastEdit(isSent) {
      if (isSent && !signal.aborted) deadline = Math.max(deadline, clock.now() + LAST_EDIT_MS)
      allowance = allow()
    },
    end: () => ending.abort(new Error('The run has ended.')),
    now: () => (aheadMs === undefined ? clock.wallClock() : clock.now() + aheadMs),
  }
}
