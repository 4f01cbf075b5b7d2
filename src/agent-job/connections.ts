import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { sendsPrompt } from '../docs-service/errors.ts'
import { connectGitHub, type GitHubConnection, identifyRepository } from '../github/connect.ts'
import { createMarkedComment } from '../github/marked-comment.ts'
import { delayAbort, type Fetch } from '../network/fetch.ts'
import { systemClock as clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Runner } from '../runner/run-action.ts'
import type { Secrets } from '../runner/secrets.ts'
import { type ClaimComment, createClaimMarker } from './claim/claim-marker.ts'
import { parseClaim } from './claim/parse-claim.ts'
import type { Inputs } from './inputs.ts'
import { addMergedPullRequest } from './request/merged-pull-request.ts'
import { findReportThread, type Trigger } from './request/trigger.ts'
import { formatDuration } from './result/progress.ts'
import type { PublishOptions } from './result/publish.ts'

/** GitHub, as far as the run has a token and somewhere to report. */
export interface GitHubConnections {
  /** Undefined without a token. */
  connection?: GitHubConnection | undefined
  /** Undefined when there is no thread, or no comment is wanted. */
  comment?: ClaimComment | undefined
  /** Undefined when no comment asked, or no reaction is wanted. */
  react?: PublishOptions['react']
}

/**
 * A cancelled run has 7.5 seconds. Requests to GitHub end this long after the cancellation; waiting for the answer to
 * a prompt may have taken two of these seconds.
 */
const GITHUB_GRACE_MS = 5_000

/** Connects to GitHub; no request is sent. Its requests outlive a cancellation by a few seconds. */
export function connectRun(
  trigger: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  fetch: Fetch,
  signal: AbortSignal,
): GitHubConnections {
  const { githubToken: token } = inputs
  if (token === '') return {}
  const thread = findReportThread(trigger, inputs)
  const connection = connectGitHub({
    run,
    token,
    fetch,
    clock,
    signal: delayAbort(signal, GITHUB_GRACE_MS),
    // The thread of a push, if it has one, is a pull request.
    threadKind: thread === undefined && trigger.push !== undefined ? 'pull request' : thread?.kind,
  })
  const { comment } = trigger
  const isReacting = comment !== undefined && inputs.comment
  return { connection, react: isReacting ? { github: connection.github, trigger: comment } : undefined }
}

/**
 * Finds the thread that the run reports in, which GitHub has to be asked for where a push is a pull request, and connects the
 * comment there.
 */
export async function connectReport(
  event: Trigger,
  inputs: Inputs,
  run: WorkflowRun,
  connections: GitHubConnections,
  { log, secrets }: Runner,
  signal: AbortSignal,
): Promise<{ trigger: Trigger; connections: GitHubConnections }> {
  const { connection } = connections
  const github = connection?.untilAborted(signal)
  const trigger = await addMergedPullRequest(event, inputs, { github, clock, signal, log })
  const thread = findReportThread(trigger, inputs)
  if (connection === undefined || !inputs.comment || thread === undefined) return { trigger, connections }
  // Only who looks for a job to continue has to read the whole thread.
  const since = inputs.followUp === 'never' ? trigger.comment?.createdAt : undefined
  const { apiKey } = inputs
  const comment = connectComment(connection, thread.number, since, { run, apiKey, secrets })
  return { trigger, connections: { ...connections, comment } }
}

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
