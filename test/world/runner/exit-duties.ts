const duties = new Set<() => void>()

/**
 * Have something done when this process ends without having come to it: a test that fails, or that a person stops, must
 * leave neither a process nor a folder behind. Returns a function to call once it has been done.
 */
export function addExitDuty(duty: () => void): () => void {
  if (duties.size === 0) {
    process.once('exit', doAll)
  }
  duties.add(duty)
  return () => {
    duties.delete(duty)
    if (duties.size === 0) {
      process.off('exit', doAll)
    }
  }
}

function doAll(): void {
  for (const duty of duties) {
    duty()
  }
}
