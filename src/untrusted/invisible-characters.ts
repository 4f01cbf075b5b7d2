/**
 * Removes invisible characters: zero-width and bidirectional characters, tags, variation selectors, controls, fillers
 * and lone surrogates. They stay in emoji, and between letters of scripts that need them.
 * @returns `removals`: the number of removed runs of such characters
 */
export function removeInvisibleCharacters(text: string): { text: string; removals: number } {
  let removals = 0
  if (!ANY_INVISIBLE.test(text)) return { text, removals }
  shapingOrInvisible ??= new RegExp(SHAPING_OR_INVISIBLE, 'gv')
  const pattern = shapingOrInvisible
  const clean = (part: string): string =>
    part.replace(pattern, (found: string, ...match: unknown[]) => {
      const { run, sequence } = match.at(-1) as Partial<Record<string, string>>
      if (run !== undefined) removals += 1
      if (sequence === undefined) return run === undefined ? found : ''
      // Other characters of the sequence are checked again.
      const emoji = findEmojiAtStart(sequence)
      return emoji + clean(sequence.slice(emoji.length))
    })
  return { text: clean(text), removals }
}

/** Some keyboards omit the selectors that the list of emoji has, so they are optional. */
function findEmojiAtStart(sequence: string): string {
  const parts = sequence.split('\u200D')
  const complete = parts.map((part) => part.replace(/^(.)\uFE0F?/v, addSelector)).join('\u200D')
  emojiAtStart ??= new RegExp(`^${EMOJI}`, 'v')
  const known = emojiAtStart.exec(complete)?.[0] ?? ''
  return parts.length === 1 ? known : parts.slice(0, known.split('\u200D').length).join('\u200D')
}

function addSelector(selected: string, picture: string, _: number, part: string): string {
  return /\p{Emoji_Presentation}/v.test(picture) || selected.length < part.length ? picture : `${picture}\uFE0F`
}

// Created late, and not as literals, which V8 parses with their file: building the set of all emoji takes half as
// long as starting Node.
const EMOJI = '\\p{RGI_Emoji}'
let emojiAtStart: RegExp | undefined
let shapingOrInvisible: RegExp | undefined

// The characters that Unicode ignores, and controls, annotations, layout controls of hieroglyphs, and blanks.
// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
const INVISIBLE =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Control}\\p{Surrogate}\\p{Noncharacter_Code_Point}' +
  '\\u{FFF9}-\\u{FFFB}\\u{13430}-\\u{13455}\\u{16FE4}\\u{1D159}]--[\\t\\n\\r]]'

// A blank Braille cell is a space in Braille, and invisible elsewhere.
const STRAY_BRAILLE_BLANK = '(?<![\\u2801-\\u28FF]\\u2800?)\\u2800(?!\\u2800?[\\u2801-\\u28FF])'

// Pictures that zero-width joiners combine. No known emoji has more than four.
const PICTURE = '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?'
// A black flag, followed by the name of a region in tags.
const FLAG = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F}'
const KEYCAP = '[0-9#*]\\uFE0F\\u20E3'
// A picture with a selector for its plain or colorful form.
const SELECTED_PICTURE = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]'

// Persian needs the non-joiner, Indian scripts need both joiners, and Mongolian has its own selectors.
const JOINING_SCRIPTS =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil ' +
  'Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan'
const JOINING_LETTER = `[[${JOINING_SCRIPTS.replace(/(\w+) ?/gu, '\\p{scx=$1}')}]&&[\\p{L}\\p{M}]]`
const VIRAMA = '[\\u{94D}\\u{9CD}\\u{A4D}\\u{ACD}\\u{B4D}\\u{BCD}\\u{C4D}\\u{CCD}\\u{D4D}\\u{DCA}\\u{1039}\\u{17D2}]'
const MONGOLIAN_LETTER = '[\\p{sc=Mongolian}&&\\p{L}]'
const SHAPING = [
  `(?<=${JOINING_LETTER})[\\u200C\\u200D](?=${JOINING_LETTER})`,
  `(?<=${VIRAMA})[\\u200C\\u200D](?!${INVISIBLE})`,
  `(?<=${MONGOLIAN_LETTER})[\\u180B-\\u180F](?![\\u180B-\\u180F])`,
].join('|')

const ANY_INVISIBLE = new RegExp(`${INVISIBLE}|\\u2800`, 'v')
const SHAPING_OR_INVISIBLE =
  `(?<sequence>${PICTURE}(?:\\u200D${PICTURE}){1,3}|${FLAG})|${KEYCAP}|${SELECTED_PICTURE}|${SHAPING}|` +
  `(?<run>(?:${INVISIBLE}|${STRAY_BRAILLE_BLANK})+)`
