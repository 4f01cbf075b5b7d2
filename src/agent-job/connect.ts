import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { sendsPrompt } from '../docs-service/errors.ts'
import { type GitHubConnection, identifyRepository } from '../github/connect.ts'
import { createMarkedComment } from '../github/marked-comment.ts'
import type { Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock as clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Runner } from '../runner/run-action.ts'
import type { Secrets } from '../runner/secrets.ts'
import { type ClaimComment, createClaimMarker } from './claim/claim-marker.ts'
import { parseClaim } from './claim/parse-claim.ts'
import type { Inputs } from './inputs.ts'
import { formatDuration } from './result/progress.ts'

/** The comment that reports in `thread`, as this connection may write it. */
export function connectComment(
  connection: GitHubConnection,
  thread: number,
  since: string | undefined,
  { run, apiKey, secrets }: { run: WorkflowRun; apiKey: string; secrets: Secrets },
): ClaimComment {
  return createMarkedComment({
    ...connection,
    thread,
    since,
    marker: createClaimMarker(apiKey, identifyRepository(run), thread),
    parse: parseClaim,
    redact: secrets.redact,
  })
}

/** The documentation service, for the project and key of the inputs. */
export function connectService(
  { log, secrets }: Runner,
  { baseUrl, apiKey, projectId }: Inputs,
  fetch: Fetch,
): DocsService {
  return createDocsService({
    baseUrl,
    apiKey,
    projectId,
    userAgent: USER_AGENT,
    fetch,
    ...clock,
    random: Math.random,
    redact: secrets.redact,
    onRetry({ failure, attempt, delayMs }) {
      const next = `the next one follows in ${formatDuration(delayMs)}.`
      // How it ended says the result: a warning for each attempt would hide it.
      const what = sendsPrompt(failure.operation) ? 'was certainly not accepted' : 'failed'
      log.info(`${failure.message} Attempt ${attempt} ${what}; ${next}`)
    },
  })
}
