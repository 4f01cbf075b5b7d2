import { endsJob } from '../../docs-service/schema.ts'
import { formatTime } from '../../network/retry-after.ts'
import { quoteInOneLine, toOneLine } from '../../untrusted/escape.ts'
import { joinMarkdown, link, type Markdown, plain, prose } from '../../untrusted/markdown.ts'
import { CAUSES, type Fix } from '../causes.ts'
import type { RunResult } from '../ending.ts'
import type { Check } from '../job/check-setup.ts'
import type { JobRecord } from '../job/job-record.ts'
import { OUTCOME_RECORDS } from '../outcome.ts'
import type { ReportContext } from './progress.ts'

/** Words of ours, for the log and for Markdown. */
export interface Phrase {
  text: string
  markdown: Markdown
}

/** How a run ended, in the order in which a person needs it: what happened, who does what, what a re-run does. */
export function explainEnd(report: RunResult, context: ReportContext) {
  const { problem, isDetailOpen } = report
  const ask = needsMaintainer(report, context) ? "If you can't fix this, ask a maintainer." : ''
  const advice = chooseAdvice(report)
  const said = problem === undefined ? [] : [{ text: problem, markdown: prose(problem) }]
  const fill = (sentence: string) => (sentence === '' ? [] : [fillIn(sentence, context)])
  return {
    sign: OUTCOME_RECORDS[report.outcome].sign,
    headline: fillIn(chooseHeadline(report), context),
    paragraphs: [
      ...(isDetailOpen === true ? quoteDetail(report) : []),
      ...said,
      ...fill(advice),
      ...fill(`${explainNext(report, context)} ${ask}`.trim()),
    ],
  }
}

/** What the answer to a request says. Without JSON it may be by a firewall or another server. */
export function quoteDetail({ detail, cause }: Pick<RunResult, 'detail' | 'cause'>): Phrase[] {
  const words = quoteInOneLine(detail)
  const who = cause === 'not-the-service' ? 'The answer' : 'The service'
  const text = `${who} says: ${words}`
  return words === '' ? [] : [{ text, markdown: plain(text) }]
}

function chooseHeadline({ outcome, cause, checks = [], job, documentation }: RunResult): string {
  if (cause === 'check-failed') {
    const failed = checks.filter(({ state }) => state === 'failed').length
    return `Setup check: ${failed} of ${checks.length} checks failed`
  }
  if (cause !== undefined) return CAUSES[cause].headline
  const isUpdate = job?.isFollowUp && job.prLink?.href === job.previous?.url?.href
  if (outcome !== 'pull-request' || !isUpdate) return OUTCOME_RECORDS[outcome].headline
  const [before, after] = [job.previous?.headSha, documentation?.headSha]
  if (before === undefined || after === undefined) return "Done, but the pull request's changes aren't known"
  return before === after
    ? "The documentation pull request wasn't changed"
    : 'The documentation pull request was updated'
}

/** A commenter may lack the rights to fix anything but the prompt. */
function needsMaintainer(report: RunResult, { askedBy }: ReportContext): boolean {
  const { cause, checks } = report
  if (cause === undefined || isJobLost(report) || askedBy === undefined || checks !== undefined) return false
  return ['key', 'setting', 'workflow', 'either'].includes(CAUSES[cause].fix)
}

/** Whether the job is gone that this action sent a prompt to. It isn't for anybody to fix. */
function isJobLost({ cause, job }: RunResult): boolean {
  return cause === 'job-not-found' && job?.isFollowUp !== undefined
}

function chooseAdvice(report: RunResult): string {
  const { outcome, cause, documentation, advice } = report
  if (advice !== undefined) return advice
  if (isJobLost(report))
    return "The service accepted the prompt, but doesn't know the job anymore. Look for it in the dashboard. A re-run looks for it again, and sends nothing."
  // Whatever answered may have passed the prompt on.
  const mayHavePassed = outcome === 'unknown' && (cause === 'not-the-service' || cause === 'service-failed')
  const look = mayHavePassed ? ` ${CAUSES['prompt-unconfirmed'].advice}` : ''
  if (cause !== undefined) return `${CAUSES[cause].advice}${look}`
  // There is nothing left to review.
  if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open') return ''
  return OUTCOME_RECORDS[outcome].advice
}

/** Whether anything was sent, and what a re-run does. */
function explainNext(report: RunResult, context: ReportContext): string {
  const { outcome, cause, job, retryAt } = report
  const { onRerun, isEarly } = OUTCOME_RECORDS[outcome]
  if (outcome === 'pull-request') return explainChange(report, context)
  if (cause === 'check-failed') return 'Nothing was sent to the agent. Fix these, then {check}.'
  if (cause === 'check-incomplete') {
    const when = retryAt === undefined ? 'Later' : `After ${formatTime(retryAt, context.now())}`
    return `Nothing was sent to the agent. ${when}, {check}.`
  }
  if (onRerun === 'send') return explainSend(report, context)
  if (outcome === 'unknown') return explainUnknown(report)
  if (!isEarly || report.advice !== undefined) return ''
  if (job !== undefined) return explainJob(report, job, context)
  return explainNothingSent(report, context)
}

/** What to do where nothing was sent. */
function explainNothingSent(report: RunResult, context: ReportContext): string {
  // An earlier attempt may have sent the prompt, where this one hasn't read what that left.
  const who = context.attempt > 1 && report.isClaimed === undefined ? 'This attempt sent nothing' : 'Nothing was sent'
  return `${who} to the agent. ${adviseOnSending(report, context)}`.trim()
}

function adviseOnSending({ cause, retryAt, isMemoryWrong }: RunResult, context: ReportContext): string {
  const fix = cause === undefined ? 'wait' : CAUSES[cause].fix
  if (fix === 'look' || fix === 'none') return TO_SEND[fix]
  const when = retryAt === undefined ? '' : ` after ${formatTime(retryAt, context.now())}`
  // A re-run would go by our comment.
  if (isMemoryWrong) return `${fix === 'wait' ? 'Then' : 'Fix this, then'} {again}${when}.`
  return fix === 'wait' && when !== '' ? `Re-run the job${when}.` : TO_SEND[fix]
}

function explainSend({ isClaimed, isMemoryWrong }: RunResult, { isAttached }: ReportContext): string {
  // Where another run's comment tells of the job, a re-run sends nothing either.
  return isClaimed === undefined || isAttached || isMemoryWrong ? '' : 'A re-run sends the same prompt again.'
}

function explainUnknown({ isClaimed }: RunResult): string {
  // A new run with `since` tells the same changes again.
  return `If you find none, {again}. A re-run ${isClaimed ? "doesn't send" : 'sends'} the prompt again.`
}

/** How a pull request that is right but for a detail is changed. */
function explainChange({ isClaimed, documentation }: RunResult, { askedBy, followUp }: ReportContext): string {
  // Whether a pull request that can't be read is open isn't known.
  const isOpen = documentation === undefined ? followUp === 'always' : documentation.state === 'open'
  return isOpen && followUp !== 'never' && askedBy !== undefined && isClaimed
    ? "To change it, comment {command} followed by what to change. The agent updates the pull request while it's open."
    : ''
}

const FIX_AND_RERUN = 'Fix this, then re-run the job.'

/** How the prompt is sent after all, by what fixes it. */
const TO_SEND: Readonly<Record<Fix, string>> = {
  key: FIX_AND_RERUN,
  setting: FIX_AND_RERUN,
  workflow: 'Fix this, then {again}. A re-run uses the previous version of the workflow file.',
  either: `${FIX_AND_RERUN} If you change the workflow file, {again} instead: a re-run uses the previous version.`,
  wait: 'To try again, re-run the job.',
  ask: 'Change the prompt, and {again}.',
  look: '',
  none: '',
}

function explainJob(report: RunResult, job: JobRecord, { isAttached, now }: ReportContext): string {
  const { cause, outcome, retryAt } = report
  // Its last status is from before the service answered that it has no such job.
  if (cause === 'job-not-found') return isAttached ? 'For a new job, leave `job-id` empty.' : 'For a new job, {again}.'
  // The service made it up: a backtick or a line break would end the code span of the sentence.
  const jobId = toOneLine(job.jobId).replaceAll('`', "'")
  const isKnown = report.isClaimed === true || isAttached
  // With `wait: false` a re-run doesn't wait either, and without the job in our comment it doesn't find it.
  const isLost = outcome === 'submitted' || report.isMemoryWrong === true
  const later = outcome === 'error' ? ' once this is fixed' : ''
  const when = retryAt === undefined ? later : ` after ${formatTime(retryAt, now())}`
  const rerun = isKnown && !isLost ? 'open "Log" and select "Re-run jobs", or ' : ''
  const again = isKnown ? '' : ' A re-run sends the prompt again.'
  return `${explainState(report, job, jobId)}${when}, ${rerun}run the action with \`job-id: ${jobId}\`.${again}`
}

/** Only what is known is said of the job. */
function explainState({ outcome, cause, answer }: RunResult, { isFollowUp, prLink }: JobRecord, jobId: string): string {
  if (outcome === 'submitted') return "`wait` is `false`, so this run didn't wait. To get the result"
  if (answer?.status === 'active' && cause === undefined)
    return `The agent is still working on job \`${jobId}\`. To keep waiting`
  // After a message, the status may still be the previous one.
  const isOver = endsJob(answer?.status) && (!isFollowUp || prLink !== undefined)
  return isOver ? `Job \`${jobId}\` ended. To report how` : `To keep waiting for job \`${jobId}\``
}

const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '? Not checked:' } as const

/** A line of a check, with its sign. */
export function explainCheck({ state, text }: Check, context: ReportContext): Phrase {
  return fillIn(`${CHECK_SIGNS[state]} ${text.replaceAll('\n', ' ')}`, context)
}

const DASHBOARD = 'https://app.mintlify.com/settings/organization'

const PLACES: ReadonlyMap<string, readonly [label: string, url: string]> = new Map([
  ['{keys}', ['the API keys page', `${DASHBOARD}/api-keys`]],
  ['{usage}', ['the usage page', `${DASHBOARD}/usage`]],
  ['{app}', ["the service's GitHub app", 'https://www.mintlify.com/docs/deploy/github#install-the-github-app']],
])

/** A sentence with `{keys}`, `{usage}`, `{app}`, `{command}`, `{again}` and `{check}` filled in. */
export function fillIn(sentence: string, context: ReportContext): Phrase {
  const parts = sentence
    .replaceAll(/\{(?:command|again|check)\}/gu, (word) => nameComment(word, context))
    .split(/(\{(?:keys|usage|app)\})/u)
    .map((part) => fillInPlace(part, context))
  const source = parts.map(({ markdown }) => markdown)
  return { text: parts.map(({ text }) => text).join(''), markdown: joinMarkdown(source, '') }
}

/** What to comment; where comments aren't read, what to do instead. */
function nameComment(word: string, { command, askedBy }: ReportContext): string {
  const spell = (more = '') => `\`${`${command} ${more}`.trim().replaceAll('`', "'")}\``
  if (word === '{command}') return spell()
  if (askedBy === undefined) return 'start the workflow again'
  if (word === '{check}') return `comment ${command === '' ? 'the command' : spell('check')} again`
  return `post your ${command === '' ? '' : `${spell()} `}command again`
}

function fillInPlace(part: string, { hasDashboard }: ReportContext): Phrase {
  const [label, url] = PLACES.get(part) ?? []
  if (label === undefined || url === undefined) return { text: part, markdown: prose(part) }
  return hasDashboard
    ? { text: `${label} (${url})`, markdown: link(plain(label), new URL(url)) }
    : { text: label, markdown: plain(label) }
}
