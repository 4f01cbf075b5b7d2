import { createDocsService, type DocsService, type DocsServiceOptions } from './client.ts'
import { sendsPrompt } from './errors.ts'

/** What the runner has for requests: its log, its secrets, and the clock. */
interface Surroundings extends Pick<DocsServiceOptions, 'fetch' | 'now' | 'wallClock' | 'sleep'> {
  log: { info(text: string): void }
  secrets: Pick<DocsServiceOptions, 'redact'>
}

/** The documentation service, for the project and key of the inputs. Repeats are logged. */
export function connectService(
  { baseUrl, apiKey, projectId }: Pick<DocsServiceOptions, 'baseUrl' | 'apiKey' | 'projectId'>,
  { log, secrets, ...network }: Surroundings,
): DocsService {
  return createDocsService({
    ...network,
    baseUrl,
    apiKey,
    projectId,
    random: Math.random,
    redact: secrets.redact,
    onRetry({ failure, attempt, delayMs, offset }) {
      const where = offset === undefined ? '' : `Offset ${offset}: `
      // Not a warning: many of them would hide the result.
      const what = sendsPrompt(failure.operation) ? "wasn't accepted" : 'failed'
      const next = `Retrying in ${(delayMs / 1000).toFixed(1)} s.`
      log.info(`${where}${failure.message} Attempt ${attempt} ${what}. ${next}`)
    },
  })
}
