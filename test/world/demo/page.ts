import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

export interface Section {
  id: string
  title: string
  posts: { author: string; body: string; reactions?: string[] }[]
}

const REACTIONS: Readonly<Record<string, string>> = { eyes: '👀', rocket: '🚀', confused: '😕', '-1': '👎' }

const STYLE = `
body { max-width: 860px; margin: 0 auto; padding: 24px; color-scheme: light dark }
body { font: 16px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3 } }
.post { border: 1px solid #8885; border-radius: 8px; margin: 12px 0; overflow: hidden }
.author { padding: 8px 16px; border-bottom: 1px solid #8885; background: #8881; font-size: 14px; font-weight: 600 }
.markdown-body { padding: 16px; background: none; font-size: 14px }
.reactions { padding: 0 16px 12px }
.reactions span { border: 1px solid #8885; border-radius: 12px; padding: 2px 8px; margin-right: 6px }
`

/** Writes `index.html` into `folder`: one file, which loads no others. Returns its path. */
export function writePage(folder: string, sections: readonly Section[]): string {
  const path = join(folder, 'index.html')
  mkdirSync(folder, { recursive: true })
  const github = readFileSync(fileURLToPath(import.meta.resolve('github-markdown-css/github-markdown.css')), 'utf8')
  const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'">
<title>Docs agent action: demo</title>
<style>${github}${STYLE}</style>
</head>
<body>
<h1>Docs agent action: demo</h1>
<p>The built actions ran on this machine, against an emulated GitHub and an emulated documentation service.</p>
${sections.map(renderSection).join('')}
</body>
</html>
`
  writeFileSync(path, page)
  return path
}

function renderSection({ id, title, posts }: Section): string {
  const articles = posts.map(({ author, body, reactions = [] }) => {
    const signs = reactions.map((name) => `<span>${REACTIONS[name] ?? name}</span>`).join('')
    return `<article class="post">
<div class="author">${author}</div>
<div class="markdown-body">${renderMarkdown(author, body)}</div>
${signs && `<div class="reactions">${signs}</div>`}
</article>
`
  })
  return `<section id="${id}">\n<h2>${title}</h2>\n${articles.join('')}</section>\n`
}

/** Of people, HTML is shown as text. Links to the servers of the demo, which end with it, lead nowhere. */
function renderMarkdown(author: string, source: string): string {
  const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()] }
  const html = micromark(source, { ...extensions, allowDangerousHtml: author !== 'ada' })
  return html.replaceAll(/href="http:\/\/127\.0\.0\.1[^"]*"/gu, 'href="#"')
}

/** What the pictures show: the first comment and its reply, or a report. */
export const PICTURED_POSTS = 2

/** The text of a section in a picture, without what differs from run to run: dates, times and IDs. */
export function readPicturedText(page: string, id: string): string[] {
  const [, section = ''] = page.split(`<section id="${id}">`)
  const [inside = ''] = section.split('</section>')
  return inside
    .split('<article ')
    .slice(0, 1 + PICTURED_POSTS)
    .join('<article ')
    .replaceAll(/<\/(?:h\d|p|div|tr)>/gu, '\n')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/[\da-f]{8}-[-\da-f]{27}/gu, '(ID)')
    .replaceAll(/\b[A-Z][a-z]{2} \d+(?:, \d{4})?(?: – |–)(?:[A-Z][a-z]{2} )?\d+(?:, \d{4})?/gu, '(dates)')
    .replaceAll(/Took \S+/gu, 'Took (time)')
    .replaceAll(/\d+ minutes?/gu, '(time)')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/gu, ' ').trim())
    .filter(Boolean)
}
