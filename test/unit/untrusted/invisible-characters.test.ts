import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeInvisibleCharacters } from '../../../src/untrusted/invisible-characters.ts'

test.each([
  ['zero-width characters', '\u200B\u200C\u200D\uFEFF\u2060\u2064'],
  ['soft hyphen and grapheme joiner', '\u00AD\u034F'],
  ['marks of direction', '\u061C\u200E\u202E\u202C\u2066\u2069'],
  ['tags', '\u{E0001}\u{E0041}\u{E007F}'],
  ['variation selectors', '\uFE00\uFE0F\u{E0100}\u{E01EF}\u180E'],
  ['Hangul fillers', '\u115F\u1160\u3164\uFFA0'],
  ['Braille blanks', '\u2800\u2800'],
  ['controls', '\0\u0001\u0008\u000B\u000C\u001B\u007F\u0085'],
  ['annotations', '\uFFF9\uFFFA\uFFFB'],
  ['noncharacters', '\uFFFF\uFDD0\u{1FFFE}'],
  ['the first half of a pair', '\uD83D'],
  ['the second half of a pair', '\uDE00'],
  ['unassigned, but never shown', '\u2065\u{E0FFF}'],
])('invisible characters are removed, and a run of them counts once: %s', (_name, characters) => {
  expect(removeInvisibleCharacters(`a${characters}b`)).toEqual({ text: 'ab', removals: 1 })
  for (const character of characters)
    expect(removeInvisibleCharacters(`a${character}b`)).toEqual({ text: 'ab', removals: 1 })
})

test.each([
  'a\r\n\r\nb\rc\td\n',
  '😀 👍🏽 ❤️ ☺︎ © ™️ ↔️',
  '👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🏴‍☠️ 🧑🏻‍❤️‍💋‍🧑🏿 🤷‍♀️ 🕵🏽‍♂️ ⛹🏿‍♀️',
  // without selectors, as some keyboards write them
  '🏳‍🌈 👁‍🗨 🤷‍♀ ❤‍🔥',
  '1️⃣ #️⃣ *️⃣',
  '🇩🇪🇺🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'می‌خواهم نیم‌فاصله',
  'क्‍ष क्‌ष श्री ന്‍',
  'ক্‌ষ র‍্য',
  'שלום עולם مرحبا بالعالم',
  'ᠮᠣᠩᠭᠣᠯ᠎ᠠ',
  '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙',
  'naïve café cafe\u0301 日本語　全角 한국어 ภาษาไทย',
])('emoji and letters that need invisible characters stay unchanged: %s', (text) => {
  expect(removeInvisibleCharacters(text)).toEqual({ text, removals: 0 })
})

test.each([
  ['👩\u200D📷', '👩📷'],
  ['👩\u200D💻\u200D📷', '👩\u200D💻📷'],
  ['❤\uFE0F\uFE0F', '❤\uFE0F'],
  ['🏴\u{E0041}\u{E007F}', '🏴'],
  ['1\uFE0F', '1'],
  ['😀\u200D', '😀'],
])('the emoji %j keeps only the characters that shape it', (text, visible) => {
  expect(removeInvisibleCharacters(text)).toEqual({ text: visible, removals: 1 })
})

const emoji = /(?:\p{RGI_Emoji}|\p{Extended_Pictographic})[\uFE0E\uFE0F]?\u200D?/gv

test('around emoji, no invisible character stays', () => {
  const invisible = ['\u200B', '\u200D', '\uFE0F', '\u202E', '\u{E0041}', '\uD83D', '\uDE00']
  const visible = ['word', ' ', '\n', '😀', '👩', '💻', '🏴', '1', '\u20E3']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...invisible, ...visible), { maxLength: 25 }), (parts) => {
      const clean = removeInvisibleCharacters(parts.join('')).text
      expect(clean.replace(emoji, '')).not.toMatch(/[\u200D\u200B\u202E\u{E0041}\uD83D\uDE00]|\uFE0F/u)
    }),
    { numRuns: 300 },
  )
})
