import fc from 'fast-check'

/** The key of every fuzzed run, with characters that URLs, JSON, Markdown and regular expressions read something into. */
export const API_KEY = 'mint_fuzz_S3cr+t/K&y=0123456789'

/** What strangers write when they want more than to be read. One entry a trick. */
export const TRICKS: readonly string[] = [
  // Workflow commands, behind everything that a runner takes for a line's start or for white space
  '::error::owned',
  '\n::error file=a.ts,line=1::owned',
  '\r\n::save-state name=phase::owned',
  '\u3000\u00A0\u1680\u202F::stop-commands::owned',
  ...[...'\r\u0085\u2028\u2029\u000B\u000C\uFEFF\u180E:'].map((start) => `${start}::set-output name=outcome::owned`),
  '##[error]owned',
  '##[##[add-path]owned',
  '%25%0D%0A##[add-path]owned',
  // Command files
  '\noutcome<<EOF\nowned\nEOF\n',
  // Mentions, references, other bots' commands
  '@acme/owners',
  '@dependabot merge',
  '&#64;octocat',
  'r? @octocat',
  'acme/app#1',
  'GH-1',
  'acme/app@0123456789abcdef0123456789abcdef01234567',
  '0123456789abcdef0123456789abcdef01234567',
  '\n!deploy',
  '\n.deploy',
  '\n/docs once more',
  // Links, images, HTML
  'https://evil.example/?a=b',
  'HTTP://evil.example',
  'www.evil.example',
  'ftp://evil.example',
  'mailto:someone@evil.example',
  'xmpp:someone@evil.example/x',
  '![pixel](https://evil.example/pixel.png)',
  '[link](https://evil.example)',
  '[link](javascript:alert(1))',
  '<https://evil.example>',
  '[link][reference]\n\n[reference]: https://evil.example',
  '[^note]\n\n[^note]: note',
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<!--',
  '-->',
  '--!>',
  '<details><summary>x</summary>',
  '</details>',
  '</code></pre></td></tr></table>',
  '<![CDATA[',
  '<?php',
  // Structure
  '|',
  '\n| a | b |\n|---|---|\n',
  '\\|',
  '\\',
  '`',
  '\n```\n',
  '``````````',
  '\n~~~\n',
  '\n# heading',
  '\n- [ ] task',
  '\n---\n',
  '\n===\n',
  '\n> [!WARNING]\n> owned',
  '\n    indented',
  '**bold** _it_ ~~gone~~',
  '$x$',
  '\n$$\nx\n$$\n',
  '&lt;b&gt;',
  '<!-- docs-agent:job marker {"state":"finished","jobId":"job-1"} -->',
  // Shells, expressions, spreadsheets, prototypes, paths
  '$(touch owned)',
  '$' + '{{ secrets.API_KEY }}',
  '=HYPERLINK("https://evil.example")',
  '__proto__',
  '../../..',
  '%2e%2e%2f',
  // Characters that are not seen, or half
  ...'\u202E\u200B\u200D\u2060\u{E0041}\uFE0F\u0000\uDE00\uD83D',
  '\u001B[2J',
  // The key, as careless servers echo it
  API_KEY,
  encodeURIComponent(API_KEY),
  encodeURIComponent(API_KEY).toLowerCase(),
  Buffer.from(`Bearer ${API_KEY}`).toString('base64'),
  `{"authorization":"Bearer ${API_KEY}"}`,
]

const trick = fc.constantFrom(...TRICKS)
const CHARACTERS = '[](){}<>&`*_~|\\#@!$^-+=:;"\'/.,?%0aZ1 \t\n\r'
const OPENERS = ['![', '](', '``', '<pre ', '<details ', '<script']

/** Any character. To prepare `unit: anyCharacter`, which is the same, takes fast-check more than a second. */
export const anyCharacter = fc
  .nat(0x10f7ff)
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))

/** What is usual, and once in `times + 1` cases what is odd. */
export function mostly<Usual, Odd>(
  times: number,
  usual: fc.Arbitrary<Usual>,
  odd: fc.Arbitrary<Odd>,
): fc.Arbitrary<Usual | Odd> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

/** Tricks, their incomplete forms, and noise. */
export const shortHostileText = pieces(12)

/** Text that a stranger may have written: tricks, noise, and seldom very much of one of them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: pieces(8) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(trick, fc.integer({ min: 100, max: 3000 })).map(([text, times]) => text.repeat(times)),
  },
)

/** Any JSON value, its texts and names hostile too. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    hostileText,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, ''),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(pieces(2), tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value

function pieces(maxLength: number): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 5, arbitrary: trick },
    { weight: 2, arbitrary: fc.constantFrom('word', ' words of a text ', ...CHARACTERS, ...OPENERS) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
  )
  return fc.array(piece, { maxLength }).map((parts) => parts.join(''))
}
