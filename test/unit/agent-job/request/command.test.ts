import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCommand } from '../../../../src/agent-job/request/command.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function parse(body: string, command = '/docs') {
  return parseCommand(untrustedText(body), command)
}

test.each([
  ['/docs add a page', 'add a page'],
  ['  /docs add a page  ', 'add a page'],
  ['\n \t\n/docs add a page\n', 'add a page'],
  ['\r\n\r\n/docs add a page\r\n', 'add a page'],
  ['/docs\tadd a page', 'add a page'],
  ['/docs\nadd a page', 'add a page'],
  ['/docs\r\nadd a page', 'add a page'],
  ['/docs\radd a page', 'add a page'],
  ['/docs\u00A0add a page', 'add a page'],
  ['/docs add\n\n- one\n- two\n', 'add\n\n- one\n- two'],
  ['/docs add\r\n\r\n```js\r\n  code\r\n```\r\n', 'add\r\n\r\n```js\r\n  code\r\n```'],
  ['/docs add\n/docs a page', 'add\n/docs a page'],
  ['/docs help people find retries', 'help people find retries'],
  ['/docs /docs', '/docs'],
  ['/docs helpful pages', 'helpful pages'],
  ['/docs\nhelp\nme', 'help\nme'],
  ['/docs <!-- x -->', '<!-- x -->'],
  ['/Docs add', 'add'],
  ['/docs a page --new', 'a page --new'],
  ['/docs `--new` explains itself', '`--new` explains itself'],
  ['/docs -new page', '-new page'],
  ['/docs \u2014newer pages', '\u2014newer pages'],
  ['/docs -h me', '-h me'],
  ['/docs ? why', '? why'],
  ['/docs check the links', 'check the links'],
  ['/docs: add a page', 'add a page'],
  ['/docs, add a page', 'add a page'],
  ['/Docs:\nadd a page', 'add a page'],
])('the comment %j asks for %j', (body, text) => {
  expect(parse(body)).toEqual({ kind: 'prompt', text, isNew: false })
})

test.each([
  '/docs',
  '/docs ',
  '/docs:',
  '/docs,\n',
  '/docs\r\n\r\n',
  '\n\n/docs \t\n',
  '/docs \u00A0\u3000\n',
])('the comment %j is the bare command', (body) => {
  expect(parse(body)).toEqual({ kind: 'bare', isNew: false })
})

test.each([
  ['/docs --new add a page', 'add a page'],
  ['/docs --NEW add', 'add'],
  ['/Docs \u2014New add', 'add'],
  ['/docs\n--new\nadd', 'add'],
  ['/docs: \u2013new add', 'add'],
  ['/docs --new help', 'help'],
  ['/docs --new check', 'check'],
  ['/docs --new --new', '--new'],
  ['/docs --new --help', '--help'],
])('the comment %j asks for %j in a new job', (body, text) => {
  expect(parse(body)).toEqual({ kind: 'prompt', text, isNew: true })
})

test.each(['/docs --new', '/docs \u2014new \n', '/docs \u2013NEW', '/docs\r\n--New'])(
  'the comment %j is the bare command, for a new job',
  (body) => {
    expect(parse(body)).toEqual({ kind: 'bare', isNew: true })
  },
)

test.each([
  '/docs help',
  '/docs HELP',
  '/docs Help ',
  '/docs\nhelp\n',
  '/docs\r\n\r\n  help',
  '/docs \t help',
  '/docs --help',
  '/docs --HELP',
  '/docs \u2014help',
  '/docs \u2013Help',
  '/docs -h',
  '/docs ?',
  '/docs: help',
])('the comment %j asks for help', (body) => {
  expect(parse(body)).toEqual({ kind: 'help' })
})

test.each([
  ['/docs --newer pages', '--newer'],
  ['/docs -- new page', '--'],
  ['/docs --help me', '--help'],
  ['/docs\n--dry-run\nadd', '--dry-run'],
  ['/docs --check', '--check'],
  ['/docs --new\u200B page', '--new\u200B'],
  ['/docs --new: page', '--new:'],
])('the comment %j asks for help, since there is no %s', (body, unknownWord) => {
  expect(parse(body)).toEqual({ kind: 'help', unknownWord })
})

test.each(['/docs check', '/docs CHECK', '/docs\ncheck\n', '/docs: check'])(
  'the comment %j asks for a check',
  (body) => {
    expect(parse(body)).toEqual({ kind: 'check' })
  },
)

test.each([
  '',
  ' ',
  '\n\n',
  '/docsify this',
  '/docs-bot hi',
  '/docs/retries.md is wrong',
  '/docs.',
  '/docs:add',
  '/docs,add',
  '/docs:, add',
  '/docs:\u200B add',
  '/docs/api',
  'docs add',
  'please /docs add',
  '> /docs add',
  '```\n/docs add\n```',
  '    /docs add',
  '\t/docs add',
  ' \t/docs add',
  '<!-- /docs add -->',
  '<!-- x -->\n/docs add',
  '\\/docs add',
  '/do\u200Bcs add',
  '/do\u00ADcs add',
  '\u200B/docs add',
  '\u00A0\n/docs add',
  '/docs\u200Badd',
  '/docs\u200B add',
  '/docs\uFEFFadd',
  '/docs\u00ADadd',
  '/docs\u2028add',
  '/docs\u0085add',
  '/docs\vadd',
  '/docs\0add',
  '/docs\uFE0F add',
  '／docs add',
  '/dосs add',
])('the comment %j is not a command', (body) => {
  expect(parse(body)).toEqual({ kind: 'none' })
})

test.each([
  '/write',
  '/write-docs',
  'docs(.*)',
  '@docs-bot',
  '!docs',
  '.*',
  '(docs',
  '[a-z]+',
  '$&',
  '\\d',
  '/ドキュメント',
  '🤖',
])('the command may be any word: %s', (command) => {
  expect(parse(`${command} add a page`, command)).toEqual({
    kind: 'prompt',
    text: 'add a page',
    isNew: false,
  })
  expect(parse(command, command)).toEqual({ kind: 'bare', isNew: false })
  expect(parse(`${command.toUpperCase()} add`, command)).toMatchObject({ kind: 'prompt', text: 'add' })
  expect(parse(`${command}x add a page`, command)).toEqual({ kind: 'none' })
  expect(parse('/docs add a page', command)).toEqual({ kind: 'none' })
})

test('with an empty command, no comment is a command', () => {
  expect(parse('', '')).toEqual({ kind: 'none' })
  expect(parse('add a page', '')).toEqual({ kind: 'none' })
  expect(parse('/docs add a page', '')).toEqual({ kind: 'none' })
})

test('the prompt is the whole rest of the comment, trimmed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' ', '\t', '\n', '\r\n', '\n\n'),
      (rest, gap) => {
        const text = rest.trim()
        fc.pre(text !== '' && !/^(?:--|[\u2014\u2013]|(?:help|check|-h|\?)$)/i.test(text))
        expect(parse(`/docs${gap}${rest}`)).toEqual({ kind: 'prompt', text, isNew: false })
      },
    ),
  )
})

test('blank lines and up to three spaces in front change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\n', '\r\n', '\r', ' \n', '\t\r\n', '     \n')),
      fc.nat(3),
      fc.string(),
      (lines, spaces, rest) => {
        const body = `/docs${rest}`
        expect(parse(lines.join('') + ' '.repeat(spaces) + body)).toEqual(parse(body))
      },
    ),
  )
})

test('anything visible or hidden in front makes it no command', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom('', ' ', '\n', '\n\n'),
      (before, gap) => {
        fc.pre(/[^ \t\r\n]/.test(before) && !before.trimStart().toLowerCase().startsWith('/docs'))
        expect(parse(`${before}${gap}/docs add`)).toEqual({ kind: 'none' })
      },
    ),
  )
})

test.each([
  ['blank lines', '\n'],
  ['white space', ' '],
  ['tabs', '\t'],
  ['lines of white space', '  \t \r\n'],
])('a comment with 64 KiB of %s is read in time', { timeout: 30_000 }, (_, piece) => {
  const body = piece.repeat(65_536 / piece.length)
  expect(parse(body)).toEqual({ kind: 'none' })
  expect(parse(`/docs${body}`)).toEqual({ kind: 'bare', isNew: false })
})
