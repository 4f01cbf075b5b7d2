import fc from 'fast-check'
import { test } from 'vitest'

/** Cases for each property of `npm run fuzz`; undefined in the suite. */
const cases = Number(process.env['FUZZ_CASES']) || undefined

/** Whether one case is repeated; then what many cases reach together says nothing. */
export const isRepeat = process.env['FUZZ_PATH'] !== undefined

/** For tests that hang. A machine under load takes many times as long as a quiet one. */
const timeoutMs = cases === undefined ? 600_000 : 7_200_000

/**
 * A test that `check` holds for all values: in the suite for `runs` cases, always the same ones; with `npm run fuzz`
 * for as many new ones as FUZZ_CASES. FUZZ_SEED repeats what a long run has found (its report names seed and path).
 * @param judge looks at what all cases have reached together
 */
export function testProperty<Values extends unknown[]>(
  name: string,
  runs: number,
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  check: (...values: Values) => void | Promise<void>,
  judge?: () => void,
): void {
  const run = async () => {
    const values = fc.tuple<Values>(...arbitraries)
    await fc.assert(
      fc.asyncProperty(values, async (each) => await check(...each)),
      runParameters(runs),
    )
    judge?.()
  }
  test(name, run, timeoutMs)
}

function runParameters(runs: number): fc.Parameters<unknown> {
  const seed = Number(process.env['FUZZ_SEED'])
  const path = process.env['FUZZ_PATH']
  const repeat = { ...(seed && { seed }), ...(path && { path }) }
  if (cases === undefined) return { numRuns: runs, seed: 20_261_120, ...repeat }
  return { numRuns: cases, ...repeat }
}

/** How many cases a long run had, by what became of them. */
export function reportLongRun(counts: Record<string, number>): void {
  if (cases !== undefined) console.log(JSON.stringify(counts))
}
