import { parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { refineEnding } from '../../../../src/agent-job/find-cause.ts'
import { addReportThread } from '../../../../src/agent-job/request/read-trigger.ts'
import { renderProgress } from '../../../../src/agent-job/result/progress.ts'
import { publishResult } from '../../../../src/agent-job/result/publish.ts'
import { runAgentJob } from '../../../../src/agent-job/run-agent-job.ts'
import { createDocsService } from '../../../../src/docs-service/client.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { GitHub } from '../../../../src/github/github.ts'
import { untilAborted } from '../../../../src/network/cancelled-requests.ts'
import { ConnectError, type Fetch } from '../../../../src/network/fetch.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import { collectWarnings } from '../../../../src/runner/log.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { createClock } from '../../fake-clock.ts'
import { createOurComment, createThread } from '../../our-comments/fake-thread.ts'
import { CONTEXT } from '../result/report-context.ts'
import { readClaims } from './claims-for-tests.ts'
import { COMMAND, INPUTS, RUN, SILENT, TRIGGER } from './run-for-tests.ts'

/**
 * What happens to a request, or at a pause. `crash` and `cancel` come when it arrives, and it is carried out; `cut`
 * crashes before. After `lost` it was carried out, and after `outage` it wasn't; both have no answer. `hidden`: a list
 * doesn't show the newest comment.
 */
export const FAULTS = ['crash', 'cut', 'cancel', 'limit', 'refused', 'outage', 'lost', 'hidden'] as const

export interface Fault {
  kind: (typeof FAULTS)[number]
  /** The first request that it meets, from 0, and how many. */
  at: number
  length: number
}

export interface Attempt {
  runId?: string
  attempt?: number
  fault?: Fault | undefined
  /** What happens after that. */
  next?: Fault
  project?: string
  /** By default, the attempt follows its job. */
  wait?: boolean
}

/** What an attempt has left. */
export interface Left {
  /** Absent if it crashed. */
  summary?: string
  outcome?: string
  jobId?: string | undefined
}

/** How the jobs of the service end. */
export type JobEnd = 'completed' | 'failed' | 'never'

export interface SimulationOptions {
  ends?: JobEnd
  /** Awaited before and after each request: decides the order of requests where several runs are at work. */
  pass?: () => Promise<unknown>
}

export type Simulation = ReturnType<typeof createSimulation>

/** Carries out a request of an attempt, unless a fault meets it. */
type Disturbed = <Value>(name: string, act: () => Value) => Promise<Value>

const NOON = Date.parse(COMMAND.createdAt ?? '')

/**
 * A conversation with a command, and a service, in virtual time: runs are `runAgentJob` and `publishResult`, as
 * `answer.ts` connects them. What fails is what a request still means after all repeats.
 */
export function createSimulation({ ends = 'completed', pass = async () => undefined }: SimulationOptions = {}) {
  const clocks = [createClock(NOON)]
  /** GitHub's time: that of the run that has waited longest. */
  const wallClock = () => Math.max(...clocks.map((clock) => clock.wallClock()))
  const now = () => `${new Date(wallClock()).toISOString().slice(0, 19)}Z`
  const thread = createThread({ command: COMMAND.id, now })
  /** The texts that the service has received, and the job that each went to. */
  const prompts: { jobId: string; project: string }[] = []
  /** Every state of each comment of ours, as GitHub had it when a prompt came in. */
  const statesAtPrompt: (string | undefined)[][] = []
  /** Requests and pauses of every run. */
  const requests: string[] = []
  let nonces = 0

  return { comments: thread.comments, requests, prompts, statesAtPrompt, claims: () => readClaims(thread), run }

  /** Runs an attempt to its end, or its crash. */
  async function run(attempt: Attempt = {}): Promise<Left> {
    const { promise: crashed, resolve: crash } = Promise.withResolvers<Left>()
    const controller = new AbortController()
    const request = createDisturbance([attempt.fault, attempt.next], controller, () => crash({}))
    return await Promise.race([crashed, work(attempt, controller.signal, request)])
  }

  /** Every request of an attempt in turn, and what happens to it. */
  function createDisturbance(faults: (Fault | undefined)[], controller: AbortController, crash: () => void): Disturbed {
    let count = 0
    let isOver = false
    const die = () => {
      isOver = true
      crash()
      return new Promise<never>(() => undefined)
    }
    return async (name, act) => {
      await pass()
      const kind = faults.find((each) => each && count >= each.at && count < each.at + each.length)?.kind
      count += 1
      // A process that is gone sends nothing.
      if (isOver || kind === 'cut') return await die()
      requests.push(name)
      // A pause can only be ended.
      const value = name === 'pause' ? act() : carryOut(kind, name, act)
      if (kind === 'cancel') controller.abort(new CancelledError('The run was canceled.'))
      await pass()
      return isOver || kind === 'crash' ? await die() : value
    }
  }

  async function work(
    { runId = RUN.id, attempt = 1, project: projectId = INPUTS.projectId, wait = true }: Attempt,
    signal: AbortSignal,
    request: Disturbed,
  ): Promise<Left> {
    nonces += 1
    const github = {
      ...(thread.connect(request) as unknown as GitHub),
      fetchPermission: async () => 'admin' as const,
    }
    const clock = createClock(wallClock())
    clocks.push(clock)
    const sleeping = {
      ...clock,
      async sleep(ms: number, until?: AbortSignal) {
        await request('pause', () => clock.sleep(ms, until))
      },
    }
    const warnings = collectWarnings(SILENT)
    const pause = async (tries: number) => tries < 3 && !signal.aborted
    const comment = createOurComment({ github, parse: parseClaim, pause })
    const inputs = { ...INPUTS, projectId, wait }
    const context = { ...CONTEXT, now: wallClock, projectId, followUp: inputs.followUp, attempt }
    const result = await runAgentJob(inputs, addReportThread(TRIGGER, inputs), {
      run: { ...RUN, id: runId, attempt },
      github: untilAborted(github, signal),
      comment: untilAborted(comment, signal),
      clock: sleeping,
      signal,
      log: warnings.log,
      nonce: `nonce-${nonces}`,
      service: connectService(projectId, sleeping, request),
      githubNow: wallClock,
      renderProgress: (progress) => renderProgress(progress, context),
      renderAnswer: () => markdown`help`,
      onJob: () => undefined,
    })
    let summary = ''
    await publishResult(refineEnding(result, inputs), {
      runner: { fail: () => undefined },
      warnings,
      outputs: { set: () => undefined } as never,
      async writeSummary(text) {
        summary = String(text)
      },
      failOn: [],
      context,
      comment,
      github,
      command: COMMAND,
    })
    return { summary, outcome: result.outcome, jobId: result.job?.jobId }
  }

  function connectService(projectId: string, clock: ReturnType<typeof createClock>, request: Disturbed) {
    const jobOf = (id: string) => {
      const pullRequest = ends === 'completed' ? { prLink: 'https://gitlab.example/acme/docs/7' } : {}
      return { id, status: ends === 'never' ? 'active' : ends, createdAt: now(), ...pullRequest }
    }
    const fetch: Fetch = async (_url, { method }) => {
      if (method === 'GET') return await request('service get', () => json(jobOf(prompts.at(-1)?.jobId ?? '')))
      return await request('service create', () => {
        statesAtPrompt.push(readClaims(thread).map((claim) => claim?.state))
        const jobId = `job-${prompts.length + 1}`
        prompts.push({ jobId, project: projectId })
        return json({ ...jobOf(jobId), status: 'active' })
      })
    }
    const { baseUrl, apiKey } = INPUTS
    return createDocsService({ baseUrl, apiKey, projectId, fetch, ...clock, random: () => 0, redact: (text) => text })
  }
}

/** What is answered instead of an answer; nothing in an outage. */
const STATUSES = { limit: 429, refused: 403, outage: undefined }

function carryOut<Value>(kind: Fault['kind'] | undefined, name: string, act: () => Value): Value {
  const isService = name.startsWith('service')
  if (kind === 'limit' || kind === 'refused' || kind === 'outage') {
    if (!isService) throw failure(STATUSES[kind])
    return refuse(STATUSES[kind]) as Value
  }
  const value = act()
  if (kind === 'lost') throw isService ? new Error('ECONNRESET') : failure()
  return kind === 'hidden' && Array.isArray(value) ? (value.slice(0, -1) as Value) : value
}

function refuse(status: number | undefined): Response {
  if (status !== undefined) return json({ error: 'no' }, status)
  throw new ConnectError(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }))
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

/** What GitHub answers in the end; no answer at all without a status. */
function failure(status?: number): GitHubError {
  const isRateLimited = status === 429
  const retryAt = isRateLimited ? NOON + 3_600_000 : undefined
  return new GitHubError('it', { status, isRateLimited, retryAt, answer: `GitHub returned ${status}`, hint: '' })
}
