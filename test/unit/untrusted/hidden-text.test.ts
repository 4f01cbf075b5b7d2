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
  // An HTML comment within one line
  ['a <!-- x --> b', 'a  b', 1],
  ['a <!-- x --!> y --> b', 'a  b', 1],
  ['a <!--> b', 'a  b', 1],
  ['a <!---> b', 'a  b', 1],
  ['a <!--x--><!--y--> b', 'a  b', 2],
  ['```html\n<!-- x -->\n```\na', '```html\n\n```\na', 1],
  // One that begins a line after a blank line, or the text
  ['<!-- x\ny --> b', ' b', 1],
  ['a\n\n<!-- x\n\ny -->\n\nb', 'a\n\n\n\nb', 1],
  ['a\n \t\n<!-- x\n\ny -->\nb', 'a\n \t\n\nb', 1],
  ['a\r\r<!-- x\r\ry -->\rb', 'a\r\r\rb', 1],
  ['a\r\n\r\n<!-- x\r\ny -->\r\nb', 'a\r\n\r\n\r\nb', 1],
  ['\n<!-- x\ny -->b', '\nb', 1],
  ['a\n\n<!-- x\ny --> b <!-- z -->c', 'a\n\n b c', 2],
  // Any other opener hides the rest
  ['<!-- x', '', 1],
  ['a <!-- x\ny --> b', 'a ', 1],
  ['a\n<!-- x\ny -->\nb', 'a\n', 1],
  ['a\r\n<!-- x\ny -->\nb', 'a\r\n', 1],
  ['a\n\n  <!-- x\ny -->\nb', 'a\n\n  ', 1],
  ['a\n>\n<!-- x\ny -->\nb', 'a\n>\n', 1],
  ['a\n\u200B\n<!-- x\ny -->\nb', 'a\n\n', 2],
  ['a\n\u00A0\n<!-- x\ny -->\nb', 'a\n\u00A0\n', 1],
  ['<!-- x --> a <!-- y\nz -->', ' a ', 2],
  // Instructions, declarations and what browsers read as such
  ['a <?php x ?> b', 'a  b', 1],
  ['a <!DOCTYPE x> b', 'a  b', 1],
  ['a <![CDATA[x > y]]> b', 'a  b', 1],
  ['a <! x> </ y> b', 'a   b', 2],
  ['a <?php\nx ?> b', 'a ', 1],
  ['<?x\n\ny ?>\nb', '', 1],
  ['a <? <!-- ?> y -->', 'a ', 1],
  ['a <!X \n><!-- y\nz', 'a ', 1],
  // Comments that form after a removal
  ['a <<!-- x -->!<!-- y -->-- z --> b', 'a ', 3],
  ['a <\u200B!-- x --> b', 'a ', 2],
  ['<\u200B!-- x --> b', '', 2],
  // Invisible characters, also in code
  ['add\u200B `a\u2060`\n```\nb\u202E', 'add `a`\n```\nb', 3],
])('hidden text is removed: %j becomes %j, without %i pieces', (text, clean, removals) => {
  expect(removeHidden(text)).toEqual({ text: clean, removals })
})

test.each([
  '',
  'a\r\n\r\nb\rc\td\n<https://a.example/> `code`',
  'document GET /users/<id> and Map<String, List<Integer>> with <your-key>',
  '<Tabs>\n<Tab title="npm">npm i</Tab>\n</Tabs>\n<pre>\n\n</pre>',
  'a <b title="x" onclick="y">a</b> </x> <!> <>y</>',
  'a < b && c > d, 1 <2, x<-y, <3, a != b, --> -- and < !--',
  '&lt;!-- x --&gt; &amp; &#8203; &zwj; <&#8203;!-- x -->',
])('text without hidden text stays unchanged: %j', (text) => {
  expect(removeHidden(text)).toEqual({ text, removals: 0 })
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

test.each([
  ...['<!-', '<!--', '<!-->', '-->', '<!-- a -->\n', 'a <!-- b\n --> ', 'a\n\n', '<!-- a\n-->\n\n'],
  ...['a <?b?> <!X> <![CDATA[]]> ', `${' '.repeat(300)}\n<!-- a\n-->`, '<!-- a -->!<!-- b -->-- c -->'],
  ...['\u200B', '<!\u200B--', '👩\u200D', '1\uFE0F', 'क\u200D', '\u2800', '\uD83D'],
  // Each takes a fraction of a second. With quadratic time, it would take minutes.
])('hidden text is found in time in many of %j', (piece) => {
  // Emoji are matched one by one with a large pattern, so there are fewer.
  const text = piece.repeat((piece.includes('👩') ? 16_384 : 65_536) / piece.length)
  for (const whole of [text, `a ${text} <!-- b -->`])
    expect(removeHidden(whole).text.length).toBeLessThanOrEqual(whole.length)
})
