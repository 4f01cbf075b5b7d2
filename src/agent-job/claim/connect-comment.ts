import { type GitHubConnection, identifyRepository } from '../../github/connect.ts'
import { createMarkedComment, type MarkedComment } from '../../github/marked-comment.ts'
import { type Claim, createClaimMarker, parseClaim } from '../../job-marker/claim.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { Secrets } from '../../runner/secrets.ts'

/**
 * The comment that reports in `thread`, as this connection may write it. No request is sent.
 * @param since comments that were last changed before it are not read (ISO 8601)
 */
export function connectComment(
  connection: GitHubConnection,
  thread: number,
  since: string | undefined,
  { run, apiKey, secrets }: { run: WorkflowRun; apiKey: string; secrets: Secrets },
): MarkedComment<Claim> {
  return createMarkedComment({
    ...connection,
    thread,
    since,
    marker: createClaimMarker(apiKey, identifyRepository(run), thread),
    parse: parseClaim,
    redact: secrets.redact,
  })
}
