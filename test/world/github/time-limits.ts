import { vi } from 'vitest'
import type { Wire } from './server.ts'

/** Where GitHub stalls, the time limit of requests passes at once, instead of after seconds. Only for runs in this process. */
export function passTimeLimits(github: Pick<Wire, 'onStall'>): Disposable {
  let limit = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal)
  github.onStall = () => {
    const passed = limit
    limit = new AbortController()
    passed.abort(new DOMException('The time is up.', 'TimeoutError'))
  }
  return { [Symbol.dispose]: () => spy.mockRestore() }
}
