import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCommand } from '../../../../src/agent-job/request/command.ts'
import { untrustedText } from '../../../../src/untrusted/text.ts'

function parse(body: string, command = '/docs') {
  return parseCommand(untrustedText(body), command)
}

function asking(text: string, isNew = false) {
  return { kind: 'prompt', text, isNew }
}

test.each([
  ['blanks and blank lines', ['   /docs add it  ', '\n \t\n/docs add it\n', '\r\n    \r  /docs add it\r\n']],
  ['a gap', ['/docs\tadd it', '/docs\nadd it', '/docs\r\nadd it', '/docs\radd it', '/docs\u00A0add it']],
  ['a colon or a comma', ['/docs: add it', '/docs, add it', '/Docs:\nadd it']],
])('the command may be between %s', (_, bodies) => {
  for (const body of bodies) expect(parse(body), body).toEqual(asking('add it'))
})

test.each([
  ['lines', ['add\n\n- one\n- two', 'add\r\n\r\n```js\r\n  code\r\n```', 'add\n/docs a page']],
  ['more than one word', ['help people', 'help\nme', 'check the links', 'cancel it', '? why', 'Retries, please']],
  ['one word with more than letters', ['v2', 'README.md', "don't", 'a/b', '追加', 'https://docs.test', '--5']],
  ['one long word', ['a'.repeat(21), `${'-a'.repeat(10)}a`.slice(1).padEnd(21, 'x')]],
  ['no option', ['a page --new', '`--new` tells', '- new page', '-- new', '-5 pages', '\u2014 so']],
  ['hidden text, which is not looked for here', ['<!-- x -->']],
])('the text after the command is the prompt, byte for byte: %s', (_, texts) => {
  for (const text of texts) expect(parse(`/docs ${text}`), text).toEqual(asking(text))
})

test.each([
  [{ kind: 'bare', isNew: false }, ['/docs', '/docs:', '/docs,\n', '\n\n/docs \t\n', '/docs \u00A0\u3000\n']],
  [{ kind: 'bare', isNew: true }, ['/docs --new', '/docs \u2014new \n', '/docs \u2013NEW', '/docs\r\n--New']],
  [
    asking('add it', true),
    ['/docs --new add it', '/Docs \u2014New add it', '/docs\n--NEW\nadd it', '/docs: \u2013new add it'],
  ],
  [{ kind: 'help' }, ['/docs help', '/docs Help ', '/docs\nhelp\n', '/docs\r\n\r\n  help', '/docs: help', '/docs ?']],
  [{ kind: 'help' }, ['/docs --help', '/docs --HELP', '/docs \u2014help', '/docs \u2013Help', '/docs -h']],
  [{ kind: 'help' }, ['/docs help!', '/docs help\u2026', '/docs -h.', '/docs ??', '/docs \u2014', '/docs --new help']],
  [{ kind: 'check' }, ['/docs check', '/docs CHECK', '/docs\ncheck\n', '/docs: check', '/docs check.']],
  [{ kind: 'help', word: 'cancel' }, ['/docs cancel', '/docs Cancel!', '/docs: cancel\n', '/docs --new cancel']],
  [
    { kind: 'help', word: 'cancel' },
    [`/docs cancel${'!'.repeat(60_000)}`, '/docs "cancel"', '/docs \u201Ccancel.\u201D'],
  ],
  [{ kind: 'help', word: 're-run' }, ['/docs re-run', '/docs RE-RUN?', '/docs `re-run`', '/docs **Re-run**']],
  [{ kind: 'help', word: 'chekc' }, ['/docs chekc', '/docs, CHEKC', '/docs (chekc)']],
  [{ kind: 'help', word: 'prüfen' }, ['/docs Prüfen']],
  [{ kind: 'help', word: 'a'.repeat(20) }, [`/docs ${'a'.repeat(20)}`]],
])('the command alone, with an option or with one word, requests %j', (asked, bodies) => {
  for (const body of bodies) expect(parse(body), body).toEqual(asked)
})

test.each([
  ['/docs --newer pages', '--newer'],
  ['/docs -new page', '-new'],
  ['/docs -h me', '-h'],
  ['/docs \u2014newer pages', '\u2014newer'],
  ['/docs \u2212new page', '\u2212new'],
  ['/docs --help me', '--help'],
  ['/docs\n--dry-run\nadd', '--dry-run'],
  ['/docs --check', '--check'],
  ['/docs --new --new', '--new'],
  ['/docs `--Verbose`', '--Verbose'],
  ['/docs --new\u200B page', '--new\u200B'],
  ['/docs --new: page', '--new:'],
])("the comment %j gets the help, since %s isn't an option", (body, option) => {
  expect(parse(body)).toEqual({ kind: 'help', option })
})

test.each([
  ['nothing', ['', ' ', '\n\n']],
  ['a longer word', ['/docsify this', '/docs-bot hi', '/docs.', '/docs/api', '/docs:add', '/docs:, add']],
  ['no first word', ['docs add', 'please /docs add', '> /docs add', '\\/docs add', '<!-- x -->\n/docs add']],
  ['a block of code', ['```\n/docs add\n```', '    /docs add', '\t/docs add', ' \t/docs add']],
  ['hidden', ['<!-- /docs add -->', '/do\u200Bcs add', '/do\u00ADcs add', '\u200B/docs add', '\u00A0\n/docs add']],
  ['hidden behind', ['/docs\u200Badd', '/docs\u200B add', '/docs:\u200B add', '/docs\uFE0F add']],
  ['no gap behind', ['/docs\uFEFFadd', '/docs\u2028add', '/docs\u0085add', '/docs\vadd', '/docs\0add']],
  ['letters that look alike', ['／docs add', '/dосs add']],
])('a comment without the plain word is not a command: %s', (_, bodies) => {
  for (const body of bodies) expect(parse(body), body).toEqual({ kind: 'none' })
})

const WORDS = ['/write-docs', '@docs-bot', '[a-z]+', '$&', '/ドキュメント', '🤖']

test.each(WORDS)('the command may be any word: %s', (command) => {
  expect(parse(`${command} add it`, command)).toEqual(asking('add it'))
  expect(parse(`${command.toUpperCase()} add it`, command)).toEqual(asking('add it'))
  expect(parse(command, command)).toEqual({ kind: 'bare', isNew: false })
  expect(parse(`${command}x add`, command)).toEqual({ kind: 'none' })
  expect(parse('/docs add', command)).toEqual({ kind: 'none' })
})

test('with an empty command, no comment is a command', () => {
  for (const body of ['', '/docs add a page']) expect(parse(body, '')).toEqual({ kind: 'none' })
})

test("with anything visible or hidden before it, it isn't a command", () => {
  // The same as the unit `binary`, which takes two seconds to begin with.
  const unit = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code))
  const text = fc.string({ unit, minLength: 1 })
  fc.assert(
    fc.property(text, fc.constantFrom('', ' ', '\n', '\n\n'), (before, gap) => {
      fc.pre(/[^ \t\r\n]/.test(before) && !before.trimStart().toLowerCase().startsWith('/docs'))
      expect(parse(`${before}${gap}/docs add`)).toEqual({ kind: 'none' })
    }),
  )
})

test('a comment with 64 KiB of white space is read in time', () => {
  for (const piece of ['\n', ' ', '\t', '  \t \r\n']) {
    const body = piece.repeat(65_536 / piece.length)
    expect(parse(body)).toEqual({ kind: 'none' })
    expect(parse(`/docs${body}`)).toEqual({ kind: 'bare', isNew: false })
  }
})
