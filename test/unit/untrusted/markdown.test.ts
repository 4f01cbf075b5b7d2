import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  code,
  codeBlock,
  details,
  joinMarkdown,
  link,
  markdown,
  plain,
  prose,
  table,
} from '../../../src/untrusted/markdown.ts'
import { untrustedText } from '../../../src/untrusted/text.ts'
import { hostileText, render, tagsOf, textOf } from './rendering.ts'

/** Somebody is mentioned where GitHub finds this in the rendered text, and bots look for it in the source. */
const MENTION = /(?:^|[^\w])@[\p{L}\p{N}_-]/u

test('the literal parts of a template are Markdown, what stands between is not', () => {
  const source = markdown`**${'*a*'}** ${7} ${markdown`_b_`} ${code('*c*')}`
  expect(render(String(source))).toBe('<p><strong>*a*</strong> 7 <em>b</em> <code>*c*</code></p>')
  expect(tagsOf(render(String(markdown`x ${untrustedText('*d* <b> [e](https://f)')}`)))).not.toContain('a')
})

test('pieces are joined with what stands between them', () => {
  expect(String(joinMarkdown([markdown`a`, markdown`b`], '\n\n'))).toBe('a\n\nb')
  expect(String(joinMarkdown([], ', '))).toBe('')
})

test('plain text stays text, wherever it stands', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const source = String(markdown`before ${plain(text)} after`)
      const html = render(source)
      expect(tagsOf(html)).toEqual(['p'])
      expect(textOf(html)).toMatch(/^before .*after$/su)
      expect(textOf(html)).not.toMatch(MENTION)
      expect(source).not.toMatch(MENTION)
    }),
    { numRuns: 300 },
  )
})

test('plain text reads as it was written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'ab1 []()*_`\\#!|~<>&"\'{}+-.=$^'), { maxLength: 30 }),
      (characters) => {
        const text = `x${characters.join('')}x`
        const seen = textOf(render(String(plain(text)))).replace(/[\u200b\u2060]/gu, '')
        expect(seen).toBe(text.replace(/ +/gu, ' '))
      },
    ),
    { numRuns: 500 },
  )
})

test('plain text at the start of a line is no link, no HTML and no mention', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const html = render(`${plain(text)}\n\nafter`)
      expect(tagsOf(html).filter((tag) => !/^(p|br)$/u.test(tag))).toEqual([])
      expect(textOf(html)).not.toMatch(MENTION)
      expect(html.endsWith('<p>after</p>')).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each(['1. item', ' 12. item', '- item', '-', '---', '===', '= x'])(
  'plain text is no list, rule or heading at the start of a line: %s',
  (text) => {
    const html = render(`a\n${plain(text)}\n\n${plain(text)}`)
    expect(new Set(tagsOf(html))).toEqual(new Set(['p']))
    expect(textOf(html)).toContain(text.trim())
  },
)

test('code is one code span with the text in it', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const source = String(code(untrustedText(text)))
      const html = render(`before ${source} after`)
      expect(tagsOf(html)).toEqual(source === '' ? ['p'] : ['p', 'code'])
      expect(textOf(html)).toMatch(/^before .*after$/su)
      expect(source).not.toMatch(MENTION)
      expect(source).not.toMatch(/[\n\r]/u)
    }),
    { numRuns: 300 },
  )
})

test('code shows what is in it', () => {
  for (const text of ['a', '`', '``', ' a ', 'a`b', '`a', 'a\\', '<b>', '&amp;', '*', '|'])
    expect(textOf(render(`x ${code(text)} y`))).toBe(`x ${text.trim()} y`)
})

test('code is cut between code points', () => {
  const source = String(code('👍'.repeat(300), 10))
  expect(source.isWellFormed()).toBe(true)
  expect(source).toBe(`\`${'👍'.repeat(9)}…\``)
})

test('a code block is one block, and what comes after it is outside', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const source = String(codeBlock(untrustedText(text)))
      const html = render(`before\n\n${source}\n\nafter`)
      expect(tagsOf(html)).toEqual(['p', 'pre', 'code', 'p'])
      expect(html.endsWith('<p>after</p>')).toBe(true)
      expect(source).not.toMatch(MENTION)
      expect(source).not.toMatch(/^\s*[/!.]\w/mu)
    }),
    { numRuns: 300 },
  )
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
    { numRuns: 300 },
  )
})

test.each(['a|b', 'a\\|b', 'a\\\\|b', '|', '\\', '\\|\\|', '`|`', '``\\|'])(
  'the text %j stays in its cell of a table',
  (text) => {
    for (const cell of [code(text), plain(text)]) {
      const html = render(String(table([markdown`A`, markdown`B`], [[cell, markdown`end`]])))
      expect([...html.matchAll(/<td>/gu)]).toHaveLength(2)
      expect(html).toContain('<td>end</td>')
    }
  },
)

test('the columns of a table may be aligned', () => {
  const source = String(table([markdown`A`, markdown`B`], [[markdown`1`, markdown`2`]], ['---', '---:']))
  expect(render(source)).toContain('<td align="right">2</td>')
})

test('a link is one link to where it should lead', () => {
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
    { numRuns: 300 },
  )
})

test('a folded part is closed, whatever is in it', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const html = render(`${details('More', codeBlock(untrustedText(text)))}\n\nafter`)
      expect(tagsOf(html)).toEqual(['details', 'summary', 'pre', 'code', 'p'])
      expect(html).toMatch(/<\/pre>\s*<\/details>\s*<p>after<\/p>$/u)
    }),
  )
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
])('words of ours: %j as Markdown is %j', (text, source) => {
  expect(String(prose(text))).toBe(source)
})
