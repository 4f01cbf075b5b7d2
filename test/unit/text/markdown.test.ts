import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  link,
  type Markdown,
  markdown,
  prose,
  table,
} from '../../../src/text/markdown.ts'
import { hideSecret } from '../../../src/text/secrets.ts'
import { hostileText, render, renderWhole, tagsOf, textOf } from './rendering.ts'

/** GitHub finds mentions in the rendered text, and bots find them in the source. */
const MENTION = /(?:^|[^\w])@[\p{L}\p{N}_-]/u

test("the literal parts of a template are Markdown, and the values aren't, unless they are Markdown", () => {
  const source = markdown`**${'*a*'}** ${7} ${markdown`_b_`} ${code('*c*')}`
  expect(render(String(source))).toBe('<p><strong>*a*</strong> 7 <em>b</em> <code>*c*</code></p>')
  expect(String(joinMarkdown([markdown`a`, markdown`${'*'}`], '\n'))).toBe('a\n\\*')
})

test.each<[string, (text: string) => Markdown, string[]]>([
  ['plain text', (text) => markdown`before ${text} after`, ['p']],
  ['a paragraph of plain text', (text) => markdown`before\n\n${text}\n\nafter`, ['p', 'p', 'p']],
  ['code', (text) => markdown`before ${code(text)} after`, ['p', 'code']],
  ['a code block', (text) => markdown`before\n\n${codeBlock(text)}\n\nafter`, ['p', 'pre', 'code', 'p']],
  [
    'a part that people unfold',
    (text) => markdown`before\n\n${details(text, codeBlock(text))}\n\nafter`,
    ['p', 'details', 'summary', 'pre', 'code', 'p'],
  ],
])('%s renders any text without a tag of its own, and mentions nobody', (_name, place, tags) => {
  fc.assert(
    fc.property(hostileText, (text) => {
      // An empty text isn't code.
      fc.pre(String(code(text)) !== '' && String(markdown`${text}`).trim() !== '')
      const source = String(place(text))
      const html = render(source)
      expect(tagsOf(html)).toEqual(tags)
      expect([...html.matchAll(/<\/(\w+)>/gu)].map(([, tag]) => tag).sort()).toEqual([...tags].sort())
      expect(html).toMatch(/^<p>before.*after<\/p>$/su)
      expect(textOf(html)).not.toMatch(MENTION)
      expect(source).not.toMatch(MENTION)
      expect(source).not.toMatch(/<!--|--!?>/u)
      // Bots read commands at the start of a line.
      expect(source).not.toMatch(/^\s*[/!.][^\s\u2060]/mu)
    }),
    { numRuns: 100 },
  )
})

test('plain text reads as it was written, and GitHub links nothing in it', () => {
  const character = fc.constantFrom(...'ab1 []()*_`\\#!|~<>&"\'{}+-.=$^')
  fc.assert(
    fc.property(fc.array(character, { maxLength: 30 }), (characters) => {
      const text = `x${characters.join('')}x`
      const seen = textOf(render(String(markdown`${text}`))).replace(/[\u200b\u2060]/gu, '')
      expect(seen).toBe(text.replace(/ +/gu, ' '))
    }),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(hostileText, (text) => {
      const seen = textOf(renderWhole(String(markdown`x ${text}`)).replaceAll('<span>$</span>', ' '))
      expect(seen).not.toMatch(/#\d|\bgh-\d|https?:\/\/|www\.|\$\S/iu)
      expect(seen).not.toMatch(/\b(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{7,40}\b/u)
    }),
    { numRuns: 200 },
  )
})

test.each(['1. item', ' 12. item', '- item', '-', '---', '===', '= x', '# x', '> x', '+ x', '* x', '| a |\n|---|'])(
  "plain text isn't a list, rule, heading, quote or table at the start of a line: %j",
  (text) => {
    const html = render(`a\n${markdown`${text}`}\n\n${markdown`${text}`}`)
    expect(new Set(tagsOf(html))).toEqual(new Set(['p']))
    expect(textOf(html)).toContain(text.trim().replaceAll('\n', ' '))
  },
)

test('bots find no command at the start of a line, and no ID, issue or commit is linked', () => {
  expect(String(codeBlock('a\n/docs do it\n  !deploy'))).toBe('```text\na\n\u2060/docs do it\n  \u2060!deploy\n```')
  const references = String(markdown`${'#12 GH-12 0123456789abcdef 1234567 abcdefa'}`)
  expect(references).toBe('\\#\u206012 GH-\u206012 012345\u20606789ab\u2060cdef 1234567 abcdefa')
})

test('code shows its content, cut after its maximum', () => {
  for (const text of ['a', '`', '``', ' a ', 'a`b', '`a', 'a`', 'a\\', '<b>', '&amp;', '*', '|'])
    expect(textOf(render(`x ${code(text)} y`))).toBe(`x ${text.trim()} y`)
  expect([String(code('a`b')), String(code('``')), String(code(' \n'))]).toEqual(['``a`b``', '``` `` ```', ''])
  expect(String(code('a\n bcd', 4))).toBe('`a b…`')
})

test.each(['<!-- x -->', '--!>', '<!--->', '<<!---->'])('the comment marks in %j are broken in every place', (text) => {
  const places = [code(text), markdown`${text}`, codeBlock(text), prose(text), table([text], [[markdown`${text}`]])]
  for (const source of places) expect(String(source)).not.toMatch(/<!--|--!?>/u)
})

test('a fence is longer than the fences in its block, and a long block is cut', () => {
  expect(String(codeBlock('a\r\n```\rb'))).toBe('````text\na\n```\nb\n````')
  expect(String(codeBlock('x'.repeat(20_001)))).toBe(`\`\`\`text\n${'x'.repeat(19_999)}…\n\`\`\``)
})

test('a table keeps its rows and columns, whatever is in its cells', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostileText, hostileText), { minLength: 1, maxLength: 3 }), (rows) => {
      const cells = rows.map(([left, right]) => [code(left), markdown`${right}`])
      const html = render(`${table(['Left', 'Right'], cells)}\n\nafter`)
      const tags = tagsOf(html).filter((tag) => tag !== 'code')
      const row = ['tr', 'td', 'td']
      expect(tags).toEqual(['table', 'thead', 'tr', 'th', 'th', 'tbody', ...rows.flatMap(() => row), 'p'])
      expect(html.endsWith('<p>after</p>')).toBe(true)
    }),
    { numRuns: 100 },
  )
  const source = String(table(['A', '*'], [[markdown`1\n2`, markdown`3`]], ['l', 'r']))
  expect(render(source)).toMatch(/<th align="right">\*<\/th>[\s\S]*<td align="left">1 2<\/td>/u)
})

test('a link is one link to its URL', () => {
  const paths = fc.array(fc.constantFrom(...'abc()<>[]|\\*_`~&#?=%20!$\'"@:;,+.-/'), { maxLength: 20 })
  fc.assert(
    fc.property(paths, hostileText, (path, label) => {
      const url = new URL(`https://github.com/${path.join('')}`)
      const html = render(`x ${link(markdown`${label}`, url)} y`)
      expect(tagsOf(html)).toEqual(['p', 'a'])
      const [, href = ''] = /<a href="([^"]*)"/u.exec(html) ?? []
      expect(new URL(textOf(href)).host).toBe('github.com')
    }),
    { numRuns: 100 },
  )
  const url = new URL('https://a.example/?b=(c)|\\')
  expect(String(link(markdown`d`, url))).toBe('[d](https://a.example/?b=%28c%29%7C%5C)')
})

test.each([
  ['*a* `b*` c', '\\*a\\* `b*` c'],
  ['see https://a.example/b?c=d.', 'see `https://a.example/b?c=d`.'],
  ['"https://a.example"', '"`https://a.example`"'],
  ['a - b', 'a - b'],
  ['`a', '\\`a'],
  ['`@octocat` and @octocat', '`@\u2060octocat` and @\u2060octocat'],
  ['', ''],
])('our own text %j becomes the Markdown %j', (text, source) => {
  expect(String(prose(text))).toBe(source)
})

test('a secret leaves in no kind of Markdown', () => {
  hideSecret('mint_Markdown_K3y/9')
  const text = 'a mint_Markdown_K3y/9 b'
  const url = new URL('https://a.example/?k=mint_Markdown_K3y/9&l=mint_Markdown_K3y%2F9')
  const places = [markdown`${text}`, code(text), codeBlock(text), prose(`\`${text}\``), link(markdown`a`, url)]
  for (const source of places) expect(String(source)).not.toMatch(/K3y/u)
})
