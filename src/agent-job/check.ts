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
  const { gap = '' } = result.changes ?? {}
  const checks: Check[] = [
    ...(trigger.kind === 'comment' ? [pass(`\`${trigger.comment.author.login}\` can use the command.`)] : []),
    ...(await checkService(context, request, prompt, destination)),
    ...(gap === '' ? [] : [{ state: 'unknown' as const, text: gap }]),
  ]
  // A wrong key, or a service that is down, fails three of them for one reason.
  result.checks = checks.filter(({ text }, index) => checks.findIndex((each) => each.text === text) === index)
  const open = result.checks.filter(({ state }) => state !== 'passed')
  if (open.length === 0) return 'checked'
  const technical = open.map((each) => each.technical ?? '')
  const what = `${open.length} of ${result.checks.length} setup checks didn't pass.`
  throw new ActionError([what, ...technical].join(' ').trim())
}

function pass(text: string): Check {
  return { state: 'passed', text }
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
  const reason = destination.reason && ` ${destination.reason}`
  const length = formatCount(Array.from(prompt.text).length, 'character')
  const what = request.text === '' ? `A prompt would get ${length} of context` : `The prompt would have ${length}`
  return [
    judgeScope('read', read),
    judgeScope('write', write),
    views === undefined ? pass(`The project \`${inputs.projectId}\` exists.`) : judgeFailure(views),
    pass(`${what} (\`context: ${inputs.context}\`) and go to ${where}.${reason}`),
  ]
}

/** A key that has the scope gets the service's own 404, in JSON, for a job that can't exist. */
function judgeScope(scope: 'read' | 'write', error: ActionError | undefined): Check {
  if (error?.status === 404 && error.said !== '') return pass(`The key has the \`${scope}\` scope.`)
  return error === undefined
    ? {
        state: 'unknown',
        text: `The service accepted a job that can't exist, so the \`${scope}\` scope wasn't checked.`,
      }
    : judgeFailure(error)
}

/** A refusal fails the check; what may pass leaves it open. */
function judgeFailure({ whatHappened, technical, said, hint, isRefused, limitMs }: ActionError): Check {
  const text = [`${whatHappened}.`, said, hint].filter(Boolean).join(' ')
  return { state: isRefused && limitMs === undefined ? 'failed' : 'unknown', text, technical }
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
