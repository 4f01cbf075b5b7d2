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
    const start = findAttribution(lines, index)
    if (start > 0) return lines.slice(0, start)
  }
  return lines
}

/** Outlook's block: `From:` behind a line of underscores (or `-----Original Message-----`) or before `Sent:`. */
function isOutlookHeader({ text, next }: Line): boolean {
  const isFrom = (each: string) => /^\W{0,2}(From|Von|De|Da) ?:/iu.test(each.trim())
  const isSent = /^\W{0,2}(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato) ?:/iu.test(next.trim())
  return (/^\s*(_{5,}|-{5} ?\p{L}.*-{5})\s*$/u.test(text) && isFrom(next)) || (isFrom(text) && isSent)
}

/**
 * Where a quoted mail begins, if this line ends its attribution, such as `On … wrote:`: it contains an address, and
 * only quoted lines follow. The attribution may be quoted itself. Mail programs break it into up to three lines, of
 * which the first has the date.
 * @returns the index of its first line; 0 for none
 */
function findAttribution(lines: readonly Line[], index: number): number {
  const { text = '', next, isBeforeQuotes } = lines[index] ?? {}
  const isQuoted = isBeforeQuotes && (next !== '' || isQuote(text))
  if (!text.trimEnd().endsWith(':') || !isQuoted) return 0
  let found = 0
  let joined = ''
  for (let start = index; start > Math.max(0, index - 3); start -= 1) {
    const piece = lines[start]?.text.replace(/^[\s>]+/u, '') ?? ''
    if (piece === '') break
    joined = `${piece} ${joined}`
    const words = joined.split(/\s+/u)
    const address = words.findIndex((word) => ADDRESS.test(word))
    if (address === -1) continue
    if (/\d/u.test(words.slice(0, address).join(' '))) return start
    found ||= start
  }
  return found
}

function removeSignature(lines: readonly Line[]): readonly Line[] {
  const start = lines.findIndex(({ text, isInFence }, index) => index > 0 && text === '-- ' && !isInFence)
  const kept = start === -1 ? lines : lines.slice(0, start)
  const last = kept.findLastIndex(({ text }) => !isBlank(text))
  return last > 0 && SENT_FROM.test(kept[last]?.text ?? '') ? kept.slice(0, last) : kept
}

/** As mail programs write it, and only so: a last line such as "Sent from the server" is text. */
const SENT_FROM = new RegExp(
  '^(Sent from my |Get Outlook for |Gesendet von mein|Von mein\\S* .+ gesendet|Envoyé de(puis)? mon |' +
    'Enviado (desde mi|do meu) |Inviato dal mio |(Sent|Gesendet|Envoyé|Enviado|Inviato) \\w+ ' +
    '(iPhone|iPad|Mail (?=for )|Outlook|Yahoo|Gmail|Proton|Spark|Superhuman)).{0,60}$',
  'u',
)
