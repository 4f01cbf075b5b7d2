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
