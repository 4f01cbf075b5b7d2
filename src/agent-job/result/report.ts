import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  type Markdown,
  markdown,
  prose,
} from '../../untrusted/markdown.ts'
import { readUntrustedText } from '../../untrusted/text.ts'
import { describePrevious, renderDocumentation } from './documentation.ts'
import { explainEnd, fillIn, type ReportContext } from './explain.ts'
import { renderHelp } from './help.ts'
import { renderSmallLine } from './progress.ts'
import type { Check, RunReport } from './run-result.ts'

/** The comment in the thread, when the run has ended. */
export function renderComment(report: RunReport, context: ReportContext): Markdown {
  return joinMarkdown(
    [
      markdown`### ${explainEnd(report, context).headline.markdown}`,
      ...renderResult(report, context),
      // The comment doesn't link to itself.
      renderSmallLine({ ...report, reportedIn: undefined }, context),
    ],
    '\n\n',
  )
}

/**
 * The job summary: the same, and what only those need who look at the run.
 * @param warnings of what could not be reported elsewhere
 */
export function renderSummary(
  report: RunReport,
  context: ReportContext,
  warnings: readonly string[] = [],
): Markdown {
  return joinMarkdown(
    [
      markdown`## ${explainEnd(report, context).headline.markdown}`,
      ...renderResult(report, context),
      ...(report.isHelp ? [renderHelp(context.command, report.unknownWord)] : []),
      ...warnings.map((warning) => markdown`> ⚠️ ${prose(warning.replaceAll('\n', ' '))}`),
      ...renderPrompt(report),
      renderSmallLine(report, context),
    ],
    '\n\n',
  )
}

/** What comment and summary have in common, in the order in which a person needs it. */
function renderResult(report: RunReport, context: ReportContext): Markdown[] {
  const { paragraphs, isTrouble } = explainEnd(report, context)
  const steps = paragraphs.map(({ markdown: paragraph }) => paragraph)
  const isFolded = !isTrouble && report.outcome === 'pull-request' && steps.length > 0
  return [
    ...(isFolded ? [] : steps),
    ...renderDocumentation(report),
    ...describePrevious(report, 'done'),
    ...(report.checks === undefined ? [] : [renderChecks(report.checks, context)]),
    ...(report.prompt?.gaps ?? []).map((gap) => prose(gap)),
    ...renderTechnical(report),
    ...(isFolded ? [details('What to do next', joinMarkdown(steps, '\n\n'))] : []),
  ]
}

const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '?' } as const

function renderChecks(checks: readonly Check[], context: ReportContext): Markdown {
  return joinMarkdown(
    checks.map(({ state, text }) => {
      const line = fillIn(text.replaceAll('\n', ' '), context).markdown
      return state === 'unknown'
        ? markdown`- ? *not known:* ${line}`
        : markdown`- ${CHECK_SIGNS[state]} ${line}`
    }),
    '\n',
  )
}

/** Operation, address and status, and the service's own words: for whoever looks into it. */
function renderTechnical({ technical = '', detail }: RunReport): Markdown[] {
  const said = detail === undefined || readUntrustedText(detail).trim() === '' ? undefined : detail
  if (technical === '' && said === undefined) return []
  const lines = [
    ...(technical === '' ? [] : [prose(technical)]),
    ...(said === undefined ? [] : [markdown`The service said: ${code(said, 500)}`]),
  ]
  return [details('Technical details', joinMarkdown(lines, '\n\n'))]
}

/** What was sent, or would be. */
function renderPrompt({ prompt, outcome, isFollowUp }: RunReport): Markdown[] {
  const isSent = isFollowUp !== undefined
  if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error')) return []
  return [details(isSent ? 'What was sent' : 'What would be sent', codeBlock(prompt.text))]
}
