import type { DocsService } from '../../docs-service/client.ts'
import { DocsServiceError } from '../../docs-service/errors.ts'
import type { Limits } from '../../docs-service/request.ts'
import { shorten, toOneLine } from '../../untrusted/escape.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import type { Check } from '../result/run-result.ts'

/** The nil UUID (https://www.rfc-editor.org/rfc/rfc9562#section-5.9), which no service gives to a job. */
const ID_OF_NO_JOB = '00000000-0000-0000-0000-000000000000'
const MAXIMUM_WORDS = 300

/** Whether the key reads: asks for a job that can't be there. */
export async function checkKeyReads(
  service: Pick<DocsService, 'getAgentJob'>,
  limits: Limits,
): Promise<Check> {
  const error = await findFailure(service.getAgentJob(ID_OF_NO_JOB, limits), limits)
  return describeScope('read', error)
}

/** Whether the key writes: sends a message to a job that can't be there, of which nothing can come. */
export async function checkKeyWrites(
  service: Pick<DocsService, 'sendMessage'>,
  limits: Limits,
): Promise<Check> {
  const message = 'This checks whether the API key may write. There is nothing to do.'
  const error = await findFailure(service.sendMessage(ID_OF_NO_JOB, message, limits), limits)
  return describeScope('write', error)
}

/** Whether the project is there: asks for one row of its page views. */
export async function checkProject(
  service: Pick<DocsService, 'getPageViews'>,
  limits: Limits,
  projectId: string,
): Promise<Check> {
  const read = async () => (await service.getPageViews({ limit: 1, offset: 0 }, limits)).read()
  const error = await findFailure(read(), limits)
  if (error === undefined) return passed(`The service has the project \`${projectId}\`.`)
  if (error.status === 400 || error.status === 404)
    return failed(
      `The service doesn't find the project \`${projectId}\`${quoteWords(error)}. Set \`project-id\` to the one on the API keys page of the dashboard.`,
      error,
    )
  return describeRefusal('read', error) ?? unknown('Whether the service has the project is not known.', error)
}

/** A key that may do it gets the service's own 404. */
function describeScope(scope: 'read' | 'write', error: DocsServiceError | undefined): Check {
  // A server that knows no such path has no `error` in its answer.
  if (error?.status === 404 && error.hasErrorField) return passed(`The key has the scope \`${scope}\`.`)
  if (error?.status === 404) return failed('What answers there is not the service. Check `base-url`.', error)
  const text = `Whether the key has the scope \`${scope}\` is not known.`
  if (error === undefined)
    return { state: 'unknown', text: `${text} The service took a job that can't be there.` }
  return describeRefusal(scope, error) ?? unknown(text, error)
}

/** What ends every request in the same way; nothing for any other failure. */
function describeRefusal(scope: 'read' | 'write', error: DocsServiceError): Check | undefined {
  if (error.status === 401)
    return failed(
      'The service refused the key: it is wrong or has expired. Make an admin key with the scopes `read` and `write` in the dashboard, and store it as the secret that `api-key` reads.',
      error,
    )
  if (error.status === 403)
    return failed(
      `The key may not ${scope}: it lacks the scope \`${scope}\`, or a list of allowed addresses leaves out this runner.`,
      error,
    )
  if (error.kind === 'not-connected')
    return failed(
      "The service can't be connected to. Check `base-url`, and whether the runner may reach that host: name, firewall, certificate and proxy.",
      error,
    )
  return undefined
}

/** @returns nothing where the request succeeded; a cancelled run and a bug are thrown */
async function findFailure(
  request: Promise<unknown>,
  { signal }: Limits,
): Promise<DocsServiceError | undefined> {
  try {
    await request
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DocsServiceError) return error
    throw error
  }
}

function quoteWords({ serviceMessage }: DocsServiceError): string {
  if (serviceMessage === undefined) return ''
  const words = shorten(toOneLine(readUntrustedText(serviceMessage)), MAXIMUM_WORDS)
  return `, and said "${words.replaceAll('"', "'").replaceAll('`', "'")}"`
}

function passed(text: string): Check {
  return { state: 'passed', text }
}

function failed(text: string, error: DocsServiceError): Check {
  return { state: 'failed', text: `${text} ${error.message}` }
}

function unknown(text: string, error: DocsServiceError): Check {
  return { state: 'unknown', text: `${text} ${error.message}` }
}
