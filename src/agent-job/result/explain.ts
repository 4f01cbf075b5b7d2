import { endsJob } from '../../docs-service/schema.ts'
import type { JobRecord } from '../../job-marker/job-record.ts'
import { OUTCOME_RECORDS } from '../../job-marker/outcome.ts'
import { toOneLine } from '../../untrusted/escape.ts'
import { code, joinMarkdown, link, type Markdown, markdown, plain, prose } from '../../untrusted/markdown.ts'
import { CAUSES, type Mend } from '../causes.ts'
import type { RunReport } from '../ending.ts'
import type { Check } from '../job/check-service.ts'

/** What is the same for everything that is said of a run. */
export interface ReportContext {
  /** Login of whoever wrote the command; undefined where no comment asked. */
  askedBy: string | undefined
  /** Page of the workflow run. */
  runUrl: URL
  /** Empty when comments are not read. */
  command: string
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
  const sentences = [chooseAdvice(report, context), explainNext(report, context)]
  return {
    sign,
    headline: fillIn(chooseHeadline(report), context),
    paragraphs: [
      ...(report.problem === undefined ? [] : [{ text: report.problem, markdown: prose(report.problem) }]),
      ...sentences.filter((sentence) => sentence !== '').map((sentence) => fillIn(sentence, context)),
    ],
    isTrouble,
  }
}

function chooseHeadline({ outcome, cause, checks, job, documentation }: RunReport): string {
  if (cause === 'check-failed' && checks !== undefined) {
    const failed = checks.filter(({ state }) => state === 'failed').length
    return `${CAUSES[cause].headline}: ✗ ${failed} of ${checks.length}`
  }
  if (cause !== undefined) return CAUSES[cause].headline
  const isUpdate = job?.isFollowUp && job.prLink?.href === job.previous?.url?.href
  if (outcome !== 'pull-request' || !isUpdate) return OUTCOME_RECORDS[outcome].headline
  const { headSha } = documentation ?? {}
  return headSha !== undefined && headSha === job.previous?.headSha
    ? 'The documentation pull request was not changed'
    : 'The documentation pull request is updated'
}

function chooseAdvice(
  { outcome, cause, documentation, job }: RunReport,
  { isAttached }: ReportContext,
): string {
  if (cause === 'job-not-found' && job?.isFollowUp !== undefined)
    return 'The service took the prompt, and does not know the job any more. Look for it in the dashboard.'
  if (cause === 'job-not-found' && isAttached) return 'A maintainer checks `job-id` and `project-id`.'
  if (cause !== undefined) return CAUSES[cause].advice
  // There is nothing left to review.
  if (outcome === 'pull-request' && (documentation?.state ?? 'open') !== 'open') return ''
  return OUTCOME_RECORDS[outcome].advice
}

/** Whether anything was sent, and what a re-run does. */
function explainNext(report: RunReport, context: ReportContext): string {
  const { outcome, cause, job, isClaimed } = report
  const { onRerun, isEarly } = OUTCOME_RECORDS[outcome]
  const { isAttached } = context
  if (outcome === 'pull-request') return explainChange(report, context)
  if (cause === 'check-failed') return 'Nothing was sent to the agent. When it is mended, {check}.'
  if (onRerun === 'send') return isAttached ? '' : 'A re-run sends the same prompt once more.'
  if (outcome === 'unknown')
    return `If there is none, {again}. A re-run ${isClaimed ? 'does not send' : 'sends'} the prompt again.`
  if (!isEarly) return ''
  const mend = cause === undefined ? 'wait' : CAUSES[cause].mend
  return job === undefined ? NOTHING_SENT[mend] : explainJob(report, job, isClaimed === true, isAttached)
}

/** How a pull request that is right but for something is changed. */
function explainChange(
  { isClaimed, documentation }: RunReport,
  { askedBy, followUp }: ReportContext,
): string {
  // Of a pull request that can't be read, nobody knows whether it is open.
  const state = documentation?.state ?? (followUp === 'always' ? 'open' : undefined)
  const isContinued = state === 'open' && followUp !== 'never' && askedBy !== undefined && isClaimed
  return isContinued
    ? 'To change it, {again} and say what is missing: while it is open, it is continued.'
    : ''
}

const RE_RUN_WHEN_DONE =
  'Nothing was sent to the agent, so a re-run is safe: re-run the workflow run when that is done.'

/** By what mends it. */
const NOTHING_SENT: Readonly<Record<Mend, string>> = {
  key: RE_RUN_WHEN_DONE,
  setting: RE_RUN_WHEN_DONE,
  workflow:
    'Nothing was sent to the agent. When that is done, {again}: a re-run uses the workflow file of before.',
  either:
    'Nothing was sent to the agent, so a re-run is safe. After a change to the workflow file, {again}: a re-run uses the file of before.',
  wait: 'Nothing was sent to the agent, so a re-run is safe: it tries again.',
  ask: 'Nothing was sent to the agent. With another prompt, {again}.',
  look: 'Nothing was sent by this run.',
  none: 'Nothing was sent to the agent.',
}

function explainJob(report: RunReport, job: JobRecord, isClaimed: boolean, isAttached: boolean): string {
  const { cause, outcome } = report
  // The service made it up: a backtick or a line break would end the code span of the sentence.
  const jobId = toOneLine(job.jobId).replaceAll('`', "'")
  // Its last status is from before the service said that there is no such job.
  if (cause === 'job-not-found')
    return isAttached ? 'For a new job, leave `job-id` empty.' : 'For a new job, {again}.'
  const { state, aim } = explainState(report, job, jobId)
  // With `wait: false` a re-run doesn't wait either, and with another key it doesn't find what this one has noted.
  const isLost =
    outcome === 'submitted' || (cause !== undefined && CAUSES[cause].mend === 'key' && !isAttached)
  const isWaitedFor = (isClaimed || isAttached) && !isLost
  const again = isClaimed || isAttached ? '' : ' A re-run sends the prompt again.'
  const how = isWaitedFor
    ? 're-run the workflow run, or run the action with that ID as `job-id`.'
    : `run the action with that ID as \`job-id\`.${again}`
  return `${state}To ${aim}${outcome === 'error' ? ' when that is done' : ''}, ${how}`
}

/** Only what is known is said of the job. */
function explainState({ answer }: RunReport, { isFollowUp, prLink }: JobRecord, jobId: string) {
  if (answer?.status === 'active')
    return { state: `The agent goes on with job \`${jobId}\`. `, aim: 'wait for its end' }
  // After a message, the status may still be the one from before it.
  const isOver = endsJob(answer?.status) && (!isFollowUp || prLink !== undefined)
  if (isOver) return { state: `Job \`${jobId}\` has ended. `, aim: 'report how' }
  return { state: '', aim: `wait for the end of job \`${jobId}\`` }
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
  '{keys}': { label: 'the API keys page of the dashboard', url: new URL(`${DASHBOARD}/api-keys`) },
  '{usage}': { label: 'the usage page of the dashboard', url: new URL(`${DASHBOARD}/usage`) },
} as const

/** A sentence with `{keys}`, `{usage}`, `{new}`, `{again}` and `{check}` filled in. */
export function fillIn(sentence: string, context: ReportContext): Phrase {
  const parts = sentence
    .split(/(\{(?:keys|usage|new|again|check)\})/u)
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
