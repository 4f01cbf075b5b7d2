import { expect } from 'vitest'
import { renderWhole } from '../unit/untrusted/rendering.ts'
import { GITHUB_SERVER } from './scripted-network.ts'

/** What our own comments and summaries are made of. */
const TAGS = new Set([
  ...['h2', 'h3', 'p', 'strong', 'em', 'code', 'pre', 'ul', 'li', 'a', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'span', 'sub', 'blockquote'],
])

/** Many runs say the same. */
const checked = new Set<string>()

/**
 * Renders `markdown` as GitHub does, raw HTML included, and checks that nothing in it is anybody else's: no tag
 * that we don't use, no link but to the workflow run and to the pull request, no image, mention or reference.
 */
export function checkPublished(markdown: string): void {
  if (checked.has(markdown)) return
  if (checked.size < 1000) checked.add(markdown)
  expect(markdown.isWellFormed()).toBe(true)
  const html = renderWhole(markdown)
  for (const [, name = '', attributes = ''] of html.matchAll(/<\/?([^\s>/]+)([^>]*)>/gu)) {
    expect(TAGS, `${name} in ${html}`).toContain(name)
    if (name === 'a') checkLink(attributes, html)
    else if (name === 'code') expect(attributes, html).toMatch(/^( class="language-(text|mermaid)")?$/u)
    else expect(attributes, html).toMatch(/^( align="\w+")?( \/)?$/u)
  }
  expect(count(html, '<details>')).toBe(count(html, '</details>'))
  checkReferences(html)
  checkSource(markdown)
}

function checkLink(attributes: string, html: string): void {
  if (attributes === '') return
  const [, href] = /^ href="([^"]*)"$/u.exec(attributes) ?? []
  // Asterisks stand for a key that was echoed.
  expect(href, html).toMatch(/^https?:\/\/[\w.~:/?#%=+@,;&*-]+$/u)
  // Any host may be that of a pull request, but hostile texts know only this one, and it is none that they may link.
  if (href?.startsWith(GITHUB_SERVER) !== true) expect(href, html).not.toMatch(/evil\.example\/(\?a=b|pixel)?$/u)
}

/** What GitHub links in rendered text: everywhere but in code and in links. */
function checkReferences(html: string): void {
  const text = html
    .replaceAll('<span>$</span>', ' ')
    .replace(/<(pre|code|a)\b[^>]*>[\s\S]*?<\/\1>/gu, ' ')
    .replace(/<[^>]*>/gu, ' ')
    .replaceAll('&amp;', '&')
  expect(text).not.toMatch(/#\d|\bgh-\d/iu)
  expect(text).not.toMatch(/\b(?=\d*[a-f])(?=[a-f]*\d)[\da-f]{7,40}\b/u)
  expect(text).not.toMatch(/@[\w]/u)
  expect(text).not.toMatch(/https?:\/\/|www\./iu)
  expect(text).not.toMatch(/\$\S/u)
}

/** Bots read the source: no mention anywhere, code or not, and no line that begins like a command. */
function checkSource(markdown: string): void {
  const withoutTargets = markdown.replace(/\]\([^)\s]*\)/gu, ']')
  expect(withoutTargets).not.toMatch(/@[\p{L}\p{N}_]/u)
  const withoutAxes = markdown.replace(/^ {4}(?:y-axis 0|x-axis "\w+" 1) --> \d+$/gmu, '')
  expect(withoutAxes).not.toMatch(/<!--|--!?>/u)
  // Each part of a patch begins with `@@ -1,7 +1,7 @@`, which is nobody's name.
  expect(markdown).not.toMatch(/^\s*(?!@@ -\d)[/!.@][^\s\u2060]/mu)
  expect(markdown).not.toMatch(
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u,
  )
}

function count(text: string, part: string): number {
  return text.split(part).length - 1
}
