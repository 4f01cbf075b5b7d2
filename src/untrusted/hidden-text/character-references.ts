import { hasInvisibleCharacter } from './invisible-characters.ts'
import type { Span } from './placed-text.ts'

/**
 * The character reference at `from`, if it stands for a character that nobody sees.
 *
 * @param reader Browsers do without the semicolon, Markdown does not: https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references
 */
export function findInvisibleReference(
  text: string,
  from: number,
  reader: 'markdown' | 'browser',
): Span | undefined {
  const pattern = reader === 'markdown' ? strictReference : looseReference
  pattern.lastIndex = from
  const match = pattern.exec(text)
  if (match === null) {
    return undefined
  }
  const [whole, hexadecimal, decimal, name] = match
  const isInvisible =
    name === undefined ? isInvisibleNumber(hexadecimal, decimal, reader) : invisibleNames.has(name)
  return isInvisible ? { from, to: from + whole.length } : undefined
}

function isInvisibleNumber(hexadecimal: string | undefined, decimal = '', reader: string): boolean {
  const codePoint =
    hexadecimal === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal, 16)
  // These show as the replacement character, or as what Windows once had in the place of C1 controls.
  const isReplaced =
    codePoint === 0 || codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff)
  const isWindowsCharacter = reader === 'browser' && codePoint >= 0x80 && codePoint <= 0x9f
  return !isReplaced && !isWindowsCharacter && hasInvisibleCharacter(String.fromCodePoint(codePoint))
}

const strictReference = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]*));/iy
const looseReference = /&(?:#x([0-9a-f]+)|#([0-9]+)|([a-z][a-z0-9]*));?/iy

// All names that HTML has for such characters: https://html.spec.whatwg.org/multipage/named-characters.html
const invisibleNames: ReadonlySet<string> = new Set([
  ...['shy', 'zwj', 'zwnj', 'lrm', 'rlm', 'NoBreak', 'ApplyFunction', 'af', 'InvisibleTimes', 'it'],
  ...['InvisibleComma', 'ic', 'ZeroWidthSpace', 'NegativeVeryThinSpace', 'NegativeThinSpace'],
  ...['NegativeMediumSpace', 'NegativeThickSpace'],
])
