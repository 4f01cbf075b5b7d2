import { endsJob } from '../../docs-service/schema.ts'
import { quoteInOneLine, toOneLine } from '../../untrusted/escape.ts'
import { plain, prose } from '../../untrusted/markdown.ts'
import { CAUSES, NEXT } from '../causes.ts'
import type { Check } from '../job/check-setup.ts'
import type { JobRecord } from '../job/job-record.ts'
import { LOOK_FOR_JOB, OUTCOME_RECORDS } from '../outcome.ts'
import type { RunResult } from '../run-result.ts'
import { fillIn, type Phrase } from './fill-in.ts'
import type { ReportContext } from './report-context.ts'

/** How a run ended, in the order in which a person needs it. */
interface Explanation {
  sign: string
  headline: Phrase
  /** What the service said, what happened, what to do, and what a re-run does. */
  paragraphs: Phrase[]
}

export function explainEnd(report: RunResult, context: ReportContext): Explanation {
  const { problem, isDetailOpen } = report
  const next = [explainNext(report, context), askMaintainer(report, context)].filter(Boolean).join(' ')
  const sentences = [chooseAdvice(report), next].filter(Boolean)
  return {
    sign: OUTCOME_RECORDS[report.outcome].sign,
    headline: fillIn(chooseHeadline(report), context),
    paragraphs: [
      ...(isDetailOpen === true ? quoteDetail(report) : []),
      ...(problem ? [{ text: problem, markdown: prose(problem) }] : []),
      ...sentences.map((sentence) => fillIn(sentence, context, report)),
    ],
  }
}

/** What the response to a request says. Without JSON it may be by a firewall or another server. */
export function quoteDetail({ detail, cause }: Pick<RunResult, 'detail' | 'cause'>): Phrase[] {
  const words = quoteInOneLine(detail)
  const who = cause === 'not-the-service' ? 'The response' : 'The service'
  const text = `${who} says: ${words}`
  return words === '' ? [] : [{ text, markdown: plain(text) }]
}

const CHECK_SIGNS = { passed: '✓', failed: '✗', unknown: '? Not checked:' } as const

/** A line of a check, with its sign. */
export function explainCheck({ state, text }: Check, context: ReportContext): Phrase {
  return fillIn(`${CHECK_SIGNS[state]} ${text.replaceAll('\n', ' ')}`, context)
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

function chooseAdvice(report: RunResult): string {
  const { outcome, cause, documentation, advice } = report
  if (advice !== undefined) return advice
  // The server that responded may have forwarded the prompt.
  const look = outcome === 'unknown' && cause !== 'prompt-unconfirmed' ? LOOK_FOR_JOB : ''
  if (cause !== undefined) return `${CAUSES[cause].advice} ${look}`.trim()
  // There is nothing left to review.
  if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open') return ''
  return OUTCOME_RECORDS[outcome].advice
}

/** A commenter may lack the rights to fix anything but the prompt. */
function askMaintainer({ cause, advice }: RunResult, { askedBy }: ReportContext): string {
  if (cause === undefined || advice !== undefined || askedBy === undefined) return ''
  const { next } = CAUSES[cause]
  return next === 'fix' || next === 'file' || next === 'again' ? "If you can't fix this, ask a maintainer." : ''
}

/** Whether anything was sent, and what a re-run does: the last column of the outcomes, for this run. */
function explainNext(report: RunResult, context: ReportContext): string {
  const { outcome, cause, job, advice, isClaimed, isMemoryWrong } = report
  const { isEarly, onRerun } = OUTCOME_RECORDS[outcome]
  if (outcome === 'pull-request') return explainChange(report, context)
  if (outcome === 'unknown') return explainUnknown(report)
  if (onRerun === 'send')
    // Where another run's comment tells of the job, a re-run sends nothing either.
    return isClaimed === undefined || context.isAttached || isMemoryWrong ? '' : 'A re-run sends the same prompt again.'
  const next = cause === undefined ? 'wait' : CAUSES[cause].next
  if (!isEarly || advice !== undefined || next === undefined) return ''
  return job === undefined ? explainNothingSent(NEXT[next], report, context) : explainJob(report, job, context)
}

function explainNothingSent(next: string, { isClaimed, isMemoryWrong }: RunResult, { attempt }: ReportContext): string {
  // An earlier attempt may have sent the prompt, where this one hasn't read what that left.
  const who = attempt > 1 && isClaimed === undefined ? 'This attempt sent nothing' : 'Nothing was sent'
  return `${who} to the agent. ${isMemoryWrong && next === NEXT.file ? NEXT.again : next}`
}

function explainUnknown({ isClaimed }: RunResult): string {
  return `If you find none, {again}. A re-run ${isClaimed ? "doesn't send" : 'sends'} the prompt again.`
}

/** How to request a change to the pull request. */
function explainChange({ isClaimed, documentation }: RunResult, { askedBy, followUp }: ReportContext): string {
  // Whether a pull request that can't be read is open isn't known.
  const isOpen = documentation === undefined ? followUp === 'always' : documentation.state === 'open'
  return isOpen && followUp !== 'never' && askedBy !== undefined && isClaimed
    ? "To change it, comment {command} followed by what to change. The agent updates the pull request while it's open."
    : ''
}

function explainJob(report: RunResult, job: JobRecord, { isAttached }: ReportContext): string {
  const { outcome, cause, retryAt } = report
  // The service made it up: a backtick or a line break would end the code span of the sentence.
  const jobId = toOneLine(job.jobId).replaceAll('`', "'")
  const isKnown = report.isClaimed === true || isAttached
  // With `wait: false` a re-run doesn't wait either, and without the job in our comment it doesn't find it.
  const isLost = outcome === 'submitted' || report.isMemoryWrong === true
  const isToFix = outcome === 'error' && (cause === undefined || CAUSES[cause].next !== 'wait')
  const when = retryAt === undefined && isToFix ? ' once this is fixed' : '{when}'
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
