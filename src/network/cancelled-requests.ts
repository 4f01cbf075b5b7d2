// What becomes of requests when the run is cancelled.

/** The same object, but each of its promises rejects as soon as `until` aborts. Requests in flight continue. */
export function untilAborted<Target extends object>(target: Target, until: AbortSignal): Target {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const abort = () => reject(until.reason)
  if (until.aborted) abort()
  until.addEventListener('abort', abort, { once: true })
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given)
        if (!(result instanceof Promise)) return result
        const raced = Promise.race([result, aborted])
        // Not every caller waits for it, and a rejection that nobody handles would end the process.
        raced.catch(() => {})
        return raced
      }
    },
  })
}

/**
 * A signal that aborts `ms` milliseconds after `signal`, for requests that a cancelled run may still finish. The timer
 * doesn't keep the process alive.
 */
export function delayAbort(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const begin = () => {
    const reason = new Error(`The run was canceled, and this took longer than ${ms / 1000} s after that.`)
    setTimeout(() => controller.abort(reason), ms).unref()
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return controller.signal
}

/** The answer to a request, or a failure of this type. @throws the reason of a cancelled run; a bug */
export async function orFailure<Value, Failure extends Error>(
  request: Promise<Value>,
  type: abstract new (...parameters: never[]) => Failure,
  signal: AbortSignal,
): Promise<Value | Failure> {
  try {
    return await request
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof type) return error
    throw error
  }
}
