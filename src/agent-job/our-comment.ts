import { ActionError, explain } from '../runner/action-error.ts'
import { setOutputs } from '../runner/outputs.ts'
import { SECOND_MS } from '../text/dates.ts'
import type { Markdown } from '../text/markdown.ts'
import { type Connected, type Context, type EarlyContext, isConnected } from './context.ts'
import { type OurComment, readConversation } from './conversation.ts'
import { isSince } from './inputs.ts'
import { type Marker, nameRangeKey, nameRequest, nameStep, renderBody } from './marker.ts'
import { OUTCOMES } from './outcome.ts'
import { renderProgress } from './reply.ts'
import type { RunResult } from './run-result.ts'

/**
 * What a comment of this run remembers. Before all inputs are read, the project isn't known. A re-run that reads no
 * range, since it continues with a job, keeps what the attempt before it noted.
 */
export function createMarker(context: EarlyContext, result: RunResult, state = result.state): Marker {
  const { run, inputs } = context
  const { earlierRun, earlierAttempt } = result.memory
  const { range } = result.changes ?? {}
  // What the comment remembers already stays, also where this attempt doesn't get to read it again.
  const {
    previous = earlierRun?.marker.job ?? earlierRun?.marker.previous,
    from,
    to,
    key,
  } = earlierAttempt?.marker ?? {}
  const continued = (state === 'job' && result.destination?.jobId) || previous
  // `previous` names the same job until the end of a message is known: until then, a re-run has to wait for it.
  const isOver = OUTCOMES[result.outcome].isEnd
  return {
    request: nameRequest(context),
    attempt: run.attempt,
    project: inputs.projectId ?? '',
    step: nameStep(context),
    state,
    ...(state === 'job' && { job: result.jobId }),
    previous: isOver && continued === result.jobId ? undefined : continued,
    ...(range && isSince(context) ? { from: range.from, to: range.to, key: nameRangeKey(context) } : { from, to, key }),
  }
}

/**
 * Notes in our comment that the prompt is on its way, or its job: in the comment of the request, or of an earlier run
 * of the step, or else in a new one.
 * @throws ActionError if GitHub refuses it
 */
export async function noteProgress(context: Context, result: RunResult, state: 'sending' | 'job'): Promise<void> {
  const { conversation, memory } = result
  if (conversation === undefined || !context.inputs.comment || !isConnected(context)) return
  const marker = createMarker(context, result, state)
  const content = renderProgress(result, context)
  const current = result.comment ?? memory.earlierAttempt ?? findAnswer(memory.ofRequest) ?? memory.earlierRun
  if (current !== undefined) {
    // From now on it is this run's: where the response is lost, the result is still told in it.
    result.comment = current
    result.comment = await editComment(context, current, marker, content)
  } else {
    result.isPosting = true
    result.comment = await postComment(context, conversation, marker, content).catch((error: unknown) => {
      result.isPosting = isLost(error)
      result.isRefused = !result.isPosting
      throw error
    })
    result.isPosting = false
  }
  setOutputs({ commentUrl: result.comment.url })
}

/** The comment that answered without a job: it remembers nothing, so it may be edited to anything. */
export function findAnswer(own: readonly OurComment[]): OurComment | undefined {
  return own.find(({ marker }) => marker.state === 'not-sent')
}

/**
 * Posts a comment. One whose response was lost is looked for before it is posted again.
 * @throws ActionError that names the missing permission, if that is what is missing
 */
export async function postComment(
  context: Connected,
  number: number,
  marker: Marker,
  content: Markdown,
): Promise<OurComment> {
  const { run, github, clock, lifetime } = context
  const { owner, repo } = run
  const body = renderBody(marker, content)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await github.rest.issues.createComment({ owner, repo, issue_number: number, body })
      // A redirect made it a read, or a proxy responded.
      if (!Number.isSafeInteger(data.id)) throw new ActionError("GitHub's response has no ID.", { isTrouble: true })
      return { id: data.id, url: data.html_url, body, createdAt: data.created_at, marker }
    } catch (error) {
      if (!isLost(error) || attempt === 3) return explain(`Couldn't comment on #${number}`)(error)
      await clock.sleep(SECOND_MS, lifetime.signal)
      const found = await findPosted(context, number, marker)
      if (found?.body === body) return found
    }
  }
}

/** Whether a failed request may have taken effect. */
function isLost(error: unknown): boolean {
  return !(error instanceof ActionError) || (error.isTrouble && !error.isRefused)
}

/** The comment that this attempt posted, although no response said so. @throws ActionError if it can't be looked for */
export async function findPosted(
  context: Connected,
  number: number,
  { request, attempt, project }: Marker,
): Promise<OurComment | undefined> {
  const { ours } = await readConversation(context, number, () => true)
  const isSame = ({ marker }: OurComment) =>
    marker.request === request && marker.attempt === attempt && marker.project === project
  return ours.find(isSame)
}

/** Edits a comment of ours. @throws ActionError */
export async function editComment(
  { run, github }: Connected,
  comment: OurComment,
  marker: Marker,
  content: Markdown,
): Promise<OurComment> {
  const { owner, repo } = run
  const body = renderBody(marker, content)
  await github.rest.issues
    .updateComment({ owner, repo, comment_id: comment.id, body })
    .catch(explain(`Couldn't edit ${comment.url}`))
  return { ...comment, body, marker }
}

/** Deletes a comment of ours; one that is gone already is no failure. @throws ActionError */
export async function deleteComment({ run, github }: Connected, { id, url }: OurComment): Promise<void> {
  const { owner, repo } = run
  await github.rest.issues.deleteComment({ owner, repo, comment_id: id }).catch((error: unknown) => {
    if (!(error instanceof ActionError) || error.status !== 404) explain(`Couldn't delete ${url}`)(error)
  })
}
