import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  type Markdown,
  markdown,
  prose,
  table,
} from '../../untrusted/markdown.ts'
import { readUntrustedText, type UntrustedText } from '../../untrusted/text.ts'
import type { RunReport } from '../ending.ts'
import type { Check } from '../job/check-service.ts'
import { renderDocumentation, renderPrevious } from './documentation.ts'
import { explainCheck, explainEnd, type ReportContext } from './explain.ts'
import { renderSmallLine } from './progress.ts'
import { renderNextRun, renderTold } from './told.ts'

/** The comment in the thread, when the run has ended. */
export function renderComment(report: RunReport, context: ReportContext): Markdown {
  return joinMarkdown(
    [
      markdown`### ${renderHeadline(report, context)}`,
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
      markdown`## ${renderHeadline(report, context)}`,
      ...renderResult(report, context),
      ...(report.help ? [renderHelp(context.command, report.help.unknownWord)] : []),
      ...warnings.map((warning) => markdown`> ⚠️ ${prose(warning.replaceAll('\n', ' '))}`),
      ...renderPrompt(report),
      renderSmallLine(report, context),
    ],
    '\n\n',
  )
}

function renderHeadline(report: RunReport, context: ReportContext): Markdown {
  const { sign, headline } = explainEnd(report, context)
  return markdown`${sign} ${headline.markdown}`
}

/** What comment and summary have in common, in the order in which a person needs it. */
function renderResult(report: RunReport, context: ReportContext): Markdown[] {
  const { paragraphs, isTrouble } = explainEnd(report, context)
  const steps = paragraphs.map(({ markdown: paragraph }) => paragraph)
  const isFolded = !isTrouble && report.outcome === 'pull-request' && steps.length > 0
  return [
    ...(report.checks === undefined ? [] : [renderChecks(report.checks, context)]),
    ...(isFolded ? [] : steps),
    ...renderDocumentation(report),
    ...(report.job ? renderPrevious(report.job, 'done') : []),
    ...renderTold(report.told, context.runUrl),
    ...renderNextRun(report),
    ...(report.prompt?.gaps ?? []).map((gap) => markdown`The prompt is not whole: ${prose(gap)}`),
    ...renderTechnical(report),
    ...(isFolded ? [details('What to do next', joinMarkdown(steps, '\n\n'))] : []),
  ]
}

function renderChecks(checks: readonly Check[], context: ReportContext): Markdown {
  return joinMarkdown(
    checks.map((check) => markdown`- ${explainCheck(check, context).markdown}`),
    '\n',
  )
}

/** Operation, address and status, and the service's own words: for whoever looks into it. */
function renderTechnical({ technical, detail, checks = [] }: RunReport): Markdown[] {
  const said = detail === undefined || readUntrustedText(detail).trim() === '' ? undefined : detail
  const lines = [
    ...[technical, ...checks.map((check) => check.technical)].flatMap((line) => (line ? [prose(line)] : [])),
    // It may be by something on the way to the service.
    ...(said === undefined ? [] : [markdown`The answer says: ${code(said, 500)}`]),
  ]
  if (lines.length === 0) return []
  return [details('Technical details', joinMarkdown(lines, '\n\n'))]
}

/** What was sent, or would be. */
function renderPrompt({ prompt, outcome, job }: RunReport): Markdown[] {
  const isSent = job?.isFollowUp !== undefined
  if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error')) return []
  return [details(isSent ? 'What was sent' : 'What would be sent', codeBlock(prompt.text))]
}

/**
 * The reply to `/docs help`, to a bare command without a prompt to fall back on, and to a word that looks like an option.
 * @param unknownWord where that is why
 */
export function renderHelp(command: string, unknownWord?: UntrustedText): Markdown {
  const word = code(command)
  const rows = [
    [
      markdown`${word} and an instruction`,
      markdown`An agent does it. The open documentation pull request of this conversation is continued.`,
    ],
    [
      markdown`${code(`${command} --new`)} and an instruction`,
      markdown`The same, always in a new pull request.`,
    ],
    [markdown`${word} alone`, markdown`The prompt that the workflow sets, or this help if it sets none.`],
    [code(`${command} check`), markdown`Checks the set-up. Nothing is sent to the agent.`],
    [code(`${command} help`), markdown`This help.`],
  ]
  return joinMarkdown(
    [
      ...(unknownWord === undefined
        ? [markdown`### 📖 How to ask for documentation`]
        : [
            markdown`### 📖 ${code(unknownWord, 100)} is no option`,
            markdown`No job was started. If the word is part of the text, put it in backticks.`,
          ]),
      markdown`Start a comment with ${word}, and say after it what should be written. An agent does it and opens a pull request, which is linked here.`,
      // Not a block, where other bots may look for commands, and as it is: people copy it.
      markdown`For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
      table([markdown`Comment`, markdown`What happens`], rows),
      markdown`The command must be the first word of the comment; upper and lower case make no difference. An edited comment starts nothing: write a new one.`,
    ],
    '\n\n',
  )
}
