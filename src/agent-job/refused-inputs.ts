import { GitHubError } from '../github/errors.ts'
import type { InputError } from '../runner/inputs.ts'
import { CAUSES } from './causes.ts'
import { claimRun, createThreadWarning } from './claim/claim-run.ts'
import { nameProblem, stopByError } from './ending.ts'
import type { Inputs } from './inputs/inputs.ts'
import { type Check, failed, passed, unknown } from './job/check-setup.ts'
import { checkPermission } from './request/permission.ts'
import type { ReportedTrigger } from './request/read-trigger.ts'
import { parseRequest } from './request/request.ts'
import { type Dependencies, NO_REQUEST } from './run-agent-job.ts'
import type { RunResult } from './run-result.ts'
import { isStartedByComment, type Trigger } from './trigger/trigger.ts'

/**
 * Ends a run whose inputs are invalid. A commenter who may use the command gets the text of the summary in the thread.
 * That comment claims nothing, so a re-run with other inputs continues, and edits it.
 */
export async function refuseInputs(
  error: InputError,
  trigger: ReportedTrigger,
  inputs: Inputs,
  dependencies: Pick<
    Dependencies,
    'run' | 'github' | 'comment' | 'clock' | 'signal' | 'log' | 'nonce' | 'renderAnswer'
  >,
): Promise<RunResult> {
  const { github, signal, renderAnswer } = dependencies
  const { comment } = trigger
  const refuse = (allowedBecause?: string) => describe(error, trigger, inputs, allowedBecause)
  // With a key as the command, it isn't known which comments are for the action.
  const isCommandKnown = error.problems.every(({ input, secret }) => input !== 'command' || secret !== 'misplaced')
  const isAsked = isCommandKnown && isStartedByComment(trigger, inputs.command)
  if (github === undefined || comment === undefined || !isAsked) return refuse()
  try {
    const { isAllowed, reason, advice } = await checkPermission(
      comment,
      inputs.minimumPermission,
      inputs.allowedBots,
      github,
    )
    if (!isAllowed)
      // An invalid `minimum-permission` lets nobody in, and says nothing of the commenter.
      return error.problems.some(({ input }) => WHO_MAY.has(input))
        ? refuse()
        : { outcome: 'denied', problem: reason, advice }
    const result = refuse(reason)
    await claimRun({ kind: 'answer' }, trigger, inputs, renderAnswer(result), dependencies)
    return result
  } catch (failure) {
    // The inputs are what the run reports.
    if (failure instanceof GitHubError && !signal.aborted) createThreadWarning(dependencies)(failure)
    return refuse()
  }
}

const WHO_MAY: ReadonlySet<string> = new Set(['minimum-permission', 'allowed-bots'])

function describe(error: InputError, trigger: Trigger, inputs: Inputs, allowedBecause: string | undefined): RunResult {
  const request = parseRequest(trigger, inputs)
  // The help needs no key.
  const isKeyOnly = error.problems.every(({ input }) => input === 'api-key')
  if (request.kind === 'help' && isKeyOnly && allowedBecause !== undefined)
    return { outcome: 'skipped', help: request, problem: NO_REQUEST }
  const ending = stopByError(error)
  const advice = ending.cause === 'secret-missing' ? adviseOnSecrets(trigger) : undefined
  if (request.kind !== 'check' && !inputs.dryRun) return { ...ending, advice, allowedBecause }
  return { outcome: 'error', cause: 'check-failed', checks: listChecks(error, allowedBecause, advice), allowedBecause }
}

function listChecks({ problems }: InputError, allowedBecause: string | undefined, advice?: string): Check[] {
  return [
    ...(allowedBecause === undefined ? [] : [passed(allowedBecause)]),
    ...problems.map((problem) => {
      const cause = nameProblem(problem)
      // The message itself says what to write.
      if (cause === 'invalid-input') return failed(problem.message)
      return failed(`${problem.message} ${(cause === 'secret-missing' && advice) || CAUSES[cause].advice}`)
    }),
    unknown('the API key, the project and the prompt. Fix the inputs first.'),
  ]
}

/** Events whose runs get no secrets of the repository, if a fork or Dependabot causes them. */
const WITHOUT_SECRETS: readonly string[] = ['pull_request', 'pull_request_review_comment', 'push']

/**
 * What to do where the event proves why there is no key.
 * https://docs.github.com/actions/reference/security/secure-use#using-secrets
 */
function adviseOnSecrets({ eventName, isFromFork, sender }: Trigger): string | undefined {
  if (!WITHOUT_SECRETS.includes(eventName)) return undefined
  if (isFromFork)
    return (
      'Nothing was sent to the agent. GitHub gives no secrets to this run, because the pull request comes from a ' +
      'fork. Comment the command in its conversation, or start the workflow after the merge.'
    )
  return sender === 'dependabot[bot]'
    ? 'Nothing was sent to the agent. Dependabot caused this run, so it gets only Dependabot secrets. ' +
        'Save the key as a Dependabot secret, too, and re-run the job, or add `dependabot[bot]` to `ignore-authors`.'
    : undefined
}
