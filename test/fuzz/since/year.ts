import { expect } from 'vitest'
import type { Range } from '../../../src/agent-job/changes/changes.ts'
import type { Claim, ClaimComment } from '../../../src/agent-job/claim/claim.ts'
import { createClaim } from '../../../src/agent-job/claim/claim-run.ts'
import { endClaim } from '../../../src/agent-job/claim/end-claim.ts'
import type { Inputs } from '../../../src/agent-job/inputs/inputs.ts'
import type { Outcome } from '../../../src/agent-job/outcome.ts'
import { preparePrompt } from '../../../src/agent-job/request/prompt.ts'
import type { Request } from '../../../src/agent-job/request/request.ts'
import { findSubject } from '../../../src/agent-job/run-agent-job.ts'
import { parseTrigger } from '../../../src/agent-job/trigger/parse-trigger.ts'
import { DocsServiceError } from '../../../src/docs-service/errors.ts'
import { GitHubError } from '../../../src/github/errors.ts'
import type { Log } from '../../../src/runner/log.ts'
import { readUntrustedText, untrustedText } from '../../../src/untrusted/text.ts'
import { type Change, type Flaw, SimulatedBranch, type Way } from './simulated-branch.ts'

// A workflow that documents a branch each week, in virtual time. The action decides what each prompt tells. The judge
// below knows what happened on the branch, and what became of each prompt; it was written from the contract.

export const DAY = 86_400_000

/** What becomes of a prompt. */
export const FATES = [
  ...(['completed', 'failed', 'archived', 'unknown', 'unsent', 'timed-out'] as const),
  ...(['killed-before', 'killed-while-sending', 'killed-after'] as const),
]
export type Fate = (typeof FATES)[number]

/** What a job that nobody waited for turns into. */
export const ENDS = ['completed', 'failed', 'archived', 'gone'] as const
type JobState = 'active' | (typeof ENDS)[number]

export interface Week {
  landings: { way: Way; flaw: Flaw }[]
  runs: Fate[]
  /** Also runs the first step again, if its run may be repeated. */
  again: Fate | undefined
  event: 'none' | 'settle' | 'rename' | 'force-push' | 'collect' | 'days' | 'service-down' | 'github-down' | 'busy'
  end: (typeof ENDS)[number]
}

/** A step, or a leg of one: each has a memory of its own. */
interface Series {
  step: string
  leg: string
  paths: Inputs['paths']
  tellings: Telling[]
  /** Changes that came before it are given up, as a notice has said. */
  owesSince: number
  /** How often it began again with so many days, which may tell something once more. */
  resets: number
  /** No prompt with `last-run` is known of it. */
  isNew: boolean
  /** GitHub may no longer have the commit that it goes on from. */
  mayBeGone: boolean
}

/** One prompt, as people and the service know it. */
interface Telling {
  told: readonly number[]
  /** What the prompt only counts. */
  untold: readonly number[]
  jobId: string | undefined
  fate: Fate
  /** It wasn't known to have reached the readers when the next run of its step began. */
  isExcused: boolean
  comment: ClaimComment
  runId: number
  attempt: number
  sha: string
}

const UNKNOWN = { owesSince: Number.NEGATIVE_INFINITY, resets: 0, isNew: true, mayBeGone: false }
const NO_TESTS = { included: [], excluded: ['test/**'] }
const EVERYTHING = { included: [], excluded: [] }

export class Year {
  readonly branch = new SimulatedBranch(Date.parse('2026-01-05T09:00:00Z') - 20 * DAY)
  readonly #jobs = new Map<string, JobState>()
  readonly #comments: ClaimComment[] = []
  readonly #series: Series[] = [
    { step: 'api', leg: '0', paths: NO_TESTS, ...UNKNOWN, tellings: [] },
    { step: 'guides', leg: '0', paths: EVERYTHING, ...UNKNOWN, tellings: [] },
    { step: 'guides', leg: '1', paths: EVERYTHING, ...UNKNOWN, tellings: [] },
  ]
  #runs = 0
  #isServiceDown = false
  #isGitHubDown = false
  /** How often each thing happened, since a year in which nothing happens proves nothing. */
  readonly seen = new Map<string, number>()

  async play(week: Week): Promise<void> {
    const { landings, runs, again, event } = week
    const pauseMs = (7 * DAY) / (landings.length + 1)
    for (const { way, flaw } of landings) {
      this.branch.now += pauseMs
      this.branch.land(way, flaw)
    }
    this.branch.now += pauseMs
    this.#disturb(week)
    if (event === 'days') await this.#runAll(runs, { days: 14 })
    await this.#runAll(runs, 'last-run')
    const [first] = this.#series as [Series]
    if (again !== undefined) await this.#runAgain(first, again)
    this.#isServiceDown = false
    this.#isGitHubDown = false
  }

  #disturb({ event, end }: Week): void {
    this.#see(event)
    const [first] = this.#series as [Series]
    const active = [...this.#jobs].filter(([, state]) => state === 'active')
    const events: Partial<Record<Week['event'], () => void>> = {
      settle: () => {
        for (const [id] of active) this.#jobs.set(id, end)
      },
      rename: () => Object.assign(first, { step: `${first.step}-2`, isNew: true }),
      busy: () => Array.from({ length: 60 }, () => this.branch.land('squash', 'none')),
      'force-push': () => this.branch.forcePush(1 + (this.#runs % 3), false),
      collect: () => {
        this.branch.forcePush(1 + (this.#runs % 3), true)
        for (const series of this.#series) series.mayBeGone = true
      },
    }
    events[event]?.()
    this.#isServiceDown = event === 'service-down'
    this.#isGitHubDown = event === 'github-down'
  }

  /** A run of the workflow, with each of its steps. */
  async #runAll(fates: readonly Fate[], since: NonNullable<Inputs['since']>): Promise<void> {
    this.#runs += 1
    for (const [index, series] of this.#series.entries()) await this.#run(series, fates[index] ?? 'completed', since)
  }

  /** Another week, undisturbed. Then nothing may be missing, and nothing may have been told again and again. */
  async judge(): Promise<void> {
    for (const [id, state] of this.#jobs) if (state === 'active') this.#jobs.set(id, 'failed')
    await this.play({ landings: [], runs: [], again: undefined, event: 'none', end: 'completed' })
    const here = this.branch.reach(this.branch.head)
    for (const series of this.#series) {
      const done = series.tellings.filter((each) => this.#isDone(each))
      const told = new Set(done.flatMap((each) => [...each.told, ...each.untold]))
      const owed = this.branch.changes.filter((each) => counts(each, series) && each.landedAt >= series.owesSince)
      const lost = owed.filter(({ number, commits }) => !told.has(number) && commits.some((sha) => here.has(sha)))
      expect(lost.map(({ number }) => number)).toEqual([])
      for (const { number } of owed) {
        const tellings = series.tellings.filter((each) => each.told.includes(number) && !each.isExcused)
        expect(tellings.length, `tellings of ${number}`).toBeLessThanOrEqual(1 + series.resets)
      }
    }
  }

  async #run(series: Series, fate: Fate, since: NonNullable<Inputs['since']>): Promise<void> {
    const sent = await this.#send(series, {
      runId: this.#runs,
      attempt: 1,
      sha: this.branch.head,
      since,
      earlier: undefined,
    })
    if (sent !== undefined) this.#finish(series, sent, fate, since === 'last-run')
  }

  /** A re-run of the newest run of a series, which tells the same range, if it tells it at all. */
  async #runAgain(series: Series, fate: Fate): Promise<void> {
    const last = series.tellings.at(-1)
    if (last === undefined || last.runId !== this.#runs) return
    const { runId, sha, attempt, comment } = last
    const sent = await this.#send(series, { runId, sha, attempt: attempt + 1, since: 'last-run', earlier: comment })
    const maySend = ['unsent', 'failed', 'archived', 'killed-before'].includes(last.fate)
    expect(sent !== undefined, `a re-run after ${last.fate}`).toBe(maySend && !this.#isGitHubDown)
    if (sent === undefined) return
    this.#see('again')
    expect(sent.comment.payload.range).toMatchObject({
      base: comment.payload.range?.base,
      head: comment.payload.range?.head,
    })
    this.#finish(series, sent, fate, true)
  }

  /** What the action does before it sends a prompt. @returns undefined if it sends none */
  async #send(
    series: Series,
    {
      runId,
      attempt,
      sha,
      since,
      earlier,
    }: { since: NonNullable<Inputs['since']>; earlier: ClaimComment | undefined } & Pick<
      Telling,
      'runId' | 'attempt' | 'sha'
    >,
  ): Promise<Telling | undefined> {
    const last = series.tellings.at(-1)
    if (last !== undefined && since === 'last-run') last.isExcused = !this.#isDone(last)
    const notices: string[] = []
    const options = this.#connect(series, { runId, attempt, sha, since }, notices)
    const subject = await findSubject(options).catch((error: unknown) => {
      if (error instanceof GitHubError && this.#isGitHubDown) return { outcome: 'unavailable' as const }
      throw error
    })
    const isUnknown = notices.some((title) => title.startsWith("Couldn't find where"))
    if (isUnknown) this.#giveUp(series)
    else expect(since === 'last-run' && series.isNew && 'range' in subject, 'a first run without a notice').toBe(false)
    if ('outcome' in subject || subject.range === undefined) return undefined
    const days = since === 'last-run' ? (isUnknown ? 7 : undefined) : since.days
    if (days !== undefined && earlier === undefined) this.#judgeDays(days, subject.range)
    const { inputs, request, dependencies } = options
    const prompt = await preparePrompt(request, subject.context, inputs, dependencies)
    const telling = this.#judgePrompt(readUntrustedText(prompt?.text ?? untrustedText('')), subject.range, series)
    const id = earlier?.id ?? this.#comments.length + 1
    const payload = { ...this.#claim(options, subject.range), commentId: id, earlierJobs: [] }
    const around = { above: '', below: '' }
    const createdAt = new Date(this.branch.now).toISOString()
    const comment: ClaimComment = { id, url: '', createdAt, payload, content: '', isNamed: true, around }
    return { ...telling, jobId: undefined, fate: 'unsent', isExcused: false, comment, runId, attempt, sha }
  }

  /** A notice says that older changes aren't told: where nothing is known yet, or GitHub has lost the place. */
  #giveUp(series: Series): void {
    expect(series.isNew || series.mayBeGone, 'the place is known').toBe(true)
    if (!series.isNew) this.#see('base gone')
    series.resets += series.tellings.length > 0 ? 1 : 0
    series.owesSince = Math.max(series.owesSince, this.branch.now - 7 * DAY)
  }

  /** What came to the branch in so many days, and nothing that came before. */
  #judgeDays(days: number, { base, head }: Range): void {
    const since = this.branch.now - days * DAY
    const found = this.branch.between(base, head).map(({ number }) => number)
    const here = this.branch.reach(head)
    const isHere = ({ commits, landedAt }: Change) => landedAt >= since && commits.some((sha) => here.has(sha))
    expect(found.toSorted(byNumber)).toEqual(this.branch.changes.filter(isHere).map(({ number }) => number))
  }

  /** What counts in the range is told, up to fifty changes, and nothing that doesn't. */
  #judgePrompt(text: string, { base, head }: Range, series: Series): Pick<Telling, 'told' | 'untold'> {
    const expected = this.branch.between(base, head).filter((each) => counts(each, series))
    const read = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number))
    const told = read(/Title<(\d+)>/gu)
    const numbers = expected.map(({ number }) => number)
    expect(told.length).toBe(Math.min(50, numbers.length))
    const untold = numbers.filter((number) => !told.includes(number))
    const more = [...(/Not listed: (.*)\./u.exec(text)?.[1]?.matchAll(/\d+/gu) ?? [])].reduce(
      (sum, [count]) => sum + Number(count),
      0,
    )
    expect([told.every((number) => numbers.includes(number)), more]).toEqual([true, untold.length])
    // Files and patches are those of what is told, and are all there.
    const files = new Set(read(/src\/<(\d+)>/gu))
    const isTold = (number: number) => told.includes(number)
    expect([...files].filter((number) => !isTold(number))).toEqual([])
    expect(told.filter((number) => !files.has(number) && this.branch.changes[number - 1]?.flaw !== 'path')).toEqual([])
    expect(read(/test\/<(\d+)>/gu).filter((number) => series.paths === NO_TESTS || !isTold(number))).toEqual([])
    return { told, untold }
  }

  #finish(series: Series, sent: Telling, fate: Fate, isLastRun: boolean): void {
    this.#see(fate)
    const { comment } = sent
    const isSent = !['unsent', 'killed-before', 'unknown', 'killed-while-sending'].includes(fate)
    const jobId = isSent ? `job-${this.#jobs.size + 1}` : undefined
    const outcomes: Partial<Record<Fate, Outcome>> = {
      completed: 'pull-request',
      failed: 'failed',
      archived: 'archived',
      unknown: 'unknown',
      unsent: 'unavailable',
      'timed-out': 'timed-out',
    }
    const outcome = outcomes[fate]
    const sending = fate === 'killed-while-sending' ? { state: 'sending' as const } : {}
    const killed = fate === 'killed-after' ? { state: 'job' as const, ...(jobId && { jobId }) } : sending
    const end = outcome ? endClaim(comment.payload, { outcome, jobId, isClaimed: true }) : killed
    const written = { ...comment, payload: { ...comment.payload, ...end } }
    const known = this.#comments.findIndex(({ id }) => id === comment.id)
    this.#comments.splice(known < 0 ? this.#comments.length : known, known < 0 ? 0 : 1, written)
    const states: Partial<Record<Fate, JobState>> = { completed: 'completed', failed: 'failed', archived: 'archived' }
    if (jobId !== undefined) this.#jobs.set(jobId, states[fate] ?? 'active')
    if (!isLastRun) return
    series.tellings.push({ ...sent, fate, jobId, comment: written })
    Object.assign(series, { isNew: false, mayBeGone: false })
  }

  #isDone({ jobId }: Telling): boolean {
    return jobId !== undefined && ['completed', 'gone'].includes(this.#jobs.get(jobId) ?? '')
  }

  #claim({ request, trigger, inputs, dependencies }: ReturnType<Year['connectForType']>, range?: Range): Claim {
    return createClaim(request as Request & { kind: 'prompt' }, trigger, inputs, { ...dependencies, range })
  }

  /** Only for its type. */
  connectForType() {
    return this.#connect(this.#series[0] as Series, { runId: 0, attempt: 0, sha: '', since: 'last-run' }, [])
  }

  #connect(
    { step, leg, paths }: Series,
    {
      runId,
      attempt,
      sha,
      since,
    }: { since: NonNullable<Inputs['since']> } & Pick<Telling, 'runId' | 'attempt' | 'sha'>,
    notices: string[],
  ) {
    const nothing = () => undefined
    const log = { info: nothing, group: nothing, warning: nothing, notice: (title: string) => void notices.push(title) }
    const text = untrustedText(`Document week ${runId}.`)
    const request: Request = { kind: 'prompt', prompt: { text, removals: 0 }, isNew: false }
    // An edited prompt, and another key: neither has a part in the memory.
    const given = { since, paths, leg, context: 'diff', ignoreAuthors: ['agent[bot]'], command: '/docs', jobId: '' }
    const inputs = {
      ...given,
      projectId: 'docs',
      prompt: `Document week ${runId}.`,
      apiKey: `mint_${runId}`,
      timeoutMs: 1_000,
    }
    const run = {
      id: String(runId),
      attempt,
      job: 'docs',
      step,
      sha,
      ref: 'refs/heads/main',
      repository: 'acme/app',
      workflow: 'docs.yml',
    }
    const { branch } = this
    const dependencies = {
      run,
      log,
      nonce: `${runId}-${step}-${leg}`,
      signal: new AbortController().signal,
      clock: { now: () => branch.now, wallClock: () => branch.now },
      githubNow: () => branch.now,
      github: {
        ...branch.github,
        fetchAssociatedPullRequests: async (ids: readonly string[]) => {
          if (!this.#isGitHubDown) return await branch.github.fetchAssociatedPullRequests(ids)
          throw new GitHubError('relate', { status: 502, answer: 'GitHub returned 502', hint: '' })
        },
      },
      comment: {
        find: async () => this.#comments,
        amend: async (id: number, _nonce: string, change: Partial<Claim>) => {
          const found = this.#comments.find((each) => each.id === id)
          if (found !== undefined) found.payload = { ...found.payload, ...change }
          this.#see('nothing counts')
        },
      },
      service: { getAgentJob: async (id: string) => this.#answer(id) },
    }
    const trigger = { ...parseTrigger({ name: 'schedule', payload: {} }), reportThread: { number: 1 } }
    return { request, trigger, inputs, dependencies } as unknown as Parameters<typeof findSubject>[0] & {
      dependencies: { log: Log }
    }
  }

  #answer(id: string) {
    const state = this.#jobs.get(id)
    const fail = (status: number) =>
      new DocsServiceError(
        { operation: 'get agent job', kind: 'status', certainty: 'not-accepted', status } as never,
        id,
        `returned ${status}`,
      )
    if (this.#isServiceDown) throw fail(500)
    if (state === 'gone') throw fail(404)
    return { id, status: state }
  }

  #see(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }
}

function counts({ flaw, commits }: Change, { paths }: Series): boolean {
  if (commits.length === 0 || flaw === 'label' || flaw === 'author') return false
  return flaw !== 'path' || paths !== NO_TESTS
}

function byNumber(a: number, b: number): number {
  return a - b
}
