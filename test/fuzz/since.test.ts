import fc from 'fast-check'
import { expect } from 'vitest'
import { findBeginning, type PastClaim } from '../../src/agent-job/request/since/find-beginning.ts'
import { type Claim, recordEnd, recordPrompt } from '../../src/job-marker/claim.ts'
import type { Outcome } from '../../src/job-marker/outcome.ts'
import { testProperty } from './fuzz-parameters.ts'

// A model of a year, from the contract alone: whoever wrote it hadn't read the code that it checks. Commits are numbers,
// so that what was told is a set of numbers, and the first number that is missing is where a run has to begin.

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LINK = new URL('https://github.com/acme/docs/pull/1')

/** How a prompt ends, and when it is known: `left` and `left-…` while the job still works as the run ends. */
const FATES = ['pull-request', 'no-pull-request', 'failed', 'archived', 'archived-with-link', 'unknown'] as const
const LATER = ['unsent', 'left', 'killed'] as const
type Fate = (typeof FATES)[number] | (typeof LATER)[number]

/** What a job that was left turns into. */
const SETTLED = ['pull-request', 'no-pull-request', 'failed', 'archived', 'archived-with-link', 'vanished'] as const

const fate = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<Fate>('pull-request', 'no-pull-request') },
  { weight: 6, arbitrary: fc.constantFrom<Fate>(...FATES, ...LATER) },
)
const since = fc.oneof(
  { weight: 5, arbitrary: fc.constant('last-run') },
  { weight: 1, arbitrary: fc.constantFrom('1d', '7d', '14d') },
)
const step = fc.nat(1)

const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('run'), step, since, fate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again'), of: fc.nat(5), fate }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle'), of: fc.nat(5), as: fc.constantFrom(...SETTLED) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit'), step }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace-key'), isKept: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pass'), hours: fc.constantFrom(1, 24, 72, 168, 216) }) },
)
type Event = typeof event extends fc.Arbitrary<infer Each> ? Each : never

/** One prompt's range, from after commit `from` to commit `to`, and what is true of it. */
interface Telling {
  claim: Claim
  step: number
  series: string
  isLast: boolean
  days: number
  from: number
  to: number
  /** When its newest prompt was sent. */
  at: number
  fate: Fate | (typeof SETTLED)[number]
  key: number
}

const REACHED = new Set<string>(['pull-request', 'no-pull-request', 'archived-with-link', 'vanished', 'unknown'])
const moves = ({ fate }: Telling) => REACHED.has(fate)
const mayMove = (each: Telling) => moves(each) || each.fate === 'left'

class Year {
  now = Date.parse('2026-01-05T09:00:00Z')
  /** When each commit was merged; commit 1 is at index 0. */
  readonly merged: number[] = [this.now - 20 * DAY, this.now - 6 * DAY]
  readonly tellings: Telling[] = []
  readonly edits = [0, 0]
  keys: number[] = [0]
  /** The first commit that each step owes to its readers; undefined before its first run. */
  readonly owes: (number | undefined)[] = [undefined, undefined]

  play(each: Event): void {
    if (each.kind === 'run') this.run(each)
    if (each.kind === 'again') this.again(this.pick(each.of), each.fate)
    if (each.kind === 'settle') Object.assign(this.pick(each.of, 'left') ?? {}, { fate: each.as })
    if (each.kind === 'edit') this.edits[each.step] = (this.edits[each.step] ?? 0) + 1
    if (each.kind === 'replace-key') {
      const key = (this.keys[0] ?? 0) + 1
      this.keys = each.isKept ? [key, key - 1] : [key]
    }
    for (let hours = each.kind === 'pass' ? each.hours : 0; hours > 0; hours -= 24) {
      this.now += Math.min(hours, 24) * HOUR
      this.merged.push(this.now)
    }
  }

  run({ step, since, fate }: { step: number; since: string; fate: Fate }): void {
    const series = `series ${step}.${this.edits[step]}`
    const head = this.merged.length
    const days = Number.parseInt(since, 10)
    const isLast = since === 'last-run'
    const from = isLast ? this.begin(step, series) : this.daysAgo(days)
    if (from === undefined || from >= head) return
    const range = {
      series,
      step: `step ${step}`,
      branch: 'branch',
      base: `commit ${from}`,
      head: `commit ${head}`,
      since,
    }
    const claim = createClaim(range, this.tellings.length)
    const telling = { claim, step, series, isLast, days, from, to: head, at: this.now, fate, key: this.keys[0] ?? 0 }
    this.tellings.push(telling)
    if (isLast) this.owes[step] ??= from
    this.finish(telling, fate)
  }

  /** Runs the function under test, and compares its answer with the model's. */
  begin(step: number, series: string): number | undefined {
    const names = { project: 'project', series, step: `step ${step}`, branch: 'branch' }
    const found = findBeginning(this.past(), names, new Date(this.now))
    const expected = this.expected(step, series)
    const answer = 'base' in found ? Number(found.base.replace('commit ', '')) : found.kind
    expect(answer).toBe(expected)
    if (answer === 'blocked' || answer === 'unverified') return undefined
    const own = this.tellings.filter((each) => each.series === series)
    // Somebody chose these days, or the notice says that what is older isn't told.
    const chosen = own.some(({ isLast }) => isLast) ? undefined : own.find(({ to }) => to === answer)?.from
    const from = answer === 'days' ? this.daysAgo(7) : Number(answer)
    const oldest = answer === 'days' ? from : (chosen ?? 0)
    if (this.owes[step] !== undefined) this.owes[step] = Math.max(this.owes[step], oldest)
    return from
  }

  /** What the contract says. */
  expected(step: number, series: string): number | string {
    const verified = this.tellings.filter(({ key }) => this.keys.includes(key))
    const own = verified.filter((each) => each.series === series)
    // A run that may be between its claim and its job: nobody knows before two hours.
    if (own.some(({ fate, at }) => fate === 'killed' && this.now - at < 2 * HOUR)) return 'blocked'
    const place = this.place(own, mayMove)
    if (place !== undefined) return place
    if (verified.length < this.tellings.length) return 'unverified'
    const others = verified.filter((each) => each.series !== series)
    for (const isOwnStep of [true, false]) {
      // A range of this step that was never told counts as well: otherwise an edit of the workflow would lose it.
      const near = others.filter((each) => (isOwnStep ? each.step === step : moves(each)))
      const places = [...Map.groupBy(near, (each) => each.series).values()].flatMap((theirs) => {
        const isRecent = theirs.some(({ at }) => this.now - at <= 35 * DAY)
        return isRecent ? (this.place(theirs, moves) ?? []) : []
      })
      if (places.length > 0) return Math.min(...places)
    }
    return 'days'
  }

  /** The last commit before the first one that no prompt of a series told; undefined if the series has no place. */
  place(series: readonly Telling[], told: (each: Telling) => boolean): number | undefined {
    const chain = series.filter((each) => each.isLast)
    if (chain.length === 0) return series.find((each) => each.days >= 7 && moves(each))?.to
    let place = Math.min(...chain.map(({ from }) => from))
    const covered = (commit: number) => chain.some((each) => told(each) && each.from < commit && commit <= each.to)
    while (covered(place + 1)) place += 1
    return place
  }

  finish(telling: Telling, fate: Fate): void {
    const at = new Date(this.now).toISOString()
    const { job: _, outcome: __, ...given } = telling.claim
    const claim = { ...given, state: 'claimed' as const }
    Object.assign(telling, { claim, fate, at: this.now })
    if (fate === 'killed') return
    const job = { jobId: `job ${telling.to}`, isFollowUp: false }
    if (fate === 'unsent' || fate === 'unknown') {
      telling.claim = { ...claim, ...recordEnd(claim, fate === 'unsent' ? 'unavailable' : fate, at) }
      return
    }
    telling.claim = { ...claim, ...recordPrompt(claim, at), state: 'job', job }
    const outcome: Outcome = fate === 'left' ? 'submitted' : fate === 'archived-with-link' ? 'archived' : fate
    const isLinked = fate === 'archived-with-link' || fate === 'pull-request'
    Object.assign(telling.claim, recordEnd(telling.claim, outcome, at, { ...job, ...(isLinked && { prLink: LINK }) }))
  }

  /** A re-run of the same workflow run, which tells the same range. */
  again(telling: Telling | undefined, fate: Fate): void {
    if (telling === undefined || fate === 'killed' || !this.keys.includes(telling.key)) return
    const sendsAgain = ['unsent', 'failed', 'archived'].includes(telling.fate)
    if (sendsAgain && fate !== 'unsent') this.finish(telling, fate)
    if (telling.fate === 'killed') this.finish(telling, 'unknown')
  }

  past(): PastClaim[] {
    return this.tellings.map((each) => {
      const isVerified = this.keys.includes(each.key)
      const isLeft = isVerified && each.claim.outcome === 'submitted'
      const jobNow = each.fate === 'left' ? 'active' : each.fate === 'archived-with-link' ? 'archived' : each.fate
      const hasLink = each.fate === 'archived-with-link' || each.fate === 'pull-request'
      const job = isLeft && hasLink && each.claim.job ? { job: { ...each.claim.job, prLink: LINK } } : {}
      const updatedAt = new Date(each.at).toISOString()
      const comment = { id: each.claim.commentId ?? 0, author: 1, url: '', isVerified, isOurs: true, updatedAt }
      return { ...comment, payload: { ...each.claim, ...job }, ...(isLeft && { jobNow }) } as PastClaim
    })
  }

  /** Another run of every step, undisturbed, and what was never told by it or by an earlier one. */
  lost(): number[] {
    for (const each of this.tellings) if (each.fate === 'left') each.fate = 'failed'
    this.play({ kind: 'pass', hours: 24 })
    for (const step of [0, 1]) this.run({ step, since: 'last-run', fate: 'pull-request' })
    const numbers = this.merged.map((_, index) => index + 1)
    return [0, 1].flatMap((step) => {
      const told = this.tellings.filter((each) => each.step === step && mayMove(each))
      const owed = numbers.filter((commit) => commit > (this.owes[step] ?? Number.POSITIVE_INFINITY))
      return owed.filter((commit) => !told.some(({ from, to }) => from < commit && commit <= to))
    })
  }

  private pick(index: number, fate?: Fate): Telling | undefined {
    const fitting = this.tellings.filter((each) => fate === undefined || each.fate === fate)
    return fitting.at(-1 - (index % Math.max(fitting.length, 1)))
  }

  private daysAgo(days: number): number {
    return this.merged.filter((time) => time < this.now - days * DAY).length
  }
}

function createClaim(range: NonNullable<Claim['range']>, index: number): Claim {
  const claimant = { runId: String(index), job: 'docs', step: range.step ?? '', attempt: 1 }
  const names = { trigger: `run ${index}`, event: 'schedule', project: 'project', nonce: String(index) }
  return { state: 'claimed', ...names, claimant, commentId: index, range } as unknown as Claim
}

testProperty('loses nothing in a disturbed year', 1000, [fc.array(event, { maxLength: 60 })], (events) => {
  const year = new Year()
  for (const each of events) year.play(each)
  // A lost key ends the last runs as an error; the way out is `since: <n>d`, once.
  if (year.tellings.some(({ key }) => !year.keys.includes(key))) return
  expect(year.lost()).toEqual([])
})
