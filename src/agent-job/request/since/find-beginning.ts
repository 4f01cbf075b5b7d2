import type { ClaimComment, CommitRange } from '../../../job-marker/claim.ts'
import type { JobRecord } from '../../../job-marker/job-record.ts'
import { OUTCOME_RECORDS, type Outcome } from '../../../job-marker/outcome.ts'
import { DAY_MS } from '../../../reports/dates.ts'

/** A claim in the thread. `jobNow`: what its job is now, if no run saw how it ended. */
export type PastClaim = ClaimComment & { jobNow?: Outcome | 'active' | 'vanished' }

/** Names that a run shares with earlier runs, from the widest to the narrowest. */
export interface SeriesNames {
  project: string
  branch: string
  step: string
  series: string
}

/** Where a range begins, with the reason as the end of the sentence "It begins …". */
export type Beginning =
  | { kind: 'commit'; base: string; reason: string; isVanished?: boolean; reachedAt?: number }
  | { kind: 'days'; reason: string }
  /** Another run may be about to send its prompt. */
  | { kind: 'blocked'; by: PastClaim }
  /** Our account's claims that no key verifies may hold the place. */
  | { kind: 'unverified' }

/** A claim with a range. */
type Told = PastClaim & { range: CommitRange; end: ReturnType<typeof judge> }

/** A claim that wasn't edited for so long has lost its run. */
const UNFINISHED_MS = 2 * 60 * 60_000
const RECENT_MS = 35 * DAY_MS
/** Shorter windows leave changes out between two weekly runs. */
const LEAST_DAYS = 7

/**
 * Finds where a run with `last-run` begins. Only a prompt that was received, or may have been, moves the place of its
 * series; a range whose job failed is told again from where it began.
 * @param past the claims in the thread, oldest first
 */
export function findBeginning(past: readonly PastClaim[], own: SeriesNames, now: Date): Beginning {
  const ofProject = past.filter(({ payload }) => payload.project === own.project)
  const verified = ofProject.filter(({ isVerified }) => isVerified)
  const told = verified.flatMap((each): Told[] => {
    const { range } = each.payload
    return range?.branch === own.branch || range?.series === own.series
      ? [{ ...each, range, end: judge(each, now) }]
      : []
  })
  const series = told.filter(({ range }) => range.series === own.series)
  const blocking = series.find(({ end }) => end === 'open')
  if (blocking !== undefined) return { kind: 'blocked', by: blocking }

  const place = findPlace(series)
  if (place !== undefined) return place
  if (ofProject.some(({ isVerified, isOurs }) => !isVerified && isOurs === true)) return { kind: 'unverified' }
  const others = told.filter(({ range }) => range.series !== own.series)
  const ofStep = others.filter(({ range }) => range.step === own.step)
  return (
    findOldestPlace(ofStep, now, 'where another prompt of this step ended') ??
    findOldestPlace(others.filter(hasMoved), now, 'where a prompt of another step ended') ?? {
      kind: 'days',
      reason: `${LEAST_DAYS} days ago, because no earlier run is known`,
    }
  )
}

/** Where the next run with `last-run` begins, if the prompt for `range` was received, and if not. */
export function findNext(past: readonly PastClaim[], own: SeriesNames, range: CommitRange, now: Date) {
  const find = (state: 'unknown' | 'refused') => {
    const payload = { state, project: own.project, range } as PastClaim['payload']
    const found = findBeginning([...past, { id: 0, url: '', isVerified: true, payload } as PastClaim], own, now)
    return found.kind === 'commit' ? found.base : undefined
  }
  return { told: find('unknown'), untold: find('refused') }
}

/** The claims whose jobs decide where this run begins, and whose end no run saw; the newest ten. */
export function listUnseen(past: readonly PastClaim[], { project, branch, series }: SeriesNames): PastClaim[] {
  const ofBranch = past.filter(({ isVerified, payload }) => isVerified && payload.project === project)
  const own = ofBranch.filter(({ payload }) => payload.range?.series === series)
  const hasOwn = own.some(({ payload }) => isLastRun(payload.range))
  const deciding = hasOwn ? own : ofBranch.filter(({ payload }) => payload.range?.branch === branch)
  return deciding.filter(({ payload: { job, outcome } }) => job && !isFinal(outcome)).slice(-10)
}

/** `open`: its run may still send; `active`: its job works; `moved`, `vanished`: it may have been received. */
function judge({ payload, updatedAt, jobNow }: PastClaim, now: Date) {
  const { state, job, outcome } = payload
  if (job === undefined) {
    const isOpen = outcome === undefined && !(now.getTime() - Date.parse(updatedAt ?? '') >= UNFINISHED_MS)
    return state === 'unknown' ? 'moved' : state === 'claimed' && isOpen ? 'open' : 'again'
  }
  const end = isFinal(outcome) ? outcome : (jobNow ?? 'active')
  if (end === 'active' || end === 'vanished') return end
  return isTold(end ?? 'submitted', job) ? 'moved' : 'again'
}

/** Whether the prompt of a job counts as told. */
export function isTold(end: Outcome, job: JobRecord | undefined): boolean {
  if (job === undefined) return end === 'unknown'
  const { onRerun, isDoneByLink } = OUTCOME_RECORDS[end]
  return onRerun !== 'send' || (isDoneByLink && job.prLink !== undefined)
}

function hasMoved({ end }: Told): boolean {
  return end === 'moved' || end === 'vanished'
}

function isFinal(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && OUTCOME_RECORDS[outcome].isFinal
}

function isLastRun(range: CommitRange | undefined): boolean {
  return range !== undefined && (range.since ?? 'last-run') === 'last-run'
}

/** Where the next range of a series begins; undefined if it has no place, and no range that failed. */
function findPlace(series: readonly Told[], isCertain = false): (Beginning & { kind: 'commit' }) | undefined {
  const chain = series.filter(({ range }) => isLastRun(range))
  if (chain.length === 0) {
    const first = series.find((each) => hasMoved(each) && Number.parseInt(each.range.since ?? '', 10) >= LEAST_DAYS)
    return first && { kind: 'commit', base: first.range.head, reason: 'where the previous run ended' }
  }
  // Commits by the first run that reached them; a base that no run reached is before all of them.
  const heads = [...new Set(chain.map(({ range }) => range.head))]
  const covering = chain.filter((each) => hasMoved(each) || (each.end === 'active' && !isCertain))
  let reached = -1
  for (let before = -2; before < reached; ) {
    before = reached
    for (const { range } of covering)
      if (heads.indexOf(range.base) <= reached) reached = Math.max(reached, heads.indexOf(range.head))
  }
  const again = chain.find(({ range }) => heads.indexOf(range.base) <= reached && heads.indexOf(range.head) > reached)
  const base = heads[reached] ?? again?.range.base
  if (base === undefined) return undefined
  const last = covering.findLast(({ range }) => range.head === base)
  return {
    kind: 'commit',
    base,
    reason: again
      ? 'where an earlier range began whose changes must be included again'
      : 'where the previous run ended',
    ...(last?.end === 'vanished' && { isVanished: true }),
    ...(last && { reachedAt: findSentAt(last) }),
  }
}

/** Of several series, the place that is the furthest back: told twice rather than never. */
function findOldestPlace(claims: readonly Told[], now: Date, reason: string): Beginning | undefined {
  const series = Map.groupBy(claims, ({ range }) => range.series)
  const places = [...series.values()].flatMap((each) => {
    const place = findPlace(each, true)
    const isRecent = each.some((claim) => now.getTime() - findSentAt(claim) <= RECENT_MS)
    return place && isRecent ? [place.base] : []
  })
  // Every commit is the head of a claim, or was there before the first one.
  const order = claims.map(({ range }) => range.head)
  const [base] = places.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return base === undefined ? undefined : { kind: 'commit', base, reason }
}

/** In milliseconds since 1970. */
function findSentAt({ payload, updatedAt }: PastClaim): number {
  return Date.parse(payload.prompts?.at(-1)?.at ?? updatedAt ?? '')
}
