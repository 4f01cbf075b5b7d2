import fc from 'fast-check'
import { expect, test } from 'vitest'
import { code, codeBlock, details, markdown, plain, table } from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { truncateMarkdown } from '../../../src/untrusted/truncate-markdown.ts'
import { hostileText, render } from './rendering.ts'

const NOTE = "\n\n*Cut here, because it wouldn't fit.*"

test('a text that fits stays unchanged', () => {
  expect(truncateMarkdown('', 1000)).toBe('')
  expect(truncateMarkdown('a'.repeat(1000), 1000)).toBe('a'.repeat(1000))
  expect(truncateMarkdown('a\ud800b', 1000)).toBe('a\ufffdb')
})

test('a text is cut as late as possible', () => {
  expect(truncateMarkdown('a'.repeat(2000), 1000)).toBe('a'.repeat(1000 - NOTE.length) + NOTE)
  expect(truncateMarkdown('a'.repeat(2000), NOTE.length + 1)).toBe(`a${NOTE}`)
  const line = `${'a'.repeat(100)} \`${'b'.repeat(300)}\``
  expect(truncateMarkdown(line, 90 + NOTE.length)).toBe('a'.repeat(90) + NOTE)
  for (const room of [1, 10, NOTE.length - 2, NOTE.length])
    expect(truncateMarkdown('a'.repeat(2000), room)).toBe(NOTE.trim().slice(0, room))
})

test.each([
  ['a code span that would stay open goes with its line', 'one\ntwo `three four`', 'one'],
  ['a link goes with its line', 'one\ntwo [three](four)', 'one'],
  ['a tag goes with its line', 'one\ntwo <b>three</b>', 'one'],
  ['the line that opens a block goes', 'one\n```text', 'one'],
  ['a row goes with its line', 'one\n| two | three |', 'one'],
  ['the first line goes as well', '`one two three', ''],
  ['half of a reference goes', 'one two &#1', 'one two '],
  ['an open block is closed', '```text\none two', '```text\none two\n```'],
  ['a block that was closed is no block', '```text\none\n```\ntwo', '```text\none\n```\ntwo'],
  ['a line of a block may end anywhere', '```\none `two', '```\none `two\n```'],
  ['a fence with spaces behind it closes', '```\none\n``` \ntwo', '```\none\n``` \ntwo'],
  ['a longer fence is closed by itself alone', '````text\n```\none', '````text\n```\none\n````'],
  ['a fence with words closes nothing', '```text\n``` one\ntwo', '```text\n``` one\ntwo\n```'],
  ['a fence of tildes is one', '~~~\none', '~~~\none\n~~~'],
  ['backticks in the line of a fence make it none', '``` a ` b\none', '``` a ` b\none'],
  ['an open part is closed', '<details><b>a</b>\n\none', '<details><b>a</b>\n\none\n\n</details>'],
  ['only a line is an end', '<details>\na </details>\none', '<details>\na </details>\none\n\n</details>'],
  ['all parts are closed', '<details>\n<details>\na', '<details>\n<details>\na\n\n</details>\n\n</details>'],
  ['a part that was closed is not open', '<details>\n</details>\none', '<details>\n</details>\none'],
  ['what opens nothing is not closed', '</details>\none', '</details>\none'],
  ['a part in a block is a text', '```\n<details>\none', '```\n<details>\none\n```'],
])('%s', (_rule, source, kept) => {
  const room = Math.max(source.length, kept.length) + NOTE.length
  const cut = truncateMarkdown(`${source}${'x'.repeat(200)}`, room)
  expect(cut.replace(/x+(?=\n|$)/gu, '')).toBe(kept === '' ? NOTE.trim() : kept + NOTE)
})

const piece = fc.oneof(
  hostileText.map((value) => plain(value)),
  hostileText.map((value) => code(untrustedText(value), 2000)),
  hostileText.map((value) => details('More', codeBlock(untrustedText(value)))),
  hostileText.map((value) => table([markdown`A`, markdown`B`], [[plain(value), code(untrustedText(value))]])),
)
const document = fc
  .array(piece, { minLength: 1, maxLength: 8 })
  .map((pieces) => pieces.map((each) => String(each)).join('\n\n'))

test("a text that doesn't fit is cut, and nothing in it stays open", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 150, max: 1500 }), (source, maximum) => {
      const fitted = truncateMarkdown(source, maximum)
      expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(maximum)
      expect(fitted.isWellFormed()).toBe(true)
      const html = render(`${fitted}\n\nAFTER`)
      expect(html.endsWith('<p>AFTER</p>')).toBe(true)
      for (const tag of ['details>', 'pre>']) expect(html.split(`</${tag}`)).toHaveLength(html.split(`<${tag}`).length)
    }),
    { numRuns: 120 },
  )
})
