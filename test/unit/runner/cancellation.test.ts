import { expect, test } from 'vitest'
import { ignoreSignals, listenForCancellation } from '../../../src/runner/cancellation.ts'

// Where nothing listens, the signal ends the process, even for a microsecond.
test('from the first listener on, SIGTERM always has one', () => {
  const { signal, stop } = listenForCancellation()
  const counts: number[] = []
  const count = (name: string | symbol) => void (name === 'SIGTERM' && counts.push(process.listenerCount(name)))
  process.on('removeListener', count)
  stop()
  ignoreSignals()
  process.off('removeListener', count)
  expect(counts).not.toContain(0)
  process.emit('SIGTERM', 'SIGTERM')
  expect(signal.aborted).toBe(false)
})
