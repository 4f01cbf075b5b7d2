import { randomUUID } from 'node:crypto'
import type { GitHubConnection } from '../github/connect.ts'
import { readFields, readName, readNumber } from '../untrusted/json.ts'
import { link, type Markdown, markdown } from '../untrusted/markdown.ts'
import { toSafeUrl } from '../untrusted/safe-url.ts'
import { untrustedText } from '../untrusted/text.ts'
import type { FoundComment } from './found-comment.ts'
import { type CommentPayload, isAlone } from './marker.ts'
import { OurComment } from './our-comment.ts'

/** A report that each run writes again, in one comment of an issue. */
export interface Report<Memory> {
  kind: 'page-views' | 'outcomes'
  /** Digest of what the report is about: an issue may have reports of several projects. */
  subject: string
  /** Parses what the comment remembers. It is text from outside: undefined if it doesn't have the form. */
  parse: (value: unknown) => Memory | undefined
  /** @param known what the comment remembers; undefined for a new comment */
  render: (known: Memory | undefined) => { content: Markdown; memory: Memory }
}

interface Payload<Memory> extends CommentPayload {
  subject: string
  memory: Memory
  /** URL of an earlier comment of this report, which lost one of its marks. */
  continues?: string | undefined
}

export interface ReportOptions {
  connection: GitHubConnection
  /** Number of the issue or pull request. */
  issue: number
  redact: (text: string) => string
  /** Called where a duplicate can't be deleted. */
  onLeftover: (error: unknown) => void
}

/**
 * Edits the report comment of previous runs, or else the oldest one that names no comment yet, or posts one. Only the
 * part between our two marks changes: people may write around it. If runs at the same time have posted several, the
 * oldest stays. Never throws.
 * @returns the URL of the comment, if it is known; `failure`: why it may not have this report
 */
export async function keepReport<Memory>(
  report: Report<Memory>,
  options: ReportOptions,
): Promise<{ url: string; failure?: unknown }> {
  const comment = connect(report, options)
  const { subject } = report
  const isOwn = ({ payload, isNamed, around }: Found<Memory>) =>
    isNamed && around !== undefined && payload.subject === subject
  try {
    const { found, unmarked } = await comment.findWithUnmarked()
    let own = found.filter(isOwn)
    if (own.length === 0) {
      // The newest comment of ours that had this report before somebody removed one of its marks.
      const withoutStart = found.findLast(({ payload, isNamed }) => isNamed && payload.subject === subject)
      const continues = withoutStart?.url ?? unmarked?.url
      const first = report.render(undefined)
      const payload = { nonce: randomUUID(), subject, memory: first.memory, continues }
      // The edit below names the comment. Only then it counts: what one without a name remembers isn't believed.
      const unnamed = found.find((each) => !each.isNamed && isAlone(each.around) && each.payload.subject === subject)
      if (unnamed === undefined) {
        const { id } = await comment.post(withEarlier(first.content, continues), payload)
        own = (await comment.find()).filter((each) => isOwn(each) || each.id === id)
      } else own = [{ ...unnamed, payload }]
    }
    const [oldest, ...duplicates] = own
    if (oldest !== undefined) comment.adopt(oldest)
    const { content, memory } = report.render(comment.current?.payload.memory)
    await comment.edit(withEarlier(content, comment.current?.payload.continues), { memory }, oldest?.around)
    // One in which a person has written stays.
    for (const each of duplicates.filter(({ around }) => isAlone(around)))
      await comment.remove(each).catch(options.onLeftover)
    return { url: comment.current?.url ?? '' }
  } catch (failure) {
    return { url: comment.current?.url ?? '', failure }
  }
}

type Found<Memory> = FoundComment<Payload<Memory>>

function withEarlier(content: Markdown, continues: string | undefined): Markdown {
  const url = continues && toSafeUrl(untrustedText(continues))
  if (!url) return content
  const earlier = link(markdown`An earlier comment`, url)
  const note = markdown`${earlier} no longer has the hidden marks around the report, so the report is here now.`
  return markdown`> ${note}\n\n${content}`
}

function connect<Memory>(
  { kind, parse }: Report<Memory>,
  { connection, issue, redact, onLeftover }: ReportOptions,
): OurComment<Payload<Memory>> {
  return new OurComment({
    ...connection,
    thread: issue,
    kind,
    redact,
    onLostEdit: onLeftover,
    parse(value) {
      const fields = readFields(value)
      const nonce = readName(fields['nonce'], /^[\w-]{1,64}$/u)
      const subject = readName(fields['subject'], /^[\da-f]{16}$/u)
      const memory = parse(fields['memory'])
      if (nonce === undefined || subject === undefined || memory === undefined) return undefined
      const continues = readName(fields['continues'], /^https?:\/\/\S{1,500}$/u)
      const commentId = readNumber(fields['commentId'])
      return { nonce, subject, memory, continues, ...(commentId !== undefined && { commentId }) }
    },
  })
}
