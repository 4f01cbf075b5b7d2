import { type Claim, parseClaim } from '../../../../src/agent-job/claim/claim.ts'
import { refineEnding } from '../../../../src/agent-job/find-cause.ts'
import type { Inputs } from '../../../../src/agent-job/inputs/inputs.ts'
import type { ReportedTrigger } from '../../../../src/agent-job/request/read-trigger.ts'
import { renderProgress } from '../../../../src/agent-job/result/progress.ts'
import { publishResult } from '../../../../src/agent-job/result/publish.ts'
import { runAgentJob } from '../../../../src/agent-job/run-agent-job.ts'
import { parseTrigger } from '../../../../src/agent-job/trigger/parse-trigger.ts'
import { createDocsService } from '../../../../src/docs-service/client.ts'
import { GitHubError } from '../../../../src/github/errors.ts'
import type { GitHub } from '../../../../src/github/github.ts'
import { untilAborted } from '../../../../src/network/cancelled-requests.ts'
import { ConnectError, type Fetch } from '../../../../src/network/fetch.ts'
import { readBody } from '../../../../src/our-comments/marker.ts'
import { OurComment } from '../../../../src/our-comments/our-comment.ts'
import { CancelledError } from '../../../../src/runner/cancellation.ts'
import type { WorkflowRun } from '../../../../src/runner/event.ts'
import { collectWarnings, type Log } from '../../../../src/runner/log.ts'
import { markdown } from '../../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'
import { createClock } from '../../fake-clock.ts'
import { CONTEXT } from '../result/report-context.ts'

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
  /** The account that its token writes with. */
  account?: number
  project?: string
  followUp?: Inputs['followUp']
  /** By default, the attempt follows its job. */
  wait?: boolean
}

/** What an attempt has left. */
export interface Left {
  /** Absent if it crashed. */
  summary?: string
  outcome?: string
  jobId?: string | undefined
  /** Whether the comment says how it ended, as far as the attempt knows. */
  isReported?: boolean
}

interface Comment {
  id: number
  body: string
  author: number
  createdAt: string
}

const COMMAND = 1
const NOON = Date.UTC(2026, 10, 24, 12)
const OWN = 5

/** How the jobs of the service end. */
export type JobEnd = 'completed' | 'failed' | 'never'

/** How the order of requests is decided, where several runs are at work. */
interface Line {
  pass: () => Promise<void>
}

/**
 * A conversation with a command, and a service, in virtual time: runs are `runAgentJob` and `publishResult`, as
 * `answer.ts` connects them. What fails is what a request still means after all repeats.
 */
export function createSimulation({ ends = 'completed', line }: { ends?: JobEnd; line?: Line } = {}) {
  const clocks = [createClock(NOON)]
  /** GitHub's time: that of the run that has waited longest. */
  const wallClock = () => Math.max(...clocks.map((clock) => clock.wallClock()))
  const comments: Comment[] = []
  const reactions: { account: number; content: string }[] = []
  /** The texts that the service has received, and the job that each went to. */
  const prompts: { jobId: string; project: string }[] = []
  /** Every state of each comment of ours, as GitHub had it when a prompt came in. */
  const statesAtPrompt: (string | undefined)[][] = []
  let lastId = COMMAND
  let nonces = 0

  const now = () => `${new Date(wallClock()).toISOString().slice(0, 19)}Z`
  const claims = () => comments.map(({ body }) => parseClaim(readBody('job', untrustedText(body))?.payload))
  const show = ({ id, body, author, createdAt }: Comment) => {
    return { id, url: `https://github.test/${id}`, body: untrustedText(body), author, createdAt, updatedAt: createdAt }
  }
  const find = (id: number): Comment => {
    const comment = comments.find((each) => each.id === id)
    if (comment === undefined) throw failure(404)
    return comment
  }
  return { comments, prompts, statesAtPrompt, claims, run }

  /** Runs an attempt to its end, or its crash. */
  async function run(attempt: Attempt = {}): Promise<Left> {
    const { promise: crashed, resolve: crash } = Promise.withResolvers<Left>()
    const controller = new AbortController()
    const request = createDisturbance([attempt.fault, attempt.next], controller, () => crash({}))
    return await Promise.race([crashed, work(attempt, controller.signal, request)])
  }

  type Disturbed = <Value>(name: string, act: () => Value) => Promise<Value>

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
      await line?.pass()
      const kind = findKind(
        faults.find((each) => each && count >= each.at && count < each.at + each.length),
        name,
      )
      count += 1
      // A process that is gone sends nothing.
      if (isOver || kind === 'cut') return await die()
      const value = isRefusal(kind) ? (refuse(kind, name) as never) : act()
      interrupt(kind, name, controller)
      await line?.pass()
      return isOver || kind === 'crash' ? await die() : hideNewest(value, kind)
    }
  }

  async function work(attempt: Attempt, signal: AbortSignal, request: Disturbed): Promise<Left> {
    const { runId = '7', account = OWN, project = 'project-1', followUp = 'never', wait = true } = attempt
    nonces += 1
    const nonce = `nonce-${nonces}`
    const github = connectGitHub(account, request) as unknown as GitHub
    const clock = createClock(wallClock())
    clocks.push(clock)
    const sleeping = {
      ...clock,
      async sleep(ms: number, until?: AbortSignal) {
        await request('pause', () => clock.sleep(ms, until))
      },
    }
    const warnings = collectWarnings(SILENT)
    const { log } = warnings
    const comment = new OurComment<Claim>({
      github,
      thread: 3,
      kind: 'job',
      parse: parseClaim,
      redact: (text) => text,
      pause: async (tries) => tries < 3 && !signal.aborted,
      onLostEdit: () => undefined,
    })
    const inputs = { ...INPUTS, projectId: project, followUp, wait } as unknown as Inputs
    const run = { ...RUN, id: runId, attempt: attempt.attempt ?? 1 } as WorkflowRun
    const context = { ...CONTEXT, now: wallClock, projectId: project, followUp, attempt: run.attempt }
    const result = await runAgentJob(inputs, TRIGGER, {
      run,
      github: untilAborted(github, signal),
      comment: untilAborted(comment, signal),
      clock: sleeping,
      signal,
      log,
      nonce,
      service: connectService(project, sleeping, request),
      githubNow: wallClock,
      renderProgress: (progress) => renderProgress(progress, context),
      renderAnswer: () => markdown`help`,
      onJob: () => undefined,
    })
    let summary = ''
    const isReported = await publishResult(refineEnding(result, inputs), {
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
      command: TRIGGER.comment,
    })
    return { summary, outcome: result.outcome, jobId: result.job?.jobId, isReported }
  }

  function connectGitHub(account: number, request: Disturbed) {
    return {
      fetchPermission: async () => 'admin' as const,
      fetchViewer: () => request('fetchViewer', () => ({ id: account, login: 'docs[bot]' })),
      react: (_: unknown, content: string) =>
        request('react', () => {
          const isAgain = reactions.some((each) => each.account === account && each.content === content)
          if (!isAgain) reactions.push({ account, content })
          return { result: isAgain ? ('again' as const) : ('first' as const), account, id: 1 }
        }),
      removeReaction: () => request('removeReaction', () => undefined),
      hasComment: ({ id }: { id: number }) =>
        request('hasComment', () => id === COMMAND || comments.some((each) => each.id === id)),
      createComment: (_: unknown, body: string) =>
        request('createComment', () => {
          lastId += 1
          const comment = { id: lastId, body, author: account, createdAt: now() }
          comments.push(comment)
          return show(comment)
        }),
      updateComment: (id: number, body: string) =>
        request('updateComment', () => show(Object.assign(find(id), { body }))),
      deleteComment: (id: number) =>
        request('deleteComment', () => void comments.splice(comments.indexOf(find(id)), 1)),
      fetchComments: () => request('fetchComments', () => comments.map(show)),
    }
  }

  function connectService(project: string, sleeping: ReturnType<typeof createClock>, request: Disturbed) {
    const jobOf = (id: string) => {
      const pullRequest = ends === 'completed' ? { prLink: 'https://gitlab.example/acme/docs/7' } : {}
      return { id, status: ends === 'never' ? 'active' : ends, createdAt: now(), ...pullRequest }
    }
    const fetch: Fetch = async (_url, { method }) => {
      if (method === 'GET') return await request('service get', () => json(jobOf(prompts.at(-1)?.jobId ?? '')))
      return await request('service create', () => {
        statesAtPrompt.push(claims().map((claim) => claim?.state))
        const jobId = `job-${prompts.length + 1}`
        prompts.push({ jobId, project })
        return json({ ...jobOf(jobId), status: 'active' })
      })
    }
    return createDocsService({
      baseUrl: new URL('https://docs.example'),
      apiKey: 'mint_0123456789abcdefghij',
      projectId: project,
      fetch,
      ...sleeping,
      random: () => 0,
      redact: (text) => text,
    })
  }
}

/** What a fault does to a request. A pause can only be ended. */
function findKind(fault: Fault | undefined, name: string): Fault['kind'] | undefined {
  const isOver = fault !== undefined && ['crash', 'cut', 'cancel'].includes(fault.kind)
  return name === 'pause' && !isOver ? undefined : fault?.kind
}

type Refusal = 'limit' | 'refused' | 'outage'

function isRefusal(kind: Fault['kind'] | undefined): kind is Refusal {
  return kind === 'limit' || kind === 'refused' || kind === 'outage'
}

/** What is answered instead; no connection at all in an outage. */
function refuse(kind: Refusal, name: string): Response {
  const isService = name.startsWith('service')
  const status = { limit: 429, refused: isService ? 402 : 403, outage: undefined }[kind]
  if (!isService) throw failure(status)
  if (status === undefined) throw new ConnectError(Object.assign(new Error('ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  return json({ error: 'no' }, status)
}

/** A list without its last entry, if that is hidden. */
function hideNewest<Value>(value: Value, kind: Fault['kind'] | undefined): Value {
  return kind === 'hidden' && Array.isArray(value) ? (value.slice(0, -1) as Value) : value
}

/** @throws where the answer is lost */
function interrupt(kind: Fault['kind'] | undefined, name: string, controller: AbortController): void {
  if (kind === 'cancel') controller.abort(new CancelledError('The run was canceled.'))
  if (kind === 'lost') throw name.startsWith('service') ? new Error('ECONNRESET') : failure()
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

/** What GitHub answers in the end; no answer at all without a status. */
export function failure(status?: number): GitHubError {
  const isRateLimited = status === 429
  const retryAt = isRateLimited ? NOON + 3_600_000 : undefined
  return new GitHubError('it', { status, isRateLimited, retryAt, answer: `GitHub returned ${status}`, hint: '' })
}

const SILENT: Log = {
  info: () => undefined,
  debug: () => undefined,
  notice: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  group: () => undefined,
}

const INPUTS = {
  apiKey: 'mint_0123456789abcdefghij',
  baseUrl: new URL('https://docs.example'),
  prompt: '',
  command: '/docs',
  context: 'none',
  jobId: '',
  timeoutMs: 600_000,
  pollIntervalMs: 60_000,
  dryRun: false,
  ignoreAuthors: [],
  allowedBots: [],
  minimumPermission: 'write',
  leg: '0',
  trafficDays: 0,
  failOn: [],
  comment: true,
  paths: { included: [], excluded: [] },
}

const RUN = {
  workflow: 'acme/app/.github/workflows/docs.yml',
  job: 'docs',
  step: '__self',
  repository: 'acme/app',
  serverUrl: new URL('https://github.com'),
  url: CONTEXT.runUrl,
}

const WRITER = { id: 1, login: 'writer', type: 'User' }
const EVENT = parseTrigger({
  name: 'issue_comment',
  payload: {
    action: 'created',
    issue: { number: 3, title: 'Issue' },
    comment: { id: COMMAND, body: '/docs Explain the retries', user: WRITER, created_at: '2026-11-24T12:00:00Z' },
    sender: WRITER,
    repository: { full_name: 'acme/app', private: true },
  },
})
const TRIGGER: ReportedTrigger = { ...EVENT, reportThread: EVENT.thread }
