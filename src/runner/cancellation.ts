/** The run was cancelled: the runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that SIGKILL. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/** A signal that aborts with `CancelledError` on the first SIGINT or SIGTERM; from `stop` on, they are ignored. */
export function listenForCancellation(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const cancel = (name: NodeJS.Signals) => controller.abort(new CancelledError(`The run was canceled (${name}).`))
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  return {
    signal: controller.signal,
    stop() {
      // Without a listener in between, a signal would end the process.
      ignoreSignals()
      process.off('SIGINT', cancel)
      process.off('SIGTERM', cancel)
    },
  }
}

/** The result is published: later signals are ignored, and don't make the run look killed. */
export function ignoreSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, ignore).on(name, ignore)
}

/** One function, so that runs in one process share the listener. */
const ignore = () => {}
