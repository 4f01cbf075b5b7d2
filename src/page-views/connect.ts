import { randomUUID } from 'node:crypto'
import { createDocsService, type DocsService } from '../docs-service/client.ts'
import { connectGitHub, identifyRepository } from '../github/connect.ts'
import { createMarkedComment } from '../github/marked-comment.ts'
import { digest } from '../github/signed-marker.ts'
import type { Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock as clock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Runner } from '../runner/run-action.ts'
import type { Inputs } from './inputs.ts'
import type { KeepReportOptions } from './report-comment/keep-report.ts'
import { createReportMarker, parseReportPayload } from './report-comment/report-marker.ts'

/** What every part of a run shares. */
export interface RunSurroundings {
  runner: Runner
  inputs: Inputs
  run: WorkflowRun
  fetch: Fetch
  /** Aborts when the run is cancelled. */
  signal: AbortSignal
}

/** The service that the inputs name. Repeats are logged. */
export function connectService({
  runner: { log, secrets },
  inputs: { apiKey, projectId, baseUrl },
  fetch,
}: RunSurroundings): DocsService {
  return createDocsService({
    baseUrl,
    apiKey,
    projectId,
    userAgent: USER_AGENT,
    fetch,
    ...clock,
    random: Math.random,
    redact: secrets.redact,
    onRetry: ({ failure, attempt, delayMs, offset }) =>
      log.info(
        `Offset ${offset}, attempt ${attempt}: ${failure.message} The next one follows in ${(delayMs / 1000).toFixed(1)} s.`,
      ),
  })
}

/** The report comment in `issue`, as the token may write it. */
export async function connectReportComment(
  { runner, inputs, run, fetch, signal }: RunSurroundings,
  issue: number,
): Promise<Pick<KeepReportOptions, 'comment' | 'project' | 'nonce'>> {
  const { apiKey, projectId, githubToken: token } = inputs
  const connection = await connectGitHub({ run, token, fetch, clock, signal, threadKind: undefined })
  const place = { repository: identifyRepository(run), issue, projectId }
  const comment = createMarkedComment({
    ...connection,
    thread: issue,
    marker: createReportMarker(apiKey, place),
    parse: parseReportPayload,
    redact: runner.secrets.redact,
  })
  return { comment, project: digest(projectId), nonce: randomUUID() }
}
