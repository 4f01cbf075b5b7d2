import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { formatTime } from '../../network/retry-after.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { CAUSES, type Ending } from '../causes.ts'
import type { ClaimResult } from '../claim/claim.ts'
import type { Inputs } from '../inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import { type Check, checkKeyReads, checkKeyWrites, checkProject, failed, passed, unknown } from './check-service.ts'
import { findDestination, type JobDependencies } from './create-or-continue.ts'
import { orFailure } from './fetch-job.ts'

/** What came of the comment that a check writes and reads back. `found`: the other comments of ours in the thread. */
type WrittenComment = Extract<ClaimResult, { kind: 'won' }>

/** The answer to a check must not take longer. */
const TIME_LIMIT_MS = 20_000

/**
 * Looks at all that a job needs, and sends no prompt.
 * @param known what the run has found out so far
 * @param deadline on the monotonic clock
 */
export async function checkSetup(
  { allowedBecause, prompt }: { allowedBecause?: string | undefined; prompt?: Prompt | undefined },
  written: WrittenComment,
  inputs: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Ending & { checks: Check[] }> {
  const { service, signal, clock, comment } = dependencies
  const limits: Limits = { signal, deadline: Math.min(deadline, clock.now() + TIME_LIMIT_MS) }
  const [reads, writes, project, destination] = await Promise.all([
    checkKeyReads(service, limits, inputs),
    checkKeyWrites(service, limits, inputs),
    checkProject(service, limits, inputs),
    checkDestination(written, inputs, deadline, dependencies),
  ])
  const checks: Check[] = [
    passed(allowedBecause ?? 'The run was started by the workflow, not by a comment.'),
    ...(comment === undefined ? [] : [describeComment(written)]),
    ...joinEqual([reads, writes, project]),
    ...describePrompt(prompt, inputs),
    ...inputs.misspelled.map((text) => failed(text)),
    project.state === 'passed'
      ? destination
      : unknown(`where the prompt would go.${project.state === 'failed' ? ' Fix what failed above first.' : ''}`),
    ...UNSEEN.map(unknown),
  ]
  if (checks.some(({ state }) => state === 'failed')) return { outcome: 'error', cause: 'check-failed', checks }
  const missed = checks.filter(({ state, about }) => state === 'unknown' && about !== undefined)
  if (missed.length === 0) return { outcome: 'dry-run', checks }
  const retryAt = Math.max(...missed.map((each) => each.retryAt ?? 0)) || undefined
  return { outcome: 'unavailable', cause: 'check-incomplete', checks, retryAt }
}

/** What this key and this token can't look at. */
const UNSEEN = [
  'the plan and its credits. Check {usage}.',
  'whether {app} is installed on the documentation repository.',
]

/** Says once what ends every request in the same way. */
function joinEqual(checks: readonly Check[]): Check[] {
  const byText = new Map<string, Check>()
  for (const check of checks) {
    const technical = [byText.get(check.text)?.technical, check.technical].filter(Boolean).join('\n')
    byText.set(check.text, { ...check, ...(technical !== '' && { technical }) })
  }
  return [...byText.values()]
}

function describeComment({ failure }: WrittenComment): Check {
  if (failure === undefined) return passed('The comment in the thread was written and read back.')
  if (failure.isTransient) {
    const when = failure.retryAt === undefined ? 'later' : `after ${formatTime(failure.retryAt, Date.now())}`
    const check = unknown(`whether the comment in the thread can be written and read back. Try again ${when}.`)
    return { ...check, about: 'the comment', technical: failure.what, retryAt: failure.retryAt }
  }
  const text = "Couldn't write and read back the comment in the thread, so no job would be created."
  const { headline, advice } = CAUSES['thread-locked']
  return failed(`${text} ${failure.isLocked ? `${headline}. ${advice}` : failure.hint}`, failure.what)
}

/** What would be sent, and what couldn't be read for it. */
function describePrompt(prompt: Prompt | undefined, { context }: Inputs): Check[] {
  if (prompt === undefined) return []
  const sent = readUntrustedText(prompt.text)
  const length = Array.from(sent).length
  // A check without an instruction shows what would be added to one.
  const what = /^\s*---/u.test(sent) ? 'context' : 'prompt'
  const changes = prompt.changes === undefined ? '' : `: ${prompt.changes}`
  const text = `The ${what} has ${length.toLocaleString('en-US')} characters (\`context: ${context}\`)${changes}.`
  return [...(length === 0 ? [] : [passed(text)]), ...(prompt.gaps ?? []).map(unknown)]
}

/** Where the prompt would go. */
async function checkDestination(
  { found }: WrittenComment,
  inputs: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Check> {
  const address = `\`${inputs.baseUrl.origin}\`, project \`${inputs.projectId}\``
  if (inputs.jobId !== '') return passed(`The run would wait for job \`${inputs.jobId}\` at ${address}.`)
  const request = findDestination(found, inputs, deadline, dependencies)
  const destination = await orFailure(request, DocsServiceError, dependencies.signal)
  if (destination instanceof DocsServiceError)
    return unknown(`whether the prompt would go to a new job or a previous one at ${address}.`)
  if (destination.kind === 'create') return passed(`The prompt would go to a new job at ${address}.`)
  const job = `\`${destination.jobId}\` at ${address}`
  const { url } = destination.previous
  const continued = url === undefined ? '' : `, and continue the pull request \`${formatPullRequest(url)}\``
  return passed(`The prompt would go to job ${job}${continued}.`)
}
