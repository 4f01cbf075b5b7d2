import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import { findStatus } from '../../docs-service/statuses.ts'
import { formatCount } from '../../formatting/numbers.ts'
import { formatTime } from '../../formatting/times.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { orFailure } from '../../network/cancelled-requests.ts'
import { quoteInOneLine } from '../../untrusted/escape.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { CAUSES, type Reason } from '../causes.ts'
import type { ClaimResult } from '../claim/make-claim.ts'
import { findServiceCause, refineEnding } from '../find-cause.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import type { JobDependencies } from './dependencies.ts'
import { findDestination } from './destination.ts'

/** A line of a check of the setup. */
export interface Check {
  /** `unknown` where it could not be looked at. */
  state: 'passed' | 'failed' | 'unknown'
  /** What was found, and, where it isn't as it should be, what to do; with `{keys}` and the like. */
  text: string
  /** Request and response, which people read last. Absent if no request can check this. */
  technical?: string | undefined
  /** When it can be looked at, in milliseconds since 1970, if that is known. */
  retryAt?: number | undefined
}

export const passed = (text: string): Check => ({ state: 'passed', text })
export const failed = (text: string, technical?: string): Check => ({ state: 'failed', text, technical })
export const unknown = (text: string): Check => ({ state: 'unknown', text })

/** How a check ends, with what it found out, in the order in which it was checked. */
export type CheckEnding =
  | { outcome: 'dry-run'; checks: readonly Check[] }
  | { outcome: 'error'; cause: 'check-failed'; checks: readonly Check[] }
  | { outcome: 'unavailable'; cause: 'check-incomplete'; checks: readonly Check[]; retryAt: number | undefined }

/** What came of the comment that a check writes and reads back, and what the thread says. */
type WrittenComment = Extract<ClaimResult, { kind: 'won' }>

/** The answer to a check must not take longer. */
const TIME_LIMIT_MS = 20_000
/** The nil UUID (https://www.rfc-editor.org/rfc/rfc9562#section-5.9), which no service gives to a job. */
const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000'
/** Nothing can come of it: it goes to no job. */
const MESSAGE = 'This request only checks whether the API key can write. Ignore it.'

/**
 * Looks at all that a job needs, and sends no prompt.
 * @param known what the run has found out so far
 */
export async function checkSetup(
  { allowedBecause, prompt }: { allowedBecause?: string | undefined; prompt?: Prompt | undefined },
  written: WrittenComment,
  inputs: Inputs,
  dependencies: JobDependencies,
): Promise<CheckEnding> {
  const { service, signal, clock, comment } = dependencies
  const limits: Limits = { signal, deadline: clock.now() + Math.min(inputs.timeoutMs, TIME_LIMIT_MS) }
  const ask = async (request: Promise<unknown>) => {
    const answer = await orFailure(request, DocsServiceError, signal)
    return answer instanceof DocsServiceError ? answer : undefined
  }
  const [read, write, views, destination] = await Promise.all([
    ask(service.getAgentJob(ID_OF_NO_JOB, limits)),
    ask(service.sendMessage(ID_OF_NO_JOB, MESSAGE, limits)),
    ask(service.getPageViews({ limit: 1, offset: 0 }, limits)),
    checkDestination(written, inputs, limits.deadline, dependencies),
  ])
  const nowMs = clock.wallClock()
  const project = describeProject(views, inputs, nowMs)
  const requests = [describeScope('read', read, inputs, nowMs), describeScope('write', write, inputs, nowMs), project]
  const checks: Check[] = [
    passed(allowedBecause ?? 'The run was started by the workflow, not by a comment.'),
    ...(comment === undefined ? [] : [describeComment(written, nowMs)]),
    // Requests that fail for the same reason share a line.
    ...new Map(requests.map((check) => [check.text, check])).values(),
    ...describePrompt(prompt, inputs),
    project.state === 'passed'
      ? destination
      : unknown(`where the prompt would go.${project.state === 'failed' ? ' Fix what failed above first.' : ''}`),
    ...UNSEEN.map(unknown),
  ]
  if (checks.some(({ state }) => state === 'failed')) return { outcome: 'error', cause: 'check-failed', checks }
  const missed = checks.filter(({ state, technical }) => state === 'unknown' && technical !== undefined)
  if (missed.length === 0) return { outcome: 'dry-run', checks }
  const retryAt = Math.max(...missed.map((each) => each.retryAt ?? 0)) || undefined
  return { outcome: 'unavailable', cause: 'check-incomplete', checks, retryAt }
}

/** What this key and this token can't look at. */
const UNSEEN = [
  'the plan and its credits. Check {usage}.',
  'whether {app} is installed on the documentation repository.',
]

function describeComment({ failure }: WrittenComment, nowMs: number): Check {
  if (failure === undefined) return passed('The comment in the conversation was written and read back.')
  const { isTransient, isLocked, retryAt, what, hint } = failure
  if (isTransient) {
    const text = `whether the comment in the conversation can be written and read back. ${tryAgain(retryAt, nowMs)}`
    return { ...unknown(text), technical: what, retryAt }
  }
  const text = "Couldn't write and read back the comment in the conversation, so no job would be created."
  const { headline, advice } = CAUSES['thread-locked']
  return failed(`${text} ${isLocked ? `${headline}. ${advice}` : hint}`, what)
}

function tryAgain(retryAt: number | undefined, nowMs: number): string {
  return `Try again ${retryAt === undefined ? 'later' : `after ${formatTime(retryAt, nowMs)}`}.`
}

/** A key that has the scope gets the service's own 404 for a job that can't be there. */
function describeScope(
  scope: 'read' | 'write',
  error: DocsServiceError | undefined,
  inputs: Inputs,
  nowMs: number,
): Check {
  // `describeProject` finds out whether it is the service that answers.
  if (error?.status === 404 && error.isJson === true) return passed(`The key has the \`${scope}\` scope.`)
  const text = `whether the key has the \`${scope}\` scope`
  // Follow-up messages aren't in every version of the service. Without them, nothing else can tell.
  if (error?.status === 405 && error.isJson === true) return unknown(`${text}. The service has no follow-up messages.`)
  const accepted = "The service accepted a job that can't exist."
  if (error === undefined) return { ...unknown(`${text}. ${accepted}`), technical: accepted }
  return describeRefusal(error, inputs) ?? describeUnseen(text, error, nowMs)
}

/** Whether the project is there, by one row of its page views. */
function describeProject(error: DocsServiceError | undefined, inputs: Inputs, nowMs: number): Check {
  const project = `the project \`${inputs.projectId}\``
  if (error === undefined) return passed(`The service has ${project}.`)
  const words = quoteInOneLine(error.serviceMessage)
  if (error.isJson !== false && (error.status === 400 || error.status === 404)) {
    const { problem = '' } = refineEnding<Reason>({ cause: 'project-not-found' }, inputs)
    const found = `Couldn't find ${project}.${words && ` The service says ${words}.`} ${problem}`.trim()
    return failed(`${found} Copy the project ID from {keys} to \`project-id\`.`, error.message)
  }
  // The key may do what a job needs.
  const isOfViews = OF_VIEWS.includes(findServiceCause(error) ?? '')
  const seen = isOfViews ? undefined : describeRefusal(error, inputs)
  return seen ?? describeUnseen(`whether the service has ${project}`, error, nowMs)
}

/** Causes that may be those of page views alone. */
const OF_VIEWS: readonly string[] = ['key-may-not-read', 'plan-or-credits']

/** What the causes of failed runs say of it, where it would end a run for good; nothing for any other failure. */
function describeRefusal(error: DocsServiceError, inputs: Inputs): Check | undefined {
  const { status, kind, isJson, isLimit } = error
  const { failsCheck, ofPage } = findStatus(status)
  // A 404 without JSON isn't the service's own.
  const isPage = (isJson === false && !ofPage) || (status === 404 && isJson !== true)
  if (isLimit || (!failsCheck && kind !== 'not-connected' && !isPage)) return undefined
  const found = isPage ? 'not-the-service' : findServiceCause(error)
  const { cause, problem = '' } = refineEnding<Reason>({ cause: found }, inputs)
  if (cause === undefined) return undefined
  return failed(`${CAUSES[cause].headline}. ${problem || CAUSES[cause].advice}`, describeAnswer(error))
}

/** The request, its answer, and the service's own words. */
function describeAnswer({ message, serviceMessage }: DocsServiceError): string {
  const words = quoteInOneLine(serviceMessage)
  return words === '' ? message : `${message} The response says: ${words}`
}

function describeUnseen(text: string, error: DocsServiceError, nowMs: number): Check {
  const { status, isLimit, retryAt } = error
  const why = status === undefined ? "The service didn't respond" : `The service returned ${status}`
  const isPassing = isLimit || findStatus(status).mayPass
  const said = `${text}. ${why}.${isPassing ? ` ${tryAgain(retryAt, nowMs)}` : ''}`
  return { ...unknown(said), technical: describeAnswer(error), retryAt }
}

/** What would be sent, and what couldn't be read for it. */
function describePrompt(prompt: Prompt | undefined, { context }: Inputs): Check[] {
  if (prompt === undefined) return []
  const sent = readUntrustedText(prompt.text)
  const length = Array.from(sent).length
  // A check without an instruction shows what would be added to one.
  const what = /^\s*---/u.test(sent) ? 'context' : 'prompt'
  const changes = prompt.changes === undefined ? '' : `: ${prompt.changes}`
  const text = `The ${what} has ${formatCount(length, 'character')} (\`context: ${context}\`)${changes}.`
  return [...(length === 0 ? [] : [passed(text)]), ...(prompt.gaps ?? []).map(unknown)]
}

async function checkDestination(
  { thread }: WrittenComment,
  inputs: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Check> {
  const address = `\`${inputs.baseUrl.origin}\`, project \`${inputs.projectId}\``
  if (inputs.jobId !== '') return passed(`The run would wait for job \`${inputs.jobId}\` at ${address}.`)
  const request = findDestination(thread.jobs, inputs, deadline, dependencies)
  const destination = await orFailure(request, DocsServiceError, dependencies.signal)
  if (destination instanceof DocsServiceError)
    return unknown(`whether the prompt would go to a new job or a previous one at ${address}.`)
  const { jobId, previous } = destination
  if (jobId === undefined) return passed(`The prompt would go to a new job at ${address}.`)
  const continued = previous?.url ? `, and continue the pull request \`${formatPullRequest(previous.url)}\`` : ''
  return passed(`The prompt would go to job \`${jobId}\` at ${address}${continued}.`)
}
