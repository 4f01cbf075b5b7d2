import fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/**
 * Markdown in GitHub's flavor as HTML; HTML in the source stays, so that a test can see it come through. Only the
 * `<span>` around a dollar, which keeps it from being mathematics, is taken out.
 */
export function render(source: string): string {
  const html = micromark(source, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })
  return html.replaceAll('<span>$</span>', '$')
}

/** The names of all tags in `html`, each as often as it opens; comments and the like count as `!`. */
export function tagsOf(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*|!|\?)/giu)].map(([, name = '']) => name.toLowerCase())
}

/** What a reader of `html` sees. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/gu, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

const FRAGMENTS = [
  ...'[](){}<>&`*_~|\\#@!$^-+=:;"\'/.,?%0aZ1 \t\n\r',
  '``',
  '```',
  '~~~',
  '**',
  '\\|',
  '\\\\',
  '\n\n',
  '\r\n',
  '---',
  '| a | b |',
  '|---|',
  '# ',
  '- ',
  '1. ',
  '> ',
  '- [x] ',
  '    ',
  '![',
  '](',
  '](https://evil.example)',
  '[x]: https://evil.example',
  '[^1]',
  '[^1]: x',
  '<https://evil.example>',
  'http://',
  'https://evil.example',
  'ftp://evil.example',
  'www.',
  'www.evil.example',
  'mailto:a@evil.example',
  'a@evil.example',
  'xmpp:a@evil.example/x',
  '@user',
  '@acme/team',
  '#12',
  'GH-12',
  'acme/app#12',
  '<!--',
  '-->',
  '<script>',
  // Without an end, at the start of a line, these swallow all that follows.
  '<script',
  '<pre ',
  '<details ',
  '</script>',
  '<img src=x onerror=y>',
  '<details>',
  '</details>',
  '</td></table>',
  '<a href="https://evil.example">',
  '&lt;b&gt;',
  '&#64;user',
  '&commat;user',
  '&#x3c;b>',
  '$x$',
  ':tada:',
  '/docs do it',
  '\u0000',
  '\u0007',
  '\u0085',
  '\u200b',
  '\u2028',
  '\u202e',
  '\u2060',
  '\ufeff',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '👩‍👩‍👧',
  'ß',
  'text',
]

/** Text as somebody would write who wants to break out of the Markdown around it. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 3, unit: 'binary' })), {
    maxLength: 12,
  })
  .map((fragments) => fragments.join(''))
