import { randomUUID } from 'node:crypto'
import { createDocsService, type RetryEvent } from '../docs-service/client.ts'
import { findOtherKeyKind } from '../docs-service/key-kind.ts'
import type { GitHub } from '../github/thread.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock as clock } from '../runner/clock.ts'
import { readWorkflowRun, type WorkflowRun } from '../runner/event.ts'
import type { InputReader } from '../runner/inputs.ts'
import { createState, type Outputs } from '../runner/outputs.ts'
import type { Runner } from '../runner/run-action.ts'
import { createSummary } from '../runner/summary.ts'
import { connectGitHub, connectStatusComment, readClaimant } from './connect.ts'
import { type Inputs, readInputs } from './inputs.ts'
import { hasPatterns } from './request/changes/select-files.ts'
import { createSubject } from './request/subject.ts'
import type { Trigger } from './request/trigger.ts'
import { type Ending, endByError } from './result/ending.ts'
import type { OutputName } from './result/outputs.ts'
import { type Audience, publishResult } from './result/publish.ts'
import { formatDuration, type Report } from './result/report.ts'
import { type Facts, runAgentJob } from './run-agent-job.ts'

/** What the entry has found out already. */
export interface Start {
  runner: Runner
  reader: InputReader
  outputs: Outputs<OutputName>
  secretInputs: { apiKey: string; githubToken: string }
  trigger: Trigger
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
  /** Undefined: the network. */
  fetch: Fetch | undefined
}

/** A cancelled run has 7.5 seconds in all, of which the answer to the create request may have taken two. */
const LAST_COMMENT_MS = 3_000

/** Checks the inputs, connects the use case to the world, runs it, and tells everybody how it ended. */
export async function startAgentJob(start: Start): Promise<void> {
  const { runner, reader, outputs, trigger, signal } = start
  const run = readWorkflowRun(process.env)
  const inputs = readInputs(reader, start.secretInputs, trigger, run.workspace)
  refuseMissingToken(reader, inputs, trigger)

  const facts: Facts = { startedAt: clock.now(), isCreating: false }
  const audience: Audience = {
    runner,
    outputs,
    writeSummary: createSummary(runner.secrets),
    failOn: inputs.failOn,
    statusComment: undefined,
    react: undefined,
    reportOf: createReport(trigger, run, inputs),
    hurry: () => false,
  }
  const state = createState(runner)
  try {
    reader.finish()
  } catch (error) {
    await conclude(endByError(error, false))
    return
  }

  state.save('phase', 'started')
  let isTold = false
  try {
    const github = needsGitHub(trigger, inputs)
      ? await connectGitHub(run, inputs.githubToken, signal, start.fetch)
      : undefined
    if (github !== undefined && inputs.comment) await connectAudience(github)
    warnOfKeyKind(runner, inputs.apiKey)
    const ending = await runAgentJob({
      inputs,
      trigger,
      subject: createSubject(trigger, inputs, github, runner.log),
      run,
      claimant: readClaimant(run),
      nonce: randomUUID(),
      service: createService(runner, inputs, start.fetch),
      github,
      statusComment: audience.statusComment,
      clock,
      random: Math.random,
      signal,
      log: runner.log,
      facts,
      onJobId(jobId) {
        outputs.set('jobId', jobId)
        state.save('jobId', jobId)
      },
      reportOf: audience.reportOf,
    })
    isTold = await conclude(ending)
  } catch (error) {
    const ending = endByError(error, facts.isCreating)
    isTold = await conclude(ending)
    if (ending.unexpected !== undefined) runner.log.debug(String((ending.unexpected as Error).stack))
  } finally {
    // What the thread could not be told now is left to `post`.
    state.save('phase', isTold ? 'finished' : 'started')
  }

  async function conclude(ending: Ending): Promise<boolean> {
    audience.hurry()
    state.save('outcome', ending.outcome)
    state.save('prLink', facts.job?.pullRequest?.href ?? '')
    return await publishResult(ending, facts, clock.now() - facts.startedAt, audience)
  }

  async function connectAudience(github: GitHub): Promise<void> {
    const thread = trigger.thread?.number ?? inputs.issueNumber
    if (trigger.comment !== undefined) audience.react = { github, comment: trigger.comment }
    if (thread === undefined) return
    audience.statusComment = connectStatusComment(
      github,
      thread,
      trigger,
      run,
      inputs.apiKey,
      runner.secrets,
      signal,
    )
    const last = new AbortController()
    const lastGitHub = await connectGitHub(run, inputs.githubToken, last.signal, start.fetch)
    let isHurrying = false
    // What hangs on the signal of a cancelled run is of no use any more: the comment gets a few seconds of its own.
    audience.hurry = () => {
      if (!signal.aborted || isHurrying) return false
      isHurrying = true
      const tooLate = new Error(`GitHub did not answer within ${LAST_COMMENT_MS / 1000} s.`)
      setTimeout(() => last.abort(tooLate), LAST_COMMENT_MS).unref()
      audience.statusComment?.reconnect({ github: lastGitHub, signal: last.signal })
      audience.react = undefined
      return true
    }
  }
}

/** The gate and the claim need GitHub; a run that was not started by a comment may do without. */
function needsGitHub(trigger: Trigger, inputs: Inputs): boolean {
  if (trigger.comment !== undefined) return true
  const hasThread = trigger.thread !== undefined || inputs.issueNumber !== undefined
  const readsChanges =
    (trigger.push !== undefined && inputs.ignoreAuthors.length > 0) ||
    ((trigger.push ?? trigger.release) !== undefined &&
      (inputs.context === 'diff' || hasPatterns(inputs.paths)))
  const readsThread = hasThread && (inputs.comment || inputs.context !== 'none' || hasPatterns(inputs.paths))
  return inputs.githubToken !== '' && (readsThread || readsChanges)
}

function refuseMissingToken(reader: InputReader, { githubToken }: Inputs, trigger: Trigger): void {
  if (githubToken === '' && trigger.comment !== undefined)
    reader.refuse(
      'github-token',
      '',
      'a token, since a comment is answered only after GitHub was asked who may',
    )
}

function createService(runner: Runner, inputs: Inputs, fetch = createFetch(process.env)) {
  return createDocsService({
    baseUrl: inputs.baseUrl,
    apiKey: inputs.apiKey,
    projectId: inputs.projectId,
    userAgent: USER_AGENT,
    fetch,
    sleep: clock.sleep,
    now: clock.now,
    wallClock: clock.wallClock,
    random: Math.random,
    redact: runner.secrets.redact,
    onRetry: ({ failure, attempt, delayMs }: RetryEvent) =>
      runner.log.warning(
        'The documentation service did not take the request',
        `${failure.message} Attempt ${attempt} certainly was not accepted; the next one follows in ${formatDuration(delayMs)}.`,
      ),
  })
}

/** Other kinds of key share the prefix of admin keys, and none of them works here. */
function warnOfKeyKind(runner: Runner, apiKey: string): void {
  const kind = findOtherKeyKind(apiKey)
  if (kind !== undefined)
    runner.log.warning(
      'This may be the wrong key',
      `api-key looks like an ${kind} key; agent jobs need an admin key.`,
    )
}

/** What every report of this run says alike. */
function createReport(
  trigger: Trigger,
  run: WorkflowRun,
  inputs: Inputs,
): (facts: Partial<Report>) => Report {
  return (facts) => ({
    outcome: undefined,
    askedBy: trigger.comment?.author.login,
    runUrl: run.url,
    command: inputs.command,
    ...facts,
  })
}
