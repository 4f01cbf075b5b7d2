import fc from 'fast-check'
import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'
import { removeHiddenText } from '../../../src/text/hidden-text.ts'
import { renderWhole } from './rendering.ts'

test.each([
  // A comment in a line
  ['a <!-- x --> b', 'a  b'],
  ['a <!--> b <!---> c', 'a  b  c'],
  ['a <!-- x\ny --> b', 'a  b'],
  ['| a |\n|---|\n| b <!-- x --> |', '| a |\n|---|\n| b  |'],
  // A table splits its cells before code, and a footnote has blocks
  ['| a | b |\n|---|---|\n| `x | <!-- y --> z` |', '| a | b |\n|---|---|\n| `x |  z` |'],
  ['a[^1]\n\n[^1]: Note.\n\n    <!-- x -->', 'a[^1]\n\n[^1]: Note.\n\n    '],
  // One that begins a line
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb'],
  ['a\r\n\r\n<!-- x\r\ny -->\r\nb', 'a\r\n\r\n\r\nb'],
  ['<div>\n<!-- x -->\n</div>', '<div>\n\n</div>'],
  ['<!-- x --!> y', ' y'],
  // One that never ends hides everything behind it, where it begins a block
  ['a\n\n<!-- x\n\ny', 'a\n\n'],
  ['- <!-- x\n\nhidden, `-->` too', '- '],
  ['> <!-- x\n\nhidden\n\n- --> y\n\n<div>-->shown', '> shown'],
  ['\uFEFFa <!-- x --> b', 'a  b'],
  // An opener in what would take hours to parse
  [`a ${'<!--'.repeat(8_000)}\n# -->`, 'a '],
  [`${'- '.repeat(20)}a <!-- x --> b`, `${'- '.repeat(20)}a `],
  // Invisible characters, also in code
  ['add\u200B `a\u2060`\n```\nb\u202E\u2066', 'add `a`\n```\nb'],
  ['a\u{E0041}\u{E007F}b\u202Dc\u0000\uFEFF', 'abc'],
])('hidden text is removed: %j becomes %j', (text, clean) => {
  expect(removeHiddenText(text)).toBe(clean)
})

test.each([
  '',
  'Document List<?> and Map<String, List<Integer>>, GET /users/<id>, <your-key>',
  '```php\n<?php echo 1;\n```\nand the text behind it',
  'a `<!DOCTYPE html>` in a code span, and the rest',
  'the code `<!-- x -->` is shown',
  '```html\n<!-- x -->\n```\na',
  '    <!-- x -->\n\na',
  'a \\<!-- x --> b',
  'an opener <!-- that never closes\nand a line\n\nand a paragraph',
  'a <!-- `b` \n\n--> c',
  '[the RFC](https://x.example/rfc-12)\n\n- [ ] one\n- [x] two\n\n```ts\nconst a = 1\n```\n',
  'a\r\n\r\nb\rc\td\n<https://a.example/> `code`',
  `a\n\n${'* '.repeat(30)}\n\nb \`<!-- x -->\``,
  `\`\`\`\n${'<!-- x -->\n'.repeat(600)}\`\`\``,
  '<Tabs>\n<Tab title="npm">npm i</Tab>\n</Tabs>',
  'a < b && c > d, 1 <2, x<-y, <3, a != b, --> -- and < !--',
  '&lt;!-- x --&gt; &amp; &#8203;',
  // Joiners, a variation selector, right-to-left marks
  '👩‍👩‍👧 ❤️ नि\u200C 葛\u{E0100} \u200F\u200Eשלום\u061C',
])('what GitHub shows stays as it was written: %j', (text) => {
  expect(removeHiddenText(text)).toBe(text)
})

const space = [' ', '\t', '    ', '\n', '\n\n', '\r', '\r\n', 'W', 'W', 'W']
const blocks = ['> ', '- ', '1. ', '# ', '|', '|-|\n', '\n===\n', '\n```\n', '```\n', '\n~~~\n', '[a]: b']
const comments = [...'<!-- <!-- --> --> --!> <!--> <!--->'.split(' '), '\n<!--', '<!-- W -->', '<!-- W\n']
const tags = ['<b>', '</pre>', '\n<div>\n', '<T> b', '\n<pre>', '`', '``', '\\', '"']

function readComments(node: Nodes): string {
  if (node.type === 'comment') return node.value
  return 'children' in node ? node.children.map(readComments).join(' ') : ''
}

test('no word of a comment that GitHub hides is left, and every other one is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...space, ...blocks, ...comments, ...tags), { minLength: 3, maxLength: 18 }),
      (parts) => {
        let count = 0
        const whole = parts.join('').replaceAll('W', () => `W${++count}.`)
        const html = fromHtml(renderWhole(whole), { fragment: true })
        const hidden: string[] = readComments(html).match(/W\d+\./gu) ?? []
        const clean = removeHiddenText(whole)
        const left = whole.match(/W\d+\./gu)?.filter((word) => clean.includes(word)) ?? []
        expect(left.filter((word) => hidden.includes(word))).toEqual([])
        expect(left.length + hidden.length).toBe(count)
      },
    ),
    { numRuns: 1000 },
  )
})

test.each(['<!-', '<!--', 'a <!-- b\n --> ', '<!-- a\n-->\n\n', '> ', '- ', '\u200B', '\uD83D'])(
  'hidden text is found in time in many of %j',
  (piece) => {
    // With quadratic time, this would take minutes.
    const text = piece.repeat(16_384 / piece.length)
    for (const whole of [text, `a ${text} <!-- b -->`])
      expect(removeHiddenText(whole).length).toBeLessThanOrEqual(whole.length)
  },
)
