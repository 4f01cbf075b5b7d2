import type { GitHub } from '../github/thread.ts'
import { createFetch, type Fetch } from '../network/fetch.ts'
import { USER_AGENT } from '../network/user-agent.ts'
import { systemClock } from '../runner/clock.ts'
import type { WorkflowRun } from '../runner/event.ts'
import type { Secrets } from '../runner/secrets.ts'
import { type Claimant, type ClaimSubject, createMarker } from './claim/marker.ts'
import { createStatusComment, type StatusComment } from './claim/status-comment.ts'
import type { Trigger } from './request/trigger.ts'

/** GitHub as this run's token sees it. Octokit is large, so it is loaded only when there is something to ask. */
export async function connectGitHub(
  run: WorkflowRun,
  token: string,
  signal: AbortSignal,
  fetch: Fetch = createFetch(process.env),
): Promise<GitHub> {
  const [{ createGitHubRequest }, { createGitHub }] = await Promise.all([
    import('../github/octokit.ts'),
    import('../github/thread.ts'),
  ])
  const request = createGitHubRequest({
    token,
    apiUrl: run.apiUrl,
    userAgent: USER_AGENT,
    fetch,
    clock: systemClock,
    random: Math.random,
    signal,
  })
  return createGitHub(request, run.repository)
}

/** Our comment on `trigger` in the thread, as `github` lets us write it. */
export function connectStatusComment(
  github: GitHub,
  thread: number,
  trigger: Trigger,
  run: WorkflowRun,
  apiKey: string,
  secrets: Secrets,
  signal: AbortSignal,
): StatusComment {
  return createStatusComment({
    github,
    thread,
    since: trigger.comment?.createdAt,
    marker: createMarker(apiKey, subjectOf(trigger, run)),
    redact: secrets.redact,
    clock: systemClock,
    signal,
  })
}

/** This step in this attempt of the workflow run. */
export function readClaimant(run: WorkflowRun): Claimant {
  return { runId: run.id, job: run.job, attempt: run.attempt }
}

/** Ids rather than names, since a repository may be renamed while a job runs. */
function subjectOf({ comment }: Trigger, run: WorkflowRun): ClaimSubject {
  return {
    repository: run.repositoryId === '' ? run.repository.toLowerCase() : run.repositoryId,
    trigger: comment === undefined ? `run ${run.id} attempt ${run.attempt}` : `${comment.kind} ${comment.id}`,
  }
}
