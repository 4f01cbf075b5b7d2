import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Markdown in GitHub's flavor as HTML. HTML in the source stays, so that a test can see it come through. */
export function renderWhole(source: string): string {
  return micromark(source, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })
}

/** The same without the `<span>` around a dollar, which keeps it from being mathematics. */
export function render(source: string): string {
  return renderWhole(source).replaceAll('<span>$</span>', '$')
}

/** The names of all opening tags in `html`; comments count as `!`. */
export function tagsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*|!|\?)/giu)].map(([, name = '']) => name.toLowerCase())
}

/** The visible text of `html`. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

/** What strangers write when they want more than to be read: one entry a trick. */
export const TRICKS: readonly string[] = [
  // Workflow commands, behind everything that a runner takes for a line's start or for white space
  '::error::owned',
  '\r\n::save-state name=phase::owned',
  '\u3000\u00A0\u1680\u202F::stop-commands::owned',
  ...[...'\r\u0085\u2028\u2029\u000B\u000C\uFEFF\u180E:'].map((start) => `${start}::set-output name=outcome::owned`),
  '##[##[add-path]owned',
  // Mentions, references, other bots' commands
  ...['@acme/owners', '@dependabot merge', '&#64;octocat', 'r? @octocat', 'acme/app#1', 'GH-1'],
  'acme/app@0123456789abcdef0123456789abcdef01234567',
  ...['\n!deploy', '\n.deploy', '\n/docs once more'],
  // Links, images, HTML
  ...['https://evil.example/?a=b', 'HTTP://evil.example', 'www.evil.example', 'ftp://evil.example'],
  ...['mailto:someone@evil.example', 'xmpp:someone@evil.example/x', '![pixel](https://evil.example/pixel.png)'],
  ...['[link](https://evil.example)', '[link](javascript:alert(1))', '<https://evil.example>'],
  ...['[link][reference]\n\n[reference]: https://evil.example', '[^note]\n\n[^note]: note'],
  ...['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '<!--', '-->', '--!>', '<![CDATA[', '<?php'],
  ...['<details><summary>x</summary>', '</details>', '</code></pre></td></tr></table>'],
  // Structure
  ...['|', '\n| a | b |\n|---|---|\n', '\\|', '\\', '`', '\n```\n', '``````````', '\n~~~\n', '\n# heading'],
  ...['\n- [ ] task', '\n---\n', '\n===\n', '\n> [!WARNING]\n> owned', '\n    indented', '**bold** _it_ ~~gone~~'],
  ...['$x$', '\n$$\nx\n$$\n', '&lt;b&gt;', '<!-- docs-agent {"state":"job","job":"job-1"} -->'],
  // Characters that are not seen, or half
  ...'\u202E\u200B\u200D\u2060\u{E0041}\uFE0F\u0000\uDE00\uD83D',
  '\u001B[2J',
]
const CHARACTERS = '[](){}<>&`*_~|\\#@!$^-+=:;"\'/.,?%0aZ1 \t\n\r'

const anyCharacter = fc.nat(0x10f7ff).map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800))

/** Text that tries to break out of what is around it: tricks, their incomplete forms, and noise. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...TRICKS) },
      { weight: 2, arbitrary: fc.constantFrom('word', ' of a text ', '![', '](', '<pre ', '<script', ...CHARACTERS) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
