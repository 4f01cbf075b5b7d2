import { expect } from 'vitest'
import type { Claim, ClaimComment, ClaimState } from '../../../src/agent-job/claim/claim.ts'
import { createClaim } from '../../../src/agent-job/claim/claim-run.ts'
import { endClaim } from '../../../src/agent-job/claim/end-claim.ts'
import type { Outcome } from '../../../src/agent-job/outcome.ts'
import { findSubject } from '../../../src/agent-job/run-agent-job.ts'
import { parseTrigger } from '../../../src/agent-job/trigger/parse-trigger.ts'
import { DocsServiceError } from '../../../src/docs-service/errors.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { SimulatedBranch } from './simulated-branch.ts'

// A workflow that documents a branch each week, in virtual time. The action decides what each prompt tells. The judge
// knows what happened on the branch, and what became of each prompt; it was written from the contract.

const DAY_MS = 86_400_000

type JobState = 'active' | 'completed' | 'failed' | 'archived' | 'gone'

/** What becomes of a prompt. */
export interface Fate {
  name: string
  /** How its run ended; absent if the run was killed. */
  outcome?: Outcome
  /** The state in which the run was killed. */
  state?: ClaimState
  /** What became of its job; absent if the prompt reached none. */
  job?: JobState
  /** Whether a re-run sends the prompt again. */
  isRepeated?: true
}

export const COMPLETED: Fate = { name: 'completed', outcome: 'pull-request', job: 'completed' }
export const FATES: readonly Fate[] = [
  COMPLETED,
  { name: 'failed', outcome: 'failed', job: 'failed', isRepeated: true },
  { name: 'archived', outcome: 'archived', job: 'archived', isRepeated: true },
  { name: 'timed out', outcome: 'timed-out', job: 'active' },
  { name: 'unknown', outcome: 'unknown' },
  { name: 'not sent', outcome: 'unavailable', isRepeated: true },
  { name: 'killed before', state: 'claimed', isRepeated: true },
  { name: 'killed while sending', state: 'sending' },
  { name: 'killed after', state: 'job', job: 'active' },
]

export interface Week {
  /** Whether each merge counts. */
  merges: boolean[]
  /** What becomes of the prompt of each step. */
  fates: Fate[]
  /** What becomes of the prompt of a re-run of the first step, if there is one. */
  again: Fate | undefined
  /** What becomes of the jobs that nobody waited for. */
  jobsNow: JobState
  event: 'none' | 'force-push' | 'service-down'
}

/** Each step has a memory of its own. */
interface Series {
  step: string
  prompts: Prompt[]
}

/** As people and the service know it. */
interface Prompt {
  told: readonly number[]
  fate: Fate
  claim: Claim
  /** It wasn't known to have reached the readers when the next run of its step began. */
  isExcused: boolean
}

export class Year {
  readonly #branch = new SimulatedBranch(Date.parse('2026-01-05T09:00:00Z'))
  readonly #jobs = new Map<string, JobState>()
  readonly #comments: ClaimComment[] = []
  readonly #series: readonly Series[] = [
    { step: 'api', prompts: [] },
    { step: 'guides', prompts: [] },
  ]
  #runs = 0
  #isServiceDown = false
  /** How often each thing happened, since a year in which nothing happens proves nothing. */
  readonly seen = new Map<string, number>()

  async play({ merges, fates, again, jobsNow, event }: Week): Promise<void> {
    const start = this.#branch.now
    for (const [index, counts] of merges.entries()) {
      this.#branch.now = start + (index + 1) * DAY_MS
      this.#branch.land(counts)
    }
    this.#branch.now = start + 7 * DAY_MS
    for (const [id, state] of this.#jobs) if (state === 'active') this.#jobs.set(id, jobsNow)
    this.#see(event)
    if (event === 'force-push') this.#branch.forcePush(1 + (this.#runs % 3))
    this.#isServiceDown = event === 'service-down'
    this.#runs += 1
    for (const [index, series] of this.#series.entries()) await this.#run(series, fates[index] ?? COMPLETED)
    const [first] = this.#series
    if (again !== undefined && first !== undefined) await this.#runAgain(first, again)
  }

  /** Another week, undisturbed. Then nothing may be missing, and nothing may have been told again and again. */
  async judge(): Promise<void> {
    await this.play({ merges: [], fates: [], again: undefined, jobsNow: 'failed', event: 'none' })
    const owed = this.#branch.line.filter(({ counts }) => counts).map(({ number }) => number)
    for (const { prompts } of this.#series) {
      const done = new Set(prompts.filter((each) => this.#isDone(each)).flatMap(({ told }) => told))
      expect(owed.filter((number) => !done.has(number))).toEqual([])
      const counted = prompts.filter(({ isExcused }) => !isExcused).flatMap(({ told }) => told)
      expect(counted).toHaveLength(new Set(counted).size)
    }
  }

  /** A re-run tells the same range, if it tells it at all. */
  async #runAgain(series: Series, fate: Fate): Promise<void> {
    const last = series.prompts.at(-1)
    if (last?.claim.claimant.runId !== String(this.#runs)) return
    const again = await this.#run(series, fate, last.claim)
    expect(again !== undefined, 'whether a re-run sends').toBe(last.fate.isRepeated === true)
    if (again === undefined) return
    this.#see('again')
    expect(again.claim.range).toEqual(last.claim.range)
  }

  /** What the action does before it sends a prompt, and what becomes of that. @returns undefined if it sends none */
  async #run(series: Series, fate: Fate, earlier?: Claim): Promise<Prompt | undefined> {
    const last = series.prompts.at(-1)
    if (last !== undefined) last.isExcused = !this.#isDone(last)
    const notices: string[] = []
    const options = this.#createOptions(series, (earlier?.claimant.attempt ?? 0) + 1, notices)
    const subject = await findSubject(options)
    // The first prompt goes back seven days, and says so. Until then, no week had anything that counts.
    expect(notices.includes("Couldn't find where the previous run ended")).toBe(series.prompts.length === 0)
    if ('outcome' in subject || subject.range === undefined) return undefined
    const changes = await subject.context.fetchChanges()
    const told = (changes?.told ?? []).flatMap((each) => (each.kind === 'pull request' ? each.number : []))
    const due = this.#branch.listAfter(subject.range.base).filter(({ counts }) => counts)
    expect(told.toReversed()).toEqual(due.map(({ number }) => number))
    const { request, trigger, inputs, dependencies } = options
    const commentId = earlier?.commentId ?? this.#comments.length + 1
    const claim = createClaim(request, trigger, inputs, { ...dependencies, range: subject.range })
    const written = this.#write({ ...claim, commentId }, commentId, fate)
    series.prompts.push({ told, fate, claim: written, isExcused: false })
    return series.prompts.at(-1)
  }

  /** Writes the claim as its run leaves it. */
  #write(claim: Claim, id: number, fate: Fate): Claim {
    this.#see(fate.name)
    const { outcome, state = claim.state, job } = fate
    const jobId = job && `job-${this.#jobs.size + 1}`
    if (jobId !== undefined) this.#jobs.set(jobId, job ?? 'active')
    const end = outcome ? endClaim(claim, { outcome, jobId, isClaimed: true }) : { state, jobId }
    const payload = { ...claim, ...end }
    const createdAt = new Date(this.#branch.now).toISOString()
    const around = { above: '', below: '' }
    this.#comments[id - 1] = { id, url: '', createdAt, payload, content: '', isNamed: true, around }
    return payload
  }

  #isDone({ claim: { jobId = '' } }: Prompt): boolean {
    return ['completed', 'gone'].includes(this.#jobs.get(jobId) ?? '')
  }

  #createOptions({ step }: Series, attempt: number, notices: string[]) {
    const branch = this.#branch
    // Each week has another prompt, which has no part in the memory.
    const prompt = `Document week ${this.#runs}.`
    const paths = { included: [], excluded: [] }
    const given = {
      leg: '0',
      prompt,
      paths,
      projectId: 'docs',
      context: 'diff',
      command: '/docs',
      jobId: '',
      timeoutMs: 1_000,
    }
    const place = {
      sha: branch.head,
      ref: 'refs/heads/main',
      repository: 'acme/app',
      workflow: 'docs.yml',
      job: 'docs',
    }
    const ignore = () => undefined
    const options = {
      request: { kind: 'prompt', prompt: { text: untrustedText(prompt), removals: 0 }, isNew: false },
      trigger: { ...parseTrigger({ name: 'schedule', payload: {} }), reportThread: { number: 1 } },
      inputs: { ...given, since: 'last-run', ignoreAuthors: [] },
      dependencies: {
        run: { ...place, id: String(this.#runs), attempt, step },
        log: { info: ignore, warning: ignore, notice: (title: string) => void notices.push(title) },
        nonce: `${this.#runs}-${step}`,
        signal: new AbortController().signal,
        clock: { now: () => branch.now, wallClock: () => branch.now },
        githubNow: () => branch.now,
        github: branch.github,
        comment: {
          find: async () => this.#comments,
          amend: async (id: number, _nonce: string, change: Partial<Claim>) => {
            const found = this.#comments[id - 1]
            if (found !== undefined) found.payload = { ...found.payload, ...change }
            this.#see('nothing counts')
          },
        },
        service: { getAgentJob: async (id: string) => this.#getJob(id) },
      },
    }
    return options as unknown as Parameters<typeof findSubject>[0]
  }

  #getJob(id: string) {
    const state = this.#jobs.get(id)
    const status = this.#isServiceDown ? 500 : 404
    const facts = { operation: 'get agent job', kind: 'status', certainty: 'not-accepted', status, isJson: true }
    if (this.#isServiceDown || state === 'gone') throw new DocsServiceError(facts as never, id, `returned ${status}`)
    return { id, status: state }
  }

  #see(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1)
  }
}
