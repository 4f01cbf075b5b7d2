import { formatCount } from '../../formatting/numbers.ts'
import { formatDuration, formatTime } from '../../formatting/times.ts'
import { code, joinMarkdown, link, type Markdown, markdown, prose } from '../../untrusted/markdown.ts'
import { toSafeUrl } from '../../untrusted/safe-url.ts'
import { untrustedText } from '../../untrusted/text.ts'
import type { Progress } from '../job/dependencies.ts'
import type { RunFacts, RunResult } from '../run-result.ts'
import { renderPrevious } from './documentation.ts'
import type { ReportContext } from './report-context.ts'
import { renderCovered } from './what-changed.ts'

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
      'The run edits this comment when the service has responded. If the run has ended, look for a new job, pull ' +
      'request, or commit before you send the prompt again.',
  },
  job: {
    headline: 'The agent has received the prompt',
    text: 'The run edits this comment when the job ends. If the run has ended, re-run it to see the result.',
  },
}

/** Who requested it, how long it took, project and job, and where to read more: what few people look for. */
export function renderSmallLine(
  report: RunFacts & Pick<RunResult, 'job'>,
  { askedBy, runUrl, projectId }: ReportContext,
): Markdown {
  const { job, durationMs, reportedIn, prompt } = report
  const { removals = 0 } = prompt ?? {}
  // A check sends nothing, and a prompt may be refused.
  const where = job?.isFollowUp === undefined ? 'In the prompt' : 'Sent to the agent'
  const comment = reportedIn === undefined ? undefined : toSafeUrl(untrustedText(reportedIn))
  const facts = [
    ...(askedBy === undefined ? [] : [markdown`Requested by ${code(askedBy)}`]),
    ...(job === undefined || durationMs === undefined ? [] : [markdown`Took ${formatDuration(durationMs)}`]),
    ...(projectId === '' ? [] : [markdown`Project ${code(projectId)}`]),
    ...(job === undefined ? [] : [markdown`Job ${code(job.jobId)}`]),
    ...(prompt?.changes === undefined ? [] : [markdown`${where}: ${prompt.changes}`]),
    ...(removals === 0 ? [] : [markdown`${formatCount(removals, 'hidden passage')} removed`]),
    ...(comment === undefined ? [] : [link(markdown`Comment`, comment)]),
    link(markdown`Log`, runUrl),
  ]
  return markdown`<sub>${joinMarkdown(facts, ' · ')}</sub>`
}
