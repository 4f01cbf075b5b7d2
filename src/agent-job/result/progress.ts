import { formatTime } from '../../network/retry-after.ts'
import { formatDuration } from '../../runner/clock.ts'
import type { WorkflowRun } from '../../runner/event.ts'
import type { InputReader } from '../../runner/inputs.ts'
import { code, joinMarkdown, link, type Markdown, markdown, prose } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'
import { INPUT_DEFAULTS } from '../early-inputs.ts'
import type { RunResult } from '../ending.ts'
import type { Progress } from '../job/destination.ts'
import type { Trigger } from '../request/trigger.ts'
import { renderPrevious } from './documentation.ts'
import { renderCovered } from './what-changed.ts'

/** What everything that is reported of a run depends on. */
export function createReportContext(
  { comment }: Trigger,
  { url: runUrl, attempt }: Pick<WorkflowRun, 'url' | 'attempt'>,
  reader: InputReader,
  now: () => number,
) {
  return {
    /** Milliseconds since 1970. */
    now,
    /** Login of the commenter; undefined in a run without a comment. */
    askedBy: comment?.author.login,
    runUrl,
    /** The attempt of the workflow run, from 1. */
    attempt,
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

/**
 * The comment in the thread, while the run works. A run may be killed at any moment, so every sentence stays true if
 * nobody edits the comment again.
 */
export function renderProgress(progress: Progress, context: ReportContext): Markdown {
  const { state, job, covered, waitingUntil } = progress
  const { headline, text } = PROGRESS[state]
  const limit = waitingUntil === undefined ? '' : formatTime(waitingUntil, context.now())
  return joinMarkdown(
    [
      markdown`### ⏳ ${headline}`,
      ...(limit === '' ? [] : [markdown`The service asked the action to wait until ${limit}. The run continues then.`]),
      ...(job === undefined ? [] : renderPrevious(job, 'working')),
      ...renderCovered(covered, context.runUrl),
      prose(text),
      renderSmallLine({ job }, context),
    ],
    '\n\n',
  )
}

const PROGRESS: Readonly<Record<Progress['state'], { headline: string; text: string }>> = {
  claimed: {
    headline: 'Request received, nothing sent yet',
    text: 'The run edits this comment before it sends the prompt to the agent. If the run has ended, re-run it.',
  },
  sending: {
    headline: 'The agent may have received the prompt',
    text:
      'The run edits this comment when the service has answered. If the run has ended, look for a new job, pull ' +
      'request, or commit before you send the prompt again.',
  },
  job: {
    headline: 'The agent has received the prompt',
    text: 'The run edits this comment when the job ends. If the run has ended, re-run it to see the result.',
  },
}

/** Who requested it, how long it took, project and job, and where to read more: what few people look for. */
export function renderSmallLine(report: Partial<RunResult>, { askedBy, runUrl, projectId }: ReportContext): Markdown {
  const { job, durationMs, reportedIn, prompt } = report
  const { removals = 0 } = prompt ?? {}
  const passages = removals === 1 ? 'passage' : 'passages'
  // A check sends nothing, and a prompt may be refused.
  const where = job?.isFollowUp === undefined ? 'In the prompt' : 'Sent to the agent'
  const comment = reportedIn === undefined ? undefined : toSafeUrl(untrustedText(reportedIn))
  const facts = [
    ...(askedBy === undefined ? [] : [markdown`Requested by ${code(askedBy)}`]),
    ...(job === undefined || durationMs === undefined ? [] : [markdown`took ${formatDuration(durationMs)}`]),
    ...(projectId === '' ? [] : [markdown`Project ${code(projectId)}`]),
    ...(job === undefined ? [] : [markdown`Job ${code(job.jobId)}`]),
    ...(prompt?.changes === undefined ? [] : [markdown`${where}: ${prompt.changes}`]),
    ...(removals === 0 ? [] : [markdown`${removals} hidden ${passages} removed`]),
    ...(comment === undefined ? [] : [link(markdown`Comment`, comment)]),
    link(markdown`Log`, runUrl),
  ]
  return markdown`<sub>${joinMarkdown(facts, ' · ')}</sub>`
}
