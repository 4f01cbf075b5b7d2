import type fc from 'fast-check'

/** Minutes for each property of `npm run fuzz`; undefined in the suite. */
const minutes = Number(process.env['FUZZ_MINUTES']) || undefined

/** Whether one case is repeated; then what many cases reach together says nothing. */
export const isRepeat = process.env['FUZZ_PATH'] !== undefined

/** Milliseconds that a test with a property of `runParameters` may take. */
export const FUZZ_TIMEOUT_MS = minutes === undefined ? 60_000 : minutes * 60_000 + 120_000

/**
 * How long a property runs: in the suite `runs` cases, always the same ones; with `npm run fuzz` new ones until
 * the time is up. FUZZ_SEED repeats what a long run has found (its report names seed and path).
 */
export function runParameters(runs: number): fc.Parameters<unknown> {
  const seed = Number(process.env['FUZZ_SEED']) || undefined
  const path = process.env['FUZZ_PATH']
  if (minutes === undefined) return { numRuns: runs, seed: seed ?? 20_261_120, ...(path && { path }) }
  return {
    numRuns: Number.POSITIVE_INFINITY,
    interruptAfterTimeLimit: minutes * 60_000,
    markInterruptAsFailure: false,
    ...(seed !== undefined && { seed }),
    ...(path && { path }),
  }
}

/** How many cases a long run had, by what became of them. */
export function reportLongRun(counts: Record<string, number>): void {
  if (minutes !== undefined) console.log(JSON.stringify(counts))
}
