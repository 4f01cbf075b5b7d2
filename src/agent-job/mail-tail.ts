// The front door imports this file: no packages here.

/**
 * Removes what a reply by e-mail carries behind its text: a quoted mail, and a signature above or below it. The first
 * line, which has the command, always stays.
 * @returns `removedLines`: how many lines that aren't blank were removed
 */
export function removeMailTail(text: string): { text: string; removedLines: number } {
  const lines = scanLines(text.split(/\r\n|\n|\r/u))
  const signed = removeSignature(lines).map((line) => line.text)
  const kept = removeSignature(removeQuotedMail(scanLines(signed)))
  const removedLines = lines.slice(kept.length).filter((line) => !isBlank(line.text)).length
  return { text: kept.map((line) => line.text).join('\n'), removedLines }
}

/** A line, with what the lines around it say of it. */
interface Line {
  text: string
  /** Whether it is inside a fenced code block. */
  isInFence: boolean
  /** The next line that isn't blank; empty for none. */
  next: string
  /** Whether every line behind it that isn't blank is a quote. */
  isBeforeQuotes: boolean
}

/** Reads what is around each line in one pass: a comment may have 65,536 lines. */
function scanLines(texts: readonly string[]): Line[] {
  let fence = ''
  const lines = texts.map((text): Line => {
    const line = { text, isInFence: fence !== '', next: '', isBeforeQuotes: true }
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/u.exec(text) ?? []
    // A longer fence contains shorter ones.
    if (fence === '') fence = marks
    else if (marks.startsWith(fence)) fence = ''
    return line
  })
  let next = ''
  let isBeforeQuotes = true
  for (const line of lines.toReversed()) {
    Object.assign(line, { next, isBeforeQuotes })
    if (isBlank(line.text)) continue
    next = line.text
    isBeforeQuotes &&= isQuote(line.text)
  }
  return lines
}

/** GitHub shows an address as `***@***.***`. */
const ADDRESS = /\S@\S/u
const isBlank = (text: string) => text.trim() === ''
const isQuote = (text: string) => /^ {0,3}>/u.test(text)

function removeQuotedMail(lines: readonly Line[]): readonly Line[] {
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.isInFence || isBlank(line.text)) continue
    if (isOutlookHeader(line)) return lines.slice(0, index)
    const start = findAttribution(line, lines[index - 1], index)
    if (start > 0) return lines.slice(0, start)
  }
  return lines
}

/** Outlook's block: a line of underscores (or `-----Original Message-----`) and `From: …`, or `From: …` and `Sent: …`. */
function isOutlookHeader({ text, next }: Line): boolean {
  const isFrom = (each: string) => /^\W{0,2}(From|Von|De|Da) ?:/iu.test(each.trim())
  const isSent = /^\W{0,2}(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato) ?:/iu.test(next.trim())
  return (/^\s*(_{5,}|-{5} ?\p{L}.*-{5})\s*$/u.test(text) && isFrom(next)) || (isFrom(text) && isSent)
}

/**
 * Where a quoted mail begins, if this line ends its attribution, such as `On … wrote:`: it contains an address, and
 * only quoted lines follow. The attribution may be quoted itself, or begin on the line before.
 * @returns the index of its first line; 0 for none
 */
function findAttribution(line: Line, before: Line | undefined, index: number): number {
  const isQuoted = line.isBeforeQuotes && (line.next !== '' || isQuote(line.text))
  if (!line.text.trimEnd().endsWith(':') || !isQuoted) return 0
  const text = line.text.replace(/^[\s>]+/u, '')
  // Mail programs break it before an address, or behind it.
  const isWrapped = !ADDRESS.test(text) || /^<?\S+@/u.test(text)
  if (!isWrapped) return index
  const start = before?.text ?? ''
  return index > 1 && ADDRESS.test(start + text) && !isBlank(start) ? index - 1 : ADDRESS.test(text) ? index : 0
}

function removeSignature(lines: readonly Line[]): readonly Line[] {
  const start = lines.findIndex(({ text, isInFence }, index) => index > 0 && text === '-- ' && !isInFence)
  const kept = start === -1 ? lines : lines.slice(0, start)
  const last = kept.findLastIndex(({ text }) => !isBlank(text))
  return last > 0 && SENT_FROM.test(kept[last]?.text ?? '') ? kept.slice(0, last) : kept
}

const SENT_FROM = new RegExp(
  '^(Sent (from|via|with) |Get Outlook for |Von mein\\w* .{1,40} gesendet|Gesendet (von|mit) |Envoyé (de|depuis) |' +
    'Enviado (desde|do) |Inviato da ).{0,60}$',
  'iu',
)
