import type { Claim, ClaimComment } from '../../../job-marker/claim.ts'
import type { JobRecord } from '../../../job-marker/job-record.ts'
import { OUTCOME_RECORDS } from '../../../job-marker/outcome.ts'
import { DAY_MS } from '../../../reports/dates.ts'
import type { Since } from './since-input.ts'

/** Where a range begins: at a commit, as long as GitHub knows it, or else at a moment. */
export interface Start {
  base: string | undefined
  sinceMs: number
  nowMs: number
  isLastRun: boolean
}

/** Reads a job whose end no run saw. */
type HasFailed = (job: JobRecord) => Promise<boolean>

type Now = { runId: string; nowMs: number }

/** The verified claims of a series, oldest first. */
export function listSeries(found: readonly ClaimComment[], series: string): ClaimComment[] {
  return found.filter(({ isVerified, payload }) => isVerified && payload.range?.series === series)
}

/** A claim that wasn't edited for so long has lost its run. */
const UNFINISHED_MS = 2 * 60 * 60_000

/** The claim of another run that was made before `ownId`, and may still send its prompt. */
export function findUnfinished(claims: readonly ClaimComment[], { runId, nowMs }: Now, ownId = Infinity) {
  return claims.find(({ id, payload, updatedAt }) => {
    const isOther = payload.claimant.runId !== runId && payload.outcome === undefined && id < ownId
    // One without a time counts as young.
    return isOther && !(nowMs - Date.parse(updatedAt ?? '') >= UNFINISHED_MS)
  })
}

/**
 * Finds where the range of a run begins: where that of the newest run ended whose prompt was sent. A re-run has the
 * range of the first attempt, unless a later run has covered it.
 * @param claims of the series, oldest first
 */
export async function findStart(
  claims: readonly ClaimComment[],
  since: Since,
  { runId, nowMs }: Now,
  hasFailed: HasFailed,
): Promise<Start> {
  const isLastRun = since === 'last-run'
  let base: string | undefined
  for (const { payload } of claims.toReversed()) {
    if (payload.claimant.runId === runId) base = payload.range?.base
    else if (isLastRun) base = await findEnd(payload, claims, hasFailed)
    if (base !== undefined) break
  }
  // What failed runs did not document may be older than a week.
  const firstMs = (isLastRun && base === undefined && Date.parse(claims[0]?.updatedAt ?? '')) || nowMs
  const sinceMs = Math.min(firstMs, nowMs) - (isLastRun ? 7 : since.days) * DAY_MS
  return { base, sinceMs, nowMs, isLastRun }
}

/** The end of a range whose prompt was sent, or the start of the previous range, if its job has failed meanwhile. */
async function findEnd({ range, ...sent }: Claim, claims: readonly ClaimComment[], hasFailed: HasFailed) {
  if (!(await wasSent(sent, hasFailed))) return undefined
  const previous = claims.findLast(({ payload }) => payload.range?.head === range?.base)?.payload
  return !previous || (await wasSent(previous, hasFailed)) ? range?.head : previous.range?.base
}

/** Whether a prompt was received, or may have been, whose job didn't fail. */
async function wasSent({ state, job, outcome }: Omit<Claim, 'range'>, hasFailed: HasFailed) {
  if (job === undefined) return state === 'unknown'
  const end = outcome && OUTCOME_RECORDS[outcome]
  return end?.isFinal ? end.onRerun !== 'send' : !(await hasFailed(job))
}
