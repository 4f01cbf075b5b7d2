// The front door imports this file: no packages here.

/**
 * Removes what a reply by e-mail carries behind its text: a quoted mail, and a signature above or below it. The first
 * line, which has the command, always stays.
 * @returns `removedLines`: how many lines that aren't blank were removed
 */
export function removeMailTail(text: string): { text: string; removedLines: number } {
  const lines = text.split(/\r\n|\n|\r/u)
  let kept = hideCode(lines)
  for (const findEnd of [findSignature, findQuotedMail, findSignature]) kept = kept.slice(0, findEnd(kept))
  const removedLines = lines.slice(kept.length).filter((line) => !isBlank(line)).length
  return { text: lines.slice(0, kept.length).join('\n'), removedLines }
}

const isBlank = (line: string) => line.trim() === ''
const isQuote = (line: string) => /^ {0,3}>/u.test(line)

/** Whatever is in a fenced code block is the commenter's. */
function hideCode(lines: readonly string[]): string[] {
  let fence = ''
  return lines.map((line) => {
    const shown = fence === '' ? line : 'code'
    const [, marks = ''] = /^ {0,3}(`{3,}|~{3,})/u.exec(line) ?? []
    // A longer fence contains shorter ones.
    if (fence === '') fence = marks
    else if (marks.startsWith(fence)) fence = ''
    return shown
  })
}

/** @returns the index of the line with which a signature begins; without one, the number of lines */
function findSignature(lines: readonly string[]): number {
  const start = lines.indexOf('-- ', 1)
  const end = start === -1 ? lines.length : start
  const last = lines.findLastIndex((line, index) => index < end && !isBlank(line))
  return last > 0 && SENT_FROM.test(lines[last] ?? '') ? last : end
}

/** @returns the index of the line with which a quoted mail begins; without one, the number of lines */
function findQuotedMail(lines: readonly string[]): number {
  const outlook = lines.findIndex((line, index) => index > 0 && isOutlookHeader(line, lines[index + 1] ?? ''))
  if (outlook !== -1) return outlook
  const lastOwn = lines.findLastIndex((line) => !isBlank(line) && !isQuote(line))
  if (!lines.slice(lastOwn + 1).some(isQuote)) return lines.length
  // Some mail programs quote also the attribution.
  for (let index = lastOwn; index < lines.length; index += 1) {
    const start = findAttribution(lines, index)
    if (start > 0) return start
  }
  return lines.length
}

/**
 * Outlook's block: `From:` behind a line of underscores (or `-----Original Message-----`), or with an address and
 * before `Sent:`. The names may be bold.
 */
function isOutlookHeader(line: string, next: string): boolean {
  const isFrom = (text: string) => /^\s*\*{0,2}(From|Von|De|Da) ?:/iu.test(text)
  const isSent = /^\s*\*{0,2}(Sent|Date|Gesendet|Datum|Envoyé|Enviado|Inviato) ?:/iu.test(next)
  if (/^\s*(_{5,}|-{5} ?\p{L}.*-{5})\s*$/u.test(line)) return isFrom(next)
  return isFrom(line) && isSent && /\S@\S/u.test(line)
}

/**
 * Where an attribution such as `On … wrote:` begins, if it ends in this line. It contains an address. Mail programs
 * break it into up to three lines, of which the first has the date.
 * @returns the index of its first line; 0 for none
 */
function findAttribution(lines: readonly string[], end: number): number {
  const last = lines[end]?.trim() ?? ''
  // A longer line without an address, such as "Use this text:", is the commenter's own.
  if (!last.endsWith(':') || (!last.includes('@') && last.replace(/\s*:$/u, '').split(/\s+/u).length > 2)) return 0
  let found = 0
  let text = ''
  for (let start = end; start > Math.max(0, end - 3); start -= 1) {
    const piece = lines[start]?.replace(/^[\s>]+/u, '') ?? ''
    if (piece === '') break
    text = `${piece} ${text}`
    // GitHub shows an address as `***@***.***`.
    const address = /^(.*?\s)?\S+@\S/su.exec(text)
    if (address === null) continue
    if (/\d/u.test(address[1] ?? '')) return start
    found ||= start
  }
  return found
}

/** As mail programs write it, and only so: a last line such as "Sent from the server" is text. */
const SENT_FROM = new RegExp(
  '^(Sent from my |Get Outlook for |Gesendet von mein|Von mein\\S* .+ gesendet|Envoyé de(puis)? mon |' +
    'Enviado (desde mi|do meu) |Inviato dal mio |(Sent|Gesendet|Envoyé|Enviado|Inviato) \\w+ ' +
    '(iPhone|iPad|Mail (?=for )|Outlook|Yahoo|Gmail|Proton|Spark|Superhuman)).{0,60}$',
  'u',
)
