import { formatDuration } from '../text/dates.ts'
import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  prose,
  table,
} from '../text/markdown.ts'
import { formatCount, formatNumber } from '../text/numbers.ts'
import { shorten } from '../text/plain-text.ts'
import { toSafeUrl } from '../text/safe-url.ts'
import type { Change, Changes } from './changes/changes.ts'
import type { Context, EarlyContext } from './context.ts'
import { explainEnd } from './explain-end.ts'
import { renderWorking } from './marker.ts'
import { type DocumentationFile, locatePullRequest } from './pull-request.ts'
import { CHECK_SIGNS, type Check, type RunResult } from './run-result.ts'

/** Longer tables and lists hide what is below them. */
const MAXIMUM_FILES = 10
const MAXIMUM_OPEN_CHANGES = 10
/** A comment has room for 65,536 characters. */
const MAXIMUM_LIST_LENGTH = 30_000

/** Our comment while the run works. Every sentence stays true if nobody edits the comment again. */
export function renderProgress(result: RunResult, context: Context): Markdown {
  const isSending = result.state !== 'job'
  const text = isSending
    ? 'If the run ends and no result appears here, look for a new job, pull request or commit before you send the ' +
      'prompt again.'
    : 'If the run ends and no result appears here, re-run the job.'
  return renderWorking(
    isSending ? 'The prompt is on its way to the agent' : 'The agent is working',
    joinPieces([
      ...renderDestination(result),
      ...renderChanges(result.changes, context),
      prose(text),
      renderSmallLine(result, context),
    ]),
  )
}

/** Our comment when the run has ended. */
export function renderReply(result: RunResult, context: EarlyContext): Markdown {
  if (result.help !== undefined) return renderHelp(result.help, context)
  const { sign, headline } = explainEnd(result, context)
  return joinPieces([
    markdown`### ${sign} ${prose(headline)}`,
    ...renderEnd(result, context),
    renderSmallLine(result, context),
  ])
}

/** The job summary: the same, with the prompt. */
export function renderSummary(result: RunResult, context: EarlyContext, warnings: readonly string[]): Markdown {
  const { prompt, state, outcome } = result
  const title = state === 'not-sent' ? 'What would be sent' : 'What was sent'
  const isShown = prompt !== undefined && prompt.text !== '' && outcome !== 'skipped'
  return joinPieces([
    renderReply(result, context),
    ...warnings.map((warning) => markdown`> ⚠️ ${prose(warning)}`),
    ...(isShown ? [details(title, codeBlock(prompt.text))] : []),
  ])
}

function joinPieces(pieces: readonly Markdown[]): Markdown {
  return joinMarkdown(pieces, '\n\n')
}

function renderEnd(result: RunResult, context: EarlyContext): Markdown[] {
  const { sentences, technical } = explainEnd(result, context)
  const { changes, request } = result
  const { unsentLines = 0 } = request ?? {}
  const isCheck = result.checks.length > 0
  return [
    ...renderPullRequest(result, context),
    ...(isCheck ? [joinMarkdown(result.checks.map(renderCheck), '\n')] : []),
    ...sentences.map((sentence) => prose(sentence)),
    ...renderDestination(result),
    ...renderChanges(changes, context),
    ...(changes?.gap && !isCheck ? [prose(`The prompt is incomplete. ${changes.gap}`)] : []),
    ...(unsentLines > 0 ? [prose(`Not sent: ${formatCount(unsentLines, 'line')} of quoted mail or a signature.`)] : []),
    ...(technical === '' ? [] : [details('Technical details', prose(technical))]),
  ]
}

function renderCheck({ state, text }: Check): Markdown {
  return markdown`- ${CHECK_SIGNS[state]} ${prose(text)}`
}

/** The pull request: its title and state, and the files that it changes. */
function renderPullRequest({ job, pullRequest, files }: RunResult, { run }: EarlyContext): Markdown[] {
  const url = job?.pullRequest
  if (url === undefined) return []
  const place = locatePullRequest(url, run.serverUrl)
  const name = place ? `${place.owner}/${place.repo}#${place.pull_number}` : `${url.host}${url.pathname}`
  if (pullRequest === undefined) return [markdown`**${link(markdown`${name}`, url)}**`]
  const state = pullRequest.state === 'open' ? '' : ` (${pullRequest.state})`
  const title = markdown`**${link(markdown`${shorten(pullRequest.title, 200)}`, url)}** ${name}${state}`
  return [title, ...renderFiles(files, pullRequest.fileCount)]
}

function renderFiles(files: readonly DocumentationFile[], fileCount: number): Markdown[] {
  if (files.length === 0) return []
  const rows = files
    .slice(0, MAXIMUM_FILES)
    .map(({ path, additions, deletions }) => [
      code(path, 120),
      markdown`+${formatNumber(additions)} −${formatNumber(deletions)}`,
    ])
  const more = fileCount - rows.length
  return [
    table(['File', 'Lines'], rows, ['l', 'r']),
    ...(more > 0 ? [markdown`Also changed: ${formatCount(more, 'other file')}.`] : []),
  ]
}

/** Which job is continued, or why it is a new one; nothing while that isn't known. */
function renderDestination({ destination, state }: RunResult): Markdown[] {
  if (destination === undefined || state !== 'job') return []
  const { jobId, reason } = destination
  if (jobId !== undefined) return [markdown`Continues job ${code(jobId)}.`]
  return reason === '' ? [] : [prose(`This is a new job. ${reason}`)]
}

/** What the prompt covers: how much, from where to where, what is left out, then each pull request and commit. */
function renderChanges(changes: Changes | undefined, { run }: EarlyContext): Markdown[] {
  if (changes?.range === undefined) return []
  const { range, told, notes, leftOut } = changes
  const [from, to] = [range.from, range.to].map((name) => name.split('/').map(encodeURIComponent).join('/'))
  const url = new URL(`../../compare/${from}...${to}`, run.url)
  const isCommit = (name: string) => /^[\da-f]{40,}$/u.test(name)
  const shown = [range.from, range.to].map((name) => (isCommit(name) ? name.slice(0, 7) : name)).join('…')
  const sentences = [range.reason, ...notes, leftOut === '' ? '' : `Left out: ${leftOut}.`].filter(Boolean)
  const line = joinMarkdown([markdown`Covers ${link(code(shown), url)}.`, ...sentences.map(prose)], ' ')
  const list: Markdown[] = []
  let length = 0
  for (const item of told.map(renderChange)) {
    length += item.toString().length
    if (length < MAXIMUM_LIST_LENGTH) list.push(item)
  }
  const items = joinMarkdown(list, '\n')
  const shownCount = list.length === told.length ? '' : `${list.length} of `
  return [
    line,
    ...(list.length > MAXIMUM_OPEN_CHANGES
      ? [details(`Show ${shownCount}${formatCount(told.length, 'change')}`, items)]
      : list.length > 0
        ? [items]
        : []),
  ]
}

function renderChange(change: Change): Markdown {
  const by = change.author === '' ? '' : ` by ${change.author}`
  if (change.kind === 'commit') return markdown`- ${code(change.sha.slice(0, 7))} ${shorten(change.subject, 100)}${by}`
  const name = markdown`#${change.number} ${shorten(change.title, 100)}`
  const url = toSafeUrl(change.url)
  return markdown`- ${url ? link(name, url) : name}${by}`
}

/** Who requested it, how long it took, project and job, and the log: what few people look for. */
function renderSmallLine({ jobId, startedAt }: RunResult, context: EarlyContext): Markdown {
  const { trigger, run, inputs, clock } = context
  const { projectId = '' } = inputs
  const facts = [
    ...(trigger.kind === 'comment' ? [markdown`Requested by ${code(trigger.comment.author.login)}`] : []),
    ...(trigger.kind === 'comment' && trigger.comment.place ? [renderCommentLink(trigger.comment.url)] : []),
    ...(jobId === '' ? [] : [markdown`Took ${formatDuration(clock.now() - startedAt)}`]),
    ...(projectId === '' ? [] : [markdown`Project ${code(projectId)}`]),
    ...(jobId === '' ? [] : [markdown`Job ${code(jobId)}`]),
    link(markdown`Log`, run.url),
  ]
  return markdown`<sub>${joinMarkdown(facts, ' · ')}</sub>`
}

/** A command on a line is answered in the conversation, with a link to the line. */
function renderCommentLink(url: string): Markdown {
  const safe = toSafeUrl(url)
  return safe ? link(markdown`Line`, safe) : markdown`Line`
}

/** The reply to `/docs help`, to a command without a prompt, and to words that aren't a prompt. */
function renderHelp(word: string, { inputs }: EarlyContext): Markdown {
  const { command } = inputs
  const isOption = /^[-\u2013\u2014]/u.test(word)
  const kind = isOption ? 'an option' : 'a command'
  const title = word === '' ? 'How to request documentation' : markdown`${code(word, 100)} isn't ${kind}`
  const why = isOption
    ? markdown`No job was started. The only option is \`--new\`.`
    : markdown`No job was started. A prompt needs a few words, and a running job can't be stopped from here.`
  const rows = [
    [
      code(`${command} Add a page about retries`),
      prose(
        'The agent follows the instruction and opens a pull request. ' +
          'If the pull request of an earlier command in this conversation is still open, the agent updates it.',
      ),
    ],
    [code(`${command} --new Add a page about retries`), markdown`Always opens a new pull request.`],
    [code(command), markdown`Sends the workflow's prompt. If the workflow has none, shows this help.`],
    [code(`${command} check`), markdown`Checks the setup without sending anything to the agent.`],
  ]
  return joinPieces([
    markdown`### 📖 ${title}`,
    ...(word === '' ? [] : [why]),
    table(['Comment', 'What happens'], rows),
    markdown`The command must be the first word of the comment. Editing a comment doesn't start a job.`,
  ])
}
