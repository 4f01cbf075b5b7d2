import { endsJob } from '../../docs-service/schema.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { formatMoment } from '../../runner/clock.ts'
import { toOneLine } from '../../untrusted/escape.ts'
import { code, joinMarkdown, link, type Markdown, markdown, plain, prose } from '../../untrusted/markdown.ts'
import { CAUSES, type Fix } from '../causes.ts'
import type { RunReport } from '../ending.ts'
import { type Check, quoteWords } from '../job/check-service.ts'
import { countDaysBack } from '../request/since/fetch-branch-changes.ts'

/** What is the same for everything that is said of a run. */
export interface ReportContext {
  /** Login of the commenter; undefined where no comment asked. */
  askedBy: string | undefined
  /** Page of the workflow run. */
  runUrl: URL
  /** Empty when comments are not read. */
  command: string
  projectId: string
  /** Whether the service is the one that the action knows the dashboard of. */
  hasDashboard: boolean
  /** Whether `job-id` names the job. */
  isAttached: boolean
  /** The input `follow-up`. */
  followUp: string
}

/** What is to be said of the end of a run, in the order in which a person needs it. */
export interface Explanation {
  /** The sign of the outcome. */
  sign: string
  headline: Phrase
  /** What happened, who does what about it, and what is true of a re-run; a paragraph each. */
  paragraphs: Phrase[]
  /** Whether something went wrong, so that it is open and not folded. */
  isTrouble: boolean
}

/** Words of ours, for the log and for Markdown. */
export interface Phrase {
  text: string
  markdown: Markdown
}

/** How a run ended, in words. */
export function explainEnd(report: RunReport, context: ReportContext): Explanation {
  const { sign, isTrouble } = OUTCOME_RECORDS[report.outcome]
  const { problem, isDetailOpen } = report
  const ask = needsMaintainer(report, context) ? "Ask a maintainer to fix this if you can't." : ''
  const advice = chooseAdvice(report)
  const said = problem === undefined ? [] : [{ text: problem, markdown: prose(problem) }]
  const fill = (sentence: string) => (sentence === '' ? [] : [fillIn(sentence, context)])
  return {
    sign,
    headline: fillIn(chooseHeadline(report), context),
    paragraphs: [
      ...(isDetailOpen === true ? quoteDetail(report) : []),
      ...(problem === undefined ? fill(`${ask} ${advice}`.trim()) : [...fill(ask), ...said, ...fill(advice)]),
      ...fill(explainNext(report, context)),
    ],
    isTrouble,
  }
}

/** What the answer to a request says. Without JSON it may be by a firewall or another server. */
export function quoteDetail({ detail, cause }: Pick<RunReport, 'detail' | 'cause'>): Phrase[] {
  const words = quoteWords(detail)
  const who = cause === 'blocked-on-the-way' || cause === 'not-the-service' ? 'The answer' : 'The service'
  return words === '' ? [] : [toPlain(`${who} says: ${words}`)]
}

function chooseHeadline({ outcome, cause, checks = [], job, documentation }: RunReport): string {
  if (cause === 'check-failed') {
    const failed = checks.filter(({ state }) => state === 'failed').length
    return `${CAUSES[cause].headline}: ✗ ${failed} of ${checks.length}`
  }
  if (cause === 'check-incomplete') {
    const missed = checks.flatMap(({ about, state }) => (about && state === 'unknown' ? [about] : []))
    return `Couldn't check ${[...new Set(missed)].join(' and ')}`
  }
  if (cause !== undefined) return CAUSES[cause].headline
  const isUpdate = job?.isFollowUp && job.prLink?.href === job.previous?.url?.href
  if (outcome !== 'pull-request' || !isUpdate) return OUTCOME_RECORDS[outcome].headline
  const { headSha } = documentation ?? {}
  return headSha !== undefined && headSha === job.previous?.headSha
    ? "The documentation pull request wasn't changed"
    : 'The documentation pull request was updated'
}

/** A commenter may lack the rights to fix anything but the prompt. */
function needsMaintainer({ cause, checks, job }: RunReport, { askedBy }: ReportContext): boolean {
  // A job that is gone is nobody's to fix.
  if (cause === 'job-not-found' && job?.isFollowUp !== undefined) return false
  const fix = cause === undefined ? 'none' : CAUSES[cause].fix
  return (
    ['key', 'setting', 'workflow', 'either'].includes(fix) && askedBy !== undefined && checks === undefined
  )
}

function chooseAdvice({ outcome, cause, documentation, job }: RunReport): string {
  if (cause === 'job-not-found' && job?.isFollowUp !== undefined)
    return "The service accepted the prompt, but doesn't know the job anymore. Look for it in the dashboard."
  if (cause !== undefined) return CAUSES[cause].advice
  // There is nothing left to review.
  if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open') return ''
  return OUTCOME_RECORDS[outcome].advice
}

/** Whether anything was sent, and what a re-run does. */
function explainNext(report: RunReport, context: ReportContext): string {
  const { outcome, cause, job, isClaimed, retryAt } = report
  const { onRerun, isEarly } = OUTCOME_RECORDS[outcome]
  const { isAttached } = context
  if (outcome === 'pull-request') return explainChange(report, context)
  if (cause === 'check-failed') return 'Nothing was sent to the agent. Fix these, then {check}.'
  if (cause === 'check-incomplete') return 'Nothing was sent to the agent. Later, {check}.'
  if (onRerun === 'send') return isAttached ? '' : 'A re-run sends the same prompt again.'
  if (outcome === 'unknown') return explainUnknown(report)
  if (!isEarly) return ''
  if (job !== undefined) return explainJob(report, job, isClaimed === true, isAttached)
  const fix = cause === undefined ? 'wait' : CAUSES[cause].fix
  return fix === 'wait' && retryAt !== undefined
    ? `Nothing was sent to the agent. Re-run this job ${formatMoment(retryAt)}.`
    : NOTHING_SENT[fix]
}

function explainUnknown({ isClaimed, covered }: RunReport): string {
  // A new run would begin after these changes.
  const again = covered
    ? `run the workflow once with \`since: ${countDaysBack(covered) ?? '<n>'}d\``
    : '{again}'
  return `If you find none, ${again}. A re-run ${isClaimed ? "doesn't send" : 'sends'} the prompt again.`
}

/** How a pull request that is right but for a detail is changed. */
function explainChange(
  { isClaimed, documentation }: RunReport,
  { askedBy, followUp }: ReportContext,
): string {
  // Whether a pull request that can't be read is open isn't known.
  const state = documentation?.state ?? (followUp === 'always' ? 'open' : undefined)
  const isContinued = state === 'open' && followUp !== 'never' && askedBy !== undefined && isClaimed
  return isContinued
    ? "To change it, comment {command} and what to change. The agent updates the pull request as long as it's open."
    : ''
}

const FIX_AND_RERUN = 'Nothing was sent to the agent. Fix this, then re-run the job.'

/** By what fixes it. */
const NOTHING_SENT: Readonly<Record<Fix, string>> = {
  key: FIX_AND_RERUN,
  setting: FIX_AND_RERUN,
  workflow:
    'Nothing was sent to the agent. Fix this, then {again}. A re-run uses the previous version of the workflow file.',
  either: `${FIX_AND_RERUN} If you change the workflow file, {again} instead: a re-run uses the previous version.`,
  wait: 'Nothing was sent to the agent. To try again, re-run the job.',
  ask: 'Nothing was sent to the agent. Change the prompt, and {again}.',
  look: 'This run sent nothing to the agent.',
  none: 'Nothing was sent to the agent.',
}

function explainJob(report: RunReport, job: JobRecord, isClaimed: boolean, isAttached: boolean): string {
  const { cause, outcome, retryAt } = report
  // The service made it up: a backtick or a line break would end the code span of the sentence.
  const jobId = toOneLine(job.jobId).replaceAll('`', "'")
  // Its last status is from before the service answered that it has no such job.
  if (cause === 'job-not-found')
    return isAttached ? 'For a new job, leave `job-id` empty.' : 'For a new job, {again}.'
  const { state, aim } = explainState(report, job, jobId)
  // With `wait: false` a re-run doesn't wait either, and with another key it doesn't find what this one has noted.
  const isLost =
    outcome === 'submitted' || (cause !== undefined && CAUSES[cause].fix === 'key' && !isAttached)
  const isWaitedFor = (isClaimed || isAttached) && !isLost
  const again = isClaimed || isAttached ? '' : ' A re-run sends the prompt again.'
  const when =
    retryAt === undefined ? (outcome === 'error' ? ' once this is fixed' : '') : ` ${formatMoment(retryAt)}`
  const how = `run the action with \`job-id: ${jobId}\`.`
  return `${state}To ${aim}${when}, ${isWaitedFor ? `re-run this job, or ${how}` : `${how}${again}`}`
}

/** Only what is known is said of the job. */
function explainState({ answer }: RunReport, { isFollowUp, prLink }: JobRecord, jobId: string) {
  if (answer?.status === 'active')
    return { state: `The agent is still working on job \`${jobId}\`. `, aim: 'keep waiting' }
  // After a message, the status may still be the previous one.
  const isOver = endsJob(answer?.status) && (!isFollowUp || prLink !== undefined)
  if (isOver) return { state: `Job \`${jobId}\` ended. `, aim: 'report how' }
  return { state: '', aim: `keep waiting for job \`${jobId}\`` }
}

const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '?' } as const

/** A line of a check, with its sign. */
export function explainCheck({ state, text }: Check, context: ReportContext): Phrase {
  const sign = CHECK_SIGNS[state]
  const line = fillIn(text.replaceAll('\n', ' '), context)
  return state === 'unknown'
    ? { text: `${sign} not known: ${line.text}`, markdown: markdown`${sign} *not known:* ${line.markdown}` }
    : { text: `${sign} ${line.text}`, markdown: markdown`${sign} ${line.markdown}` }
}

const DASHBOARD = 'https://app.mintlify.com/settings/organization'

const PLACES = {
  '{keys}': { label: 'the API keys page', url: new URL(`${DASHBOARD}/api-keys`) },
  '{usage}': { label: 'the usage page', url: new URL(`${DASHBOARD}/usage`) },
} as const

/** A sentence with `{keys}`, `{usage}`, `{new}`, `{command}`, `{again}` and `{check}` filled in. */
export function fillIn(sentence: string, context: ReportContext): Phrase {
  const parts = sentence
    .split(/(\{(?:keys|usage|new|command|again|check)\})/u)
    .map((part) => fillInWord(part, context))
  return {
    text: parts.map(({ text }) => text).join(''),
    markdown: joinMarkdown(
      parts.map((part) => part.markdown),
      '',
    ),
  }
}

function fillInWord(part: string, { command, askedBy, hasDashboard }: ReportContext): Phrase {
  if (part === '{new}') return toCode(`${command} --new`.trim())
  if (part === '{command}') return toCode(command)
  if (part === '{again}' || part === '{check}') {
    if (askedBy === undefined) return toPlain('start the workflow again')
    const check = part === '{check}' ? ' check' : ''
    const { text, markdown: word } = command === '' ? toPlain('the command') : toCode(`${command}${check}`)
    return { text: `comment ${text} again`, markdown: markdown`comment ${word} again` }
  }
  if (part !== '{keys}' && part !== '{usage}') return { text: part, markdown: prose(part) }
  const { label, url } = PLACES[part]
  return hasDashboard ? { text: `${label} (${url.href})`, markdown: link(plain(label), url) } : toPlain(label)
}

function toPlain(text: string): Phrase {
  return { text, markdown: plain(text) }
}

function toCode(text: string): Phrase {
  return { text: `\`${text}\``, markdown: code(text) }
}
