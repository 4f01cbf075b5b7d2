import { removeInvisibleCharacters } from './invisible-characters.ts'
import { readUntrustedText, type UntrustedText, untrustedText } from './text.ts'

/**
 * Removes invisible characters and HTML comments, also from code. Where GitHub may hide more than a comment, the rest
 * of the text goes, too: no parser but GitHub's own knows where that ends. A second call would remove nothing more.
 * @param text a whole comment, since the text before a comment decides where it ends
 */
export function removeHiddenText(text: UntrustedText): { text: UntrustedText; removals: number } {
  // Invisible characters are removed second: a line of them isn't blank for GitHub.
  const shown = removeComments(readUntrustedText(text))
  const visible = removeInvisibleCharacters(shown.text)
  // The removals may have formed a comment, which is an attack: everything after that point is dropped.
  const formed = visible.text.search(new RegExp(OPENING, 'iu'))
  const isFormed = formed >= 0
  return {
    text: untrustedText(isFormed ? visible.text.slice(0, formed) : visible.text),
    removals: shown.removals + visible.removals + Number(isFormed),
  }
}

/** Instructions, declarations, and what browsers read as such: all that a browser turns into comments. */
const OPENING = '<!--|<\\?|<!\\[CDATA\\[|<![a-z]|<[!/](?=[^a-z>])'
const CLOSINGS: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>', '<![CDATA[': ']]>' }
const LINE_BREAK = /[\r\n]/u
const BREAK = '(?:\\r\\n|(?<!\\r)\\n|\\r(?!\\n))'
/** Where the text, or a line after a blank one, begins: a list, a quote or a block of HTML has ended there. */
const BLOCK_START = new RegExp(`(?<=^|(?:^|${BREAK})[ \\t]*${BREAK})<`, 'uy')

function removeComments(text: string): { text: string; removals: number } {
  const kept: string[] = []
  let from = 0
  for (const { 0: opening, index } of text.matchAll(new RegExp(OPENING, 'giu'))) {
    // It is inside of one that was removed.
    if (index < from) continue
    kept.push(text.slice(from, index))
    from = findEnd(text, opening.toUpperCase(), index)
  }
  return { text: [...kept, text.slice(from)].join(''), removals: kept.length }
}

/** The end of what `opening` may hide; that of the text, unless GitHub certainly shows what follows. */
function findEnd(text: string, opening: string, index: number): number {
  const closing = CLOSINGS[opening] ?? '>'
  // The shortest comment is `<!-->`.
  const end = text.indexOf(closing, index + 2)
  if (end < 0) return text.length
  const inside = text.slice(index + 1, end)
  const isLine = !LINE_BREAK.test(inside)
  // Browsers end anything but a comment at its first `>`, and may find a comment behind that.
  const isCertain = opening === '<!--' ? isLine || beginsBlock(text, index) : isLine && !inside.includes('<')
  return isCertain ? end + closing.length : text.length
}

function beginsBlock(text: string, index: number): boolean {
  BLOCK_START.lastIndex = index
  return BLOCK_START.test(text)
}
