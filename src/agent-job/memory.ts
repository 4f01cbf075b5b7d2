import { ActionError } from '../runner/action-error.ts'
import type { Context, EarlyContext } from './context.ts'
import type { Conversation, OurComment } from './conversation.ts'
import { isSince } from './inputs.ts'
import { nameRangeKey, nameRequest, nameStep, parseRunId } from './marker.ts'
import { RunEnd } from './run-end.ts'

/** What a conversation remembers for a run. */
export interface Memory {
  /** Those of the same request by earlier attempts, newest first, whatever the project. */
  ofRequest: OurComment[]
  /** The one of them that says what became of the request; undefined if nothing was noted. */
  earlierAttempt: OurComment | undefined
  /** The comment of the same step by an earlier run, which this run takes over. */
  earlierRun: OurComment | undefined
  /** The newest job of the conversation. */
  newestJob: string | undefined
}

/** What a run without a conversation remembers. */
export const NO_MEMORY: Memory = {
  ofRequest: [],
  earlierAttempt: undefined,
  earlierRun: undefined,
  newestJob: undefined,
}

/**
 * Finds what our comments remember. Of a job, only the ID is believed.
 * @param isOwnPullRequest whether the run reports in the conversation of its event's own pull request
 * @throws ActionError if another step of this run has the same name; RunEnd if a later run reports there
 */
export function recall({ ours }: Conversation, context: Context, isOwnPullRequest: boolean): Memory {
  const { run, trigger, inputs } = context
  const request = nameRequest(context)
  const ofRequest = listOfRequest(ours, context)
  const known = ofRequest.filter(({ marker }) => marker.project === inputs.projectId)
  if (known.some(({ marker }) => marker.attempt === run.attempt))
    throw trigger.kind === 'comment'
      ? new ActionError('Another step already replied to this command.', {
          hint: 'Set another `command` in one of the two steps (another `id` has no effect), or remove one of them.',
        })
      : new ActionError('Another step of this run has the same name.', {
          hint: 'Give the step an `id` of its own, or remove one of the two steps.',
        })
  const step = nameStep(context)
  const ofStep = ours.find(
    ({ marker }) => marker.step === step && marker.request !== request && parseRunId(marker) !== undefined,
  )
  const isLater = ofStep !== undefined && (parseRunId(ofStep.marker) ?? 0n) > BigInt(run.id || 0)
  if (isOwnPullRequest && known.length === 0 && isLater)
    throw new RunEnd('skipped', `A later run reports in this pull request: ${ofStep.url}`)
  const jobs = ours
    .filter(({ marker }) => marker.project === inputs.projectId)
    .flatMap(({ marker }) => marker.job ?? marker.previous ?? [])
  return {
    // One of this attempt tells how another project's run ended.
    ofRequest: ofRequest.filter(({ marker }) => marker.attempt !== run.attempt),
    earlierAttempt: known.find((comment) => isCurrent(comment, known)) ?? known[0],
    earlierRun: isOwnPullRequest && !isLater ? ofStep : undefined,
    newestJob: jobs[0],
  }
}

/**
 * Whether a comment still says what became of its request. An answer remembers nothing, but one of the same step and
 * attempt says that the prompt, which was on its way, wasn't sent after all.
 */
function isCurrent({ marker }: OurComment, known: readonly OurComment[]): boolean {
  const isTakenBack = known.some(
    ({ marker: { state, attempt, step } }) =>
      state === 'not-sent' && attempt === marker.attempt && step === marker.step,
  )
  return marker.state === 'job' || (marker.state === 'sending' && !isTakenBack)
}

/** The comments of the run's request, newest first. For a command, only those that were created after it count. */
export function listOfRequest(ours: readonly OurComment[], early: EarlyContext): OurComment[] {
  const { trigger } = early
  const request = nameRequest(early)
  const since = trigger.kind === 'comment' ? trigger.comment.createdAt : ''
  return ours.filter(({ marker, createdAt }) => marker.request === request && createdAt >= since)
}

/**
 * @returns whether older comments can't tell more: on a later attempt, what became of the request; with `last-run`, the
 *   last range
 */
export function stopWhenTold(early: EarlyContext): (ours: readonly OurComment[], oldest: string) => boolean {
  const { run, trigger, inputs } = early
  const request = nameRequest(early)
  const key = inputs.since === 'last-run' && isSince(early) ? nameRangeKey(early) : undefined
  return (ours, oldest) => {
    const known = ours.map(({ marker }) => marker).filter(({ project }) => project === inputs.projectId)
    const isNoteFound = key === undefined || known.some((marker) => marker.key === key)
    const isBeforeCommand = trigger.kind === 'comment' && oldest < trigger.comment.createdAt
    // One that says `not-sent` may be an answer, posted after the comment with the job.
    const isTold = known.some((marker) => marker.request === request && marker.state !== 'not-sent')
    return isNoteFound && (run.attempt === 1 || isBeforeCommand || isTold)
  }
}
