import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { createFetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock as clock } from '../runner/clock.ts'
import type { Log } from '../runner/log.ts'
import type { Inputs } from './inputs.ts'

/** The service that the inputs name. Repeats are logged. */
export function connectService(log: Log, { apiKey, projectId, baseUrl }: Inputs): DocsService {
  return createDocsService({
    baseUrl,
    apiKey,
    projectId,
    userAgent: USER_AGENT,
    fetch: createFetch(process.env),
    ...clock,
    random: Math.random,
    onRetry: ({ failure, attempt, delayMs, offset }) =>
      log.info(
        `Offset ${offset}, attempt ${attempt}: ${failure.message} The next one follows in ${(delayMs / 1000).toFixed(1)} s.`,
      ),
  })
}
