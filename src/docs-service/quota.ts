import { once } from 'node:events'
import type { DocsServiceError } from './errors.ts'

/** Says that the wait for the quota is over: it is free again, or `failure` ended it. */
export type EndWait = (failure: DocsServiceError | undefined) => void

/** A quota that several requests share. While one of them waits for it, the others wait with it. */
export interface Quota {
  /**
   * Returns at once unless another request waits for the quota; then when that wait is over, or `signal` is aborted.
   * @throws DocsServiceError when the other request gave up on the quota
   */
  join(signal: AbortSignal): Promise<void>
  /** Begins to wait. Returns nothing when another request waits already. */
  beginWait(): EndWait | undefined
}

/** A quota that no request waits for. */
export function createQuota(): Quota {
  let wait: PromiseWithResolvers<DocsServiceError | undefined> | undefined
  return {
    async join(signal) {
      while (wait !== undefined && !signal.aborted) {
        const failure = await endOrAbort(wait.promise, signal)
        if (failure !== undefined) throw failure
      }
    },
    beginWait() {
      if (wait !== undefined) return undefined
      const own = Promise.withResolvers<DocsServiceError | undefined>()
      wait = own
      return (failure) => {
        wait = undefined
        own.resolve(failure)
      }
    },
  }
}

async function endOrAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const listening = new AbortController()
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([promise, aborted])
  } finally {
    listening.abort()
  }
}
