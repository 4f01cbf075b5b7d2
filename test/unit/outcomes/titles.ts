/** Titles that would do something in a log, in Markdown or in a table. */
export const TITLES: readonly string[] = [
  '::error::x',
  '##[command]x',
  '<img src=x onerror=alert(1)>',
  '<!-- docs-agent -->',
  '</td></table><script>x</script>',
  '@octocat @acme/docs',
  '[x](https://evil.example) ![x](https://evil.example/pixel)',
  'https://evil.example www.evil.example',
  '# x | y \\| z',
  '`code` **bold** $x$ ~~y~~',
  '/docs merge #12 GH-12 0123abcdef',
  'line\r\n::set-output name=merged::99\n| a | b |',
  '\u202Ereversed\u2066\u{E0041}',
]
