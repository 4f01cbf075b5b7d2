const duties = new Set<() => void>()

// Vitest ends its workers by SIGTERM, a person ends a demo by SIGINT: neither comes to the event `exit`.
const endSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM']

/**
 * Have something done when this process ends without having come to it: a test that fails, or that a person stops, must
 * leave neither a process nor a folder behind. Returns a function to call once it has been done.
 */
export function addExitDuty(duty: () => void): () => void {
  if (duties.size === 0) {
    listen()
  }
  duties.add(duty)
  return () => {
    duties.delete(duty)
    if (duties.size === 0) {
      stopListening()
    }
  }
}

function listen(): void {
  process.on('exit', doAll)
  for (const signal of endSignals) {
    process.on(signal, endBySignal)
  }
}

function stopListening(): void {
  process.off('exit', doAll)
  for (const signal of endSignals) {
    process.off(signal, endBySignal)
  }
}

function doAll(): void {
  for (const duty of duties) {
    duty()
  }
}

function endBySignal(signal: NodeJS.Signals): void {
  doAll()
  stopListening()
  // Having listened kept this process alive. Whoever else listens decides alone whether it ends.
  if (process.listenerCount(signal) === 0) {
    process.kill(process.pid, signal)
  }
}
