/**
 * Removes the characters that nobody sees: zero-width and bidirectional characters, tags, variation
 * selectors, controls, fillers and halves of surrogate pairs. They stay only where they shape what is seen:
 * inside emoji, and between letters of scripts that are written with them.
 *
 * @returns The text, and how many runs of such characters were taken out.
 */
export function removeInvisibleCharacters(text: string): { text: string; removals: number } {
  if (!hasInvisibleCharacter(text)) {
    return { text, removals: 0 }
  }
  let removals = 0
  const keepOrRemove = (match: string, ...details: unknown[]): string => {
    const { joined, run } = details.at(-1) as { joined?: string; run?: string }
    if (run !== undefined) {
      removals += 1
      return ''
    }
    return joined === undefined || isKnownEmoji(joined)
      ? match
      : joined.replace(shapingOrInvisible, keepOrRemove)
  }
  return { text: text.replace(joinedOrShapingOrInvisible, keepOrRemove), removals }
}

/** Whether `text` has a character that nobody sees by itself. Emoji have such characters, too. */
export function hasInvisibleCharacter(text: string): boolean {
  return anyInvisible.test(text)
}

// Unicode says which characters a renderer shows nothing for; the rest are controls, annotations, layout
// controls of hieroglyphs, and blanks that look like no character at all.
// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
const invisible =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Control}\\p{Surrogate}\\p{Noncharacter_Code_Point}' +
  '\\u{FFF9}-\\u{FFFB}\\u{13430}-\\u{13455}\\u{16FE4}\\u{1D159}]--[\\t\\n\\r]]'

// A blank Braille cell is a space in Braille, and nothing at all elsewhere.
const strayBrailleBlank = '(?<![\\u2801-\\u28FF]\\u2800?)\\u2800(?!\\u2800?[\\u2801-\\u28FF])'

const anyInvisible = new RegExp(`${invisible}|\\u2800`, 'v')

// A person, a heart, a rainbow: pictures that a zero-width joiner may make one. Whether it does is up to `isKnownEmoji`.
const joinedPictures =
  '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?(?:\\u200D\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?)+'

// One selector that asks for the plain or the colourful form of a picture.
const selectedPicture = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]'

// Persian needs the non-joiner, the scripts of India and their relatives need both, and Mongolian has selectors of its own.
const joiningLetter =
  '[\\p{Script_Extensions=Arabic}\\p{Script_Extensions=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}' +
  '\\p{Script_Extensions=Devanagari}\\p{Script_Extensions=Bengali}\\p{Script_Extensions=Gurmukhi}' +
  '\\p{Script_Extensions=Gujarati}\\p{Script_Extensions=Oriya}\\p{Script_Extensions=Tamil}' +
  '\\p{Script_Extensions=Telugu}\\p{Script_Extensions=Kannada}\\p{Script_Extensions=Malayalam}' +
  '\\p{Script_Extensions=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}]'
const letterThatJoins = `[${joiningLetter}&&[\\p{Letter}\\p{Mark}]]`
const virama =
  '[\\u{94D}\\u{9CD}\\u{A4D}\\u{ACD}\\u{B4D}\\u{BCD}\\u{C4D}\\u{CCD}\\u{D4D}\\u{DCA}\\u{1039}\\u{17D2}]'
const mongolianLetter = '[\\p{Script=Mongolian}&&\\p{Letter}]'
const shapingBetweenLetters =
  `(?<=${letterThatJoins})[\\u200C\\u200D](?=${letterThatJoins})|(?<=${virama})[\\u200C\\u200D](?!${invisible})|` +
  `(?<=${mongolianLetter})[\\u180B-\\u180F](?![\\u180B-\\u180F])`

const shaping = `\\p{RGI_Emoji}|${selectedPicture}|${shapingBetweenLetters}`
const run = `(?<run>(?:${invisible}|${strayBrailleBlank})+)`
const shapingOrInvisible = new RegExp(`${shaping}|${run}`, 'gv')
const joinedOrShapingOrInvisible = new RegExp(`(?<joined>${joinedPictures})|${shaping}|${run}`, 'gv')
const wholeEmoji = /^\p{RGI_Emoji}$/v

/** Some keyboards leave out the selectors that the list of emoji has: the sequence counts with or without them. */
function isKnownEmoji(sequence: string): boolean {
  if (wholeEmoji.test(sequence)) {
    return true
  }
  const parts = sequence.replaceAll('\uFE0F', '').split('\u200D')
  if (parts.length > mostParts) {
    return false
  }
  for (let selected = 0; selected < 2 ** parts.length; selected += 1) {
    const candidate = parts.map((part, index) => (selected & (1 << index) ? `${part}\uFE0F` : part))
    if (wholeEmoji.test(candidate.join('\u200D'))) {
      return true
    }
  }
  return false
}

const mostParts = 5
