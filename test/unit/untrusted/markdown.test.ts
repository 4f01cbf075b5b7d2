import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  code,
  codeBlock,
  commit,
  details,
  link,
  type Markdown,
  markdown,
  plain,
  prose,
  table,
} from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { hostileText, render, tagsOf, textOf } from './rendering.ts'

/** GitHub finds mentions in the rendered text, and bots find them in the source. */
const MENTION = /(?:^|[^\w])@[\p{L}\p{N}_-]/u

test("the literal parts of a template are Markdown, the values aren't", () => {
  const source = markdown`**${'*a*'}** ${7} ${markdown`_b_`} ${code('*c*')}`
  expect(render(String(source))).toBe('<p><strong>*a*</strong> 7 <em>b</em> <code>*c*</code></p>')
  expect(tagsOf(render(String(markdown`x ${untrustedText('*d* <b> [e](https://f)')}`)))).not.toContain('a')
})

test.each<[string, (text: string) => Markdown, string[]]>([
  ['plain text', (text) => markdown`before ${plain(text)} after`, ['p']],
  ['a paragraph of plain text', (text) => markdown`before\n\n${text}\n\nafter`, ['p', 'p', 'p']],
  ['code', (text) => markdown`before ${code(untrustedText(text))} after`, ['p', 'code']],
  ['a code block', (text) => markdown`before\n\n${codeBlock(untrustedText(text))}\n\nafter`, ['p', 'pre', 'code', 'p']],
  [
    'a folded part',
    (text) => markdown`before\n\n${details('More', codeBlock(untrustedText(text)))}\n\nafter`,
    ['p', 'details', 'summary', 'pre', 'code', 'p'],
  ],
])('%s renders any text unchanged, and mentions nobody', (_name, place, tags) => {
  fc.assert(
    fc.property(hostileText, (text) => {
      // An empty text isn't code.
      fc.pre(String(code(text)) !== '')
      const source = String(place(text))
      const html = render(source)
      expect(tagsOf(html)).toEqual(tags)
      expect([...html.matchAll(/<\/(\w+)>/gu)].map(([, tag]) => tag).sort()).toEqual([...tags].sort())
      expect(html).toMatch(/^<p>before.*after<\/p>$/su)
      expect(textOf(html)).not.toMatch(MENTION)
      expect(source).not.toMatch(MENTION)
    }),
    { numRuns: 80 },
  )
})

test('plain text reads as it was written', () => {
  const character = fc.constantFrom(...'ab1 []()*_`\\#!|~<>&"\'{}+-.=$^')
  fc.assert(
    fc.property(fc.array(character, { maxLength: 30 }), (characters) => {
      const text = `x${characters.join('')}x`
      const seen = textOf(render(String(plain(text)))).replace(/[\u200b\u2060]/gu, '')
      expect(seen).toBe(text.replace(/ +/gu, ' '))
    }),
    { numRuns: 200 },
  )
})

test.each(['1. item', ' 12. item', '- item', '-', '---', '===', '= x'])(
  "plain text isn't a list, rule or heading at the start of a line: %s",
  (text) => {
    const html = render(`a\n${plain(text)}\n\n${plain(text)}`)
    expect(new Set(tagsOf(html))).toEqual(new Set(['p']))
    expect(textOf(html)).toContain(text.trim())
  },
)

test('bots find no command at the start of a line, and no ID, issue or commit is linked', () => {
  expect(String(codeBlock('a\n/docs do it\n  !deploy'))).toBe('```text\na\n\u2060/docs do it\n  \u2060!deploy\n```')
  const references = String(plain('#12 GH-12 0123456789abcdef 1234567 abcdefa'))
  expect(references).toBe('\\#\u206012 GH-\u206012 012345\u20606789ab\u2060cdef 1234567 abcdefa')
})

test('a commit is shown by the start of its ID, and another text as plain text', () => {
  expect([String(commit('0123456789abcdef')), String(commit('a*b'))]).toEqual(['0123456', 'a\\*b'])
})

test('code shows its content', () => {
  for (const text of ['a', '`', '``', ' a ', 'a`b', '`a', 'a`', 'a\\', '<b>', '&amp;', '*', '|'])
    expect(textOf(render(`x ${code(text)} y`))).toBe(`x ${text.trim()} y`)
  expect([String(code('a`b')), String(code('``'))]).toEqual(['``a`b``', '``` `` ```'])
})

test.each(['<!-- x -->', '--!>', '<!--->', '<<!---->'])('the comment marks in %j are broken in every place', (text) => {
  const places = [code(text), plain(text), codeBlock(text), prose(text), table([code(text)], [[plain(text)]])]
  for (const source of places) expect(String(source)).not.toMatch(/<!--|--!?>/u)
})

test('a fence is longer than the fences in its block', () => {
  expect(String(codeBlock('a\r\n```\rb'))).toBe('````text\na\n```\nb\n````')
})

test('a table keeps its rows and columns', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostileText, hostileText), { minLength: 1, maxLength: 3 }), (rows) => {
      const cells = rows.map(([left, right]) => [code(untrustedText(left)), plain(right)])
      const html = render(`${table([markdown`Left`, markdown`Right`], cells)}\n\nafter`)
      const tags = tagsOf(html).filter((tag) => tag !== 'code')
      const row = ['tr', 'td', 'td']
      expect(tags).toEqual(['table', 'thead', 'tr', 'th', 'th', 'tbody', ...rows.flatMap(() => row), 'p'])
      expect(html.endsWith('<p>after</p>')).toBe(true)
    }),
    { numRuns: 80 },
  )
})

test('the columns of a table may be aligned', () => {
  const source = table([markdown`A`, markdown`B`], [[markdown`1\n2`, markdown`3`]], ['---', '---:'])
  expect(String(source)).toBe('| A | B |\n| --- | ---: |\n| 1 2 | 3 |')
})

test('a link is one link to its URL', () => {
  const paths = fc.array(fc.constantFrom(...'abc()<>[]|\\*_`~&#?=%20!$\'"@:;,+.-/'), { maxLength: 20 })
  fc.assert(
    fc.property(paths, hostileText, (path, label) => {
      const url = new URL(`https://github.com/${path.join('')}`)
      const html = render(`x ${link(plain(label), url)} y`)
      expect(tagsOf(html)).toEqual(['p', 'a'])
      const [, href = ''] = /<a href="([^"]*)"/u.exec(html) ?? []
      expect(new URL(textOf(href)).host).toBe('github.com')
      expect(html).not.toContain('href="https://evil')
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
  ['a\nb', 'a\n\nb'],
  ['a\n- b\n- `c`\nd', 'a\n- b\n- `c`\n\nd'],
  ['a - b', 'a - b'],
  ['`a', '\\`a'],
  ['', ''],
])('our own text %j becomes the Markdown %j', (text, source) => {
  expect(String(prose(text))).toBe(source)
})
