import { ActionError } from '../runner/action-error.ts'
import { formatCount } from '../text/numbers.ts'
import type { Request } from './admit.ts'
import type { Context } from './context.ts'
import type { Destination } from './destination.ts'
import type { Outcome } from './outcome.ts'
import type { Prompt } from './prompt.ts'
import type { Check, RunResult } from './run-result.ts'

/** The nil UUID (https://www.rfc-editor.org/rfc/rfc9562#section-5.9), which no service gives to a job. */
const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000'
/** Nothing can come of it: it goes to no job. */
const MESSAGE = 'This request only checks whether the API key can write. Ignore it.'

/** Looks at all that a job needs, and sends no prompt. @throws ActionError if it isn't all as it should be */
export async function check(
  context: Context,
  result: RunResult,
  request: Request,
  prompt: Prompt,
  destination: Destination,
): Promise<Outcome> {
  const { trigger } = context
  const checks = [
    ...(trigger.kind === 'comment' ? [allow(trigger.comment.author.login)] : []),
    ...(await checkService(context, request, prompt, destination)),
  ]
  // A wrong key fails three of them for one reason.
  result.checks = checks.filter(({ text }, index) => checks.findIndex((each) => each.text === text) === index)
  const open = result.checks.filter(({ state }) => state !== 'passed')
  if (open.length === 0) return 'checked'
  const technical = open.map((each) => each.technical ?? '')
  const what = `Setup check: ${open.length} of ${result.checks.length} checks didn't pass.`
  throw new ActionError([what, ...technical].join(' ').trim())
}

function allow(login: string): Check {
  return { state: 'passed', text: `\`${login}\` can use the command.` }
}

async function checkService(
  context: Context,
  request: Request,
  prompt: Prompt,
  destination: Destination,
): Promise<Check[]> {
  const { service, inputs } = context
  const [read, write, views] = await Promise.all([
    fail(service.getJob(ID_OF_NO_JOB, { once: true })),
    fail(service.sendMessage(ID_OF_NO_JOB, MESSAGE)),
    fail(service.getViews({ limit: 1, offset: 0 })),
  ])
  const where = destination.jobId === undefined ? 'a new job' : `job \`${destination.jobId}\``
  const length = formatCount(Array.from(prompt.text).length, 'character')
  const what = request.text === '' ? `A prompt would get ${length} of context` : `The prompt would have ${length}`
  return [
    judgeScope('read', read),
    judgeScope('write', write),
    views === undefined
      ? { state: 'passed', text: `The service has the project \`${inputs.projectId}\`.` }
      : judgeFailure(`whether the service has the project \`${inputs.projectId}\``, views),
    { state: 'passed', text: `${what} (\`context: ${inputs.context}\`), and would go to ${where}.` },
  ]
}

/** A key that has the scope gets the service's own 404, in JSON, for a job that can't exist. */
function judgeScope(scope: 'read' | 'write', error: ActionError | undefined): Check {
  if (error?.status === 404 && error.said !== '')
    return { state: 'passed', text: `The key has the \`${scope}\` scope.` }
  const what = `whether the key has the \`${scope}\` scope`
  return error === undefined
    ? { state: 'unknown', text: `Couldn't check ${what}: the service accepted a job that can't exist.` }
    : judgeFailure(what, error)
}

/** A refusal fails the check; what may pass leaves it open. */
function judgeFailure(what: string, { whatHappened, technical, said, hint, isRefused, limitMs }: ActionError): Check {
  const why = [`${whatHappened}.`, said, hint].filter(Boolean).join(' ')
  return isRefused && limitMs === undefined
    ? { state: 'failed', text: why, technical }
    : { state: 'unknown', text: `Couldn't check ${what}. ${why}`, technical }
}

async function fail(request: Promise<unknown>): Promise<ActionError | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    if (error instanceof ActionError) return error
    throw error
  }
}
