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

const URL_OF_US = new URL('https://github.com/acme/docs')
/** GitHub finds mentions in the rendered text, and bots find them in the source. */
const MENTION = /(?:^|[^\w])@[\p{L}\p{N}_-]/u

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
  ['the label of a link', (text) => markdown`before ${link(markdown`${text}`, URL_OF_US)} after`, ['p', 'a']],
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
    fc.property(fc.array(character, { maxLength: 30 }), hostileText, (characters, hostile) => {
      const text = `x${characters.join('')}x`
      const seen = textOf(render(String(markdown`${text}`))).replace(/[\u200b\u2060]/gu, '')
      expect(seen).toBe(text.replace(/ +/gu, ' '))
      const other = textOf(renderWhole(String(markdown`x ${hostile}`)).replaceAll('<span>$</span>', ' '))
      expect(other).not.toMatch(/#\d|\bgh-\d|https?:\/\/|www\.|\$\S/iu)
      expect(other).not.toMatch(/\b(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{7,40}\b/u)
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

test.each<[render: () => Markdown, source: string]>([
  // The literal parts of a template are Markdown, and the values aren't, unless they are Markdown.
  [() => markdown`**${'*a*'}** ${7} ${markdown`_b_`} ${code('*c*')}`, '**\\*a\\*** 7 _b_ `*c*`'],
  [() => joinMarkdown([markdown`a`, markdown`${'*'}`], '\n'), 'a\n\\*'],
  // Bots find no command at the start of a line, and GitHub links no issue and no commit.
  [() => codeBlock('a\n/docs do it\n  !deploy'), '```text\na\n\u2060/docs do it\n  \u2060!deploy\n```'],
  [
    () => markdown`${'#12 GH-12 0123456789abcdef 1234567 abcdefa'}`,
    '\\#\u206012 GH-\u206012 012345\u20606789ab\u2060cdef 1234567 abcdefa',
  ],
  // A fence is longer than what is in it, and a long text is cut.
  [() => codeBlock('a\r\n```\rb'), '````text\na\n```\nb\n````'],
  [() => codeBlock('x'.repeat(20_001)), `\`\`\`text\n${'x'.repeat(19_999)}…\n\`\`\``],
  [() => code('a`b'), '``a`b``'],
  [() => code('``'), '``` `` ```'],
  [() => code('a`'), '`` a` ``'],
  [() => code('a\n bcd', 4), '`a b…`'],
  [() => code(' \n'), ''],
  // In our own text, what is between backticks and each URL is code.
  [() => prose('*a* `b*` c'), '\\*a\\* `b*` c'],
  [() => prose('see https://a.example/b?c=d.'), 'see `https://a.example/b?c=d`.'],
  [() => prose('"https://a.example" `a'), '"`https://a.example`" \\`a'],
  [() => prose('`@octocat` and @octocat'), '`@\u2060octocat` and @\u2060octocat'],
  [() => link(markdown`d`, new URL('https://a.example/?b=(c)|\\')), '[d](https://a.example/?b=%28c%29%7C%5C)'],
  [() => table(['A', '*'], [[markdown`1\n2`, markdown`3`]], ['l', 'r']), '| A | \\* |\n| :- | -: |\n| 1 2 | 3 |'],
])('%s', (render, source) => {
  expect(String(render())).toBe(source)
})

test('comment marks are broken, and secrets are left out, in every place', () => {
  hideSecret('mint_Markdown_K3y/9')
  const url = new URL('https://a.example/?k=mint_Markdown_K3y/9&l=mint_Markdown_K3y%2F9')
  for (const mark of ['<!-- x -->', '--!>', '<!--->', '<<!---->']) {
    const text = `${mark} mint_Markdown_K3y/9`
    const places = [code(text), markdown`${text}`, codeBlock(text), prose(`\`${text}\``), link(markdown`a`, url)]
    for (const source of [...places, table([text], [[markdown`${text}`]])])
      expect(String(source)).not.toMatch(/<!--|--!?>|K3y/u)
  }
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
})
