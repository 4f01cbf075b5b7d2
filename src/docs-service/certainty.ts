import type { Certainty, Operation } from './errors.ts'

/** Statuses by which a server says that it created no job. All others leave it open. */
const REFUSALS_TO_CREATE = new Set([
  400, 401, 402, 403, 404, 405, 406, 407, 410, 411, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431,
  451,
])

/** Client errors that say nothing about whether a message was received. */
const UNCLEAR_FOR_MESSAGES = new Set([408, 421, 425])

/** Says what a status other than a success leaves certain. */
export function decideCertainty(operation: Operation, status: number): Certainty {
  const isRefusal =
    operation === 'send follow-up message'
      ? status >= 400 && status < 500 && !UNCLEAR_FOR_MESSAGES.has(status)
      : REFUSALS_TO_CREATE.has(status)
  return isRefusal ? 'not-accepted' : 'unknown'
}
