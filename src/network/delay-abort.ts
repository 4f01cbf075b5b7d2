/**
 * A signal that aborts `ms` milliseconds after `signal` does, for requests that a cancelled run may still finish. The timer
 * keeps no process alive.
 */
export function delayAbort(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController()
  const begin = () => {
    const reason = new Error(`The run was cancelled, and this took longer than ${ms / 1000} s after that.`)
    setTimeout(() => controller.abort(reason), ms).unref()
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return controller.signal
}
