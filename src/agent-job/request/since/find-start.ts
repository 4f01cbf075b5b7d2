import { digest } from '../../../github/signed-marker.ts'
import type { ClaimComment } from '../../../job-marker/claim.ts'
import type { JobRecord } from '../../../job-marker/job-record.ts'
import { OUTCOME_RECORDS } from '../../../job-marker/outcome.ts'
import { DAY_MS } from '../../../reports/dates.ts'
import type { WorkflowRun } from '../../../runner/event.ts'
import type { Inputs } from '../../inputs.ts'
import type { Since } from './since-input.ts'

/** Where a range begins: at a commit, as long as GitHub knows it, or at a moment. */
export interface Start {
  base?: string
  /** Milliseconds since 1970, as is `nowMs`. */
  sinceMs: number
  nowMs: number
  /** Whether `last-run` found no run to continue after. */
  isFirst?: true
}

/** What runs have in common that begin where the previous one ended. */
export function identifySeries(
  { workflow, job, step, ref }: WorkflowRun,
  { projectId, paths }: Pick<Inputs, 'projectId' | 'paths'>,
): string {
  return digest(JSON.stringify([workflow, job, step, ref, projectId, paths]))
}

/** The claims of a series, oldest first. Those of another key count for nothing. */
export function listSeries(found: readonly ClaimComment[], series: string): ClaimComment[] {
  return found.filter(({ isVerified, payload }) => isVerified && payload.range?.series === series)
}

/** The claim of an earlier attempt of this run. */
export function findOwnClaim(claims: readonly ClaimComment[], runId: string): ClaimComment | undefined {
  return claims.findLast(({ payload }) => payload.claimant.runId === runId)
}

/** A run that has said nothing for so long has ended. */
const UNFINISHED_MS = 2 * 60 * 60_000

/** The claim of another run that was made before `ownId`, and may still send its prompt. */
export function findUnfinished(
  claims: readonly ClaimComment[],
  runId: string,
  nowMs: number,
  ownId = Number.POSITIVE_INFINITY,
): ClaimComment | undefined {
  return claims.find(({ id, payload, updatedAt }) => {
    const isOther = payload.claimant.runId !== runId && payload.outcome === undefined && id < ownId
    // One without a time counts as young.
    return isOther && !(nowMs - Date.parse(updatedAt ?? '') >= UNFINISHED_MS)
  })
}

/**
 * Where the range of this run begins. The newest claim decides that told its changes, or that an earlier attempt of this run
 * made: a re-run tells the same.
 * @param claims of the series, oldest first
 * @param hasFailed reads a job whose end no run saw
 */
export async function findStart(
  claims: readonly ClaimComment[],
  since: Since,
  { runId, nowMs }: { runId: string; nowMs: number },
  hasFailed: (job: JobRecord) => Promise<boolean>,
): Promise<Start> {
  const isLastRun = since === 'last-run'
  const days = isLastRun ? 7 : since.days
  // What the first runs did not tell is older than the others think.
  const firstMs = isLastRun ? Date.parse(claims[0]?.updatedAt ?? '') || nowMs : nowMs
  const times = { sinceMs: Math.min(firstMs, nowMs) - days * DAY_MS, nowMs }
  for (const { payload } of claims.toReversed()) {
    const { range, claimant } = payload
    if (claimant.runId === runId) return { base: range?.base ?? '', ...times }
    if (isLastRun && (await wasTold(payload, hasFailed))) return { base: range?.head ?? '', ...times }
  }
  return { ...times, ...(isLastRun && { isFirst: true }) }
}

/** Whether a prompt was received, or may have been, whose job didn't fail. */
async function wasTold(
  { state, job, outcome }: ClaimComment['payload'],
  hasFailed: (job: JobRecord) => Promise<boolean>,
): Promise<boolean> {
  if (job === undefined) return state === 'unknown'
  const isEnded = outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal
  return isEnded ? OUTCOME_RECORDS[outcome].onRerun !== 'send' : !(await hasFailed(job))
}
