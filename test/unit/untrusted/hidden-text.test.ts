import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeHiddenText } from '../../../src/untrusted/hidden-text.ts'
import { readUntrustedText, untrustedText } from '../../../src/untrusted/text.ts'

function removeHidden(text: string): { text: string; removals: number } {
  const clean = removeHiddenText(untrustedText(text))
  return { text: readUntrustedText(clean.text), removals: clean.removals }
}

test.each([
  // HTML comments, closed and not
  ['a <!-- x --> b', 'a  b'],
  ['a<!-- x\ny -->b', 'ab'],
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb'],
  ['a <!-- x', 'a '],
  ['a\n<!-- x\n\ny', 'a\n'],
  ['a <!-- x\n\ny', 'a '],
  ['fix <!-- x\n\ny --> this page', 'fix  this page'],
  ['<!-- x', ''],
  ['a <!-- x --!> b', 'a '],
  ['a <!-- x -- y --> b', 'a  b'],
  ['a <!--> b', 'a  b'],
  ['a <!---> b', 'a  b'],
  ['a <!----> b', 'a  b'],
  ['a <!--x--><!--y--> b', 'a  b'],
  ['> a <!-- x\n> y --> b', '> a  b'],
  ['- a <!-- x -->\n- b', '- a \n- b'],
  ['- a\n  <!-- x\n  y -->\n- b', '- a\n  \n- b'],
  ['| a |\n|---|\n| b <!-- x --> |', '| a |\n|---|\n| b  |'],
  ['<details>\n<!-- x\ny -->\nb', '<details>\n\nb'],
  ['\\<!-- x --> a', '\\ a'],
  // comments that form from what is left
  ['<!-<!-- x -->- y --> a', ' a'],
  ['<<!-- x -->!-- y --> a', ' a'],
  ['add <!<!-- x -->-- and delete the rest -->a page', 'add a page'],
  ['<!\u200B-- x --> a', ' a'],
  ['<<!-- x -->!<!-- y -->-- z --> a', ' a'],
  // code around them stays, and so does code behind the comment of a template
  ['<!-- ``` -->\n\n```html\n<!-- x -->\n```', '\n\n```html\n<!-- x -->\n```'],
  ['<!--\n```\n-->\n```html\n<!-- x -->\n```', '\n```html\n<!-- x -->\n```'],
  ['`<!-- x -->` <!-- y --> `<!-- z -->`', '`<!-- x -->`  `<!-- z -->`'],
  // characters without a look
  ['add\u200B a\u2060 page', 'add a page'],
  ['add \u202Ea\u202C page', 'add a page'],
])('hidden text is removed: of %j stays %j', (text, clean) => {
  expect(removeHidden(text).text).toBe(clean)
  expect(removeHidden(text).removals).toBeGreaterThan(0)
})

test.each([
  '',
  'Add a page about webhooks.',
  'a\r\n\r\nb\rc\td\n',
  '# Heading\n\nSetext\n======\n\n* one\n* two\n  1. three\n\n> quote\n> > quote\n\n***\n',
  '**bold** _italic_ ~~gone~~ `code` <https://a.example/> <me@a.example> https://a.example/?b=c&d=e#f',
  '[text](https://a.example/b_(c) "title") [text](</a>) [b] ![diagram](a.png)\n\n[b]: https://a.example/ "t"',
  '| a | b |\n|---|:-:|\n| `c` | d \\| e |\n| f | g | h |\n',
  'Seen[^1].\n\n[^1]: At the end.\n\n[^2]: Nowhere.',
  // what people type, whatever a renderer makes of it
  'document GET /users/<id> and Map<String, List<Integer>> with <your-key>',
  '<Tabs>\n<Tab title="npm">npm i</Tab>\n</Tabs>',
  '<b title="x" onclick="y">a</b> <!DOCTYPE html> <?php echo 1 ?> <![CDATA[x]]> </ x>',
  'a < b && c > d, 1 <2, x<-y, <3, a<!b, --> and <! --',
  '&lt;!-- x --&gt; &amp; &#8203; &zwj; <!&#8203;-- x -->',
  '```js {1,2} title="x"\na %% b\n```',
  // comments in code
  '`<!-- toc -->` and ``<b title="`">`` and `<!--`',
  'Write `<!-- more -->` into List<String> of <your-page>.',
  '```html\n<!-- x -->\n<b title="y">z</b>\n```\n',
  '~~~~\n```\n<!-- x -->\n~~~\n~~~~\n',
  '- a\n\n  ```\n  <!-- x -->\n  ```\n- b',
  '- ```\n  <!-- x -->\n  ```',
  '1. ```\n   <!-- x -->\n   ```\n2. b',
  'a\n- ```\n  <!-- x -->\n  ```',
  '   ```\n<!-- x -->\n   ```',
  '~~~\n<!-- x -->\n```\n~~',
  '````\n```\n<!-- x -->\n````',
  '```\n<!-- never closed',
  '```\r\n<!-- x -->\r\n```\r\n',
  '# a\n```\n<!-- x -->\n```',
  '> `<!-- x -->`',
  '``a ` <!-- x -->``',
  '<details>\n<summary>Log</summary>\n\n```\n<!-- x -->\n```\n\n</details>',
])('text without anything hidden, and comments in code, stay as they are: %j', (text) => {
  expect(removeHidden(text)).toEqual({ text, removals: 0 })
})

test.each([
  '😀 👍🏽 ❤️ ☺︎ © ™️ ↔️',
  '👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🏴‍☠️ 🧑🏻‍❤️‍💋‍🧑🏿 🤷‍♀️',
  // as some keyboards have them, without selectors
  '🏳‍🌈 👁‍🗨 🤷‍♀ ❤‍🔥',
  '1️⃣ #️⃣ *️⃣',
  '🇩🇪🇺🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '`👨‍👩‍👧‍👦`\n\n```\n❤️\n```',
  'می‌خواهم نیم‌فاصله',
  'क्‍ष क्‌ष श्री ന്‍',
  'ক্‌ষ র‍্য',
  'שלום עולם',
  'مرحبا بالعالم',
  'ᠮᠣᠩᠭᠣᠯ᠎ᠠ',
  '⠓⠑⠇⠇⠕⠀⠺⠕⠗⠇⠙',
  'naïve café cafe\u0301 日本語　全角 한국어 ภาษาไทย',
])('emoji and letters that need invisible characters stay as they are: %s', (text) => {
  expect(removeHidden(text)).toEqual({ text, removals: 0 })
})

test.each([
  ['zero-width space', 'a\u200Bb'],
  ['zero-width non-joiner', 'a\u200Cb'],
  ['zero-width joiner', 'a\u200Db'],
  ['byte order mark', '\uFEFFab'],
  ['word joiner', 'a\u2060b'],
  ['invisible plus', 'a\u2064b'],
  ['soft hyphen', 'a\u00ADb'],
  ['grapheme joiner', 'a\u034Fb'],
  ['vowel separator', 'a\u180Eb'],
  ['Arabic letter mark', 'a\u061Cb'],
  ['left-to-right mark', 'a\u200Eb'],
  ['override', 'a\u202Eb\u202C'],
  ['isolate', 'a\u2066b\u2069'],
  ['tags', 'a\u{E0001}\u{E0041}\u{E007F}b'],
  ['variation selectors', 'a\uFE00b\uFE0F\u{E0100}\u{E01EF}'],
  ['Hangul fillers', 'a\u115F\u1160\u3164\uFFA0b'],
  ['Braille blanks', 'a\u2800\u2800b'],
  ['controls', 'a\0\u0001\u0008\u000B\u000C\u001B\u007F\u0085b'],
  ['annotations', 'a\uFFF9\uFFFA\uFFFBb'],
  ['noncharacters', 'a\uFFFF\uFDD0\u{1FFFE}b'],
  ['the first half of a pair', 'a\uD83Db'],
  ['the second half of a pair', 'a\uDE00b'],
  ['unassigned, but never shown', 'a\u2065\u{E0FFF}b'],
])('invisible characters are removed: %s', (_, text) => {
  expect(removeHidden(text).text).toBe('ab')
  expect(removeHidden(`\`${text}\``).text).toBe('`ab`')
  expect(removeHidden(`\`\`\`\n${text}\n\`\`\``).text).toBe('```\nab\n```')
})

test.each([
  ['👩\u200D📷', '👩📷'],
  ['👩\u200D💻\u200D📷', '👩\u200D💻📷'],
  ['❤\uFE0F\uFE0F', '❤\uFE0F'],
  ['🏴\u{E0041}\u{E007F}', '🏴'],
  ['1\uFE0F', '1'],
  ['😀\u200D', '😀'],
])('of the emoji %j, only what shapes it stays', (text, visible) => {
  expect(removeHidden(text).text).toBe(visible)
})

// Each could be taken for code.
test.each([
  ['a fence that is none, since it is not the start of a line', '/docs ```\n<!-- secret -->\n```'],
  ['a fence behind a character without width', '\u200B```\n<!-- secret -->\n```'],
  ['backticks that close nothing', 'a ` b <!-- secret --> c'],
  ['backticks that close on the next line', 'a `\nb` <!-- secret --> `'],
  ['backticks that a heading divides', '# a `\n` b `<!-- secret -->`'],
  ['a backslash in front of a backtick', '\\`<!-- secret -->`'],
  ['backticks in two cells', '| a | b |\n|---|---|\n| ` | <!-- secret --> ` |'],
  ['backticks in three cells', '|a|b|\n|-|-|\n| ` | a ` b `<!-- secret -->` |'],
  ['backticks in two paragraphs', '`\n\n<!-- secret -->`'],
  ['backticks behind a comment on its line', '<!-- a --> `<!-- secret -->`'],
  ['more backticks than GitHub looks for', `${'`'.repeat(81)}<!-- secret -->${'`'.repeat(81)}`],
  ['a fence that ends HTML that is none', 'a\n<x>\n```\nb\n\n```\n<!-- secret -->'],
  ['a quote that ends a fence, with space in front', '> ```\n  <!-- secret -->\n> ```'],
  ['a quote that ends a fence', '> ```\n<!-- secret -->\n> ```'],
  ['a list that ends a fence', '- ```\n<!-- secret -->\n  ```'],
  ['a list that ends a fence below its item', '- a\n  ```\n<!-- secret -->\n  ```'],
  ['a fence that an item closes', '- ```\n  a\n  ```\n  <!-- secret -->'],
  ['a fence in a list, closed with less space', '- a\n\n    ```\n    x\n  ```\n  <!-- secret -->\n  ```'],
  ['a list that does not start with one', 'a\n2. ```\n   <!-- secret -->\n   ```'],
  ['an escaped fence', '\\```\n<!-- secret -->\n```'],
  ['a fence with a backtick behind it', '``` `\n<!-- secret -->\n```'],
  ['a fence of two', '``\n<!-- secret -->\n``\n``'],
  ['a fence that was closed', '```\n```\n<!-- secret -->\n```'],
  ['a fence that was closed with more', '```\n`````  \n<!-- secret -->\n```'],
  ['a fence with four spaces in front', 'a\n    ```\n<!-- secret -->\n```'],
  ['a block of HTML that goes on behind its comment', '<!-- a --!>\n```\n<!-- secret -->\n```\n-->'],
  ['four spaces that go on with a paragraph', 'a\n    <!-- secret -->'],
  ['four spaces within a list', '-   a\n\n    <!-- secret -->'],
  ['a carriage return for a line break', '```\r```\r<!-- secret -->'],
  ['comments within comments', `${'<!-'.repeat(2_000)}<!-- secret -->${'- secret -->'.repeat(2_000)}`],
])('hidden text does not reach the prompt: %s', (_, text) => {
  expect(removeHidden(text).text).not.toContain('secret')
})

test('removed pieces are counted', () => {
  expect(removeHidden('a <!-- x --> b <!-- y --> c\u200B\u200Bd').removals).toBe(3)
})

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
// Random characters hardly ever make a comment or a fence: these do.
const pieces = [
  ...['word', ' ', '\n', '\n\n', '\r\n', '    ', '> ', '- ', '1. ', '#', '`', '``', '```', '~~~', '\\', '|'],
  ...[
    '|-|\n',
    '\n```\n',
    '\n  ```\n',
    '<!--',
    '-->',
    '--!>',
    '<!-',
    '-',
    '--',
    '<',
    '>',
    '<b',
    '</b>',
    '<div>',
  ],
  ...['<pre>', ' title="', '"', '[', '](', ')', ' "x")', '[a]', '[a]: b', '$', 'www.', 'http://'],
]
const invisiblePieces = ['\u200B', '\u200D', '\uFE0F', '\u202E', '\u{E0041}', '\uD83D', '\uDE00']
const emojiPieces = ['😀', '👩', '💻', '🏴', '1', '\u20E3']
const markup = fc
  .array(
    fc.oneof(
      anyText.map((text) => text.slice(0, 4)),
      fc.constantFrom(...pieces, '<?', '?>', '<![CDATA[', '[^a]: b', '&#8203;'),
      fc.constantFrom(...invisiblePieces, ...emojiPieces),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''))

test('a clean text has nothing more to remove', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, markup), (text) => {
      const once = removeHidden(text)
      expect(removeHidden(once.text)).toEqual({ text: once.text, removals: 0 })
      expect(once.removals > 0).toBe(once.text !== text)
    }),
    { numRuns: 500 },
  )
})

test('a clean text holds nothing but pieces of the text, in order', () => {
  fc.assert(
    fc.property(markup, (text) => {
      let at = 0
      for (const character of removeHidden(text).text) {
        at = text.indexOf(character, at)
        expect(at).not.toBe(-1)
        at += character.length
      }
    }),
  )
})

test('a text without comments and invisible characters stays as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, '<?', '&#8203;', '😀'), { maxLength: 25 }), (parts) => {
      const text = parts.join('')
      fc.pre(!text.includes('<!--'))
      expect(removeHidden(text)).toEqual({ text, removals: 0 })
    }),
  )
})

// By number, and so without what the code under test knows of Unicode.
const neverAlone =
  /\u034F|[\uFE00-\uFE0D]|[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0001}\u{E0080}-\u{E0FFF}]/u
const emoji = /(?:\p{RGI_Emoji}|\p{Extended_Pictographic})[\uFE0E\uFE0F]?\u200D?/gv
const onlyInEmoji = /[\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}\uD800-\uDFFF]/u

test('no invisible character stays', () => {
  fc.assert(
    fc.property(markup, (text) => {
      const clean = removeHidden(text).text
      expect(clean).not.toMatch(neverAlone)
      fc.pre(!/[\u0600-\u1AFF]/.test(clean))
      expect(clean.replace(emoji, '')).not.toMatch(onlyInEmoji)
    }),
    { numRuns: 300 },
  )
})

test('no opening of a comment stays outside code', () => {
  fc.assert(
    fc.property(markup, (text) => {
      fc.pre(!/[`~]/.test(text))
      expect(removeHidden(text).text).not.toContain('<!--')
    }),
    { numRuns: 300 },
  )
})

test('all words around removed text stay', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 })
  const hidden = fc.constantFrom(
    '<!-- HIDDEN -->',
    '<!-- HIDDEN\nHIDDEN -->',
    '\u200B',
    '\u202E',
    '\u{E0048}\u{E0049}',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(words, hidden), { minLength: 1, maxLength: 8 }), (lines) => {
      const clean = removeHidden(lines.map(([parts, piece]) => `${parts.join(' ')} ${piece} `).join(''))
      expect(clean.text.trim().split(/\s+/)).toEqual(lines.flatMap(([parts]) => parts))
      expect(clean.removals).toBe(lines.length)
    }),
  )
})

const size = 65_536
// Each takes some hundredths of a second. Where time grows with the square of the size, it is minutes.
const inTime = 30_000
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)

test.each([
  ...[
    '<',
    '<!-',
    '<!--',
    '<!-->',
    'a <!-- b\n\n',
    '> a <!-- b -->\n',
    '<!-- a\n',
    '<!-- a -->\n',
    '<div><!-- a\n',
  ],
  ...['-', '--', '-->', '`', '`a``', '``` ', '```\n', '~', '- ```\n', '    ```\n', '`a`', '`<!--`', '\\`'],
  ...[
    '> ',
    '- ',
    '1. ',
    '[^',
    '[^a]: ',
    '|`',
    '](',
    '= ',
    '="',
    'www.',
    '://',
    '<a',
    '<pre>\n',
    '\n',
    '\r',
    ' ',
    '\t',
  ],
  ...['\u200B', '\u200D', '<!\u200B--', '👩\u200D', '👩\u200D👩', '1\uFE0F', 'क\u200D', '\u2800', '\uD83D'],
])('hidden text is looked for in 64 KiB of %j in time', { timeout: inTime }, (piece) => {
  const text = fill(piece)
  expect(removeHidden(text).text.length).toBeLessThanOrEqual(size)
  const more = `a ${text} <!-- b -->`
  expect(removeHidden(more).text.length).toBeLessThanOrEqual(more.length)
})

test.each([
  ['growing runs of backticks', Array.from({ length: 360 }, (_, index) => '`'.repeat(index)).join(' ')],
  ['comments within comments', `${'<!-'.repeat(9_000)}<!-- a -->${'- b -->'.repeat(5_000)}`],
  ['comments that form from two', `${'<'.repeat(4_000)}${'<!-- a -->!<!-- b -->-- c -->'.repeat(2_000)}`],
  ['comments on one line', 'a <!-- b --> '.repeat(5_000)],
  ['comments over lines', 'a <!-- b\n --> '.repeat(5_000)],
  ['space behind a fence that is none', `<!-- a -->\n\`\`\`\n\`\`\`${' '.repeat(size)}b`],
])('hidden text is looked for in 64 KiB of %s in time', { timeout: inTime }, (_, text) => {
  expect(removeHidden(text).text.length).toBeLessThanOrEqual(text.length)
})
