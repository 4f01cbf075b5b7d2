import { type Clock, createGate } from '../network/gate.ts'
import {
  type AllowanceOptions,
  createAllowance,
  type PatientOptions,
  REPORT_PATIENCE,
  sendPatiently,
  type WaitEvent,
} from '../network/patience.ts'
import { formatTime } from '../network/retry-after.ts'
import { DocsServiceError, describeTarget, judgeFailure, RequestLimitError } from './errors.ts'
import type { Reply } from './reply.ts'
import { type Limits, type ServiceRequest, sendRequest, type Transport } from './request.ts'

export interface SenderOptions extends Clock {
  /** At least 0, less than 1. */
  random: () => number
  /** Called before each wait; once for all requests that wait for the same limit. */
  onWait?: (event: WaitEvent) => void
  /** What is left for waits of reports, if they share it with GitHub. */
  waiting?: AllowanceOptions['waiting']
}

/** Sends requests, and repeats them by the rule of patience. All of them wait for the same limit. */
export function createSender(options: SenderOptions & Transport) {
  const gate = createGate(options)
  const { waiting } = createAllowance(options, { ...REPORT_PATIENCE, waiting: options.waiting })

  return async (request: ServiceRequest, limits: Limits): Promise<Reply> => {
    const { signal, deadline, waitUntil = deadline, tries, waitForQuota = true } = limits
    const shared = tries === REPORT_PATIENCE.tries ? waiting : undefined
    const patience: PatientOptions = {
      gate,
      allowance: createAllowance(options, { deadline: () => waitUntil, tries, waiting: shared }),
      clock: options,
      random: options.random,
      signals: [signal, signal],
      onWait(event) {
        options.onWait?.(event)
        limits.onWait?.(event)
      },
    }
    let previous: unknown
    return await sendPatiently(
      {
        send: () => sendRequest(options, request, limits),
        judge(error) {
          if (error instanceof RequestLimitError) error.cause = previous
          previous = error
          if (!(error instanceof DocsServiceError)) return undefined
          return error.isLimit && !waitForQuota ? { kind: 'final' } : judgeFailure(error)
        },
        refuse: (at, error) => refuse(request, at, options.wallClock(), error),
      },
      patience,
    )
  }
}

/** The error of a request that would have to wait for longer than it can. */
function refuse(request: ServiceRequest, retryAt: number, now: number, error: unknown): DocsServiceError {
  if (error instanceof DocsServiceError) return error.endLimitAt(retryAt, retryAt - now)
  const failure = {
    operation: request.operation,
    status: 429,
    kind: 'status',
    certainty: 'not-accepted',
    isLimit: true,
  } as const
  const why = `was not sent, because the service asks to wait until ${formatTime(retryAt, now)}`
  return new DocsServiceError(failure, describeTarget(request), why).endLimitAt(retryAt, retryAt - now)
}
