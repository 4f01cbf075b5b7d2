import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCommand } from '../../../src/agent-job/command.ts'
import { removeHiddenText } from '../../../src/text/hidden-text.ts'

const parse = (body: string, command = '/docs') => parseCommand(body, command)
const asking = (text: string, isNew = false, unsentLines = 0) => ({ kind: 'prompt', text, isNew, unsentLines })

test.each([
  ['blanks and blank lines', ['   /docs add it  ', '\n \t\n/docs add it\n', '\r\n    \r  /docs add it\r\n']],
  ['a gap', ['/docs\tadd it', '/docs\nadd it', '/docs\r\nadd it', '/docs\u00A0add it']],
  ['any case of letters', ['/Docs add it', '/DOCS add it']],
  ['blanks of other scripts', ['\u3000/docs add it', '\n  \u00A0/docs add it']],
  [
    'invisible characters',
    [
      '\u200F\u200E/docs add it',
      '\u200D\uFE0F/docs add it',
      '\u200B/docs add it',
      '\uFEFF\n\u2060/docs add it',
      '/do\u200Bcs add it',
    ],
  ],
])('the command may be in %s', (_, bodies) => {
  for (const body of bodies) expect(parse(body), body).toEqual(asking('add it'))
})

test.each([
  ['lines', ['add\n\n- one\n- two', 'add\n/docs a page', 'add\n\n```js\n  code\n```']],
  ['more than one word', ['help people', 'help\nme', 'check the links', 'cancel it', '? why', 'Retries, please']],
  ['one word with more than letters', ['v2', 'README.md', "don't", 'a/b', 'https://docs.test']],
  ['one word that is not Latin', ['追加', 'добавь']],
  ['one long word', ['a'.repeat(21)]],
  ['no option', ['a page --new', '`--new` tells', '- new page', '-- new', '-5 pages']],
  ['what GitHub shows', ['Document `Class<?>` and keep it short', 'a\n```\n<?php\n```\nb', 'a `<!DOCTYPE html>` b']],
])('the text after the command is the prompt: %s', (_, texts) => {
  for (const text of texts) expect(parse(removeHiddenText(`/docs ${text}`)), text).toEqual(asking(text))
})

test.each([
  [asking(''), ['/docs', '/docs \t\n', '\n\n/docs \u00A0\u3000\n']],
  [asking('', true), ['/docs --new', '/docs \u2014new \n', '/docs \u2013NEW', '/docs\r\n--New']],
  [asking('add it', true), ['/docs --new add it', '/Docs \u2014New add it', '/docs\n--NEW\nadd it']],
  [{ kind: 'help', word: '' }, ['/docs help', '/docs Help ', '/docs\nhelp\n', '/docs --help', '/docs \u2014help']],
  [{ kind: 'help', word: '' }, ['/docs help!', '/docs ?', '/docs ??', '/docs \u2014', '/docs --new help', '/docs -h']],
  [{ kind: 'check' }, ['/docs check', '/docs CHECK', '/docs\ncheck\n', '/docs check.', '/docs `check`']],
  [{ kind: 'help', word: 'cancel' }, ['/docs cancel', '/docs Cancel!', '/docs "cancel"', '/docs --new cancel']],
  [{ kind: 'help', word: 'chekc' }, ['/docs chekc', '/docs (CHEKC)', `/docs chekc${'!'.repeat(60_000)}`]],
  [{ kind: 'help', word: 're-run' }, ['/docs re-run', '/docs RE-RUN?', '/docs **Re-run**']],
  [{ kind: 'help', word: 'prüfen' }, ['/docs Prüfen']],
  [{ kind: 'help', word: 'a'.repeat(20) }, [`/docs ${'a'.repeat(20)}`]],
  [{ kind: 'help', word: '--newer' }, ['/docs --newer pages']],
  [{ kind: 'help', word: '--dry-run' }, ['/docs\n--dry-run\nadd', '/docs --new --dry-run x']],
  [{ kind: 'help', word: '\u2014newer' }, ['/docs \u2014newer pages']],
  [{ kind: 'help', word: '--new' }, ['/docs --new --new']],
])('the command alone, with an option or with one word, asks for %j', (asked, bodies) => {
  for (const body of bodies) expect(parse(body), body.slice(0, 40)).toEqual(asked)
})

test.each([
  ['nothing', ['', ' ', '\n\n']],
  ['a longer word', ['/docsify this', '/docs-bot hi', '/docs.', '/docs/api', '/docs:add']],
  ['no first word', ['docs add', 'please /docs add', '\\/docs add', '`/docs` add', '- /docs add', '# /docs add']],
  ['a quote', ['> /docs add', '>/docs add', '> a\n\n> /docs add']],
  ['a block of code', ['```\n/docs add\n```', '    /docs add', '\t/docs add', ' \t/docs add', '~~~\n/docs add']],
  ['a later line', ['Hello\n/docs add', '<!-- x -->\n/docs add']],
  ['letters that look alike', ['／docs add', '/dосs add']],
])('a comment without the plain word is not a command: %s', (_, bodies) => {
  for (const body of bodies) expect(parse(body), body).toEqual({ kind: 'none' })
})

test.each(['/write-docs', '@docs-bot', '[a-z]+', '$&', '/ドキュメント', '🤖'])(
  'the command may be any word: %s',
  (command) => {
    expect(parse(`${command} add it`, command)).toEqual(asking('add it'))
    expect(parse(`${command.toUpperCase()} add it`, command)).toEqual(asking('add it'))
    expect(parse(`${command}x add`, command)).toEqual({ kind: 'none' })
    expect(parse('/docs add', command)).toEqual({ kind: 'none' })
  },
)

test('with anything visible before it, it is not a command', () => {
  const unit = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1 }), fc.constantFrom('', ' ', '\n', '\n\n'), (before, gap) => {
      fc.pre(/[\p{L}\p{N}\p{P}\p{S}]/u.test(before) && !before.trimStart().toLowerCase().startsWith('/docs'))
      expect(parse(`${before}${gap}/docs add`)).toEqual({ kind: 'none' })
    }),
  )
})

test('text of several words without marks of mail is sent as it is', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/u)
  const line = fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.constant('')), { minLength: 1, maxLength: 8 }), (lines) => {
      const text = lines.join('\n').trim()
      fc.pre(/ /u.test(text))
      expect(parse(`/docs ${text}`)).toEqual(asking(text))
    }),
  )
})

test('a comment with 64 KiB of white space, or of lines like a mail, is read in time', () => {
  for (const piece of ['\n', ' ', '\t', '  \t \r\n']) {
    const body = piece.repeat(65_536 / piece.length)
    expect(parse(body)).toEqual({ kind: 'none' })
    expect(parse(`/docs${body}`)).toEqual(asking(''))
  }
  for (const piece of ['a:\n', '> a:\n', '\n-- a', 'a@b:\n', '```\n', '\n\nx'])
    expect(parse(`/docs a b\n${piece.repeat(65_536 / piece.length)}`).kind, piece).toBe('prompt')
})

const GMAIL = 'On Mon, Nov 16, 2026 at 3:42 PM Ann <notifications@github.com> wrote:'
const QUOTED = '> old text\n>\n> Unsubscribe: https://github.com/x'
const OUTLOOK =
  '________________________________\nFrom: Ann <ann@acme.example>\nSent: Monday\nTo: Bob\nSubject: Re\n\nold text'

test.each<[string, tail: string, unsentLines: number]>([
  ['Gmail', `\n\n${GMAIL}\n\n${QUOTED}`, 4],
  [
    'Gmail, wrapped before the address',
    `\n\nOn Mon, Nov 16, 2026 at 3:42 PM Ann Somebody\n<notifications@github.com> wrote:\n\n${QUOTED}`,
    5,
  ],
  [
    'Gmail, wrapped behind the address',
    `\n\nOn Mon, Nov 16, 2026 at 3:42 PM Ann <ann@acme.example>\nwrote:\n\n${QUOTED}`,
    5,
  ],
  ['an address that GitHub masks', `\n\nOn Mon, Nov 16, 2026 Ann ***@***.***> wrote:\n\n${QUOTED}`, 4],
  [
    'a masked address, wrapped',
    `\n\nOn Mon, Nov 16, 2026 at 3:42 PM Ann Somebody\n***@***.***> wrote:\n\n${QUOTED}`,
    5,
  ],
  ['Gmail, in three lines', `\n\nOn Mon, Nov 16, 2026 at 3:42 PM Ann Somebody <\n***@***.***>\nwrote:\n\n${QUOTED}`, 6],
  [
    'Gmail, wrapped inside the name',
    `\n\nOn Mon, Nov 16, 2026 at 3:42 PM Ann\nSomebody <ann@acme.example>\nwrote:\n\n${QUOTED}`,
    6,
  ],
  [
    'Apple Mail, where the attribution is quoted',
    `\n\n> On 16. Nov 2026, at 15:42, Ann <ann@acme.example> wrote:\n> \n> old text`,
    3,
  ],
  ['German', `\n\nAm Mo., 16. Nov. 2026 um 15:42 Uhr schrieb Ann <\nann@acme.example>:\n\n${QUOTED}`, 5],
  [
    'French, with a space before the colon',
    `\n\nLe lun. 16 nov. 2026, Ann <ann@acme.example> a écrit :\n\n${QUOTED}`,
    4,
  ],
  ['no blank line before it', `\n${GMAIL}\n${QUOTED}`, 4],
  ['Outlook', `\n\n${OUTLOOK}`, 6],
  ['Outlook without an address', `\n\n${'_'.repeat(32)}\nFrom: Ann\nSent: Monday\n\nold text`, 4],
  ['Outlook without its line', '\n\nFrom: Ann <ann@acme.example>\nSent: Monday\nTo: Bob\n\nold text', 4],
  ['Outlook, in italics', '\n\n*From:* Ann <ann@acme.example>\n*Sent:* Monday\n\nold text', 3],
  ['Outlook, in bold', '\n\n**From:** Ann <ann@acme.example>\n**Sent:** Monday\n\nold text', 3],
  ['Outlook in German', `\n\n${'_'.repeat(32)}\nVon: Ann <ann@acme.example>\nGesendet: Montag\n\nalter Text`, 4],
  ['Outlook in French', '\n\nDe : Ann <ann@acme.example>\nEnvoyé : lundi\n\nancien texte', 3],
  ['Outlook as plain text', '\n\n-----Original Message-----\nFrom: Ann <ann@acme.example>\nSent: Monday\n\nold', 4],
  ['a signature', '\n\n-- \nAnn\n+49 30 123456', 3],
  ['a phone', '\n\nSent from my iPhone', 1],
  ['Outlook for phones', '\n\nGet Outlook for iOS', 1],
  ['Outlook for Android', '\n\nSent from Outlook for Android', 1],
  ['Mail for Windows', '\n\nSent from Mail for Windows', 1],
  ['Proton Mail', '\n\nSent with Proton Mail secure email.', 1],
  ['a phone in German', '\n\nVon meinem iPhone gesendet', 1],
  ['a signature and a quoted mail', `\n\n-- \nAnn\n\n${GMAIL}\n${QUOTED}`, 6],
  ['a phone and a quoted mail', `\n\nSent from my iPhone\n\n${GMAIL}\n${QUOTED}`, 5],
  ['CRLF', `\r\n\r\n${GMAIL}\r\n\r\n> old text\r\n`, 2],
])('what a mail reply carries behind the text is not sent, and counted: %s', (_name, tail, unsentLines) => {
  expect(parse(`/docs Add a page${tail}`)).toEqual(asking('Add a page', false, unsentLines))
  expect(parse(`/docs Add a page\n\nAnd links${tail}`)).toEqual(asking('Add a page\n\nAnd links', false, unsentLines))
  expect(parse(`/docs check${tail}`)).toEqual({ kind: 'check' })
  expect(parse(`/docs help${tail}`)).toEqual({ kind: 'help', word: '' })
  expect(parse(`/docs cancel${tail}`)).toEqual({ kind: 'help', word: 'cancel' })
  expect(parse(`/docs${tail}`)).toEqual(asking('', false, unsentLines))
})

test.each([
  ['a fence that contains a signature', 'Document this:\n\n```\n-- \nAnn\n```\n\nand more'],
  ['a fence that contains a fence', 'Document this:\n\n````\n```\n-- \nAnn\n```\n````'],
  ['a fence that contains a mail', `Document this:\n\n~~~\n${GMAIL}\n> old\n~~~`],
  ['a quote without an attribution', 'Say this:\n\n> old text'],
  ['an attribution with an answer below it', `Answer this\n\n${GMAIL}\n> old text\n\nand this is mine`],
  ['a line with an address and nothing quoted', 'Name support@acme.example as follows:\n\nthe address'],
  ['a quote below a line with an address and no colon', 'Ask ann@acme.example about this.\n\n> old text'],
  ['a rule', 'One page\n\n---\n\nand another'],
  ['two hyphens without a space', 'One page\n--\nand another'],
  ['a phone that is no last line', 'Add a page\n\nSent from my iPhone is what the footer says\n\nand more'],
  ['a last line about what is sent', 'Add a note:\n\nSent from the server'],
  ['a last line about how it is sent', 'Add a footer:\n\nSent with love'],
  ['a last line about mail', 'Say how it arrives:\n\nSent via mail to everyone'],
  [
    'a list with the names of a mail',
    'List the fields:\n\n- From: first day\n- Date: when it was made\n\nUse a table.',
  ],
  ['lines with the names of a mail', 'Use this range:\n\nfrom: 2026-01-01\ndate: 2026-02-01\nBoth are inclusive.'],
  ['an address above the line before a quote', 'Replace a@acme.example.\nUse this text:\n> We answer soon.'],
  ['a header of a mail that is documented', 'Explain the headers\n\nFrom: the sender\nTo: the receiver'],
])('what the commenter wrote stays: %s', (_name, text) => {
  expect(parse(`/docs ${text}`)).toEqual(asking(text))
})

test('the line of the command always stays', () => {
  expect(parse('/docs Sent from my iPhone')).toEqual(asking('Sent from my iPhone'))
  expect(parse(`/docs ${GMAIL}\n> old`)).toEqual(asking(`${GMAIL}\n> old`))
})
