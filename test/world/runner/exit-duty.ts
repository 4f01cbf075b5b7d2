const duties = new Set<() => void>()

/**
 * Have something done when this process ends without having come to it: a test that fails, or that a person stops, must
 * leave neither a process nor a folder behind. Returns a function to call once it has been done.
 */
export function addExitDuty(duty: () => void): () => void {
  duties.add(duty)
  return () => void duties.delete(duty)
}

const doAll = (): void => duties.forEach((duty) => void duty())
process.on('exit', doAll)

// Vitest ends its workers by SIGTERM, a person ends a demo by SIGINT: neither comes to the event `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    doAll()
    // Another listener decides alone whether the process ends.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  })
