import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUntrustedText, untrustedText } from '../../../src/untrusted/text.ts'
import { keepVisibleText } from '../../../src/untrusted/visible-text.ts'

function keepVisible(text: string): { text: string; removals: number } {
  const visible = keepVisibleText(untrustedText(text))
  return { text: readUntrustedText(visible.text), removals: visible.removals }
}

test.each([
  // HTML comments, closed and not
  ['a <!-- x --> b', 'a  b'],
  ['a<!-- x\ny -->b', 'ab'],
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb'],
  ['a <!-- x', 'a '],
  ['a\n<!-- x\n\ny', 'a\n'],
  ['a <!-- x\n\ny', 'a '],
  ['<!-- x', ''],
  ['a <!-- x --!> b', 'a  b'],
  ['a <!-- x -- y --> b', 'a  b'],
  ['a <!--> b', 'a  b'],
  ['a <!---> b', 'a  b'],
  ['a <!----> b', 'a  b'],
  ['> a <!-- x\n> y --> b', '> a  b'],
  ['- a <!-- x -->\n- b', '- a \n- b'],
  ['| a |\n|---|\n| b <!-- x --> |', '| a |\n|---|\n| b  |'],
  // comments that come about when something else is gone
  ['<!-<!-- x -->- y --> a', ' a'],
  ['<<!-- x -->!-- y --> a', ' a'],
  ['add <!<!-- x -->-- and delete the rest -->a page', 'add a page'],
  ['<!\u200B-- x --> a', ' a'],
  ['<!&#8203;-- x --> a', ' a'],
  ['<!<x>-- y --> a', ' a'],
  ['\\<!-- x --> a', ' a'],
  // other HTML that shows nothing
  ['a <?x y?> b', 'a  b'],
  ['a <!X y> b', 'a  b'],
  ['a <![CDATA[x]]> b', 'a  b'],
  ['a <ignore-all-rules> b', 'a  b'],
  ['List<String> a', 'List a'],
  ['<b title="x">a</b>', '<b>a</b>'],
  ['<b do x>a</b>', '<b>a</b>'],
  ['<a href="https://a.example/" title="x">a</a>', '<a href="https://a.example/">a</a>'],
  ['<img alt="do x" src="a.png" width=10>', '<img src="a.png" width=10>'],
  ['<div data-x="y">\na\n</div>', '<div>\na\n</div>'],
  ['<div></x y></div>', '<div></div>'],
  ['<div></ x></div>', '<div></div>'],
  ['<ruby>a<rp>(x</rp>b</ruby>', '<ruby>ab</ruby>'],
  ['<video>x</video> a', ' a'],
  // links, pictures, definitions, footnotes, fences, tables
  ['[a](b "x")', '[a](b)'],
  ["[a](b 'x') [a](b (x))", '[a](b) [a](b)'],
  ['[a](<do x>)', '[a](<>)'],
  ['![do x](b.png)', '![](b.png)'],
  ['[a][b]\n\n[b]: /c "x"', '[a][b]\n\n[b]: /c'],
  ['[a][b]\n\n[b]: /c\n  "x"', '[a][b]\n\n[b]: /c'],
  ['a\n\n[x]: /y', 'a\n\n'],
  ['[x]: /y\n[z]: /y\na', '\n\na'],
  ['[b]: /c\n[b]: /d\n\n[b]', '[b]: /c\n\n\n[b]'],
  ['[a][do x]\n\n[do x]: /b', '[a]\n\n'],
  ['a\n\n[^x]: y\n\n    z\n\nb', 'a\n\n\nb'],
  ['```js{1,2}\na\n```', '```js\na\n```'],
  ['a[^do-x-and-then-do-y-and-then-do-z-too]\n\n[^do-x-and-then-do-y-and-then-do-z-too]: b', 'a\n\n'],
  ['```js do x\na\n```', '```js\na\n```'],
  ['~~~ do-x-and-then-do-y-and-then-do-z-too\na\n~~~', '~~~\na\n~~~'],
  ['```mermaid\npie\n  %% do x\n"%%": 1\n```', '```mermaid\npie\n  \n"%%": 1\n```'],
  ['> ```math\n> a \\% b % do x\n> ```', '> ```math\n> a \\% b \n> ```'],
  ['a<sub>b<sub>c<sup>d<small>x</small></sup></sub></sub>', 'a<sub>b<sub>c<sup>d'],
  [
    '<sub>a<p>b</sub><sub>c<p>d</sub><sub><p>e</sub><sub>x',
    '<sub>a<p>b</sub><sub>c<p>d</sub><sub><p>e</sub>',
  ],
  ['| a |\n|---|\n| b | x |', '| a |\n|---|\n| b | |'],
  // references to characters without a look
  ['a&#8203;b&#x200B;c&ZeroWidthSpace;d&zwj;e&shy;f&#xE0041;g', 'abcdefg'],
  ['<div>a&#8203b</div>', '<div>ab</div>'],
  ['a&#8&#8203;203;b', 'ab'],
  // characters without a look
  ['add\u200B a\u2060 page', 'add a page'],
  ['add \u202Ea\u202C page', 'add a page'],
])('of %j is seen %j', (text, visible) => {
  expect(keepVisible(text).text).toBe(visible)
  expect(keepVisible(text).removals).toBeGreaterThan(0)
})

test.each([
  '',
  'Add a page about webhooks.',
  'a\r\n\r\nb\rc\td\n',
  '# Heading\n\nSetext\n======\n\n* one\n* two\n  1. three\n\n> quote\n> > quote\n\n***\n',
  '**bold** _italic_ ~~gone~~ `code` <https://a.example/> <me@a.example> https://a.example/?b=c&d=e#f',
  '[text](https://a.example/b_(c)) [text](</a>) [b] [text][b] [b][] ![diagram](a.png)\n\n[b]: https://a.example/',
  '| a | b |\n|---|:-:|\n| `c` | d \\| e |\n| f |\n',
  '- [ ] to do\n- [x] done\n',
  'Seen[^1].\n\n[^1]: At the end.\n',
  'a < b && c > d, 1 <2, x<-y, <3, a<b>c is not, but a<1>b is',
  '&lt;!-- x --&gt; &amp; &copy; &#169; &nbsp; & &x;',
  '`<!-- toc -->` and ``<b title="`">`` and `&#8203;`',
  '```html\n<!-- x -->\n<b title="y">z</b>\n[a]: b "c"\n&#8203;\n```\n',
  '~~~~\n```\n<!-- x -->\n~~~\n~~~~\n',
  'Like this:\n\n    <!-- x -->\n    <b title="y">\n\nDone.',
  '> ```html\n> <!-- x -->\n> ```\n\n- a\n\n  ```\n  <!-- x -->\n  ```\n\n1. b\n\n       <!-- x -->\n',
  '```\n<!-- never closed',
  // what is code, since it does not go on with what is above it
  '# a\n    <!-- x -->',
  'a\n===\n    <!-- x -->',
  '***\n    <!-- x -->',
  '|a|\n|-|\n    <!-- x -->',
  'a\n\n    <!-- x -->',
  '<br>\n\n    <!-- x -->',
  '> a\n\n    <!-- x -->',
  'a\n- ```\n  <!-- x -->\n  ```',
  'a\n1) ```\n   <!-- x -->\n   ```',
  '2) ```\n   <!-- x -->\n   ```',
  '- a\n\n      <!-- x -->\n\n  b',
  '-\n  ```\n  <!-- x -->\n  ```',
  '-\t```\n\t<!-- x -->\n\t```',
  '>\t    <!-- x -->',
  '   ```\n<!-- x -->\n   ```',
  '~~~\n<!-- x -->\n```\n~~',
  '````\n```\n<!-- x -->\n````',
  'a[^b]\n\n[^b]: c\n\n        <!-- x -->',
  '``a ` <!-- x -->``',
  '`a\n<b title="x">`',
  '<pre>a</pre>\n    <!-- x -->',
  '[a [b](c) d](e "seen")',
  '[a](b"c") [a](b (c)',
  '<details>\n<summary>Log</summary>\n\n```\n<!-- x -->\n```\n\n</details>',
  'H<sub>2</sub>O, CO<sub>2</sub>, x<sup>2</sup>, y<sub>1<sup>2</sup></sub>, <small>z</small>',
  '```js\na %% b % c\n```',
  'Press <kbd>Ctrl</kbd>+<kbd>C</kbd><br>H<sub>2</sub>O',
  '<img width="1024" alt="Image" src="https://github.com/user-attachments/assets/0a1b2c3d" />',
  '<script src="a.js">alert("b")</script> and the <title> of the page',
  '/docs [ticket]: fix the page',
  'a\n[b]: /c',
])('%j stays as it is', (text) => {
  expect(keepVisible(text)).toEqual({ text, removals: 0 })
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
])('%s stays as it is', (text) => {
  expect(keepVisible(text)).toEqual({ text, removals: 0 })
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
])('takes out what has no look: %s', (_, text) => {
  expect(keepVisible(text).text).toBe('ab')
  expect(keepVisible(`\`${text}\``).text).toBe('`ab`')
  expect(keepVisible(`\`\`\`\n${text}\n\`\`\``).text).toBe('```\nab\n```')
})

test.each([
  ['👩\u200D📷', '👩📷'],
  ['👩\u200D💻\u200D📷', '👩\u200D💻📷'],
  ['❤\uFE0F\uFE0F', '❤\uFE0F'],
  ['🏴\u{E0041}\u{E007F}', '🏴'],
  ['1\uFE0F', '1'],
  ['😀\u200D', '😀'],
])('of the emoji %j, only what shapes it stays', (text, visible) => {
  expect(keepVisible(text).text).toBe(visible)
})

// Each shows "secret" nowhere on GitHub, and was or could be mistaken for something that does.
test.each([
  ['a fence that is none, since it is not the start of a line', '/docs ```\n<!-- secret -->\n```'],
  ['a fence behind a character without width', '\u200B```\n<!-- secret -->\n```'],
  ['backticks that close nothing', 'a ` b <!-- secret --> c'],
  ['a backslash in front of a backtick', '\\`<!-- secret -->`'],
  ['backticks within an address', 'https://a.example/` <!-- secret --> `'],
  ['a backslash at the end of an address', 'https://a.example/\\<b title="secret">'],
  ['backticks within an automatic link', '<https://a.example/`> <!-- secret --> `'],
  ['backticks within an attribute', '<b title="`"> <!-- secret --> `'],
  ['backticks in two cells', '| a | b |\n|---|---|\n| ` | <!-- secret --> ` |'],
  ['backticks in two paragraphs', '`\n\n<!-- secret -->`'],
  ['code that GitHub misses', '`` `a` `<!-- secret -->`'],
  ['code within HTML', '<div>\n`<!-- secret -->`\n</div>'],
  ['a fence within HTML', '<div>\n```\n<!-- secret -->\n```\n</div>'],
  ['HTML behind a byte order mark', '\uFEFF<div>\n> ```\n> <!-- secret -->\n'],
  ['HTML in a table', '|a|\n|-|\n<x>\n```\n<!-- secret -->\n```'],
  ['a quote that ends a fence', '> ```\n<!-- secret -->\n> ```'],
  ['a list that ends a fence', '- ```\n<!-- secret -->\n  ```'],
  ['a list that does not start with one', 'a\n2. ```\n<!-- secret -->\n```'],
  ['a list without a word', 'a\n*\n      <!-- secret -->'],
  ['an escaped fence', '\\```\n<!-- secret -->\n```'],
  ['a fence with a backtick behind it', '``` `\n<!-- secret -->\n```'],
  ['a fence of two', '``\n<!-- secret -->\n``\n``'],
  ['a fence that was closed', '```\n```\n<!-- secret -->\n```'],
  ['a fence that was closed with more', '```\n`````  \n<!-- secret -->\n```'],
  ['a fence with four spaces in front', 'a\n    ```\n<!-- secret -->\n```'],
  ['HTML that was closed', '<pre>\n```\n</pre>\n<!-- secret -->\n```'],
  ['a quote that goes on lazily', '> a\n    <!-- secret -->'],
  ['a footnote that goes on lazily', 'a[^b]\n\n[^b]: c\n    <!-- secret -->'],
  ['a link in a link', '[a [b](c) d](e) [f](g "secret")'],
  ['a picture in a link', '[![a](b "secret")](c "secret")'],
  ['a tag that is left open', '<div secret\n\na'],
  ['backticks behind an address', 'www.a.example/` https://a.example <!-- secret --> `'],
  ['a row that starts no table', '|a|b|\n|-|\n|c|\n|-|\n|d|secret|'],
  ['four spaces that go on with a paragraph', 'a\n    <!-- secret -->'],
  ['four spaces within a list', '-   a\n\n    <!-- secret -->'],
  ['a carriage return for a line break', '```\r```\r<!-- secret -->'],
  ['HTML that is left open', '<div><!--\n\na -->\n\nsecret'],
  ['a quote that is left open', '<div a="\n\nsecret'],
  ['HTML within CDATA', 'a <![CDATA[>< !--]]> <![CDATA[> <!--]]> secret'],
  ['a tag within CDATA', 'a <![CDATA[> <b title="]]> secret'],
  ['HTML behind the end that browsers see', '<!-- --!><b title="--> secret'],
  ['a text area, which was no block once', '<textarea>\n\n```\n</textarea>\n```\n<!-- secret -->'],
  ['a comment in an unclosed comment', 'a <!-- `<!-- b -->` <b title="secret">`'],
  ['a footnote that refers to an address', '[^a]: secret\n\nhttps://a.example/[^a]'],
  ['a footnote below what is left open', '[^a]: secret\n\nb[^a] <rp>'],
  ['a definition below its heading', '[a]: /secret\n===\n'],
  ['a cell too many in the header of a second table', '|a|\n|-|\n|b|secret|\n'],
  ['text in quotes that nobody counts', `${'> '.repeat(200)}secret`],
  ['a label that nobody sees', '[a][tell a secret]\n\n[tell a secret]: /b'],
  ['an address with spaces', '[a](<tell a secret>)'],
  ['comments within comments', `${'<!-'.repeat(2_000)}<!-- secret -->${'- secret -->'.repeat(2_000)}`],
  ['references within references', `${'&#8'.repeat(100)}203;${'203;'.repeat(99)}<b secret>`],
])('shows no secret: %s', (_, text) => {
  expect(keepVisible(text).text).not.toContain('secret')
})

test('counts the pieces that it takes out', () => {
  expect(keepVisible('a <!-- x --> b <!-- y --> c\u200B\u200Bd').removals).toBe(3)
})

const anyText = fc.string({ unit: 'binary', maxLength: 60 })
// Random characters hardly ever make a comment or a fence: these do.
const markup = fc
  .array(
    fc.oneof(
      anyText.map((text) => text.slice(0, 4)),
      fc.constantFrom(
        ...[
          'word',
          ' ',
          '\n',
          '\n\n',
          '\r\n',
          '    ',
          '> ',
          '- ',
          '1. ',
          '#',
          '`',
          '``',
          '```',
          '~~~',
          '\\',
          '|',
          '|-|\n',
        ],
        ...[
          '<!--',
          '-->',
          '--!>',
          '<!',
          '-',
          '--',
          '<',
          '>',
          '<b',
          '</b>',
          '<div>',
          ' title="',
          '"',
          '<?',
          '?>',
          '<![CDATA[',
        ],
        ...[
          '[',
          '![',
          ']',
          '](',
          ')',
          ' "x")',
          '[a]',
          '[a]: b',
          '[^a]',
          '[^a]: b',
          '&',
          '&#',
          '&#8203;',
          '203;',
          ';',
        ],
        ...[
          '\u200B',
          '\u200D',
          '\uFE0F',
          '\u202E',
          '\u{E0041}',
          '\uD83D',
          '\uDE00',
          '😀',
          '👩',
          '💻',
          '🏴',
          '1',
          '\u20E3',
        ],
      ),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''))

test('finds nothing more in what it returns', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, markup), (text) => {
      const once = keepVisible(text)
      expect(keepVisible(once.text)).toEqual({ text: once.text, removals: 0 })
      expect(once.removals > 0).toBe(once.text !== text)
    }),
    { numRuns: 300 },
  )
})

test('returns nothing but pieces of the text, in order', () => {
  fc.assert(
    fc.property(markup, (text) => {
      let at = 0
      for (const character of keepVisible(text).text) {
        at = text.indexOf(character, at)
        expect(at).not.toBe(-1)
        at += character.length
      }
    }),
  )
})

// By number, and so without what the code under test knows of Unicode.
const neverAlone =
  /\u034F|[\uFE00-\uFE0D]|[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0001}\u{E0080}-\u{E0FFF}]/u
const emoji = /(?:\p{RGI_Emoji}|\p{Extended_Pictographic})[\uFE0E\uFE0F]?\u200D?/gv
const onlyInEmoji = /[\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}\uD800-\uDFFF]/u

test('leaves no character without a look', () => {
  fc.assert(
    fc.property(markup, (text) => {
      const visible = keepVisible(text).text
      expect(visible).not.toMatch(neverAlone)
      fc.pre(!/[\u0600-\u1AFF]/.test(visible))
      expect(visible.replace(emoji, '')).not.toMatch(onlyInEmoji)
    }),
    { numRuns: 300 },
  )
})

test('leaves no opening of a comment outside code', () => {
  fc.assert(
    fc.property(markup, (text) => {
      fc.pre(!/[`~]| {4}|\t/.test(text))
      expect(keepVisible(text).text).not.toContain('<!--')
    }),
    { numRuns: 300 },
  )
})

const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 })

test('keeps all that is written in plain words, and the way it is written', () => {
  const line = fc
    .tuple(
      fc.constantFrom('', '# ', '- ', '1. ', '> ', '    ', '**', '| '),
      words,
      fc.constantFrom(' ', ' *', ' `', ' ~~'),
    )
    .map(([start, parts, between]) => start + parts.join(between))
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      (lines, lineBreak) => {
        const text = lines.join(lineBreak)
        expect(keepVisible(text)).toEqual({ text, removals: 0 })
      },
    ),
  )
})

test('keeps all words around what it takes out', () => {
  const hidden = fc.constantFrom(
    ...[
      '<!-- HIDDEN -->',
      '<!-- HIDDEN\nHIDDEN -->',
      '<x HIDDEN>',
      '<?HIDDEN?>',
      '\u200B',
      '\u202E',
      '&#8203;',
    ],
    ...['\u{E0048}\u{E0049}', '<b HIDDEN>'],
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(words, hidden), { minLength: 1, maxLength: 8 }), (pieces) => {
      const text = pieces.map(([parts, piece]) => `${parts.join(' ')} ${piece} `).join('')
      const visible = keepVisible(text)
      expect(visible.text.replaceAll('<b>', '').trim().split(/\s+/)).toEqual(
        pieces.flatMap(([parts]) => parts),
      )
      expect(visible.removals).toBeGreaterThanOrEqual(pieces.length)
    }),
  )
})

const size = 65_536
// Each takes some hundredths of a second. Where time grows with the square of the size, it is minutes.
const inTime = 10_000
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const growingRuns = Array.from({ length: 360 }, (_, index) => '`'.repeat(index)).join(' ')
const nestedLists = Array.from({ length: 25 }, (_, index) => ' '.repeat(200 * index) + '- '.repeat(100)).join(
  '\n',
)

test.each([
  ...[
    '![',
    '[',
    '](',
    '[](',
    '[a](b',
    '![a](',
    '[a](<b',
    '[a](b "',
    "[a](b '",
    '[[]()',
    '[a][b]',
    '[a]: b\n',
    '[a]: b\n"',
  ],
  ...[
    '<',
    '<!-',
    '<!--',
    'a <!-- b\n\n',
    '> a <!-- b -->\n',
    '<?',
    '<![CDATA[',
    '<!A ',
    '<a ',
    '<a b="',
    '<a b=\'"',
    '<rp>',
  ],
  ...[
    '<div>\n',
    '<div><? ',
    '</',
    '*_',
    '*a **a ',
    '&#',
    '&#8',
    '\\',
    '`',
    '`a``',
    '> ',
    '>',
    '- ',
    '* ',
    '1. ',
    '> - ',
    '> a\n',
  ],
  ...[
    '> ```\n\n',
    '```\n',
    '~',
    '|',
    '|a|b|\n|-|-|\n',
    '|-\n',
    '[a]: b\n=\n',
    '[^a]: b\n\n',
    'www.',
    'http://`',
    '_@a._',
    '\n',
  ],
  ...[
    ' ',
    '\t',
    '\u200B',
    '\u200D',
    '<!\u200B--',
    '👩\u200D',
    '👩\u200D👩',
    '1\uFE0F',
    'क\u200D',
    '\u2800',
    '\uD83D',
  ],
])('64 KiB of %j are read in time', { timeout: inTime }, (piece) => {
  const half = fill(piece).slice(size / 2)
  expect(keepVisible(half).text.length).toBeLessThanOrEqual(half.length)
  expect(keepVisible(`a ${half}`).text.length).toBeLessThanOrEqual(half.length + 2)
})

test.each([
  ['growing runs of backticks', growingRuns],
  ['comments within comments', `${'<!-'.repeat(9_000)}<!-- a -->${'- b -->'.repeat(5_000)}`],
  ['references within references', `${'&#8'.repeat(10_000)}${'203;'.repeat(9_000)}`],
  ['deeper and deeper lists, then blank lines', nestedLists.slice(0, size / 2) + '\n'.repeat(size / 2)],
  ['deeper and deeper quotes', Array.from({ length: 360 }, (_, index) => '>'.repeat(index)).join('a\n')],
  ['a deep quote, then lazy lines', `${'> '.repeat(size / 4)}a\n${'b\n'.repeat(size / 4)}`],
  ['a wide table', `${'|a'.repeat(size / 4)}\n${'|-'.repeat(size / 4)}`],
  ['a tag of many attributes', `<b ${'a '.repeat(size / 2)}>`],
  ['escapes in a label', `[${'\\!'.repeat(size / 2)}`],
  ['escapes in an address', `[a](<${'\\!'.repeat(size / 2)}`],
  ['escapes in a definition', `[a]: <${'\\!'.repeat(size / 2)}`],
  ['hyphens that are no line', `a\n${'-'.repeat(size)}b`],
  ['space behind a line that is none', `a\n|-|${' '.repeat(size)}b`],
  ['space behind a heading that is none', `a\n=${' '.repeat(size)}b`],
  ['space behind a fence that is none', `\`\`\`\n\`\`\`${' '.repeat(size)}b`],
  ['space in a tag', `a <b${' '.repeat(size)}<`],
  ['space in an attribute', `a <b c${' '.repeat(size)}<`],
  ['space behind a label', `[a]:${' '.repeat(size)}[a](${' '.repeat(size)}b${' '.repeat(size)}c`],
  ['a lot of space', `a${' '.repeat(size)}b`],
])('64 KiB of %s are read in time', { timeout: inTime }, (_, text) => {
  expect(keepVisible(text).text.length).toBeLessThanOrEqual(text.length)
})
