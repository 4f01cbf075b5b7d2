import { formatTime } from '../../formatting/times.ts'
import { joinMarkdown, link, type Markdown, plain, prose } from '../../untrusted/markdown.ts'
import type { ReportContext } from './report-context.ts'

/** Words of ours, for the log and for Markdown. */
export interface Phrase {
  text: string
  markdown: Markdown
}

/** What a sentence depends on, besides the context. */
interface Circumstances {
  /** When another try may do better, in milliseconds since 1970; absent where that isn't known. */
  retryAt?: number | undefined
  /** Whether a re-run would be misled by our comment. */
  isMemoryWrong?: boolean | undefined
}

/**
 * A sentence of `causes.ts` or `outcome.ts` with its placeholders filled in: `{keys}`, `{usage}` and `{app}` (places),
 * `{command}`, `{again}`, `{check}`, `{start}` and `{rerun}` (what to do), `{when}` and `{Later}` (time).
 */
export function fillIn(sentence: string, context: ReportContext, circumstances: Circumstances = {}): Phrase {
  const parts = sentence
    .replaceAll(/\{(?:command|again|check|start|rerun|when|Later)\}/gu, (word) =>
      fillWord(word, context, circumstances),
    )
    .split(/(\{(?:keys|usage|app)\})/u)
    .map((part) => fillPlace(part, context))
  const source = parts.map(({ markdown }) => markdown)
  return { text: parts.map(({ text }) => text).join(''), markdown: joinMarkdown(source, '') }
}

function fillWord(word: string, context: ReportContext, { retryAt, isMemoryWrong }: Circumstances): string {
  const after = retryAt === undefined ? '' : `after ${formatTime(retryAt, context.now())}`
  switch (word) {
    case '{when}':
      return after && ` ${after}`
    case '{Later}':
      return retryAt === undefined ? 'Later' : `After ${formatTime(retryAt, context.now())}`
    case '{start}':
      return context.isDryRun ? 'run the workflow without `dry-run`' : 'post a command'
    case '{rerun}':
      return isMemoryWrong ? nameComment('{again}', context) : 're-run the job'
    default:
      return nameComment(word, context)
  }
}

/** What to comment; where comments aren't read, what to do instead. */
function nameComment(word: string, { command, askedBy }: ReportContext): string {
  const spell = (more = '') => `\`${`${command} ${more}`.trim().replaceAll('`', "'")}\``
  if (word === '{command}') return spell()
  if (askedBy === undefined) return 'start the workflow again'
  if (word === '{check}') return `comment ${command === '' ? 'the command' : spell('check')} again`
  return `post your ${command === '' ? '' : `${spell()} `}command again`
}

const DASHBOARD = 'https://app.mintlify.com/settings/organization'

const PLACES: ReadonlyMap<string, readonly [label: string, url: string]> = new Map([
  ['{keys}', ['the API keys page', `${DASHBOARD}/api-keys`]],
  ['{usage}', ['the usage page', `${DASHBOARD}/usage`]],
  ['{app}', ["the service's GitHub app", 'https://www.mintlify.com/docs/deploy/github#install-the-github-app']],
])

function fillPlace(part: string, { hasDashboard }: ReportContext): Phrase {
  const [label, url] = PLACES.get(part) ?? []
  if (label === undefined || url === undefined) return { text: part, markdown: prose(part) }
  return hasDashboard
    ? { text: `${label} (${url})`, markdown: link(plain(label), new URL(url)) }
    : { text: label, markdown: plain(label) }
}
