/** The run was canceled: the runner sends SIGINT, 7.5 s later SIGTERM, and 2.5 s after that SIGKILL. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/**
 * Aborts with `CancelledError` on the first SIGINT or SIGTERM. Later ones are ignored, so that the run can still
 * report: a signal without a listener would end the process.
 */
export function listenForCancellation(): AbortSignal {
  const controller = new AbortController()
  const cancel = () => controller.abort(new CancelledError('The run was canceled.'))
  process.on('SIGINT', cancel)
  process.on('SIGTERM', cancel)
  return controller.signal
}

/**
 * Aborts `graceMs` after `signal`: for a request that changes something, and whose response is worth a moment, because
 * only the response tells what became of it.
 */
export function abortLater(signal: AbortSignal, graceMs: number): AbortSignal {
  const controller = new AbortController()
  const abort = () => void setTimeout(() => controller.abort(signal.reason), graceMs).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
