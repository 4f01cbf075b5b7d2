/** The run was cancelled: the runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that it kills. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/**
 * A signal that aborts with `CancelledError` on the first SIGINT or SIGTERM; later ones change nothing, the
 * process ends by itself. `stop` gives both back to Node.
 */
export function listenForCancellation(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const cancel = (name: NodeJS.Signals) =>
    controller.abort(new CancelledError(`The run was cancelled (${name}).`))
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  return {
    signal: controller.signal,
    stop() {
      process.off('SIGINT', cancel)
      process.off('SIGTERM', cancel)
    },
  }
}

/**
 * The same operations, each of which rejects with the reason of `signal` as soon as that aborts. What was begun goes
 * on meanwhile, and ends by a signal of its own.
 */
export function untilAborted<Operations extends object>(
  operations: Operations,
  signal: AbortSignal,
): Operations {
  return new Proxy(operations, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]) => {
        const result: unknown = Reflect.apply(member, target, parameters)
        return result instanceof Promise ? raceAbort(result, signal) : result
      }
    },
  })
}

async function raceAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
    promise.catch(() => {})
  }
}
