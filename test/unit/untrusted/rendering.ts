import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { shortHostileText } from '../../fuzz/hostile-text.ts'

/**
 * Markdown in GitHub's flavor as HTML; HTML in the source stays, so that a test can see it come through. Only the
 * `<span>` around a dollar, which keeps it from being mathematics, is taken out.
 */
export function render(source: string): string {
  return renderWhole(source).replaceAll('<span>$</span>', '$')
}

/** The same with all spans. */
export function renderWhole(source: string): string {
  return micromark(source, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  })
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

/** Text that tries to break out of the Markdown around it. */
export const hostileText = shortHostileText
