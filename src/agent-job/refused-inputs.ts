import type { GitHubConnection } from '../github/connect.ts'
import { createThreadWarning, GitHubError } from '../github/errors.ts'
import type { MarkedComment } from '../github/marked-comment.ts'
import { untilAborted } from '../github/until-aborted.ts'
import type { Claim } from '../job-marker/claim.ts'
import type { InputError } from '../runner/inputs.ts'
import type { Secrets } from '../runner/secrets.ts'
import type { Markdown } from '../untrusted/markdown.ts'
import { CAUSES } from './causes.ts'
import { type ClaimDependencies, claimRun, connectComment } from './claim/claim-run.ts'
import { endByError, nameProblem, type RunResult } from './ending.ts'
import type { Inputs } from './inputs.ts'
import { type Check, failed, passed, unknown } from './job/check-service.ts'
import { checkPermission, type PermissionDecision } from './request/permission.ts'
import { parseRequest } from './request/request.ts'
import { hasCommand, type ReportedTrigger, type Trigger } from './request/trigger.ts'

export interface RefusalDependencies extends Omit<ClaimDependencies, 'github' | 'comment'> {
  /** Undefined without a token. */
  connection: GitHubConnection | undefined
  secrets: Secrets
  /** Called with the comment before it is posted. */
  onComment: (comment: MarkedComment<Claim>) => void
  /** What the comment says. */
  render: (result: RunResult) => Promise<Markdown>
}

/**
 * Ends a run whose inputs are invalid. A commenter who may use the command gets the text of the summary in the thread.
 * That comment claims nothing, so a re-run with other inputs continues, and edits it.
 */
export async function refuseInputs(
  error: InputError,
  trigger: ReportedTrigger,
  inputs: Inputs,
  dependencies: RefusalDependencies,
): Promise<RunResult> {
  const { connection, signal, render } = dependencies
  const { comment, reportThread: thread } = trigger
  const refuse = (decision?: PermissionDecision) => describe(error, trigger, inputs, decision)
  if (connection === undefined || comment === undefined || !hasCommand(trigger, inputs.command)) return refuse()
  const github = untilAborted(connection.github, signal)
  try {
    const decision = await checkPermission(comment, inputs.minimumPermission, inputs.allowedBots, github)
    if (!decision.isAllowed)
      // An invalid `minimum-permission` lets nobody in, and says nothing of the commenter.
      return error.problems.some(({ input }) => WHO_MAY.has(input))
        ? refuse()
        : { outcome: 'denied', problem: decision.reason, advice: decision.advice }
    const isWanted = inputs.comment || error.problems.some(({ input }) => input === 'comment')
    const result = refuse(decision)
    if (!isWanted || thread === undefined) return result
    const { apiKey, previousApiKey } = inputs
    const options = { ...dependencies, apiKey, previousApiKey, command: comment }
    const own = connectComment(connection, thread.number, comment.createdAt, options)
    const claimed = { ...dependencies, github, comment: own }
    dependencies.onComment(own)
    await claimRun({ kind: 'answer' }, trigger, inputs, await render(result), claimed)
    return result
  } catch (failure) {
    // The inputs are what the run reports.
    if (failure instanceof GitHubError && !signal.aborted) createThreadWarning(dependencies)(failure)
    return refuse()
  }
}

const WHO_MAY: ReadonlySet<string> = new Set(['minimum-permission', 'allowed-bots'])

function describe(
  error: InputError,
  trigger: Trigger,
  inputs: Inputs,
  decision: PermissionDecision | undefined,
): RunResult {
  const request = parseRequest(trigger, inputs)
  // The help needs no key.
  const isKeyOnly = error.problems.every(({ input }) => input === 'api-key')
  if (request.kind === 'help' && isKeyOnly && decision !== undefined)
    return { outcome: 'skipped', help: request, problem: "The comment isn't a request for a job." }
  const ending = endByError(error)
  const advice = ending.cause === 'secret-missing' ? adviseOnSecrets(trigger) : undefined
  const allowedBecause = decision?.reason
  if (request.kind !== 'check' && !inputs.dryRun) return { ...ending, advice, allowedBecause }
  return { outcome: 'error', cause: 'check-failed', checks: listChecks(error, decision, advice), allowedBecause }
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

function listChecks({ problems }: InputError, decision: PermissionDecision | undefined, advice?: string): Check[] {
  return [
    ...(decision ? [passed(decision.reason)] : []),
    ...problems.map((problem) => {
      const cause = nameProblem(problem)
      const what = (cause === 'secret-missing' && advice) || CAUSES[cause].advice
      return failed(`\`${problem.input}\`: ${problem.message}. ${what}`)
    }),
    unknown('the API key, the project and the prompt. Fix the inputs first.'),
  ]
}
