import { describeWait } from '../network/patience.ts'
import { createDocsService, type DocsService, type DocsServiceOptions } from './client.ts'

/** What the runner has for requests: its log, its secrets, and the clock. */
interface Surroundings extends Pick<DocsServiceOptions, 'fetch' | 'now' | 'wallClock' | 'sleep' | 'waiting'> {
  log: { info(text: string): void }
  secrets: Pick<DocsServiceOptions, 'redact'>
}

/** The documentation service, for the project and key of the inputs. Waits are logged. */
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
    onWait: (event) => log.info(describeWait(event, 'The service', network.wallClock())),
  })
}
