/**
 * Removes invisible characters: zero-width and bidirectional characters, tags, variation
 * selectors, controls, fillers and halves of surrogate pairs. They stay only where they change what is seen:
 * inside emoji, and between letters of scripts that are written with them.
 *
 * @returns The text, and how many runs of such characters were taken out.
 */
export function removeInvisibleCharacters(text: string): { text: string; removals: number } {
  let removals = 0
  const clean = (part: string): string =>
    part.replace(SHAPING_OR_INVISIBLE, (found: string, ...match: unknown[]) => {
      const { run, sequence } = match.at(-1) as Partial<Record<string, string>>
      if (run !== undefined) removals += 1
      if (sequence === undefined) return run === undefined ? found : ''
      // What is no part of the emoji is read on its own.
      const emoji = findEmojiAtStart(sequence)
      return emoji + clean(sequence.slice(emoji.length))
    })
  return { text: ANY_INVISIBLE.test(text) ? clean(text) : text, removals }
}

/** Some keyboards leave out the selectors that the list of emoji has: the sequence counts with or without them. */
function findEmojiAtStart(sequence: string): string {
  const parts = sequence.split('\u200D')
  const complete = parts.map((part) => part.replace(/^(.)\uFE0F?/v, addSelector)).join('\u200D')
  emojiAtStart ??= /^\p{RGI_Emoji}/v
  const known = emojiAtStart.exec(complete)?.[0] ?? ''
  return parts.length === 1 ? known : parts.slice(0, known.split('\u200D').length).join('\u200D')
}

function addSelector(selected: string, picture: string, _: number, part: string): string {
  return /\p{Emoji_Presentation}/v.test(picture) || selected.length < part.length
    ? picture
    : `${picture}\uFE0F`
}

// The set of all emoji takes half as long to build as Node takes to start, even for a literal that is never used.
let emojiAtStart: RegExp | undefined

// Unicode says which characters a renderer shows nothing for; the rest are controls, annotations, layout
// controls of hieroglyphs, and blanks that look like no character at all.
// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
const INVISIBLE =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Control}\\p{Surrogate}\\p{Noncharacter_Code_Point}' +
  '\\u{FFF9}-\\u{FFFB}\\u{13430}-\\u{13455}\\u{16FE4}\\u{1D159}]--[\\t\\n\\r]]'

// A blank Braille cell is a space in Braille, and invisible elsewhere.
const STRAY_BRAILLE_BLANK = '(?<![\\u2801-\\u28FF]\\u2800?)\\u2800(?!\\u2800?[\\u2801-\\u28FF])'

// A person, a heart, a rainbow: pictures that a zero-width joiner may make one. No known emoji has more than four.
const PICTURE = '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?'
// A black flag, and in tags the name of the place that it is of.
const FLAG = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F}'
const KEYCAP = '[0-9#*]\\uFE0F\\u20E3'
// One selector that asks for the plain or the colorful form of a picture.
const SELECTED_PICTURE = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]'

// Persian needs the non-joiner, the scripts of India and their relatives both; Mongolian has selectors of its own.
const JOINING_SCRIPTS =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil ' +
  'Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const JOINING_LETTER = `[[${JOINING_SCRIPTS.replace(/(\w+) ?/gu, '\\p{scx=$1}')}]&&[\\p{L}\\p{M}]]`
const VIRAMA =
  '[\\u{94D}\\u{9CD}\\u{A4D}\\u{ACD}\\u{B4D}\\u{BCD}\\u{C4D}\\u{CCD}\\u{D4D}\\u{DCA}\\u{1039}\\u{17D2}]'
const MONGOLIAN_LETTER = '[\\p{sc=Mongolian}&&\\p{L}]'
const SHAPING = [
  `(?<=${JOINING_LETTER})[\\u200C\\u200D](?=${JOINING_LETTER})`,
  `(?<=${VIRAMA})[\\u200C\\u200D](?!${INVISIBLE})`,
  `(?<=${MONGOLIAN_LETTER})[\\u180B-\\u180F](?![\\u180B-\\u180F])`,
].join('|')

const ANY_INVISIBLE = new RegExp(`${INVISIBLE}|\\u2800`, 'v')
const SHAPING_OR_INVISIBLE = new RegExp(
  `(?<sequence>${PICTURE}(?:\\u200D${PICTURE}){1,3}|${FLAG})|${KEYCAP}|${SELECTED_PICTURE}|${SHAPING}|` +
    `(?<run>(?:${INVISIBLE}|${STRAY_BRAILLE_BLANK})+)`,
  'gv',
)
