import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import { formatPullRequest } from '../../github/pull-request-url.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Ending } from '../causes.ts'
import type { ClaimResult } from '../claim/claim.ts'
import type { Inputs } from '../inputs.ts'
import type { Prompt } from '../request/prompt.ts'
import { type Check, checkKeyReads, checkKeyWrites, checkProject } from './check-service.ts'
import { findDestination, type JobDependencies } from './create-or-continue.ts'

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
    { state: 'passed', text: allowedBecause ?? 'The workflow itself asks for it, not a comment.' },
    ...(comment === undefined ? [] : [describeComment(written)]),
    ...joinEqual([reads, writes, project]),
    ...describePrompt(prompt, inputs),
    destination,
    ...UNSEEN.map((text) => ({ state: 'unknown' as const, text })),
  ]
  return checks.some(({ state }) => state === 'failed')
    ? { outcome: 'error', cause: 'check-failed', checks }
    : { outcome: 'dry-run', checks }
}

/** What nobody can look at with this key and this token. */
const UNSEEN = [
  'plan and credits, which {usage} shows.',
  "whether the service's GitHub app may work in the repositories of the documentation, which the dashboard shows.",
]

/** What ends every request in the same way is said once. */
function joinEqual(checks: readonly Check[]): Check[] {
  const byText = new Map<string, Check>()
  for (const check of checks) {
    const technical = [byText.get(check.text)?.technical, check.technical].filter(Boolean).join('\n')
    byText.set(check.text, { ...check, ...(technical !== '' && { technical }) })
  }
  return [...byText.values()]
}

function describeComment({ failure }: WrittenComment): Check {
  return failure === undefined
    ? { state: 'passed', text: 'The comment in the thread was written and read back.' }
    : {
        state: 'failed',
        text: `The comment in the thread can't be written and read back, so no job would be created. ${failure.hint}`,
        technical: failure.what,
      }
}

function describePrompt(prompt: Prompt | undefined, { context }: Inputs): Check[] {
  if (prompt === undefined) return []
  const length = Array.from(readUntrustedText(prompt.text)).length.toLocaleString('en-US')
  return [{ state: 'passed', text: `The prompt has ${length} characters (\`context: ${context}\`).` }]
}

/** Where the prompt would go. */
async function checkDestination(
  { found }: WrittenComment,
  inputs: Inputs,
  deadline: number,
  dependencies: JobDependencies,
): Promise<Check> {
  const address = `\`${inputs.baseUrl.origin}\`, project \`${inputs.projectId}\``
  if (inputs.jobId !== '')
    return { state: 'passed', text: `Job \`${inputs.jobId}\` would be waited for at ${address}.` }
  const whenActive = inputs.wait ? 'report' : 'create'
  try {
    const destination = await findDestination(found, whenActive, inputs, deadline, dependencies)
    if (destination.kind === 'create')
      return { state: 'passed', text: `The prompt would go to a new job at ${address}.` }
    const job = `\`${destination.jobId}\` at ${address}`
    if (destination.kind === 'still-active')
      return { state: 'passed', text: `The prompt would wait for the active job ${job}.` }
    const { url } = destination.previous
    const continued = url === undefined ? '' : `, and continue the pull request \`${formatPullRequest(url)}\``
    return { state: 'passed', text: `The prompt would go to job ${job}${continued}.` }
  } catch (error) {
    dependencies.signal.throwIfAborted()
    if (!(error instanceof DocsServiceError)) throw error
    return {
      state: 'unknown',
      text: `whether the prompt would go to a new job or a previous one at ${address}.`,
    }
  }
}
