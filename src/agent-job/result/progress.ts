import { formatTime } from '../../network/retry-after.ts'
import { formatDuration } from '../../runner/clock.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { code, joinMarkdown, link, type Markdown, markdown } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'
import { INPUT_DEFAULTS } from '../early-inputs.ts'
import type { RunResult } from '../ending.ts'
import type { Progress } from '../job/destination.ts'
import type { Trigger } from '../request/trigger.ts'
import { renderPrevious } from './documentation.ts'
import { renderCovered } from './what-changed.ts'

/** What everything that is reported of a run depends on. */
export function createReportContext({ comment }: Trigger, runUrl: URL, reader: InputReader) {
  return {
    /** Login of the commenter; undefined in a run without a comment. */
    askedBy: comment?.author.login,
    runUrl,
    /** Empty when comments are not read. */
    command: reader.text('command'),
    projectId: reader.text('project-id'),
    /** Whether the action knows the dashboard of the service. */
    hasDashboard: URL.parse(reader.text('base-url'))?.origin === INPUT_DEFAULTS['base-url'],
    isAttached: reader.text('job-id') !== '',
    followUp: reader.text('follow-up'),
  }
}

export type ReportContext = ReturnType<typeof createReportContext>

/** The comment in the thread, while the run is in progress. */
export function renderProgress(progress: Progress, context: ReportContext): Markdown {
  const { job, waitingUntil } = progress
  const limit = waitingUntil === undefined ? '' : formatTime(waitingUntil, Date.now())
  return joinMarkdown(
    [
      limit !== '' && job === undefined
        ? markdown`### ⏳ Waiting for the service's limit to end`
        : markdown`### ⏳ The agent is working on the documentation`,
      ...(limit === ''
        ? []
        : [markdown`The service asked the action to wait until ${limit}. This run continues then.`]),
      ...(job === undefined ? [] : renderPrevious(job, 'working')),
      ...renderCovered(progress.covered, context.runUrl),
      markdown`This comment is updated when the job ends.`,
      renderSmallLine({ job }, context),
    ],
    '\n\n',
  )
}

/** Who requested it, how long it took, project and job, and where to read more: what few people look for. */
export function renderSmallLine(report: Partial<RunResult>, { askedBy, runUrl, projectId }: ReportContext): Markdown {
  const { job, durationMs, reportedIn, prompt } = report
  const { removals = 0 } = prompt ?? {}
  const passages = removals === 1 ? 'passage' : 'passages'
  const comment = reportedIn === undefined ? undefined : toSafeUrl(untrustedText(reportedIn))
  const facts = [
    ...(askedBy === undefined ? [] : [markdown`Requested by ${code(askedBy)}`]),
    ...(job === undefined || durationMs === undefined ? [] : [markdown`took ${formatDuration(durationMs)}`]),
    ...(projectId === '' ? [] : [markdown`Project ${code(projectId)}`]),
    ...(job === undefined ? [] : [markdown`Job ${code(job.jobId)}`]),
    ...(prompt?.changes === undefined ? [] : [markdown`Sent to the agent: ${prompt.changes}`]),
    ...(removals === 0 ? [] : [markdown`${removals} hidden ${passages} removed`]),
    ...(comment === undefined ? [] : [link(markdown`Comment`, comment)]),
    link(markdown`Log`, runUrl),
  ]
  return markdown`<sub>${joinMarkdown(facts, ' · ')}</sub>`
}
