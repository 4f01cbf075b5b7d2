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
import type { Help } from '../request/command.ts'
import type { RunResult } from '../run-result.ts'
import { renderDocumentation, renderPrevious } from './documentation.ts'
import { explainCheck, explainEnd, quoteDetail } from './explain.ts'
import { renderSmallLine } from './progress.ts'
import type { ReportContext } from './report-context.ts'
import { renderCovered, renderNextRun } from './what-changed.ts'

/** The comment in the thread, when the run has ended. */
export function renderComment(report: RunResult, context: ReportContext): Markdown {
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

/** The answer to a command whose inputs are invalid: the help, or what is wrong. */
export function renderAnswer(report: RunResult, context: ReportContext): Markdown {
  return report.help ? renderHelp(context.command, report.help) : renderComment(report, context)
}

/**
 * The job summary: the same, and what only those need who look at the run.
 * @param warnings of what could not be reported elsewhere
 */
export function renderSummary(report: RunResult, context: ReportContext, warnings: readonly string[] = []): Markdown {
  return joinMarkdown(
    [
      markdown`## ${renderHeadline(report, context)}`,
      ...renderResult(report, context),
      ...(report.help ? [renderHelp(context.command, report.help)] : []),
      ...warnings.map((warning) => markdown`> ⚠️ ${prose(warning.replaceAll('\n', ' '))}`),
      ...renderPrompt(report),
      renderSmallLine(report, context),
    ],
    '\n\n',
  )
}

function renderHeadline(report: RunResult, context: ReportContext): Markdown {
  const { sign, headline } = explainEnd(report, context)
  return markdown`${sign} ${headline.markdown}`
}

/** What comment and summary have in common, in the order in which a person needs it. */
function renderResult(report: RunResult, context: ReportContext): Markdown[] {
  const steps = explainEnd(report, context).paragraphs.map((paragraph) => paragraph.markdown)
  const checks = report.checks?.map((check) => markdown`- ${explainCheck(check, context).markdown}`)
  const isFolded = report.outcome === 'pull-request' && steps.length > 0
  return [
    ...(checks ? [joinMarkdown(checks, '\n')] : []),
    ...(isFolded ? [] : steps),
    ...renderDocumentation(report),
    ...(report.job ? renderPrevious(report.job, 'done') : []),
    ...renderCovered(report.covered, context.runUrl),
    ...renderNextRun(report),
    // A check has a line for each.
    ...(report.checks ? [] : (report.prompt?.gaps ?? [])).map(
      (gap) => markdown`The prompt is incomplete. ${prose(gap)}`,
    ),
    ...(report.prompt?.note ? [prose(report.prompt.note)] : []),
    ...renderTechnical(report),
    ...(isFolded ? [details('What to do next', joinMarkdown(steps, '\n\n'))] : []),
  ]
}

/** Operation, address and status, and the service's own words where they explain nothing. */
function renderTechnical(report: RunResult): Markdown[] {
  const { technical, checks = [], isDetailOpen } = report
  const lines = [
    ...[technical, ...checks.map((check) => check.technical)].flatMap((line) => (line ? [prose(line)] : [])),
    ...(isDetailOpen ? [] : quoteDetail(report).map((quote) => quote.markdown)),
  ]
  return lines.length === 0 ? [] : [details('Technical details', joinMarkdown(lines, '\n\n'))]
}

/** What was sent, or would be. */
function renderPrompt({ prompt, outcome, job }: RunResult): Markdown[] {
  const isSent = job?.isFollowUp !== undefined
  if (prompt === undefined || !(isSent || outcome === 'dry-run' || outcome === 'error')) return []
  return [details(isSent ? 'What was sent' : 'What would be sent', codeBlock(prompt.text))]
}

/** The reply to `/docs help`, to a bare command without a prompt to fall back on, and to words that aren't a prompt. */
export function renderHelp(command: string, help: Help = {}): Markdown {
  const word = code(command)
  const rows = [
    [
      markdown`${word} and an instruction`,
      markdown`The agent follows it, and updates this conversation's open documentation pull request, if any.`,
    ],
    [
      markdown`${code(`${command} --new`)} and an instruction`,
      markdown`Like above, but always opens a new pull request.`,
    ],
    [
      markdown`${word} alone`,
      markdown`Sends the workflow's own prompt. If the workflow has no prompt, shows this help.`,
    ],
    [code(`${command} check`), markdown`Checks the setup. Sends nothing to the agent.`],
    [code(`${command} help`), markdown`Shows this help.`],
  ]
  return joinMarkdown(
    [
      ...renderReason(help),
      markdown`Start a comment with ${word}, followed by what to write. An agent writes it and opens a pull request.`,
      // Not a block, where other bots may look for commands, and as it is: people copy it.
      markdown`For example: ${code(`${command} Add a page about rate limits, with an example for each plan.`, 400)}`,
      table([markdown`Comment`, markdown`What happens`], rows),
      markdown`The command must be the first word of the comment. It isn't case-sensitive.`,
      markdown`Editing a comment doesn't start a job. Write a new comment.`,
    ],
    '\n\n',
  )
}

/** Why the help is shown. */
function renderReason({ option, word }: Help): Markdown[] {
  if (option !== undefined)
    return [
      markdown`### 📖 ${code(option, 100)} isn't an option`,
      markdown`No job was started. If the word is part of the text, put it in backticks.`,
    ]
  if (word === undefined) return [markdown`### 📖 How to request documentation`]
  return [
    markdown`### 📖 ${code(word)} isn't a command`,
    markdown`No job was started. A prompt needs a few words. A job can't be stopped from here.`,
  ]
}
