import { ActionError, toActionError } from '../runner/action-error.ts'
import { abortLater } from '../runner/cancellation.ts'
import { log } from '../runner/log.ts'
import { MAXIMUM_OUTPUT_BYTES, setOutputs, writeSummary } from '../runner/outputs.ts'
import { MINUTE_MS } from '../text/dates.ts'
import { type Connected, type EarlyContext, isConnected } from './context.ts'
import { type OurComment, readConversation } from './conversation.ts'
import { explainEnd } from './explain-end.ts'
import { type Marker, tellsEnd } from './marker.ts'
import { listOfRequest, stopWhenTold } from './memory.ts'
import { createMarker, deleteComment, editComment, findAnswer, findPosted, postComment } from './our-comment.ts'
import { failsStep, OUTCOMES } from './outcome.ts'
import { parsePullRequestNumber } from './pull-request.ts'
import { react, removeConfused } from './reactions.ts'
import { renderReply, renderSummary } from './reply.ts'
import { CHECK_SIGNS, type RunResult } from './run-result.ts'

/**
 * A canceled run has seven seconds. Requests that report end this long after it begins to, or is canceled meanwhile.
 */
export const REPORT_TIME_MS = 3_000

/**
 * Publishes the result of a run, once: outputs, comment, reaction, summary, log, and the color of the step. What GitHub
 * refuses is a warning; it changes neither outcome nor color.
 */
export async function publish(context: EarlyContext, result: RunResult): Promise<void> {
  const { lifetime, signal, clock } = context
  lifetime.signal = abortLater(signal, REPORT_TIME_MS)
  // `timeout` is for the job: its result is reported also after that.
  lifetime.deadline = Math.max(lifetime.deadline, clock.now() + MINUTE_MS)
  const warnings: string[] = []
  await tryTo(warnings, 'write the outputs', async () => setOutputs(listOutputs(result)))
  if (isConnected(context) && context.inputs.comment && result.isAllowed && !result.isRefused) {
    let replaced: OurComment[] = []
    const failure = await tryTo(warnings, 'update the conversation: it lacks the result', async () => {
      replaced = await publishComment(context, result)
    })
    // A check that can't reply has found something that is wrong.
    if (failure !== undefined && result.outcome === 'checked') {
      result.outcome = signal.aborted ? 'cancelled' : 'error'
      result.error = failure
      warnings.pop()
    }
    for (const comment of replaced)
      await tryTo(warnings, `delete ${comment.url}, which the result replaces`, () => deleteComment(context, comment))
  }
  if (isConnected(context) && context.inputs.comment)
    await tryTo(warnings, 'react to the comment', () => publishReaction(context, result))
  await tryTo(warnings, 'write the outputs', async () => setOutputs(listOutputs(result)))
  await tryTo(warnings, 'write the job summary', () => writeSummary(renderSummary(result, context, warnings)))
  const isFailed = failsStep(result.outcome, context.inputs.failOn ?? [])
  logResult(context, result, isFailed)
  if (isFailed) process.exitCode = 1
}

/** What fails is a warning. @returns the failure */
async function tryTo(warnings: string[], what: string, write: () => Promise<void>): Promise<ActionError | undefined> {
  try {
    await write()
    return undefined
  } catch (error) {
    const failure = toActionError(error)
    warnings.push(`Couldn't ${what}. ${failure.text}`)
    log.warning(`Couldn't ${what}`, failure.text)
    return failure
  }
}

/** Every output, empty where there is nothing; `action.yml` says what each is. A type, so that it is also a record. */
export type Outputs = {
  prLink: string
  status: string
  outcome: string
  jobId: string
  prNumber: string
  commentUrl: string
  job: string
  error: string
}

export function listOutputs({ outcome, jobId, job, comment, error, reason }: RunResult): Outputs {
  const url = job?.pullRequest
  const { reaction, headline } = OUTCOMES[outcome]
  // An end without a result says why, whatever is known of it.
  const why = reason || (reaction === 'confused' ? `${headline}.` : '')
  const json = job === undefined ? '' : JSON.stringify(job.json)
  const isShort = Buffer.byteLength(json) <= MAXIMUM_OUTPUT_BYTES
  return {
    prLink: url?.href ?? '',
    status: job?.status ?? '',
    outcome,
    jobId,
    prNumber: url === undefined ? '' : String(parsePullRequestNumber(url) ?? ''),
    commentUrl: comment?.url ?? '',
    job: isShort ? json : JSON.stringify({ id: jobId, status: job?.status, prLink: url?.href }),
    error: [error?.message, error?.said, outcome === 'unknown' ? '' : error === undefined ? why : error.hint]
      .filter(Boolean)
      .join(' ')
      .replace(/\s+/gu, ' '),
  }
}

/** How a comment tells the result. */
interface Writer {
  post(): Promise<OurComment>
  edit(comment: OurComment): Promise<OurComment>
}

/** Tells the result in the conversation. @returns comments of ours that it replaces */
async function publishComment(context: Connected, result: RunResult): Promise<OurComment[]> {
  const { trigger } = context
  const isAnswer = result.help !== undefined || result.checks.length > 0
  const number = result.conversation ?? (trigger.kind === 'comment' ? trigger.about.number : undefined)
  if (number === undefined || (result.outcome === 'skipped' && !isAnswer)) return []
  const marker = createMarker(context, result)
  if (result.isPosting) result.comment ??= await findPosted(context, number, marker)
  // The comment says what is true once it is written.
  const written = { id: 0, url: '', body: '', createdAt: '', marker }
  const content = renderReply({ ...result, isPosting: false, comment: written }, context)
  const writer: Writer = {
    post: () => postComment(context, number, marker, content),
    edit: (comment) => editComment(context, comment, marker, content),
  }
  if (trigger.kind !== 'comment') return await reportInComment(result, writer, isAnswer)
  return await replyToCommand(result, writer, await listComments(context, number, result, marker))
}

/** A run that no comment started edits its comment; an answer and the end of a job that has none get a new one. */
async function reportInComment(result: RunResult, { post, edit }: Writer, isAnswer: boolean): Promise<[]> {
  const { comment, memory, jobId } = result
  const current = comment ?? (isAnswer ? findAnswer(memory.ofRequest) : jobId === '' ? undefined : memory.earlierRun)
  if (current !== undefined) result.comment = await edit(current)
  else if (isAnswer || jobId !== '') result.comment = await post()
  return []
}

/**
 * The result of a command is a new comment, since GitHub notifies nobody of an edit; then the one that said "working"
 * is deleted. A re-run edits the comment that tells an end already.
 * @param own the comments of this command
 * @returns those to delete
 */
async function replyToCommand(result: RunResult, { post, edit }: Writer, own: OurComment[]): Promise<OurComment[]> {
  const ended = own.find(({ body }) => tellsEnd(body))
  const told = ended
    ? await edit(ended)
    : await post().catch((error: unknown) => {
        // Better an edit of which nobody is notified than nothing.
        if (result.comment === undefined) throw error
        return edit(result.comment)
      })
  result.comment = told
  result.isPosting = false
  return own.filter(({ id }) => id !== told.id)
}

/**
 * The comments of this command that the result may replace, as they are now: all that remember nothing, and all of
 * the same project where the result has a memory of its own.
 */
async function listComments(
  context: Connected,
  number: number,
  result: RunResult,
  { project }: Marker,
): Promise<OurComment[]> {
  const { comment, memory, state, viewer } = result
  const isRead = viewer !== '' || context.run.attempt === 1
  const own = isRead ? memory.ofRequest : await readOwn(context, number, result)
  const replaced = own
    .filter(({ id }) => id !== comment?.id)
    .filter(({ marker }) => marker.state === 'not-sent' || (state !== 'not-sent' && marker.project === project))
  return comment === undefined ? replaced : [comment, ...replaced]
}

/** For a run that ended before it read the conversation. */
async function readOwn(context: Connected, number: number, result: RunResult): Promise<OurComment[]> {
  const { ours, viewer } = await readConversation(context, number, stopWhenTold(context))
  result.viewer = viewer
  return listOfRequest(ours, context)
}

/** The final reaction; a run that succeeds removes the 😕 of an earlier attempt. */
async function publishReaction(context: Connected, { outcome, viewer }: RunResult): Promise<void> {
  const { reaction } = OUTCOMES[outcome]
  if (reaction !== undefined) await react(context, reaction)
  if (reaction !== 'confused' && context.run.attempt > 1 && viewer !== '') await removeConfused(context, viewer)
}

/** Logs the result, as the comment tells it. */
function logResult(context: EarlyContext, result: RunResult, isFailed: boolean): void {
  const { outcome, error, checks, job, isNotice } = result
  const { sign, headline, sentences, technical } = explainEnd(result, context)
  const text = [...sentences, technical].filter(Boolean).join('\n')
  for (const check of checks) log.info(`${CHECK_SIGNS[check.state]} ${check.text}`)
  // The runner shows the title of an annotation beside the run, and not in the log.
  log.info(`${sign} ${headline}`)
  if (isFailed) log.error(headline, text)
  else if (isNotice || outcome === 'denied') log.notice(headline, text)
  else if (text !== '') log.info(text)
  if (job?.isLinkRefused)
    log.warning("The link to the pull request isn't safe to show", 'Look for it in the documentation repository.')
  if (job?.pullRequest !== undefined) log.info(`Pull request: ${job.pullRequest.href}`)
  log.info(`Outcome: ${outcome}`)
  if (error?.cause instanceof Error && !(error.cause instanceof ActionError)) log.debug(error.cause.stack ?? '')
}
