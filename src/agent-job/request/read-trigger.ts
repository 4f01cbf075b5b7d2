import type { GitHub } from '../../github/github.ts'
import type { Clock } from '../../network/gate.ts'
import type { Log } from '../../runner/log.ts'
import { dropAbsent } from '../../untrusted/json.ts'
import { comparePush, compareRelease } from '../changes/find-range.ts'
import { type BroughtByEvent, readRange } from '../changes/read-range.ts'
import { leavesOut } from '../changes/what-counts.ts'
import type { Inputs } from '../inputs/inputs.ts'
import { isStartedByComment, type Thread, type Trigger } from '../trigger/trigger.ts'

/** An event, with the thread that the run reports in. */
export type ReportedTrigger = Trigger & {
  reportThread: { number: number; kind?: Thread['kind'] } | undefined
  /** What came with its commits, once that was read; absent if the push is a pull request. */
  read?: BroughtByEvent
}

/** Decides where the run reports: in a command's own thread; otherwise in `issue-number`, or else the event's own. */
export function addReportThread(
  trigger: Trigger,
  { command, issueNumber }: { command: string; issueNumber: number | undefined },
): ReportedTrigger {
  const { thread } = trigger
  const isOwn = isStartedByComment(trigger, command) || issueNumber === undefined || issueNumber === thread?.number
  return { ...trigger, reportThread: isOwn ? thread : { number: issueNumber } }
}

interface Dependencies {
  github: Pick<GitHub, 'fetchComparison' | 'fetchRepository' | 'fetchReleases' | 'fetchAssociatedPullRequests'>
  /** `owner/name` */
  repository: string
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  log: Pick<Log, 'notice' | 'warning'>
}

/** GitHub may need a moment after a push until it relates its commits to the pull request. */
const PAUSE_MS = 3_000

/**
 * Reads what came with a push, or with a release since the previous one. A push that brought exactly one pull request
 * is that pull request, unless `issue-number` names another thread.
 * @throws GitHubError: what came decides what may be told, so nothing is sent without it
 */
export async function readTrigger(
  trigger: ReportedTrigger,
  { issueNumber, ignoreAuthors, jobId }: Pick<Inputs, 'issueNumber' | 'ignoreAuthors' | 'jobId'>,
  dependencies: Dependencies,
): Promise<ReportedTrigger> {
  const { push, release } = trigger
  // A run that only waits for a job tells nothing.
  if ((push === undefined && release === undefined) || jobId !== '') return trigger
  const read = await readBrought(trigger, dependencies)
  const thread = push && issueNumber === undefined ? findPullRequest(read, ignoreAuthors) : undefined
  return thread === undefined ? { ...trigger, read } : { ...trigger, thread, reportThread: thread }
}

async function readBrought(
  { push, release }: Pick<ReportedTrigger, 'push' | 'release'>,
  { github, repository, clock, signal, log }: Dependencies,
): Promise<BroughtByEvent> {
  const gaps: string[] = []
  const gap = (title: string, text: string) => {
    gaps.push(`${title}.`)
    log.warning(title, text)
  }
  const notes = { notice: log.notice, gap }
  const { before, after } = push ?? {}
  if (push !== undefined && before === undefined)
    gap("Couldn't determine what changed: a new tag has no previous commit", 'To document a release, use its event.')
  const compared = release
    ? await compareRelease(release, github, notes)
    : before && after && (await comparePush({ base: before, head: after }, github, log))
  if (!compared) return { gaps }
  if (typeof compared === 'string') return { gaps, note: compared }
  const pause = push?.isDefaultBranch ? () => clock.sleep(PAUSE_MS, signal) : undefined
  return { gaps, brought: await readRange(compared.range, compared.comparison, { github, repository, pause }) }
}

/** The one pull request that a push brought, if it counts. */
function findPullRequest({ brought }: BroughtByEvent, ignoreAuthors: readonly string[]): Thread | undefined {
  if (brought === undefined || brought.commits.length + brought.unlistedCommits > 0) return undefined
  const [found, other] = brought.pullRequests
  if (found === undefined || other !== undefined || leavesOut(found, ignoreAuthors)) return undefined
  const { number, title, url, author } = found
  return dropAbsent({ kind: 'pull request' as const, number, title, url, author })
}
