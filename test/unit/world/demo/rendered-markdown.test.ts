import { expect, test } from 'vitest'
import { renderHtml } from '../../../world/demo/html-markdown.ts'
import { readText } from '../../../world/demo/read-text.ts'
import { renderMarkdown } from '../../../world/demo/rendered-markdown.ts'

async function render(source: string, options?: { lineBreaks?: boolean }): Promise<string> {
  const html = await renderHtml(source, (address) => address, options)
  return html.toString()
}

async function read(source: string): Promise<string[]> {
  return readText(await renderMarkdown(source)).map(({ text }) => text)
}

test('hidden comments, scripts, handlers, styles and frames do not come through', async () => {
  const html = await render(
    'a<!-- marker -->\n\n<script>alert(1)</script>\n\n<b onclick="alert(1)" style="color:red">b</b><iframe src="x"></iframe>',
  )
  expect(html).toContain('<b>b</b>')
  expect(html).not.toMatch(/marker|<script|onclick|style=|<iframe/)
})

test.each([
  ['[x](javascript:alert(1))'],
  ['<a href="JaVaScRiPt:alert(1)">x</a>'],
  ['[x](data:text/html,x)'],
  ['[x](vbscript:x)'],
])('%s is not a link any more', async (source) => {
  expect(await render(source)).not.toMatch(/script:|data:/i)
})

test('a picture would be a request: its description stands for it', async () => {
  const html = await render('![a chart](https://example.com/a.png) <img src="https://example.com/b.png">')
  expect(html).toContain('[picture: a chart]')
  expect(html).toContain('[picture: without description]')
  expect(html).not.toContain('example.com')
})

test("ids of others can't take the place of those of the page", async () => {
  expect(await render('<a id="log" name="log">x</a>')).not.toMatch(/="log"/)
})

test('folded parts, tables and task lists are kept', async () => {
  const html = await render(
    '<details><summary>More</summary>\n\n- [x] done\n\n</details>\n\n| a | b |\n| --- | --: |\n| 1 | 2 |',
  )
  expect(html).toContain('<details><summary>More</summary>')
  expect(html).toContain('class="contains-task-list"')
  expect(html).toContain('class="task-list-item"')
  expect(html).toContain('<td align="right">2</td>')
})

test('comments break lines where their source does, files do not', async () => {
  expect(await render('a\nb', { lineBreaks: true })).toBe('<p>a<br>b</p>')
  expect(await render('a **b**\nc', { lineBreaks: true })).toBe('<p>a <strong>b</strong><br>c</p>')
  expect(await render('a  \nb', { lineBreaks: true })).toBe('<p>a<br>b</p>')
  expect(await render('a\nb')).toBe('<p>a\nb</p>')
})

test.each([[true], [false]])(
  'a quote that begins with a marker is an alert (line breaks: %s)',
  async (lineBreaks) => {
    const html = await render('> [!WARNING]\n> **Not** complete', { lineBreaks })
    expect(html).toContain('<div class="markdown-alert markdown-alert-warning">')
    expect(html).toContain('<p class="markdown-alert-title">Warning</p>')
    expect(html).toContain('<p><strong>Not</strong> complete</p>')
    expect(await render('> WARNING')).toContain('<blockquote>')
  },
)

test('a pie of Mermaid becomes a drawing with its shares', async () => {
  const html = await render('```mermaid\npie showData title Views\n    "Human" : 3\n    "A <b>" : 1\n```')
  expect(html).toContain('<svg class="pie" viewBox=')
  expect(html).toContain('75%')
  expect(html).toContain('Human [3]')
  expect(html).toContain('A &#x3C;b> [1]')
})

test('a chart of lines becomes a drawing in the colors that its source asks for', async () => {
  const themeVariables = { xyChart: { titleColor: '#111111', plotColorPalette: '#222222, #333333' } }
  const source = [
    '```mermaid',
    `%%{init: ${JSON.stringify({ themeVariables })}}%%`,
    'xychart-beta',
    '    title "Views"',
    '    x-axis ["2026-10-01", "2026-10-08"]',
    '    y-axis 0 --> 40',
    '    line [40, 20]',
    '    line [0, 10]',
    '```',
  ].join('\n')
  const html = await render(source)
  expect(html).toContain('<polyline points="90,50 840,160" fill="none" stroke="#222222"')
  expect(html).toContain('<polyline points="90,270 840,215" fill="none" stroke="#333333"')
  expect(html).toContain('>2026-10-08</text>')
  expect(await read(source)).toEqual(['(A line chart: Views)'])
})

test('a pie has the colors that its source asks for', async () => {
  const theme = { pie1: '#111111', pie2: '#222222', pieLegendTextColor: '#333333' }
  const init = `%%{init: ${JSON.stringify({ themeVariables: theme })}}%%`
  const html = await render(`\`\`\`mermaid\npie\n    "Human" : 3\n    "AI" : 1\n${init}\n\`\`\``)
  for (const color of Object.values(theme)) expect(html).toContain(`fill="${color}"`)
  expect(html).not.toContain('init')
})

test('a terminal gets what the Markdown says', async () => {
  const source =
    '## Views\n\n> [!NOTE]\n> One<!-- x --> **two**\n\n- a\n- [x] b\n\n| A | B |\n| --- | --- |\n| 1 | |\n\n```mermaid\npie title Share\n    "a" : 1\n```'
  expect(await read(source)).toEqual([
    'Views',
    'Note',
    'One two',
    '• a',
    '• b',
    'A  B',
    '1',
    '(A pie chart: Share)',
  ])
})

test('a terminal gets tables with their columns below each other, and numbers without bars', async () => {
  const source = '| Page | Total |\n| :-- | :-- |\n| /a | `██░░` 9 |\n| /long | `████` 1,000 |'
  const lines = readText(await renderMarkdown(source))
  expect(lines).toEqual([
    { text: 'Page   Total', isRow: true },
    { text: '/a         9', isRow: true },
    { text: '/long  1,000', isRow: true },
  ])
})

test('a terminal gets the name of what is folded', async () => {
  expect(await read('<details><summary>What next</summary>\n\n- a\n\n</details>')).toEqual(['▸ What next'])
})

test("a diagram that Mermaid can't read stays as it is", async () => {
  expect(await render('```mermaid\npie title Views\n    "Human" ; 3\n```')).toContain('<pre><code')
})

test('links lead where the page says', async () => {
  const html = await renderHtml('[a](https://a.example) [b](https://b.example)', (address) =>
    address === 'https://a.example' ? '#a' : undefined,
  )
  expect(html.toString()).toBe('<p><a href="#a" rel="nofollow">a</a> <a>b</a></p>')
})
