import type { DocsService } from '../docs-service/client.ts'
import type { AgentJob } from '../docs-service/schema.ts'
import { GitHubError } from '../github/errors.ts'
import type { GitHub, ThreadFacts } from '../github/thread.ts'
import type { Clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Log } from '../runner/log.ts'
import { readUntrustedText, type UntrustedText } from '../untrusted/text.ts'
import { type ClaimResult, claimComment } from './claim/claim.ts'
import type { Claim, Claimant, ClaimState } from './claim/marker.ts'
import type { StatusComment } from './claim/status-comment.ts'
import type { Inputs } from './inputs.ts'
import { pollJob } from './poll-job.ts'
import { createProgress } from './progress.ts'
import { findReasonToSkip } from './request/find-reason-to-skip.ts'
import { checkPermission } from './request/permission.ts'
import { preparePrompt } from './request/prepare-prompt.ts'
import type { Prompt } from './request/prompt.ts'
import { type Request, readRequest } from './request/request.ts'
import type { Subject } from './request/subject.ts'
import type { Trigger } from './request/trigger.ts'
import { type Ending, endByJob, endByTimeout } from './result/ending.ts'
import { type Report, renderComment, renderHelp } from './result/report.ts'

/** What is known so far; filled as the run goes on, so that an error on the way loses nothing of it. */
export interface Facts {
  jobId?: string
  job?: AgentJob
  commentUrl?: string
  prompt?: Prompt
  /** Whether the comment asks for help only. */
  isHelp?: boolean
  /** Why the commenter was let in. */
  allowedBecause?: string
  /** Milliseconds on the monotonic clock since when the job is counted. */
  startedAt: number
  /** From just before the create request until its answer is understood. */
  isCreating: boolean
}

/** Everything that the use case works with, so that tests can put other things in their place. */
export interface AgentJobContext {
  inputs: Inputs
  trigger: Trigger
  subject: Subject
  run: WorkflowRun
  claimant: Claimant
  nonce: string
  service: DocsService
  /** Undefined when this run has nothing to ask or to say there. */
  github: GitHub | undefined
  /** Undefined when there is no thread, or nothing is to be said in it. */
  statusComment: StatusComment | undefined
  clock: Clock
  random: () => number
  signal: AbortSignal
  log: Log
  facts: Facts
  /** Tells the outside that the job's id is known, before anything else can go wrong. */
  onJobId: (jobId: string) => void
  reportOf: (facts: Partial<Report>) => Report
}

/** The comment must not hold up polling for longer than this. */
const COMMENT_TIME_LIMIT_MS = 10_000

/** A cancelled run waits this long for the answer to the create request: it holds the only word of the job's id. */
const CREATE_GRACE_MS = 2_000

/**
 * The whole run, from trigger to pull request: gate, request, claim, create, poll.
 * @throws whatever ends it early; `facts` then says how far it came.
 */
export async function runAgentJob(context: AgentJobContext): Promise<Ending> {
  const { inputs, facts, trigger } = context

  const refusal = await passGate(context)
  if (refusal !== undefined) return { outcome: 'denied', problem: refusal }

  const skip = await findReasonToSkip(trigger, inputs, context.subject, context.github, context.log)
  if (skip !== undefined) {
    context.log.info(skip)
    return { outcome: 'skipped', problem: skip }
  }
  const request = readRequest(trigger, inputs)
  if (request.kind === 'help') return await answerHelp(context)

  const preparing = preparePromptOf(request, context)
  // The claim comes first: a comment that is on its way must be known before anything ends the run.
  preparing.catch(() => {})
  const claim = await claimTrigger(request, context)
  const prompt = await preparing
  if (prompt !== undefined) facts.prompt = prompt
  if (claim.kind === 'finished') facts.commentUrl = claim.comment.url
  // GitHub may have taken its time; the job gets all of its own.
  facts.startedAt = context.clock.now()

  if (claim.kind === 'lost') return giveWay(claim, context)
  if (request.kind === 'attach' && !inputs.dryRun) return await follow(request.jobId, claim, context)
  if (claim.kind === 'uncertain') return { outcome: 'unknown', problem: claim.reason }
  if (claim.kind !== 'won') return await follow(claim.jobId, claim, context)
  if (inputs.dryRun) return { outcome: 'dry-run' }
  const job = await createJob(prompt, context)
  return await follow(job.id, claim, context, job)
}

/** @returns why the commenter may not, or undefined when nobody has to be asked or they may. */
async function passGate({
  trigger,
  inputs,
  github,
  facts,
  log,
}: AgentJobContext): Promise<string | undefined> {
  if (trigger.comment === undefined) return undefined
  if (github === undefined) throw new Error('A comment can not be answered without a GitHub client.')
  const verdict = await checkPermission(trigger.comment, inputs.minimumPermission, inputs.allowedBots, github)
  log.info(verdict.reason)
  facts.allowedBecause = verdict.reason
  return verdict.isAllowed ? undefined : verdict.reason
}

/** Help is answered once, like everything else: the claim sees to that. */
async function answerHelp(context: AgentJobContext): Promise<Ending> {
  const { statusComment, trigger, github, inputs, log, facts } = context
  log.info('The comment asks for help.')
  if (statusComment !== undefined && trigger.comment !== undefined && github !== undefined)
    await claimComment({
      ...context,
      github,
      statusComment,
      comment: trigger.comment,
      claim: newClaim(context, 'answered'),
      content: renderHelp(inputs.command),
      warn: (error) => warn(context, error),
    }).catch((error) => warn(context, error))
  facts.isHelp = true
  return { outcome: 'skipped', problem: 'The comment asks for help, not for a job.' }
}

async function preparePromptOf(request: Request, context: AgentJobContext): Promise<Prompt | undefined> {
  if (request.kind !== 'prompt') return undefined
  const { inputs, run, log, subject } = context
  const prompt = await preparePrompt(request.prompt, subject, inputs, run.repository)
  if (prompt.removals > 0)
    log.notice(
      'Hidden text',
      prompt.removals === 1
        ? "1 piece that a reader can't see was removed from the prompt."
        : `${prompt.removals} pieces that a reader can't see were removed from the prompt.`,
    )
  if (prompt.changes !== undefined) log.info(`What changed, in the prompt: ${prompt.changes}.`)
  await log.group('Prompt', () => log.info(readUntrustedText(prompt.text)))
  return prompt
}

/** Makes sure that this run, and no other, goes on. Without a comment that triggered, there is no other. */
async function claimTrigger(request: Request, context: AgentJobContext): Promise<ClaimResult> {
  const { statusComment, trigger, github, inputs } = context
  if (statusComment === undefined || github === undefined) return { kind: 'won' }
  const claim = newClaim(context, inputs.dryRun ? 'refused' : 'claimed')
  if (request.kind === 'attach') Object.assign(claim, { state: 'job', jobId: request.jobId })
  const content = renderComment(context.reportOf({}))
  if (trigger.comment !== undefined)
    return await claimComment({
      ...context,
      github,
      statusComment,
      comment: trigger.comment,
      claim,
      content,
      warn: (error) => warn(context, error),
    })
  await statusComment.post(content, claim).catch((error) => warn(context, error))
  return { kind: 'won' }
}

function giveWay({ comment }: Extract<ClaimResult, { kind: 'lost' }>, { facts }: AgentJobContext): Ending {
  if (comment === undefined)
    return { outcome: 'duplicate', problem: 'Another workflow run has taken this comment.' }
  facts.commentUrl = comment.url
  const { claimant, state } = comment.claim
  const end = state === 'refused' ? ', and ended without a job: re-run that one, or comment again' : ''
  return {
    outcome: 'duplicate',
    problem: `The workflow run ${claimant.runId} has taken this comment${end}.`,
  }
}

/** Sends the create request, and remembers the job in every place there is before anything else happens. */
async function createJob(
  prompt: Prompt | undefined,
  context: AgentJobContext,
): Promise<AgentJob & { id: string }> {
  const { service, signal, facts, clock, inputs, log } = context
  signal.throwIfAborted()
  const text: UntrustedText | undefined = prompt?.text
  if (text === undefined) throw new Error('There is no prompt to create a job with.')
  facts.isCreating = true
  const job = await service.createAgentJob(readUntrustedText(text), {
    signal,
    deadline: facts.startedAt + inputs.timeoutMs,
    graceMs: CREATE_GRACE_MS,
  })
  facts.job = job
  facts.isCreating = false
  log.info(`Created job ${job.id} after ${Math.round(clock.now() - facts.startedAt)} ms.`)
  return job
}

/** Follows a job to its end, or as far as this run is to go. */
async function follow(
  jobId: string,
  claim: ClaimResult,
  context: AgentJobContext,
  created?: AgentJob,
): Promise<Ending> {
  const { inputs, facts, clock, statusComment, log } = context
  facts.jobId = jobId
  context.onJobId(jobId)
  // A comment that reports the end already says more than that somebody is working.
  const isFinished = claim.kind === 'finished' && claim.jobId === jobId
  if (!isFinished) await noteJob(jobId, context)
  if (!inputs.wait && !isFinished) return { outcome: 'submitted' }

  const progress = createProgress(log, () => clock.now() - facts.startedAt)
  log.info(`Waiting for job ${jobId}, up to ${progress.format(inputs.timeoutMs)}.`)
  const { end, job } = await pollJob(jobId, created, {
    ...context,
    pollIntervalMs: inputs.pollIntervalMs,
    timeoutMs: Math.max(0, facts.startedAt + inputs.timeoutMs - clock.now()),
    isNew: created !== undefined,
    onAnswer: (answer) => {
      facts.job = answer.status === undefined ? { ...facts.job, ...answer } : answer
      progress.note(answer)
    },
    onFailure: progress.noteFailure,
  })
  // Until then, `facts` keeps the last status that is known, whatever came after it.
  if (end === 'terminal' && job !== undefined) facts.job = job
  facts.commentUrl ??= statusComment?.current?.url ?? ''
  return end === 'timed-out' ? endByTimeout(progress.format(inputs.timeoutMs)) : endByJob(job)
}

/** Writes the job's id into our comment. GitHub in trouble must not keep the job from being watched. */
async function noteJob(jobId: string, context: AgentJobContext): Promise<void> {
  const { statusComment, clock, signal } = context
  if (statusComment === undefined) return
  const content = renderComment(context.reportOf({ jobId }))
  const edit = statusComment.edit(content, { state: 'job', jobId }).catch((error) => warn(context, error))
  const budget = new AbortController()
  const enough = clock.sleep(COMMENT_TIME_LIMIT_MS, AbortSignal.any([signal, budget.signal])).catch(() => {})
  await Promise.race([edit, enough])
  budget.abort()
}

function newClaim({ claimant, nonce, clock }: AgentJobContext, state: ClaimState): Claim {
  return { state, claimant, nonce, startedAt: clock.wallClock() }
}

/** A failure to react or comment is a warning: it never changes the outcome. */
function warn({ log, signal }: AgentJobContext, error: unknown): void {
  signal.throwIfAborted()
  if (!(error instanceof GitHubError)) throw error
  log.warning('The thread does not show everything', error.message)
}
