import type { GitHub } from '../../github/github.ts'
import type { Clock } from '../../network/gate.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { type BroughtByEvent, readEvent } from '../changes/read-event.ts'
import { leavesOut } from '../changes/what-counts.ts'
import type { Inputs } from '../inputs.ts'
import type { ReportedTrigger, Thread } from './trigger.ts'

interface Dependencies {
  github: Pick<GitHub, 'fetchComparison' | 'fetchReleases' | 'fetchAssociatedPullRequests'>
  /** `owner/name` */
  repository: string
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  log: Pick<Log, 'notice' | 'warning'>
}

/**
 * Reads what came with the commits of a push or a release. A push that brought exactly one pull request is that pull
 * request, unless `issue-number` names another thread.
 * @throws GitHubError: what came decides what may be told, so nothing is sent without it
 */
export async function readTrigger(
  trigger: ReportedTrigger,
  { issueNumber, ignoreAuthors, jobId }: Pick<Inputs, 'issueNumber' | 'ignoreAuthors' | 'jobId'>,
  { github, repository, clock, signal, log }: Dependencies,
): Promise<ReportedTrigger> {
  const { push, release } = trigger
  // A run that only waits for a job tells nothing.
  if ((push === undefined && release === undefined) || jobId !== '') return trigger
  const sleep = (ms: number) => clock.sleep(ms, signal)
  const read = await readEvent({ push, release }, { github, repository, log, sleep })
  const thread = push && issueNumber === undefined ? findPullRequest(read, ignoreAuthors) : undefined
  return thread === undefined ? { ...trigger, read } : { ...trigger, thread, reportThread: thread }
}

/** The one pull request that a push brought, if it counts. */
function findPullRequest({ brought }: BroughtByEvent, ignoreAuthors: readonly string[]): Thread | undefined {
  if (brought === undefined || brought.commits.length + brought.unlistedCommits > 0) return undefined
  const [found, other] = brought.pullRequests
  if (found === undefined || other !== undefined || leavesOut(found, ignoreAuthors)) return undefined
  const { number, title, url, author } = found
  return dropAbsent({ kind: 'pull request' as const, number, title, url, author })
}
