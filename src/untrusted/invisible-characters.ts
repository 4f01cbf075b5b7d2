/**
 * Removes invisible characters: zero-width and bidirectional characters, tags, variation
 * selectors, controls, fillers and halves of surrogate pairs. They stay only where they change what is seen:
 * inside emoji, and between letters of scripts that are written with them.
 *
 * @returns The text, and how many runs of such characters were taken out.
 */
export function removeInvisibleCharacters(text: string): { text: string; removals: number } {
  if (!anyInvisible.test(text)) {
    return { text, removals: 0 }
  }
  const knownStarts: KnownStarts = new Map()
  const kept: string[] = []
  let removals = 0
  let at = 0
  let match = findNext(text, at)
  while (match !== undefined) {
    const shown = findShown(match, knownStarts)
    const next = match.index + (shown?.length ?? match[0].length)
    kept.push(text.slice(at, match.index), shown ?? '')
    removals += shown === undefined ? 1 : 0
    at = next
    match = findNext(text, at)
  }
  kept.push(text.slice(at))
  return { text: kept.join(''), removals }
}

function findNext(text: string, at: number): RegExpExecArray | undefined {
  shapingOrInvisible.lastIndex = at
  return shapingOrInvisible.exec(text) ?? undefined
}

/** What has been asked for already, since to find an emoji is slow. */
type KnownStarts = Map<string, string>

/** As much from the start of what was found as is seen: nothing of an invisible run, and of an emoji what is known. */
function findShown({ 0: found, groups }: RegExpExecArray, knownStarts: KnownStarts): string | undefined {
  if (groups?.['run'] !== undefined) {
    return undefined
  }
  if (groups?.['sequence'] === undefined) {
    return found
  }
  const known = knownStarts.get(found) ?? findKnownStart(found)
  knownStarts.set(found, known)
  return known
}

/** Some keyboards leave out the selectors that the list of emoji has: the sequence counts with or without them. */
function findKnownStart(sequence: string): string {
  const parts = sequence.split('\u200D')
  const complete = parts.map((part) => part.replace(/^(.)\uFE0F?/v, addSelector)).join('\u200D')
  emojiAtStart ??= new RegExp(emojiAtStartSource, 'v')
  const known = emojiAtStart.exec(complete)?.[0] ?? ''
  return parts.length === 1 ? known : parts.slice(0, known.split('\u200D').length).join('\u200D')
}

function addSelector(selected: string, picture: string, _: number, part: string): string {
  return /\p{Emoji_Presentation}/v.test(picture) || selected.length < part.length
    ? picture
    : `${picture}\uFE0F`
}

// Unicode says which characters a renderer shows nothing for; the rest are controls, annotations, layout
// controls of hieroglyphs, and blanks that look like no character at all.
// https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
const invisible =
  '[[\\p{Default_Ignorable_Code_Point}\\p{Control}\\p{Surrogate}\\p{Noncharacter_Code_Point}' +
  '\\u{FFF9}-\\u{FFFB}\\u{13430}-\\u{13455}\\u{16FE4}\\u{1D159}]--[\\t\\n\\r]]'

// A blank Braille cell is a space in Braille, and invisible elsewhere.
const strayBrailleBlank = '(?<![\\u2801-\\u28FF]\\u2800?)\\u2800(?!\\u2800?[\\u2801-\\u28FF])'

const anyInvisible = new RegExp(`${invisible}|\\u2800`, 'v')

// A person, a heart, a rainbow: pictures that a zero-width joiner may make one. No known emoji has more than four.
const picture = '\\p{Extended_Pictographic}\\uFE0F?\\p{Emoji_Modifier}?'
const joined = `${picture}(?:\\u200D${picture}){1,3}`

// A black flag, and in tags the name of the place that it is of.
const flag = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{1,8}\\u{E007F}'

const keycap = '[0-9#*]\\uFE0F\\u20E3'

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

const run = `(?<run>(?:${invisible}|${strayBrailleBlank})+)`
const shapingOrInvisible = new RegExp(
  `(?<sequence>${joined}|${flag})|${keycap}|${selectedPicture}|${shapingBetweenLetters}|${run}`,
  'gv',
)

// The longest one, for sequences only. The set of all emoji takes half as long to build as Node takes to start, even for a
// literal that is never used, so it is built when it is needed.
const emojiAtStartSource = '^\\p{RGI_Emoji}'
let emojiAtStart: RegExp | undefined
