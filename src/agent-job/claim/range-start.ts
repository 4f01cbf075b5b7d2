import { formatCount } from '../../formatting/numbers.ts'
import { DAY_MS } from '../../formatting/times.ts'
import type { Log } from '../../runner/log.ts'
import type { Start } from '../changes/compare-branch.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Since } from '../inputs/since.ts'
import type { ReportedTrigger } from '../request/read-trigger.ts'
import type { ClaimComment } from './claim.ts'
import { type ClaimDependencies, createClaim, nameBranch, refuseClaim } from './claim-run.ts'
import { isOfEarlierAttempt, readThread } from './claim-thread.ts'
import { maySendAgain } from './end-claim.ts'
import { findLastPlace, type JobNow, type LastPlace } from './last-place.ts'

/** Where the range of a run with `since` begins, by the claims in the conversation. */
export interface RangeStart {
  /** Undefined if an earlier attempt of this run has sent the prompt: its claim knows the job, and how it ended. */
  start: Start | undefined
  /** The finished claim of the step's last run; absent if there is none, or its range doesn't end there. */
  last?: ClaimComment | undefined
}

type Dependencies = ClaimDependencies & { githubNow: () => number }

/**
 * Finds where the range begins: where that of an earlier attempt did, where the previous run left off, or some days
 * ago.
 * @param fetchJobNow rejects if the job can't be read; then it isn't known whether its changes are documented
 * @throws ClaimError if the conversation can't be read; what `fetchJobNow` throws
 */
export async function findRangeStart(
  since: Since,
  trigger: ReportedTrigger,
  inputs: Inputs,
  dependencies: Dependencies,
  fetchJobNow: (jobId: string) => Promise<JobNow>,
): Promise<RangeStart> {
  const { run, comment, githubNow } = dependencies
  const claim = createClaim({ kind: 'prompt' }, trigger, inputs, dependencies)
  const branch = nameBranch(inputs, run)
  const { decisive, last } = readThread((await comment?.find().catch(refuseClaim)) ?? [], claim, { branch })
  const own = decisive && isOfEarlierAttempt(decisive.payload, claim.claimant) ? decisive.payload : undefined
  if (own !== undefined && !maySendAgain(own)) return { start: undefined }
  if (own?.range !== undefined)
    return { start: { ...startDaysAgo(since, githubNow()), base: own.range.base, reason: 'where it began before' } }
  const place = since === 'last-run' ? await findLastPlace(last, fetchJobNow) : undefined
  return { start: chooseStart(since, place, githubNow()), last: place?.claim }
}

function chooseStart(since: Since, place: LastPlace | undefined, nowMs: number): Start {
  const start = startDaysAgo(since, nowMs)
  if (place !== undefined) return { ...start, base: place.commit, reason: place.reason }
  return since === 'last-run' ? { ...start, reason: `${start.reason}, because no earlier run was found` } : start
}

/** Where the range begins without a commit to begin at, or if GitHub no longer has that commit. */
function startDaysAgo(since: Since, nowMs: number): Start {
  const isLastRun = since === 'last-run'
  const days = isLastRun ? 7 : since.days
  return { base: undefined, sinceMs: nowMs - days * DAY_MS, isLastRun, reason: `${formatCount(days, 'day')} ago` }
}

/**
 * Notes in the claim of the step's last run that nothing counts up to `head`: a later run begins there, and reads less.
 */
export async function noteNothing(
  { id, payload }: ClaimComment,
  head: string,
  { comment, log }: Pick<ClaimDependencies, 'comment'> & { log: Log },
): Promise<void> {
  const { range } = payload
  if (range === undefined || range.head === head) return
  await comment
    ?.amend(id, payload.nonce, { range: { ...range, nothingUntil: head } })
    .catch((error: unknown) => log.info(`Couldn't note that nothing counts up to ${head}. ${String(error)}`))
}
