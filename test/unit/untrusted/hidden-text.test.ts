import fc from 'fast-check'
import type { Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { expect, test } from 'vitest'
import { removeHiddenText } from '../../../src/untrusted/hidden-text.ts'
import { readUntrustedText, untrustedText } from '../../../src/untrusted/text.ts'
import { render } from './rendering.ts'

function removeHidden(text: string): { text: string; removals: number } {
  const clean = removeHiddenText(untrustedText(text))
  return { text: readUntrustedText(clean.text), removals: clean.removals }
}

test.each<[text: string, clean: string, removals: number]>([
  // HTML comments, wherever they are
  ['a <!-- x --> b', 'a  b', 1],
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb', 1],
  ['a\r<!-- x\r\ry -->\rb', 'a\r\rb', 1],
  ['a <!-- x -- y --> b', 'a  b', 1],
  ['a <!-- x --!> y --> b', 'a  b', 1],
  ['a <!--> b', 'a  b', 1],
  ['a <!---> b', 'a  b', 1],
  ['a <!--x--><!--y--> b', 'a  b', 2],
  ['- a\n  <!-- x\n\n  y -->\n- b', '- a\n  \n- b', 1],
  ['> a <!-- x\n> y --> b', '> a  b', 1],
  ['> <!-- x --> a', '>  a', 1],
  ['<details>\n<!-- x\ny -->\nb', '<details>\n\nb', 1],
  ['<details>\na <!-- x\ny -->\nb', '<details>\na \nb', 1],
  ['a `<!-- x -->` b', 'a `` b', 1],
  ['```html\n<!-- x\n\ny -->\n```\na', '```html\n\n```\na', 1],
  ['```\na <!-- x\n# y -->\n```\na', '```\na \n```\na', 1],
  ['<!-- x\n```\n-->\na <?x?> b', '\na  b', 2],
  ['a <!-- b\n```\n<!-- x -->\n```\nc', 'a <!-- b\n```\n\n```\nc', 1],
  // to the end
  ['<!-- x', '', 1],
  ['a\n\n  <!-- x\n\ny', 'a\n\n  ', 1],
  ['- <!-- x\n  y --> b', '- ', 1],
  ['> <!-- x\ny -->\nb', '> ', 1],
  ['[^1]: <!-- x\n\ny -->', '[^1]: ', 1],
  ['- a\n  <!-- x\ny -->\nb', '- a\n  ', 1],
  ['- a\n  <!-- x\n\u00A0\n  y -->', '- a\n  ', 1],
  ['<div>\n<!-- x\n\ny -->', '<div>\n', 1],
  ['<div>\na <!-- x\n\ny -->', '<div>\na ', 1],
  ['<!-- x --> a <!-- y\nz -->', ' a ', 2],
  ['a <!-- x\n  <? --> y ?>', 'a ', 1],
  ['a <? <!-- ?> y -->', 'a ', 1],
  ['a <!X \n><!-- y\nz', 'a ', 2],
  ['<!--\n-->< !-- a --><! y', '< !-- a -->', 2],
  ['<pre>\n\n<!- y', '<pre>\n\n', 1],
  ['<T> b\n<!--<!---><!-- y\n--> z', '<T> b\n', 2],
  ['```\n<!-- x\n```\ny -->', '```\n', 1],
  ...['pre', 'SCRIPT', 'style', 'textarea'].map((tag): [string, string, number] => [
    `<${tag}>\n\na <!-- x -->y`,
    `<${tag}>\n\na `,
    1,
  ]),
  // comments that form after a removal
  ['a <!-<!-- x -->- y --> b', 'a ', 2],
  ['a <<!-- x -->!<!-- y -->-- z --> b', 'a ', 3],
  ['a <!\u200B-- x --> b', 'a ', 2],
  // instructions, declarations and what browsers read as such
  ['a <?php\nx ?> b', 'a  b', 1],
  ['<?x\n\ny ?>\nb', '\nb', 1],
  ['a <!DOCTYPE x> b', 'a  b', 1],
  ['a <![CDATA[x > y]]> b', 'a  b', 1],
  ['<div>\n<! x> </ y> b', '<div>\n  b', 2],
  ['```\na\n```\n<?x?>', '```\na\n```\n', 1],
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
  'a <b title="x" onclick="y">a</b> </ x> <! x> <>y</>',
  'a < b && c > d, 1 <2, x<-y, <3, a<!b, -- and <! --',
  '&lt;!-- x --&gt; &amp; &#8203; &zwj; <!&#8203;-- x -->',
  // openings in prose that the paragraph doesn't close
  'Use `<!--` or <!-- to open one.\n\nUse --> to close it.',
  'a <!-- b\r \r--> c',
  'a <!-- b\n# c -->',
  'a <? b\n\n?> and <!X\n\n>',
  '<div>\n\na <!-- b',
  // code
  '```php\n<?php echo 1 ?>\n<!DOCTYPE html>\n<pre>\n```\na <!-- b',
  '~~~~\n```\n<?x?>\n~~~\n~~~~\n',
  '```\r\n<?x?>\r\n    ```\r\n<?x?>\r\n```\r\n',
  '```\n<div>\n<?x?>\n```\na <!-- b',
  '```\necho "<!--"\n```',
])('text without hidden text stays unchanged: %j', (text) => {
  expect(removeHidden(text)).toEqual({ text, removals: 0 })
})

// Each looks like a fenced block.
test.each([
  ['a fence that is none, since it is not the start of a line', '/docs ```\n<?secret?>\n```'],
  ['a fence behind a character without width', '\u200B```\n<?secret?>\n```'],
  ['a fence behind a byte order mark', '\uFEFF```\n```\n<?secret?>\n```'],
  ['a fence in a list', '- a\n  ```\nb\n```\n```\n<?secret?>'],
  ['a fence with a backtick behind it', '``` `\n<?secret?>\n```'],
  ['a fence that was closed with more', '```\n  `````  \n<?secret?>\n```'],
  ['a fence in a block of HTML', '<details>\n```\n<?secret?>\n```\n</details>'],
  ['a fence that a block of HTML would leave open', '<T> b\n```\n\n```\n\n<?secret?>\n```'],
  ['a fence behind <pre>', 'a <pre>\n\n```\n<?secret?>\n```'],
  ['the words behind a fence', '```html <?secret?>\n```'],
  ['a fence in a comment', '<!--\n```\n-->\n<?secret?>'],
  ['a carriage return for a line break', '```\r```\r<?secret?>'],
])('hidden text does not reach the prompt: %s', (_, text) => {
  expect(removeHidden(text).text).not.toContain('secret')
})

const space = [' ', '\t', '    ', '  ', '\n', '\n\n', '\r', '\r\n', '\0', '\uFEFF', '\u200B', 'W', 'W', 'W']
const blocks = ['> ', '- ', '1. ', '2. ', '# ', '|', '|-|\n', '\n===\n', '\n```\n', '```\n', '\n~~~\n', '~~~', '[a]: b']
const comments = [...'<!-- <!-- --> --> --!> <!--> <!---> <!- -'.split(' '), '\n<!--', '<!-- W -->', '<!-- W\n']
const tags = [...'<? ?> > <![CDATA[ ]]> <b> </pre>'.split(' '), '<!X ', '</ ', '<! ', '\n<div>\n', '<T> b', '\n<pre>']
const pieces = [...space, ...blocks, ...comments, ...tags, '`', '``', '\\', '"']

function readComments(node: Nodes): string {
  if (node.type === 'comment') return node.value
  return 'children' in node ? node.children.map(readComments).join(' ') : ''
}

test('no word of a comment that GitHub hides is left, and a second call changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 3, maxLength: 18 }), (parts) => {
      let count = 0
      const whole = parts.join('').replaceAll('W', () => `W${++count}.`)
      // GitHub escapes these tags: https://github.github.com/gfm/#disallowed-raw-html-extension-
      const html = render(whole).replace(/<(?=\/?(?:textarea|style|script)\b)/giu, '&lt;')
      const hidden = readComments(fromHtml(html, { fragment: true })).match(/W\d+\./gu) ?? []
      const clean = removeHidden(whole)
      expect(hidden.filter((word) => clean.text.includes(word))).toEqual([])
      expect(removeHidden(clean.text)).toEqual({ text: clean.text, removals: 0 })
      expect(clean.removals > 0).toBe(clean.text !== whole)
      let at = 0
      for (const character of clean.text) {
        at = whole.indexOf(character, at) + character.length
        expect(at).toBeGreaterThanOrEqual(character.length)
      }
    }),
    { numRuns: 1000 },
  )
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
  ['comments on one line', 'a <!-- b --> '.repeat(5_000)],
  ['comments over lines', 'a <!-- b\n --> '.repeat(5_000)],
  ['space behind a fence that is none', `<!-- a -->\n\`\`\`\n\`\`\`${' '.repeat(size)}b`],
  ['openings in a fence', `\`\`\`\n${'a <!--\n'.repeat(9_000)}\`\`\`\n-->`],
  ['openings of other kinds', 'a <? <!X <![CDATA[ '.repeat(3_000)],
  // Each takes a fraction of a second. With quadratic time, it would take minutes.
])('hidden text is found in time in many of %j', (_, text = '') => {
  for (const whole of [text, `a ${text} <!-- b -->`])
    expect(removeHidden(whole).text.length).toBeLessThanOrEqual(whole.length)
})
