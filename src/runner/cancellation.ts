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
      ignoreSignals()
      process.off('SIGINT', cancel)
      process.off('SIGTERM', cancel)
    },
  }
}

/** The result is published: later signals are ignored, and don't make the run look killed. */
export function ignoreSignals(): void {
  // The last listener never goes: without one, a signal would end the process.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    if (!process.listeners(name).includes(ignore)) process.on(name, ignore)
}

/** One function, so that runs in one process share the listener. */
const ignore = () => {}
