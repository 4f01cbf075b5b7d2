/** The run was cancelled: the runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that SIGKILL. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/** A signal that aborts with `CancelledError` on the first SIGINT or SIGTERM; `stop` restores Node's default. */
export function listenForCancellation(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const cancel = (name: NodeJS.Signals) => controller.abort(new CancelledError(`The run was canceled (${name}).`))
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
