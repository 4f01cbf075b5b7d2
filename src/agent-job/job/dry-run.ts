import { DocsServiceError } from '../../docs-service/errors.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { ClaimResult } from '../claim/settle.ts'
import type { Inputs } from '../inputs.ts'
import { formatPullRequest } from '../result/pull-request-url.ts'
import { type Check, type Ending, endByError, type RunResult } from '../result/run-result.ts'
import { findDestination, type ObtainDependencies } from './obtain-job.ts'

/**
 * Checks all that a real run needs, and sends no prompt. The key is tried on a job that can't be there.
 * @param known what the run has found out so far
 * @param deadline on the monotonic clock
 */
export async function checkDryRun(
  { allowedBecause, prompt }: Partial<RunResult>,
  claim: Extract<ClaimResult, { kind: 'won' }>,
  inputs: Inputs,
  deadline: number,
  dependencies: ObtainDependencies,
): Promise<Ending & { checks: Check[] }> {
  const length = prompt === undefined ? 0 : Array.from(readUntrustedText(prompt.text)).length
  const checks: Check[] = [
    passed(allowedBecause ?? 'The workflow itself asks for it, not a comment.'),
    ...(prompt === undefined
      ? []
      : [
          passed(
            `The prompt has ${length.toLocaleString('en-US')} characters (\`context: ${inputs.context}\`).`,
          ),
        ]),
    ...checkComment(inputs, dependencies),
    passed(await describeDestination(claim, inputs, deadline, dependencies)),
  ]
  const key = await tryKey(deadline, dependencies)
  return { ...key.ending, checks: [...checks, key.check] }
}

function passed(text: string): Check {
  return { state: 'passed', text }
}

function checkComment({ comment: isWanted }: Inputs, { comment }: ObtainDependencies): Check[] {
  if (!isWanted || comment === undefined) return []
  return [
    comment.current === undefined
      ? {
          state: 'failed',
          text: "This run can't comment in the thread. The warning in the log says which permission is missing.",
        }
      : passed('The comment that reports on the job was posted.'),
  ]
}

async function describeDestination(
  claim: Extract<ClaimResult, { kind: 'won' }>,
  inputs: Inputs,
  deadline: number,
  dependencies: ObtainDependencies,
): Promise<string> {
  const address = `\`${inputs.baseUrl.origin}\`, project \`${inputs.projectId}\``
  if (inputs.jobId !== '') return `Job \`${inputs.jobId}\` would be waited for at ${address}.`
  const destination = await findDestination(claim, inputs, deadline, dependencies)
  if (destination.kind === 'create') return `The prompt would go to a new job at ${address}.`
  if (destination.kind === 'still-active')
    return `The prompt would wait for the active job \`${destination.jobId}\` at ${address}.`
  const name = formatPullRequest(destination.previous.url)
  return `The prompt would go to job \`${destination.jobId}\` at ${address}, and continue the pull request \`${name}\`.`
}

/** 404 is what a key that works gets; a refused key ends the run, anything else is only a warning. */
async function tryKey(
  deadline: number,
  { service, signal, log }: ObtainDependencies,
): Promise<{ check: Check; ending: Ending }> {
  try {
    await service.checkKey({ signal, deadline })
    return { check: passed('The service accepts the key.'), ending: { outcome: 'dry-run' } }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DocsServiceError)) throw error
    const check: Check = { state: 'failed', text: `${error.message} ${error.hint}` }
    if (error.status === 401 || error.status === 403) return { check, ending: endByError(error) }
    log.warning('The key was not checked', `${error.message} ${error.hint}`)
    return { check, ending: { outcome: 'dry-run' } }
  }
}
