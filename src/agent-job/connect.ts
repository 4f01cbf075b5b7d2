import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { createFailureBudget, type FailureBudget } from '../github/failure-budget.ts'
import { createMarkedComment } from '../github/marked-comment.ts'
import type { ThreadKind } from '../github/permissions.ts'
import type { GitHub } from '../github/thread.ts'
import type { Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock as clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Runner } from '../runner/run-action.ts'
import type { Secrets } from '../runner/secrets.ts'
import { type ClaimComment, createClaimMarker, parseClaim } from './claim/claim-marker.ts'
import type { Inputs } from './inputs.ts'
import { formatDuration } from './result/format-duration.ts'

/** GitHub, and what its requests may lose to failures. */
export interface GitHubConnection {
  github: GitHub
  budget: FailureBudget
  signal: AbortSignal
}

export interface GitHubConnectionOptions {
  run: WorkflowRun
  token: string
  fetch: Fetch
  /** Ends every request. */
  signal: AbortSignal
  /** Of the thread that the run reports on; undefined when it isn't known. */
  threadKind: ThreadKind | undefined
  /** What all requests together may lose to failures, in milliseconds; 30 s if it is left out. */
  failuresMs?: number
}

/** GitHub as this run's token sees it. Octokit is large, so it is loaded only when there is something to ask. */
export async function connectGitHub(options: GitHubConnectionOptions): Promise<GitHubConnection> {
  const { run, token, fetch, signal, threadKind, failuresMs } = options
  const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
    import('../github/octokit.ts'),
    import('../github/thread.ts'),
  ])
  const random = Math.random
  const budget = createFailureBudget({ clock, random, ...(failuresMs !== undefined && { failuresMs }) })
  const request = createGitHubRequest({
    token,
    apiUrl: run.apiUrl,
    userAgent: USER_AGENT,
    fetch,
    clock,
    random,
    signal,
    budget,
  })
  return { github: createGitHub(request, run.repository, { threadKind }), budget, signal }
}

/** The comment that reports in `thread`, as this connection may write it. */
export function connectComment(
  connection: GitHubConnection,
  thread: number,
  since: string | undefined,
  { run, apiKey, secrets }: { run: WorkflowRun; apiKey: string; secrets: Secrets },
): ClaimComment {
  const repository = run.repositoryId === '' ? run.repository.toLowerCase() : run.repositoryId
  return createMarkedComment({
    ...connection,
    thread,
    since,
    marker: createClaimMarker(apiKey, repository, thread),
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
    onRetry: ({ failure, attempt, delayMs }) =>
      log.warning(
        'The documentation service did not take the request',
        `${failure.message} Attempt ${attempt} was certainly not accepted; the next one follows in ${formatDuration(delayMs)}.`,
      ),
  })
}
