import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import { formatTime } from '../../network/retry-after.ts'
import { quoteInOneLine } from '../../untrusted/escape.ts'
import { CAUSES, type Ending } from '../causes.ts'
import { findServiceCause, refineEnding } from '../find-cause.ts'
import type { Inputs } from '../inputs.ts'
import { orFailure } from './fetch-job.ts'

/** The nil UUID (https://www.rfc-editor.org/rfc/rfc9562#section-5.9), which no service gives to a job. */
const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000'

type Found = Pick<Ending, 'cause' | 'problem'>

/** A line of a check of the setup. */
export interface Check {
  /** `unknown` where it could not be looked at. */
  state: 'passed' | 'failed' | 'unknown'
  /** What was found, and, where it isn't as it should be, what to do; with `{keys}` and the like. */
  text: string
  /** What a job can't do without, and couldn't be looked at. */
  about?: string
  /** What was asked, and what came back. People read it last. */
  technical?: string | undefined
  /** When it can be looked at, in milliseconds since 1970, if that is known. */
  retryAt?: number | undefined
}

export const passed = (text: string): Check => ({ state: 'passed', text })
export const failed = (text: string, technical?: string): Check => ({ state: 'failed', text, technical })
export const unknown = (text: string): Check => ({ state: 'unknown', text })

type CheckedInputs = Pick<Inputs, 'apiKey' | 'projectId' | 'baseUrl'>

/** @throws the signal's reason when the run is cancelled; a bug */
type CheckService = (service: DocsService, limits: Limits, inputs: CheckedInputs) => Promise<Check>

/** Whether the key reads: asks for a job that can't be there. */
export const checkKeyReads: CheckService = async (service, limits, inputs) =>
  describeScope('read', await findFailure(service.getAgentJob(ID_OF_NO_JOB, limits), limits), inputs)

/** Whether the key writes: sends a message to a job that can't be there, of which nothing can come. */
export const checkKeyWrites: CheckService = async (service, limits, inputs) => {
  const message = 'This checks whether the API key can write. There is nothing to do.'
  const error = await findFailure(service.sendMessage(ID_OF_NO_JOB, message, limits), limits)
  return describeScope('write', error, inputs)
}

/** Whether the project is there: asks for one row of its page views. */
export const checkProject: CheckService = async (service, limits, inputs) => {
  const project = `the project \`${inputs.projectId}\``
  const read = async () => (await service.getPageViews({ limit: 1, offset: 0 }, limits)).read()
  const error = await findFailure(read(), limits)
  if (error === undefined) return passed(`The service has ${project}.`)
  const words = quoteInOneLine(error.serviceMessage)
  if (error.status === 400 || error.status === 404) {
    const { problem = '' } = refineEnding<Found>({ cause: 'project-not-found' }, inputs)
    const found = `Couldn't find ${project}.${words && ` The service says ${words}.`} ${problem}`.trim()
    const text = `${found} Copy the project ID from {keys} to \`project-id\`.`
    return failed(text, describeRequest(error, text))
  }
  const seen = error.status === 403 && error.isJson !== false ? undefined : describeRefusal(error, inputs)
  return seen ?? unseen(`whether the service has ${project}`, 'the project', error)
}

/** A key that has the scope gets the service's own 404. */
function describeScope(scope: 'read' | 'write', error: DocsServiceError | undefined, inputs: CheckedInputs): Check {
  // `checkProject` finds out whether it is the service that answers.
  if (error?.status === 404 && error.isJson === true) return passed(`The key has the \`${scope}\` scope.`)
  const text = `whether the key has the \`${scope}\` scope`
  const about = 'the API key'
  if (error === undefined) return { ...unknown(`${text}. The service accepted a job that can't exist.`), about }
  return describeRefusal(error, inputs) ?? unseen(text, about, error)
}

/** What the causes of failed runs say of it, where it would end a run for good; nothing for any other failure. */
function describeRefusal(error: DocsServiceError, inputs: CheckedInputs): Check | undefined {
  const { status, kind } = error
  const isPage = kind === 'unreadable' && error.isJson === false
  if (status !== 401 && status !== 403 && status !== 404 && kind !== 'not-connected' && !isPage) return undefined
  const found = status === 404 ? 'not-the-service' : findServiceCause(error)
  const { cause, problem = '' } = refineEnding<Found>({ cause: found }, inputs)
  if (cause === undefined) return undefined
  const text = `${CAUSES[cause].headline}. ${problem || CAUSES[cause].advice}`
  return failed(text, describeRequest(error, text))
}

/** @returns undefined where the request succeeded */
async function findFailure(request: Promise<unknown>, { signal }: Limits) {
  const answer = await orFailure(request, DocsServiceError, signal)
  return answer instanceof DocsServiceError ? answer : undefined
}

/** The request, its answer and the service's own words, unless the text of the check has them. */
function describeRequest(error: DocsServiceError, text: string): string {
  const words = quoteInOneLine(error.serviceMessage)
  return words === '' || text.includes(words) ? error.message : `${error.message} The answer says: ${words}`
}

function unseen(text: string, about: string, error: DocsServiceError): Check {
  const why = error.status === undefined ? 'The service did not answer' : `The service answered ${error.status}`
  const when = error.retryAt === undefined ? 'later' : `after ${formatTime(error.retryAt, Date.now())}`
  const isPassing = error.isLimit || error.status === undefined || error.status === 408 || error.status >= 500
  const check = unknown(`${text}. ${why}.${isPassing ? ` Try again ${when}.` : ''}`)
  return { ...check, about, technical: describeRequest(error, check.text), retryAt: error.retryAt }
}
