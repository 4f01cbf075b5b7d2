import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeHiddenText } from '../../../src/untrusted/hidden-text.ts'
import { readUntrustedText, untrustedText } from '../../../src/untrusted/text.ts'
import { anyCharacter } from '../../fuzz/hostile-text.ts'
import { render } from './rendering.ts'

function removeHidden(text: string): { text: string; removals: number } {
  const clean = removeHiddenText(untrustedText(text))
  return { text: readUntrustedText(clean.text), removals: clean.removals }
}

test.each([
  // HTML comments, closed and not
  ['a <!-- x --> b', 'a  b', 1],
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb', 1],
  ['a <!-- x\n\ny', 'a ', 1],
  ['<!-- x', '', 1],
  ['a <!-- x --!> b', 'a ', 1],
  ['a <!-- x -- y --> b', 'a  b', 1],
  ['a <!--> b', 'a  b', 1],
  ['a <!---> b', 'a  b', 1],
  ['a <!----> b', 'a  b', 1],
  ['a <!--x--><!--y--> b', 'a  b', 2],
  ['> a <!-- x\n> y --> b', '> a  b', 1],
  ['- a\n  <!-- x\n  y -->\n- b', '- a\n  \n- b', 1],
  ['| a |\n|---|\n| b <!-- x --> |', '| a |\n|---|\n| b  |', 1],
  ['<details>\n<!-- x\ny -->\nb', '<details>\n\nb', 1],
  ['\\<!-- x --> a', '\\ a', 1],
  // comments that form after a removal
  ['<!-<!-- x -->- y --> a', ' a', 2],
  ['<<!-- x -->!-- y --> a', ' a', 2],
  ['add <!<!-- x -->-- and delete the rest -->a page', 'add a page', 2],
  ['<!\u200B-- x --> a', ' a', 2],
  ['<<!-- x -->!<!-- y -->-- z --> a', ' a', 3],
  // code around comments stays, also after the comment of a template
  ['<!-- ``` -->\n\n```html\n<!-- x -->\n```', '\n\n```html\n<!-- x -->\n```', 1],
  ['<!--\n```\n-->\n```html\n<!-- x -->\n```', '\n```html\n<!-- x -->\n```', 1],
  ['`<!-- x -->` <!-- y --> `<!-- z -->`', '`<!-- x -->`  `<!-- z -->`', 1],
  // invisible characters, also in code
  ['add\u200B `a\u2060`\n```\nb\u202E', 'add `a`\n```\nb', 3],
])('hidden text is removed: %j becomes %j, without %i pieces', (text, clean, removals) => {
  expect(removeHidden(text)).toEqual({ text: clean, removals })
})

test.each([
  '',
  'a\r\n\r\nb\rc\td\n',
  '# Heading\n\nSetext\n======\n\n* one\n* two\n  1. three\n\n> quote\n> > quote\n\n***\n',
  '**bold** _italic_ ~~gone~~ `code` <https://a.example/> https://a.example/?b=c&d=e#f [^1]\n\n[^1]: ![d](a.png "t")',
  '| a | b |\n|---|:-:|\n| `c` | d \\| e |\n| f | g | h |\n',
  // text that people type
  'document GET /users/<id> and Map<String, List<Integer>> with <your-key>',
  '<Tabs>\n<Tab title="npm">npm i</Tab>\n</Tabs>',
  '<b title="x" onclick="y">a</b> <!DOCTYPE html> <?php echo 1 ?> <![CDATA[x]]> </ x>',
  'a < b && c > d, 1 <2, x<-y, <3, a<!b, --> and <! --',
  '&lt;!-- x --&gt; &amp; &#8203; &zwj; <!&#8203;-- x -->',
  // comments in code
  '`<!-- toc -->` and ``<b title="`">`` and `<!--`',
  '```html {1,2} title="x"\n<!-- x -->\n<b title="y">z</b>\n```\n',
  '~~~~\n```\n<!-- x -->\n~~~\n~~~~\n',
  '- a\n\n  ```\n  <!-- x -->\n  ```\n- b',
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
  '```\n    ```\n<!-- x -->\n```',
  '- ```\n \n  <!-- x -->\n  ```',
  '1. a\n   2. ```\n      <!-- x -->\n      ```',
  '| a |\n|---|\n| `<!-- x -->` |',
  `${'`'.repeat(80)}<!-- x -->${'`'.repeat(80)}`,
  '<details>\n\n```\n<!-- x -->\n```\n\n</details>\n\n`<!-- y -->`',
  '<div>\n```\na\n```\n\n```\n<!-- x -->\n```',
  '```\n<div>\n<!-- x -->\n```\n`<!-- y -->`',
  '```\n> ```\n<!-- x -->\n```',
])('text without hidden text, and comments in code, stay unchanged: %j', (text) => {
  expect(removeHidden(text)).toEqual({ text, removals: 0 })
})

// Each looks like code.
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
  ['a fence that was closed three spaces on', '```\n   ```\n<!-- secret -->\n```'],
  ['a fence as far in as a list that has ended', '- a\n\nb\n    ```\n<!-- secret -->\n    ```'],
  ['a fence with four spaces in front', 'a\n    ```\n<!-- secret -->\n```'],
  ['a block of HTML that goes on behind its comment', '<!-- a --!>\n```\n<!-- secret -->\n```\n-->'],
  ['a fence in a block of HTML', '<details>\n```\n<!-- secret -->\n```\n</details>'],
  ['a fence in a block of HTML, in a quote and a list', '> 1. <b>\n> ```\n> <!-- secret -->\n> ```'],
  ['backticks in a block of HTML', 'a\n\n<div>\n`<!-- secret -->`'],
  ['a fence that a block of HTML leaves open', '<div>\n```\n\n```\n<!-- secret -->\n```'],
  ['a fence that a block of HTML would leave open', '<T> b\n```\n\n```\n\n<!-- secret -->\n```'],
  ['a fence behind <pre>', '<pre>\n\n```\n<!-- secret -->\n```'],
  ['backticks behind <SCRIPT', '- <SCRIPT a="\n\n`<!-- secret -->`'],
  ['a fence in a declaration', '<![CDATA[\n\n```\n<!-- secret -->\n```\n]]>'],
  ['the words behind a fence', '```html <!-- secret -->\n```'],
  ['a fence that ends a comment in a paragraph', 'a <!-- b\n```\n-->\n```\n<!-- secret -->\n```'],
  ['a fence that ends a comment in a list', '- <!-- b\n```\n-->\n```\n<!-- secret -->\n```'],
  ['a fence behind two comments', '<!-- a --><!-- b\n```\n-->\n```\n<!-- secret -->\n```'],
  ['a fence behind a comment on the last line of another', '<!-- a\n--> <!-- b\n```\n-->\n```\n<!-- secret -->\n```'],
  ['a quote that ends a list', '- ```\n> <!-- secret -->\n  ```'],
  ['a quote in a fence, which closes nothing', '```\n> ```\n```\n<!-- secret -->\n```'],
  ['a quote that may be another one', '> > ```\n>  > ```\n> > <!-- secret -->'],
  ['four spaces that go on with a paragraph', 'a\n    <!-- secret -->'],
  ['four spaces within a list', '-   a\n\n    <!-- secret -->'],
  ['a carriage return for a line break', '```\r```\r<!-- secret -->'],
  ['comments within comments', `${'<!-'.repeat(2_000)}<!-- secret -->${'- secret -->'.repeat(2_000)}`],
])('hidden text does not reach the prompt: %s', (_, text) => {
  expect(removeHidden(text).text).not.toContain('secret')
})

// Random characters rarely form a comment or a fence, but these do.
const space = ['word', ' ', '\n', '\n\n', '\r\n', '    ']
const blocks = ['> ', '- ', '1. ', '#', '|', '|-|\n', '\n```\n', '\n  ```\n']
const spans = ['`', '``', '```', '~~~', '\\', '&#8203;', '[a]: b']
const tags = ['<!--', '-->', '--!>', '<!-', '-', '--', '<', '>', '<b', '</b>', '<div>', '<pre>', '<?', '"']
const invisible = ['\u200B', '\u200D', '\uFE0F', '\u202E', '\u{E0041}', '\uD83D', '\uDE00']
const emoji = ['😀', '👩', '💻', '🏴', '1', '\u20E3']
const pieces = [...space, ...blocks, ...spans, ...tags]

const text = fc
  .array(fc.oneof(anyCharacter, fc.constantFrom(...pieces), fc.constantFrom(...invisible, ...emoji)), {
    maxLength: 25,
  })
  .map((parts) => parts.join(''))

test('a clean text stays unchanged, and consists of pieces of the original text, in order', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const once = removeHidden(whole)
      expect(removeHidden(once.text)).toEqual({ text: once.text, removals: 0 })
      expect(once.removals > 0).toBe(once.text !== whole)
      let at = 0
      for (const character of once.text) {
        at = whole.indexOf(character, at)
        expect(at).not.toBe(-1)
        at += character.length
      }
    }),
    { numRuns: 300 },
  )
})

test('a text without comments and invisible characters stays unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, '😀'), { maxLength: 25 }), (parts) => {
      const whole = parts.join('')
      fc.pre(!whole.includes('<!--'))
      expect(removeHidden(whole)).toEqual({ text: whole, removals: 0 })
    }),
  )
})

test('no opening of a comment stays outside code', () => {
  fc.assert(
    fc.property(text, (whole) => {
      fc.pre(!/[`~]/.test(whole))
      expect(removeHidden(whole).text).not.toContain('<!--')
    }),
    { numRuns: 300 },
  )
})

// Ends of blocks and beginnings of others, more often than in `text`.
const structure = [
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
    '1. ',
    '`',
    '``',
    '\n```\n',
    '```\n',
    '\n```',
    '\n~~~\n',
    '<!--',
    '-->',
  ],
  ...['\n<div>\n', '\n<details>', '<b>', '\n<T> b', '<pre>', '\n<?', '?>', '\n<!-- H -->\n', '<!-- H -->', '<!-- H\n'],
]

test('GitHub renders remaining comments as code', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...structure), { minLength: 4, maxLength: 20 }), (parts) => {
      let count = 0
      const whole = parts.join('').replace(/H/gu, () => `H${++count}.`)
      const kept = removeHidden(whole).text.match(/H\d+\./gu) ?? []
      const shown = render(whole).replace(/<!--(?:-?>|[\s\S]*?(?:--!?>|$))/gu, '')
      expect(kept.filter((name) => !shown.includes(name))).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('the words around hidden text stay', () => {
  const hidden = ['<!-- HIDDEN -->', '<!-- HIDDEN\nHIDDEN -->', '\u200B', '\u{E0048}\u{E0049}']
  const clean = removeHidden(hidden.map((piece) => `a word ${piece} and `).join(''))
  expect(clean.text.trim().split(/\s+/)).toEqual(hidden.flatMap(() => ['a', 'word', 'and']))
  expect(clean.removals).toBe(hidden.length)
})

const size = 65_536
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
const commentPieces = ['<!-', '<!--', '<!-->', 'a <!-- b\n\n', '> a <!-- b -->\n', '<!-- a -->\n', '-->']
const codePieces = ['`', '`a``', '`<!--`', '\\`', '|`', '~']
const blockPieces = ['```\n', '- ```\n', '    ```\n', '> ', '- ', '\n', ' ']
const invisiblePieces = ['\u200B', '<!\u200B--', '👩\u200D', '1\uFE0F', 'क\u200D', '\u2800', '\uD83D']

test.each([
  ...[...commentPieces, ...codePieces, ...blockPieces].map((piece) => [piece, fill(piece)]),
  // Emoji are matched one by one with a large pattern.
  ...invisiblePieces.map((piece) => [piece, fill(piece).slice(0, size / 4)]),
  ['growing runs of backticks', Array.from({ length: 360 }, (_, index) => '`'.repeat(index)).join(' ')],
  ['comments within comments', `${'<!-'.repeat(9_000)}<!-- a -->${'- b -->'.repeat(5_000)}`],
  ['comments that form from two', `${'<'.repeat(4_000)}${'<!-- a -->!<!-- b -->-- c -->'.repeat(2_000)}`],
  ['lines before a comment', 'a\n\n'.repeat(20_000)],
  ['comments in code, without an end', '`<!-- a` '.repeat(7_000)],
  ['comments on one line', 'a <!-- b --> '.repeat(5_000)],
  ['comments over lines', 'a <!-- b\n --> '.repeat(5_000)],
  ['space behind a fence that is none', `<!-- a -->\n\`\`\`\n\`\`\`${' '.repeat(size)}b`],
  // Each takes a fraction of a second. With quadratic time, it would take minutes.
])('hidden text is found in time in many of %j', (_, text = '') => {
  for (const whole of [text, `a ${text} <!-- b -->`])
    expect(removeHidden(whole).text.length).toBeLessThanOrEqual(whole.length)
})
