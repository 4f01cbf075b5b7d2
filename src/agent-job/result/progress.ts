import { code, joinMarkdown, link, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'
import type { PreviousPullRequest } from '../claim/claim-marker.ts'
import { describePrevious } from './documentation.ts'
import type { ReportContext } from './explain.ts'
import type { RunReport } from './run-result.ts'

/** What is known while the run goes on. */
export interface Progress {
  jobId?: string
  isFollowUp?: boolean
  previous?: PreviousPullRequest
  /** The prompt waits for the job of an earlier run to end. */
  isWaiting?: boolean
}

/** The comment in the thread, while the run goes on. */
export function renderProgress(progress: Progress, context: ReportContext): Markdown {
  const headline = progress.isWaiting
    ? '⏳ The agent is busy with an earlier request; this one is next'
    : '⏳ The agent is working on the documentation'
  const isNoted = progress.jobId !== undefined
  return joinMarkdown(
    [
      markdown`### ${headline}`,
      ...(isNoted ? describePrevious(progress, 'working') : []),
      markdown`This comment changes when the job ends. There is nothing to do until then.`,
      renderSmallLine({ ...progress }, context),
    ],
    '\n\n',
  )
}

/** Who asked, how long it took, the job, and where to read more: what few people look for. */
export function renderSmallLine(report: Partial<RunReport>, { askedBy, runUrl }: ReportContext): Markdown {
  const { jobId, durationMs, reportedIn, prompt } = report
  const comment = reportedIn === undefined ? undefined : toSafeUrl(untrustedText(reportedIn))
  const facts = [
    ...(askedBy === undefined ? [] : [markdown`Asked by ${code(askedBy)}`]),
    ...(jobId === undefined || durationMs === undefined ? [] : [markdown`${formatDuration(durationMs)}`]),
    ...(jobId === undefined ? [] : [markdown`Job ${code(jobId)}`]),
    ...(prompt?.changes === undefined ? [] : [markdown`${prompt.changes}`]),
    ...describeRemovals(prompt?.removals ?? 0),
    ...(comment === undefined ? [] : [link(markdown`Comment`, comment)]),
    link(markdown`Log`, runUrl),
  ]
  return markdown`<sub>${joinMarkdown(facts, ' · ')}</sub>`
}

function describeRemovals(removals: number): Markdown[] {
  if (removals === 0) return []
  return [markdown`${removals} hidden ${removals === 1 ? 'piece' : 'pieces'} removed from the prompt`]
}

/** A duration as people read it, such as `3m 12s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return 'less than 1s'
  const seconds = Math.round(durationMs / 1000)
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  // Intl.DurationFormat says the same, and takes 12 ms to begin with in every run.
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`])).join(' ')
}
